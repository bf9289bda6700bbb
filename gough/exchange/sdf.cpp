#include "gough/exchange/sdf.hpp"

#include <algorithm>

#include "gough/exchange/cut_tree.hpp"
#include "gough/exchange/export_names.hpp"
#include "gough/exchange/xml.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

constexpr double kLeastInertia = 1e-9;  // kg and kg m²: the format wants links to have some

class SdfWriter {
 public:
  explicit SdfWriter(const Robot& robot) : robot_(robot), tree_(cut_tree(robot)) {}

  std::string write() {
    xml_.open("sdf", {{"version", "1.7"}});
    xml_.open("model", {{"name", export_name(robot_.name)}});
    for (std::size_t k = 0; k < tree_.links.size(); ++k)
      if (!in_tip(static_cast<int>(k))) add_link(static_cast<int>(k));
    for (const CutLink& link : tree_.links)
      if (link.joint.joint >= 0) add_joint(link);
    if (tree_.carrier_leg >= 0) add_carrier();
    for (const CutLoop& loop : tree_.loops) add_loop(loop);
    xml_.close();
    xml_.close();
    return xml_.text();
  }

 private:
  const Robot& robot_;
  CutTree tree_;
  XmlWriter xml_;

  // A link of the tip that carries the platform: here it is one joint.
  bool in_tip(int link) const { return tree_.links[link].joint.joint < 0 && link != tree_.platform; }

  std::string link_name(int link) const { return link < 0 ? "world" : tree_.links[link].name; }

  void add_pose(const Placement<double>& f) { xml_.leaf("pose", xml_text(f.p) + " " + xml_text(rpy_radians(f.R))); }

  void add_link(int k) {
    const CutLink& link = tree_.links[k];
    const RigidBody body = raised(link.body, kLeastInertia, kLeastInertia);
    xml_.open("link", {{"name", link.name}});
    add_pose(tree_.at_home(k));
    xml_.open("inertial");
    add_pose({Mat3<double>::Identity(), body.com});
    xml_.leaf("mass", xml_text(body.mass));
    xml_.open("inertia");
    static const char* const kAxes = "xyz";
    for (int r = 0; r < 3; ++r)
      for (int c = r; c < 3; ++c) xml_.leaf(std::string("i") + kAxes[r] + kAxes[c], xml_text(body.inertia(r, c)));
    xml_.close();
    xml_.close();
    int visuals = 0;
    for (const Vec3<double>& end : tree_.anchors(k))
      if (end.norm() > 0.01 * robot_.length) add_visual("line" + std::to_string(++visuals), end);
    xml_.close();
  }

  void add_visual(const std::string& name, const Vec3<double>& end) {
    xml_.open("visual", {{"name", name}});
    add_pose({frame_with_z(end.normalized()), 0.5 * end});
    xml_.open("geometry");
    xml_.open("cylinder");
    xml_.leaf("radius", xml_text(0.01 * robot_.length));
    xml_.leaf("length", xml_text(end.norm()));
    xml_.close();
    xml_.close();
    xml_.close();
  }

  void open_joint(const std::string& name, const char* type, int parent, int child, const Placement<double>& in_child) {
    xml_.open("joint", {{"name", name}, {"type", type}});
    xml_.leaf("parent", link_name(parent));
    xml_.leaf("child", link_name(child));
    add_pose(in_child);
  }

  void add_axis(const char* tag, const Vec3<double>& axis, const Friction& friction, const Actuator* actuator) {
    xml_.open(tag);
    xml_.leaf("xyz", xml_text(axis));
    xml_.open("limit");
    xml_.leaf("lower", actuator && std::isfinite(actuator->position_min) ? xml_text(actuator->position_min - actuator->home) : "-1e16");
    xml_.leaf("upper", actuator && std::isfinite(actuator->position_max) ? xml_text(actuator->position_max - actuator->home) : "1e16");
    if (actuator && std::isfinite(actuator->effort_max)) xml_.leaf("effort", xml_text(actuator->effort_max));
    if (actuator && std::isfinite(actuator->speed_max)) xml_.leaf("velocity", xml_text(actuator->speed_max));
    xml_.close();
    xml_.open("dynamics");
    xml_.leaf("damping", xml_text(friction.viscous));
    xml_.leaf("friction", xml_text(friction.coulomb));
    xml_.close();
    xml_.close();
  }

  void add_joint(const CutLink& link) {
    const int child = static_cast<int>(&link - tree_.links.data());
    open_joint(link.joint.name, link.joint.kind == CutKind::hinge ? "revolute" : "prismatic", link.parent, child, {});
    add_axis("axis", Vec3<double>::UnitZ(), link.joint.friction,
             link.joint.actuator < 0 ? nullptr : &robot_.actuators[link.joint.actuator]);
    xml_.close();
  }

  // The joint's axes are those of the far side's frame.
  void add_loop(const CutLoop& loop) {
    static const char* const kTypes[] = {"ball", "universal", "revolute", "fixed"};
    open_joint(loop.name, kTypes[static_cast<int>(loop.kind)], loop.a, loop.b, loop.frame_b);
    if (loop.kind == TipKind::revolute) add_axis("axis", Vec3<double>::UnitZ(), loop.friction, nullptr);
    if (loop.kind == TipKind::universal) {
      const Mat3<double> a = (tree_.at_home(loop.a) * loop.frame_a).R, b = (tree_.at_home(loop.b) * loop.frame_b).R;
      add_axis("axis", b.transpose() * a.col(0), loop.friction, nullptr);
      add_axis("axis2", Vec3<double>::UnitY(), loop.friction, nullptr);
    }
    xml_.close();
  }

  void add_carrier() {
    const Leg& leg = robot_.legs[tree_.carrier_leg];
    const Tip& tip = leg.tips[tree_.carrier_tip];
    int parent = tree_.links[tree_.platform].parent;
    while (parent >= 0 && in_tip(parent)) parent = tree_.links[parent].parent;
    add_loop({tree_.carrier_name, tip.kind, parent, tree_.platform, tip.leg.frame, tip.nacelle.frame, tip.friction});
  }
};

}  // namespace

std::string sdf(const Robot& robot) { return SdfWriter(robot).write(); }

}  // namespace gough
