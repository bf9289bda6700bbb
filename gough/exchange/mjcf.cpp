#include "gough/exchange/mjcf.hpp"

#include <fmt/format.h>

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/exchange/add_rings.hpp"
#include "gough/exchange/cut_tree.hpp"
#include "gough/exchange/export_names.hpp"
#include "gough/exchange/lend_masses.hpp"
#include "gough/exchange/xml.hpp"
#include "gough/math/linear_algebra.hpp"

namespace gough {
namespace {

constexpr double kLeastMass = 1e-12, kLeastMjcfInertia = 1e-13;  // kg and kg m²: MuJoCo wants bodies that move to have some
constexpr double kLeastPart = 1e-9;                              // of the robot's inertia: less is lost in the rounding of its solver

// The robot's tree with masses where MuJoCo needs some, and what is to be told about it.
struct MjcfTree {
  CutTree tree;
  std::vector<std::string> warnings;
};

MjcfTree mjcf_tree(const Robot& robot) {
  MjcfTree out{cut_tree(robot), {}};
  add_rings(out.tree, robot.length);
  out.warnings = lend_masses(out.tree, robot.length);
  const std::vector<std::string> more = add_missing_inertia(out.tree, robot.length);
  out.warnings.insert(out.warnings.end(), more.begin(), more.end());
  return out;
}

// The efforts that hold home; none if no such are known.
VecX<double> home_efforts(const Robot& robot) {
  const VecX<double> zero = VecX<double>::Zero(robot.mobility.n);
  KinematicsData<double> k(robot);
  DynamicsData<double> d(robot);
  if (static_cast<int>(robot.actuators.size()) < robot.mobility.n ||
      !inverse_dynamics(robot, Formulation::platform_legs, {}, robot.home, zero, zero, k, d).answered())
    return {};
  return d.effort;
}

class MjcfWriter {
 public:
  MjcfWriter(const Robot& robot, const MjcfOptions& options) : robot_(robot), options_(options), tree_(mjcf_tree(robot).tree) {
    double mass = 0.0;
    for (const CutLink& link : tree_.links) mass += link.body.mass;
    least_inertia_ = std::max(kLeastMjcfInertia, kLeastPart * mass * robot.length * robot.length);
  }

  std::string write() {
    xml_.open("mujoco", {{"model", export_name(robot_.name)}});
    xml_.empty("compiler", {{"angle", "radian"}, {"inertiafromgeom", "false"}});
    xml_.empty(
        "option",
        {{"timestep", xml_text(options_.time_step)}, {"gravity", xml_text(robot_.gravity)}, {"solver", "Newton"}, {"tolerance", "1e-12"}});
    xml_.open("default");
    xml_.empty("geom", {{"type", "capsule"},
                        {"contype", "0"},
                        {"conaffinity", "0"},
                        {"mass", "0"},
                        {"size", xml_text(0.01 * robot_.length)},
                        {"rgba", "0.45 0.55 0.65 1"}});
    xml_.empty("equality",
               {{"solref", xml_text(options_.time_constant) + " 1"}, {"solimp", fmt::format("{0} {0} 0.001", options_.impedance)}});
    xml_.close();
    xml_.open("worldbody");
    xml_.empty("light", {{"pos", xml_text(Vec3<double>(0, 0, 4 * robot_.length))}});
    for (int root : tree_.children(-1)) add_body(root, {}, {});
    xml_.close();
    add_equalities();
    add_motors();
    add_home();
    xml_.close();
    return xml_.text();
  }

 private:
  // A joint in the frame of the body that MuJoCo has it on.
  struct PlacedJoint {
    const CutJoint* joint;
    Placement<double> frame;
  };

  const Robot& robot_;
  MjcfOptions options_;
  CutTree tree_;
  double least_inertia_ = kLeastMjcfInertia;
  XmlWriter xml_;
  std::string home_;  // qpos, in the order in which joints are written

  static XmlWriter::Attributes frame_attributes(const Placement<double>& f) {
    return {{"pos", xml_text(f.p)}, {"quat", quaternion_text(f.R)}};
  }

  const std::string& link_name(int link) const {
    static const std::string world = "world";
    return link < 0 ? world : tree_.links[link].name;
  }

  bool in_loop(int link) const {
    for (const CutLoop& loop : tree_.loops)
      if (loop.a == link || loop.b == link) return true;
    return false;
  }

  // Links with no mass between joints, as of a universal joint, are left out: MuJoCo moves one body by several joints.
  bool left_out(int link) const { return massless(tree_.links[link].body) && tree_.children(link).size() == 1 && !in_loop(link); }

  void add_body(int link, const Placement<double>& before, std::vector<PlacedJoint> joints) {
    const CutLink& l = tree_.links[link];
    for (PlacedJoint& j : joints) j.frame = l.placement.inverse() * j.frame;
    joints.push_back({&l.joint, {}});
    const Placement<double> placement = before * l.placement;
    if (left_out(link)) return add_body(tree_.children(link)[0], placement, joints);
    XmlWriter::Attributes attributes = frame_attributes(placement);
    attributes.insert(attributes.begin(), {"name", l.name});
    xml_.open("body", attributes);
    add_inertia(l.body, joints);
    for (const PlacedJoint& j : joints) add_joint(*j.joint, j.frame, placement);
    for (const Vec3<double>& end : tree_.anchors(link))
      if (end.norm() > 0.01 * robot_.length) xml_.empty("geom", {{"fromto", "0 0 0 " + xml_text(end)}});
    for (int child : tree_.children(link)) add_body(child, {}, {});
    xml_.close();
  }

  // Principal moments and axes, found here rather than by MuJoCo, which stops at fewer digits.
  void add_inertia(const RigidBody& given, const std::vector<PlacedJoint>& joints) {
    const bool moves = joints.size() > 1 || joints[0].joint->kind != CutKind::fixed;
    if (massless(given) && !moves) return;
    const RigidBody body = raised(given, kLeastMass, least_inertia_);
    auto [moments, axes] = principal_axes(body.inertia);
    if (axes.determinant() < 0) axes.col(0) *= -1.0;
    // rounding must not break the triangle inequality
    moments(0) = std::max(moments(0), moments(2) - moments(1) + 1e-15 * moments(2));
    XmlWriter::Attributes attributes = frame_attributes({axes, body.com});
    attributes.insert(attributes.end(), {{"mass", xml_text(body.mass)}, {"diaginertia", xml_text(moments)}});
    xml_.empty("inertial", attributes);
  }

  void add_joint(const CutJoint& joint, const Placement<double>& frame, const Placement<double>& placement) {
    if (joint.kind == CutKind::fixed) return;
    if (joint.kind == CutKind::free) {
      if (joint.rotor_inertia == 0.0) xml_.empty("freejoint", {{"name", joint.name}});
      else xml_.empty("joint", {{"name", joint.name}, {"type", "free"}, {"armature", xml_text(joint.rotor_inertia)}});
      home_ += " " + xml_text(placement.p) + " " + quaternion_text(placement.R);
      return;
    }
    const bool ball = joint.kind == CutKind::ball;
    XmlWriter::Attributes a{{"name", joint.name},
                            {"type", ball                           ? "ball"
                                     : joint.kind == CutKind::hinge ? "hinge"
                                                                    : "slide"},
                            {"pos", xml_text(frame.p)}};
    if (!ball) a.insert(a.end(), {{"axis", xml_text(Vec3<double>(frame.R.col(2)))}, {"ref", xml_text(joint.home)}});
    if (joint.friction.viscous != 0.0) a.emplace_back("damping", xml_text(joint.friction.viscous));
    if (joint.friction.coulomb != 0.0) a.emplace_back("frictionloss", xml_text(joint.friction.coulomb));
    if (joint.rotor_inertia != 0.0) a.emplace_back("armature", xml_text(joint.rotor_inertia));
    if (joint.actuator >= 0) {
      const Actuator& actuator = robot_.actuators[joint.actuator];
      if (std::isfinite(actuator.position_min) && std::isfinite(actuator.position_max))
        a.insert(a.end(), {{"limited", "true"}, {"range", xml_text(actuator.position_min) + " " + xml_text(actuator.position_max)}});
    }
    xml_.empty("joint", a);
    home_ += ball ? " 1 0 0 0" : " " + xml_text(joint.home);
  }

  // A point at which the loop's bodies stay together: its own, or one robot length off along a column of its frame. MuJoCo takes the second
  // body's anchor from where the first one's is at home. The second body is never the world.
  void add_connect(const CutLoop& loop, const char* part = "", int column = -1) {
    Vec3<double> anchor = loop.frame_a.p;
    if (column >= 0) anchor += robot_.length * loop.frame_a.R.col(column);
    xml_.empty("connect",
               {{"name", loop.name + part}, {"body1", link_name(loop.a)}, {"body2", link_name(loop.b)}, {"anchor", xml_text(anchor)}});
  }

  void add_equalities() {
    xml_.open("equality");
    for (const CutLoop& loop : tree_.loops) {
      add_connect(loop);
      if (loop.kind == TipKind::revolute) add_connect(loop, ".axis", 2);
      if (loop.kind == TipKind::rigid) {  // no weld: its turning part is as soft as the body is easy to turn
        add_connect(loop, ".x", 0);
        add_connect(loop, ".y", 1);
      }
    }
    xml_.close();
  }

  void add_motors() {
    xml_.open("actuator");
    for (std::size_t a = 0; a < robot_.actuators.size(); ++a) {
      const Actuator& actuator = robot_.actuators[a];
      for (const CutLink& link : tree_.links) {
        if (link.joint.actuator != static_cast<int>(a)) continue;
        XmlWriter::Attributes attributes{{"name", tree_.actuator_names[a]}, {"joint", link.joint.name}};
        if (std::isfinite(actuator.effort_max))
          attributes.insert(attributes.end(),
                            {{"ctrllimited", "true"}, {"ctrlrange", xml_text(-actuator.effort_max) + " " + xml_text(actuator.effort_max)}});
        xml_.empty("motor", attributes);
      }
    }
    xml_.close();
  }

  // Home, and the efforts that hold it there.
  void add_home() {
    XmlWriter::Attributes attributes{{"name", "home"}, {"qpos", home_.substr(1)}};
    const VecX<double> effort = home_efforts(robot_);
    std::string efforts;
    for (double x : effort) efforts += (efforts.empty() ? "" : " ") + xml_text(x);
    if (!efforts.empty()) attributes.emplace_back("ctrl", efforts);
    xml_.open("keyframe");
    xml_.empty("key", attributes);
    xml_.close();
  }
};

}  // namespace

std::string mjcf(const Robot& robot, const MjcfOptions& options) { return MjcfWriter(robot, options).write(); }

std::vector<std::string> mjcf_warnings(const Robot& robot) {
  std::vector<std::string> out = mjcf_tree(robot).warnings;
  const VecX<double> effort = home_efforts(robot);
  if (effort.size() == 0) out.emplace_back("the actuators have no efforts that hold home; the keyframe has none");
  for (int a = 0; a < effort.size(); ++a)
    if (std::abs(effort(a)) > robot.actuators[a].effort_max)
      out.push_back(fmt::format("{} would have to hold home with {:.6g}, above its limit of {:.6g}, and MuJoCo keeps to that",
                                robot.actuators[a].name, effort(a), robot.actuators[a].effort_max));
  return out;
}

}  // namespace gough
