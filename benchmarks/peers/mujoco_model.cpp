#include "benchmarks/peers/mujoco_model.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>

namespace gough::peers {
namespace {

std::string text(const Vec3<double>& v) { return fmt::format("{:.17g} {:.17g} {:.17g}", v.x(), v.y(), v.z()); }

std::string text(const Mat3<double>& R) {
  const Eigen::Quaterniond q(R);
  return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", q.w(), q.x(), q.y(), q.z());
}

std::string frame_text(const Placement<double>& f) { return fmt::format("pos=\"{}\" quat=\"{}\"", text(f.p), text(f.R)); }

// Principal moments and axes, found here rather than by MuJoCo, which stops at fewer digits.
std::string inertial_text(const TreeBody& body) {
  Eigen::SelfAdjointEigenSolver<Mat3<double>> principal(body.inertia);
  Mat3<double> axes = principal.eigenvectors();
  if (axes.determinant() < 0) axes.col(0) *= -1.0;
  Vec3<double> moments = principal.eigenvalues().cwiseMax(kLeastInertia);
  moments(0) = std::max(moments(0), moments(2) - moments(1) + 1e-15 * moments(2));  // rounding must not break the triangle inequality
  return fmt::format("<inertial {} mass=\"{:.17g}\" diaginertia=\"{}\"/>\n", frame_text({axes, body.com}),
                     std::max(body.mass, kLeastInertia), text(moments));
}

class Writer {
 public:
  explicit Writer(const Tree& tree) : tree_(tree) {
    int d = 0;
    for (const TreeBody& body : tree.bodies) {
      first_joint_.push_back(d);
      d += static_cast<int>(body.joints.size());
    }
  }

  std::string model() const {
    std::string out = fmt::format("<mujoco model=\"{}\">\n", tree_.name);
    out += "<compiler angle=\"radian\" inertiafromgeom=\"false\"/>\n";
    out += fmt::format("<option gravity=\"{}\" solver=\"Newton\" jacobian=\"dense\" iterations=\"1\" tolerance=\"1e-8\">\n",
                       text(tree_.gravity));
    out +=
        "<flag contact=\"disable\" limit=\"disable\" frictionloss=\"disable\" clampctrl=\"disable\" warmstart=\"disable\" "
        "sensor=\"disable\"/>\n";
    out += "</option>\n<worldbody>\n" + children(-1) + "</worldbody>\n<equality>\n";
    for (const TreeLoop& loop : tree_.loops) out += loop_text(loop);
    out += "</equality>\n<actuator>\n";
    for (std::size_t b = 0; b < tree_.bodies.size(); ++b)
      for (std::size_t j = 0; j < tree_.bodies[b].joints.size(); ++j)
        if (const int a = tree_.bodies[b].joints[j].actuator; a >= 0)
          out += fmt::format("<motor name=\"m{}\" joint=\"j{}\"/>\n", a, first_joint_[b] + static_cast<int>(j));
    return out + "</actuator>\n</mujoco>\n";
  }

 private:
  const Tree& tree_;
  std::vector<int> first_joint_;  // of each body

  std::string children(int parent) const {
    std::string out;
    for (std::size_t b = 0; b < tree_.bodies.size(); ++b)
      if (tree_.bodies[b].parent == parent) out += body_text(static_cast<int>(b));
    return out;
  }

  std::string body_text(int b) const {
    const TreeBody& body = tree_.bodies[b];
    std::string out = fmt::format("<body name=\"b{}\" {}>  <!-- {} -->\n", b, frame_text(body.placement), body.name);
    out += inertial_text(body);
    if (body.hold == Hold::free) out += "<freejoint name=\"platform\"/>\n";
    if (body.hold == Hold::ball) out += fmt::format("<joint name=\"platform\" type=\"ball\" pos=\"{}\"/>\n", text(body.ball));
    for (std::size_t j = 0; j < body.joints.size(); ++j) {
      const TreeJoint& joint = body.joints[j];
      out += fmt::format("<joint name=\"j{}\" type=\"{}\" pos=\"{}\" axis=\"{}\" damping=\"{:.17g}\" armature=\"{:.17g}\"/>\n",
                         first_joint_[b] + static_cast<int>(j), joint.revolute ? "hinge" : "slide", text(joint.frame.p),
                         text(Vec3<double>(joint.frame.R.col(2))), joint.damping, joint.armature);
    }
    return out + children(b) + "</body>\n";
  }

  // What MuJoCo gives the second body is where the first one's anchor is at home.
  std::string loop_text(const TreeLoop& loop) const {
    const std::string stiff = "solref=\"0.004 1\" solimp=\"0.9999 0.9999 0.001\"";
    const std::string bodies = fmt::format("body1=\"b{}\" body2=\"b{}\" {}", loop.a, loop.b, stiff);
    if (loop.kind == LoopKind::rigid) return fmt::format("<weld {}/>\n", bodies);
    std::string out = fmt::format("<connect {} anchor=\"{}\"/>\n", bodies, text(loop.frame_a.p));
    if (loop.kind == LoopKind::axis && !tree_.planar)
      out +=
          fmt::format("<connect {} anchor=\"{}\"/>\n", bodies, text(Vec3<double>(loop.frame_a.p + tree_.length * loop.frame_a.R.col(2))));
    return out;
  }
};

}  // namespace

std::string mujoco_model(const Tree& tree) { return Writer(tree).model(); }

}  // namespace gough::peers
