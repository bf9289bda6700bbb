#include <fmt/format.h>

#include "gough/dynamics/body_matrices.hpp"
#include "gough/explain/formula.hpp"
#include "gough/explain/labels.hpp"
#include "gough/model/names.hpp"

// Formulation V: bodies and virtual work.
namespace gough::explain {
namespace {

using virtual_work::BodyMatrices;
using virtual_work::Parameter;

constexpr int kPerBody = 10;

// Names of the parameters from `first` on, without those of what they belong to where `whole` is false.
std::vector<Label> parameter_labels(const std::vector<Parameter>& all, std::size_t first, std::size_t count, bool whole) {
  std::vector<Label> out;
  for (std::size_t k = first; k < first + count; ++k) {
    const std::string& name = all[k].name;
    out.push_back({text(whole ? name : name.substr(name.rfind('.') + 1)), all[k].unit});
  }
  return out;
}

std::string name_of(const Robot& robot, const BodyId& id) {
  return id.leg < 0 ? robot.nacelle.body_names[id.body] : robot.legs[id.leg].joints[id.body].name;
}

void add_body(const Robot& robot, const BodyMatrices& b, const std::vector<Parameter>& all, std::size_t at, Section& section) {
  const std::string name = name_of(robot, b.id);
  const std::vector<std::string> path = b.id.leg < 0 ? std::vector<std::string>{"nacelle", name}
                                                     : std::vector<std::string>{"legs", robot.legs[b.id.leg].name, "bodies", name};
  const auto under = [&](const char* key) {
    std::vector<std::string> out = path;
    out.emplace_back(key);
    return out;
  };
  std::vector<Label> parameters = parameter_labels(all, at, kPerBody, false);
  section.items.push_back(matrix(under("Omega"), of("\\Omega", name),
                                 "wrench at the origin of the body's frame for each parameter, in its axes",
                                 "[CB, Eq. 34]; docs/theory.md, section 5", spatial_labels(LabelKind::force), parameters, b.Omega));
  section.items.push_back(matrix(under("J"), of("J", name), "twist of the body's frame at its origin, in its axes, from $V_{r}$",
                                 "docs/theory.md, section 5", spatial_labels(LabelKind::rate), free_labels(robot, LabelKind::rate), b.J));
  section.items.push_back(matrix(under("p"), of("p", name), "parameters: mass, first moments, inertia about the frame's origin",
                                 "[CB, Eq. 34]", parameters, one_column(), b.p));
}

// What wrenches from outside give V_r.
VecX<double> outside(const Robot& robot, const Load& load, const KinematicsData<double>& k, const std::vector<BodyMatrices>& bodies) {
  VecX<double> out = VecX<double>::Zero(robot.mobility.n);
  for (const ExternalWrench& e : load.wrenches)
    for (const BodyMatrices& b : bodies) {
      if (!(b.id == BodyId{e.leg, e.body})) continue;
      const Mat3<double>& R = e.leg < 0 ? k.nacelle.body[e.body].R : k.legs[e.leg].body[e.body].R;
      const Vec3<double> f = R.transpose() * e.force;
      Eigen::Matrix<double, 6, 1> wrench;
      wrench << f, R.transpose() * e.moment + e.point.cross(f);
      out -= b.J.transpose() * wrench;
    }
  return out;
}

Section rest(const Robot& robot, const Load& load, const KinematicsData<double>& k, const std::vector<BodyMatrices>& bodies,
             DynamicsData<double>& data) {
  Section out{"Virtual work", {}, ""};
  const std::vector<Parameter> all = virtual_work::parameters(robot, load);
  const auto count = static_cast<Eigen::Index>(all.size());
  VecX<double> p(count);
  for (Eigen::Index c = 0; c < count; ++c) p(c) = all[c].value;
  MatX<double> W = MatX<double>::Zero(robot.mobility.n, count);
  virtual_work::regressor(robot, k, data, W);
  const auto first = kPerBody * bodies.size();
  const auto forces = free_labels(robot, LabelKind::force);
  const auto labels = parameter_labels(all, first, all.size() - first, true);
  const Eigen::Index joints = count - static_cast<Eigen::Index>(first);
  out.items.push_back(
      DisplayedFormula{"J_{\\text{inv}}^{T} \\tau = \\sum_{b} J_{b}^{T} \\Omega_{b} p_{b} + W_{j} p_{j} + w ,\\quad \\tau = Y p",
                       "[CB, Eqs. 34, 45]; docs/theory.md (5.1)"});
  out.items.push_back(matrix({"W_joints"}, "W_{j}", "rotors, friction, effort offsets and springs, for each parameter",
                             "docs/theory.md, section 5", forces, labels, W.rightCols(joints)));
  out.items.push_back(matrix({"p_joints"}, "p_{j}", "their parameters", "docs/theory.md, section 5", labels, one_column(), p.tail(joints)));
  const VecX<double> w = outside(robot, load, k, bodies);
  out.items.push_back(matrix({"w"}, "w", "wrenches from outside, $-\\sum J_{b}^{T} W_{\\text{ext}}$", "docs/theory.md, section 5", forces,
                             one_column(), w));
  VecX<double> force = W.rightCols(joints) * p.tail(joints) + w;
  for (const BodyMatrices& b : bodies) force += b.J.transpose() * (b.Omega * b.p);
  out.items.push_back(matrix({"force"}, "J_{\\text{inv}}^{T} \\tau", "the sum", "docs/theory.md (5.1)", forces, one_column(), force));
  out.items.push_back(matrix({"Jinv"}, "J_{\\text{inv}}", "$\\dot{q}_{a} = J_{\\text{inv}} V_{r}$", "docs/theory.md (2.4)",
                             actuator_labels(robot, LabelKind::rate), free_labels(robot, LabelKind::rate), k.Jinv));
  add_efforts(robot, k.Jinv.transpose(), force, "\\tau = J_{\\text{inv}}^{-T} (W p + w)", "docs/theory.md (5.1)", out);
  return out;
}

}  // namespace

Part virtual_work_part(const Robot& robot, const Load& load, const KinematicsData<double>& k) {
  const Formulation one[] = {Formulation::virtual_work};
  DynamicsData<double> data(robot, one);
  const std::vector<BodyMatrices> bodies = virtual_work::body_matrices(robot, load, k, data);
  const std::vector<Parameter> all = virtual_work::parameters(robot, load);
  Part out{Formulation::virtual_work, "[CB]: Codourey and Burdet; docs/theory.md, section 5", {}, ""};
  for (int i = 0; i < static_cast<int>(robot.legs.size()); ++i) out.sections.push_back(leg_section(robot, i, "Bodies"));
  out.sections.push_back({"Bodies: nacelle", {}, ""});
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const int leg = bodies[b].id.leg;
    if (leg >= 0 && bodies[b].p.isZero(0.0)) continue;  // massless: nothing to write
    add_body(robot, bodies[b], all, kPerBody * b, leg < 0 ? out.sections.back() : out.sections[leg]);
  }
  for (int i = 0; i < static_cast<int>(robot.legs.size()); ++i)
    if (out.sections[i].items.empty()) out.sections[i].items.push_back(Paragraph{"The bodies of this leg have no mass."});
  out.sections.push_back(rest(robot, load, k, bodies, data));
  return out;
}

}  // namespace gough::explain
