#include "gough/exchange/urdf.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/exchange/cut_tree.hpp"
#include "gough/exchange/export_names.hpp"
#include "gough/exchange/xml.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

const char* const kRoot = "world";

// Where the joint's frame is when its value is 0.
Placement<double> at_zero(const CutLink& link) {
  JointPosition<double> back;
  if (link.joint.kind == CutKind::hinge) back = revolute_position(-link.joint.home);
  if (link.joint.kind == CutKind::slide) back = prismatic_position(-link.joint.home);
  return moved(link.placement, back);
}

class UrdfWriter {
 public:
  explicit UrdfWriter(const Robot& robot) : robot_(robot), tree_(cut_tree(robot)) {}

  std::string write() {
    xml_.open("robot", {{"name", export_name(robot_.name)}});
    xml_.empty("link", {{"name", kRoot}});
    for (std::size_t k = 0; k < tree_.links.size(); ++k) {
      if (tree_.links[k].joint.kind == CutKind::ball) add_ball(tree_.links[k]);
      else add_joint(tree_.links[k]);
      add_link(static_cast<int>(k));
    }
    for (const CutLink& link : tree_.links)
      if (link.joint.actuator >= 0) add_transmission(link.joint);
    xml_.close();
    return xml_.text();
  }

 private:
  const Robot& robot_;
  CutTree tree_;
  XmlWriter xml_;

  const std::string link_name(int link) const { return link < 0 ? kRoot : tree_.links[link].name; }

  void add_origin(const Placement<double>& f) { xml_.empty("origin", {{"xyz", xml_text(f.p)}, {"rpy", xml_text(rpy_radians(f.R))}}); }

  void add_link(int k) {
    const CutLink& link = tree_.links[k];
    xml_.open("link", {{"name", link.name}});
    if (!massless(link.body)) {
      const Mat3<double>& I = link.body.inertia;
      xml_.open("inertial");
      add_origin({Mat3<double>::Identity(), link.body.com});
      xml_.empty("mass", {{"value", xml_text(link.body.mass)}});
      xml_.empty("inertia", {{"ixx", xml_text(I(0, 0))},
                             {"ixy", xml_text(I(0, 1))},
                             {"ixz", xml_text(I(0, 2))},
                             {"iyy", xml_text(I(1, 1))},
                             {"iyz", xml_text(I(1, 2))},
                             {"izz", xml_text(I(2, 2))}});
      xml_.close();
    }
    for (const Vec3<double>& end : tree_.anchors(k))
      if (end.norm() > 0.01 * robot_.length) add_visual(end);
    xml_.close();
  }

  void add_visual(const Vec3<double>& end) {
    xml_.open("visual");
    add_origin({frame_with_z(end.normalized()), 0.5 * end});
    xml_.open("geometry");
    xml_.empty("cylinder", {{"radius", xml_text(0.01 * robot_.length)}, {"length", xml_text(end.norm())}});
    xml_.close();
    xml_.close();
  }

  void add_friction(const Friction& friction) {
    xml_.empty("dynamics", {{"damping", xml_text(friction.viscous)}, {"friction", xml_text(friction.coulomb)}});
  }

  // URDF wants limits where a joint has any, and every slide must have them: what is not limited gets 1e16.
  void add_limits(const CutJoint& joint, bool strokes) {
    const Actuator none;
    const Actuator& a = joint.actuator < 0 ? none : robot_.actuators[joint.actuator];
    const auto finite = [](double x) { return xml_text(std::clamp(x, -1e16, 1e16)); };
    XmlWriter::Attributes attributes{{"effort", finite(a.effort_max)}, {"velocity", finite(a.speed_max)}};
    if (strokes) attributes.insert(attributes.begin(), {{"lower", finite(a.position_min)}, {"upper", finite(a.position_max)}});
    xml_.empty("limit", attributes);
  }

  void add_joint(const CutLink& link) {
    const CutJoint& joint = link.joint;
    const bool strokes =
        joint.kind == CutKind::slide || (joint.actuator >= 0 && std::isfinite(robot_.actuators[joint.actuator].position_min));
    const char* type = joint.kind == CutKind::slide   ? "prismatic"
                       : joint.kind == CutKind::fixed ? "fixed"
                       : joint.kind == CutKind::free  ? "floating"
                       : strokes                      ? "revolute"
                                                      : "continuous";
    xml_.open("joint", {{"name", joint.name}, {"type", type}});
    xml_.empty("parent", {{"link", link_name(link.parent)}});
    xml_.empty("child", {{"link", link.name}});
    add_origin(at_zero(link));
    if (joint.kind == CutKind::hinge || joint.kind == CutKind::slide) {
      xml_.empty("axis", {{"xyz", "0 0 1"}});
      if (strokes || joint.actuator >= 0) add_limits(joint, strokes);
      add_friction(joint.friction);
    }
    xml_.close();
  }

  void add_ball(const CutLink& link) {
    static const char* const kAxes[] = {"1 0 0", "0 1 0", "0 0 1"};
    std::string parent = link_name(link.parent);
    for (int k = 0; k < 3; ++k) {
      const std::string suffix = std::string(".") + "xyz"[k], child = k == 2 ? link.name : link.name + suffix;
      if (k < 2) xml_.empty("link", {{"name", child}});
      xml_.open("joint", {{"name", link.joint.name + suffix}, {"type", "continuous"}});
      xml_.empty("parent", {{"link", parent}});
      xml_.empty("child", {{"link", child}});
      add_origin(k == 0 ? link.placement : Placement<double>{});
      xml_.empty("axis", {{"xyz", kAxes[k]}});
      add_friction(link.joint.friction);
      xml_.close();
      parent = child;
    }
  }

  void add_transmission(const CutJoint& joint) {
    const Actuator& a = robot_.actuators[joint.actuator];
    const std::string& name = tree_.actuator_names[joint.actuator];
    xml_.open("transmission", {{"name", name}});
    xml_.leaf("type", "transmission_interface/SimpleTransmission");
    xml_.open("joint", {{"name", joint.name}});
    xml_.leaf("hardwareInterface", "hardware_interface/EffortJointInterface");
    xml_.close();
    xml_.open("actuator", {{"name", name + ".motor"}});
    xml_.leaf("mechanicalReduction", xml_text(a.gear_ratio));
    xml_.close();
    xml_.close();
  }
};

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20) out += fmt::format("\\u{:04x}", static_cast<int>(c));
    else out += c;
  }
  return out + "\"";
}

std::string json_list(const Vec3<double>& v) { return fmt::format("[{}, {}, {}]", v.x() + 0.0, v.y() + 0.0, v.z() + 0.0); }

std::string json_side(const CutTree& tree, int link, const Placement<double>& f) {
  return fmt::format("{{\"link\": {}, \"xyz\": {}, \"rpy\": {}}}", quoted(link < 0 ? kRoot : tree.links[link].name), json_list(f.p),
                     json_list(rpy_radians(f.R)));
}

std::string json_rows(const std::string& key, const std::vector<std::string>& rows) {
  std::string out = fmt::format("  {}: [", quoted(key));
  for (std::size_t k = 0; k < rows.size(); ++k) out += (k ? ",\n    " : "\n    ") + rows[k];
  return out + (rows.empty() ? "]" : "\n  ]");
}

}  // namespace

std::string urdf(const Robot& robot) { return UrdfWriter(robot).write(); }

std::string urdf_loops(const Robot& robot) {
  static const char* const kKinds[] = {"spherical", "universal", "revolute", "rigid"};
  const CutTree tree = cut_tree(robot);
  std::vector<std::string> loops, home, actuators;
  for (const CutLoop& loop : tree.loops)
    loops.push_back(fmt::format("{{\"name\": {}, \"kind\": \"{}\", \"a\": {},\n     \"b\": {}, \"viscous\": {}, \"coulomb\": {}}}",
                                quoted(loop.name), kKinds[static_cast<int>(loop.kind)], json_side(tree, loop.a, loop.frame_a),
                                json_side(tree, loop.b, loop.frame_b), loop.friction.viscous, loop.friction.coulomb));
  for (const CutLink& link : tree.links)
    if (link.joint.kind == CutKind::hinge || link.joint.kind == CutKind::slide)
      home.push_back(fmt::format("{{\"joint\": {}, \"value\": {}}}", quoted(link.joint.name), link.joint.home));
  for (const CutLink& link : tree.links)
    if (link.joint.actuator >= 0) {
      const Actuator& a = robot.actuators[link.joint.actuator];
      actuators.push_back(fmt::format("{{\"name\": {}, \"joint\": {}, \"rotor_inertia\": {}, \"gear_ratio\": {}}}",
                                      quoted(tree.actuator_names[link.joint.actuator]), quoted(link.joint.name), a.rotor_inertia,
                                      a.gear_ratio));
    }
  return fmt::format("{{\n  \"robot\": {},\n  \"gravity\": {},\n{},\n{},\n{}\n}}\n", quoted(robot.name), json_list(robot.gravity),
                     json_rows("loops", loops), json_rows("home", home), json_rows("actuators", actuators));
}

}  // namespace gough
