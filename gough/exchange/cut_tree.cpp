#include "gough/exchange/cut_tree.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/dynamics/joint_effort.hpp"
#include "gough/exchange/export_names.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/names.hpp"

namespace gough {
namespace {

// What the formats write behind the names of loops and balls.
const std::vector<std::string> kLoopParts{".x", ".y", ".axis", ".ring", ".ring.joint"}, kBallParts{".x", ".y", ".z"};

class CutTreeBuilder {
 public:
  explicit CutTreeBuilder(const Robot& robot) : robot_(robot) {}

  CutTree build() {
    for (std::size_t i = 0; i < robot_.legs.size(); ++i) add_leg(static_cast<int>(i));
    choose_carrier();
    add_platform();
    for (std::size_t k = 0; k < robot_.nacelle.joints.size(); ++k) add_nacelle_body(static_cast<int>(k));
    add_loops();
    for (const Actuator& actuator : robot_.actuators) tree_.actuator_names.push_back(actuator_names_.unique(actuator.name));
    return tree_;
  }

 private:
  const Robot& robot_;
  CutTree tree_;
  const Tip* carrier_ = nullptr;
  std::vector<std::vector<int>> leg_link_;  // of each joint of each leg
  std::vector<int> nacelle_link_;
  ExportNames names_, actuator_names_;

  int add(const std::string& name, int parent, const Placement<double>& placement, const RigidBody& body, CutJoint joint) {
    const std::vector<std::string> parts = joint.kind == CutKind::ball ? kBallParts : std::vector<std::string>{};
    joint.name = names_.unique(joint.name.empty() ? name + ".joint" : joint.name, parts);
    tree_.links.push_back({names_.unique(name, parts), parent, placement, body, joint});
    return static_cast<int>(tree_.links.size()) - 1;
  }

  CutJoint joint_of(const Joint& joint, const std::string& name, int leg, int index) const {
    return {name + ".joint",
            joint.revolute ? CutKind::hinge : CutKind::slide,
            joint.home_value,
            joint.friction,
            rotor_inertia(robot_, joint),
            joint.actuator,
            leg,
            index};
  }

  void add_leg(int i) {
    const Leg& leg = robot_.legs[i];
    std::vector<int>& links = leg_link_.emplace_back();
    for (int j = 0; j < leg.freedoms(); ++j) {
      const Joint& joint = leg.joints[j];
      const std::string name = leg.name + "." + joint.name;
      links.push_back(add(name, joint.parent < 0 ? -1 : links[joint.parent], moved(joint.placement, joint.home), joint.body,
                          joint_of(joint, name, i, j)));
    }
  }

  int leg_side(int leg, const TipSide& side) const { return side.body < 0 ? -1 : leg_link_[leg][side.body]; }

  void choose_carrier() {
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (std::size_t t = 0; t < robot_.legs[i].tips.size(); ++t) {
        const Tip& tip = robot_.legs[i].tips[t];
        if (tip.nacelle.body != 0 || (carrier_ && freedoms(tip.kind) >= freedoms(carrier_->kind))) continue;
        carrier_ = &tip;
        tree_.carrier_leg = static_cast<int>(i), tree_.carrier_tip = static_cast<int>(t);
      }
  }

  // One massless link for each turn of the tip, then the platform, fixed to the last.
  void add_platform() {
    const Placement<double> home{robot_.home.R, robot_.home.p};
    const std::string& name = robot_.nacelle.body_names[0];
    const std::size_t first = tree_.links.size();
    int parent = -1;
    CutJoint joint{"", CutKind::free};
    if (carrier_) {
      const Tip& tip = *carrier_;
      parent = leg_side(tree_.carrier_leg, tip.leg);
      const Vec3<double> point = home.point(tip.nacelle.frame.p);
      const Mat3<double> leg_axes = tree_.at_home(parent).R * tip.leg.frame.R, platform_axes = home.R * tip.nacelle.frame.R;
      if (tip.kind == TipKind::spherical) parent = add_tip_link(CutKind::ball, parent, {platform_axes, point});
      if (tip.kind == TipKind::revolute) parent = add_tip_link(CutKind::hinge, parent, {platform_axes, point});
      if (tip.kind == TipKind::universal) {  // about column 0 of the leg's side, then column 1 of the platform's
        parent = add_tip_link(CutKind::hinge, parent, {turned_to_z(leg_axes, 0), point});
        parent = add_tip_link(CutKind::hinge, parent, {turned_to_z(platform_axes, 1), point});
      }
      joint.kind = CutKind::fixed;
      const bool has_links = tip.kind != TipKind::rigid;  // their names are free where the tip is one joint
      tree_.carrier_name = has_links ? tree_.links[first].name : names_.unique(robot_.legs[tree_.carrier_leg].name + "." + tip.name);
    }
    tree_.platform = add(name, parent, tree_.at_home(parent).inverse() * home, robot_.nacelle.platform, joint);
    nacelle_link_.push_back(tree_.platform);
  }

  // The same axes in another order: the given column is z.
  static Mat3<double> turned_to_z(const Mat3<double>& R, int column) {
    Mat3<double> out;
    for (int k = 0; k < 3; ++k) out.col(k) = R.col((k + column + 1) % 3);
    return out;
  }

  int add_tip_link(CutKind kind, int parent, const Placement<double>& world) {
    CutJoint joint{"", kind};
    joint.friction = carrier_->friction;
    return add(robot_.legs[tree_.carrier_leg].name + "." + carrier_->name, parent, tree_.at_home(parent).inverse() * world, {}, joint);
  }

  void add_nacelle_body(int k) {
    const Joint& joint = robot_.nacelle.joints[k];
    const std::string& name = robot_.nacelle.body_names[k + 1];
    nacelle_link_.push_back(
        add(name, nacelle_link_[joint.parent], moved(joint.placement, joint.home), joint.body, joint_of(joint, name, -1, k)));
  }

  void add_loops() {
    for (std::size_t i = 0; i < robot_.legs.size(); ++i) {
      for (const LegLoop& loop : robot_.legs[i].loops)
        tree_.loops.push_back({names_.unique(robot_.legs[i].name + "." + loop.name, kLoopParts), loop.kind,
                               leg_side(static_cast<int>(i), loop.a), leg_side(static_cast<int>(i), loop.b), loop.a.frame, loop.b.frame,
                               loop.friction});
      for (const Tip& tip : robot_.legs[i].tips)
        if (&tip != carrier_)
          tree_.loops.push_back({names_.unique(robot_.legs[i].name + "." + tip.name, kLoopParts), tip.kind,
                                 leg_side(static_cast<int>(i), tip.leg), nacelle_link_[tip.nacelle.body], tip.leg.frame, tip.nacelle.frame,
                                 tip.friction});
    }
    for (const TreeLoop& loop : robot_.nacelle.loops)
      tree_.loops.push_back({names_.unique(loop.name, kLoopParts), loop.kind, nacelle_link_[loop.a.body], nacelle_link_[loop.b.body],
                             loop.a.frame, loop.b.frame, loop.friction});
  }
};

}  // namespace

Placement<double> CutTree::at_home(int link) const {
  return link < 0 ? Placement<double>{} : at_home(links[link].parent) * links[link].placement;
}

std::vector<int> CutTree::children(int link) const {
  std::vector<int> out;
  for (std::size_t k = 0; k < links.size(); ++k)
    if (links[k].parent == link) out.push_back(static_cast<int>(k));
  return out;
}

double CutTree::carried_mass(int link) const {
  double out = links[link].body.mass;
  for (int child : children(link)) out += carried_mass(child);
  return out;
}

double CutTree::moved_mass(int link) const {
  while (link >= 0 && links[link].joint.kind == CutKind::fixed) link = links[link].parent;
  return link < 0 ? kInfinity : carried_mass(link);
}

std::vector<Vec3<double>> CutTree::anchors(int link) const {
  std::vector<Vec3<double>> out;
  for (int child : children(link)) out.push_back(links[child].placement.p);
  for (const CutLoop& loop : loops) {
    if (loop.a == link) out.push_back(loop.frame_a.p);
    if (loop.b == link) out.push_back(loop.frame_b.p);
  }
  return out;
}

std::string unknown_to_others(const Robot& robot) {
  if (const std::string spring = first_spring(robot); !spring.empty()) return fmt::format("the spring '{}'", spring);
  const auto helical = [](const JointTree& tree, const std::string& prefix) -> std::string {
    for (const Joint& joint : tree.joints)
      if (joint.helical()) return fmt::format("the helical joint '{}{}'", prefix, joint.name);
    return "";
  };
  for (const Leg& leg : robot.legs) {
    if (!leg.couplings.empty())
      return fmt::format("the joint '{}.{}', which follows others", leg.name, leg.joints[leg.couplings[0].joint].name);
    if (const std::string found = helical(leg, leg.name + "."); !found.empty()) return found;
  }
  return helical(robot.nacelle, "");
}

CutTree cut_tree(const Robot& robot) {
  if (const std::string first = unknown_to_others(robot); !first.empty())
    throw InputError({}, fmt::format("{} has {}: other tools' formats are not given that", robot.name, first));
  return CutTreeBuilder(robot).build();
}

bool massless(const RigidBody& body) { return body.mass == 0.0 && body.inertia.isZero(0.0); }

RigidBody raised(const RigidBody& body, double least_mass, double least_inertia) {
  RigidBody out = body;
  out.mass = std::max(body.mass, least_mass);
  const double least = principal_axes(body.inertia).values(0);
  if (least < least_inertia) out.inertia += (least_inertia - least) * Mat3<double>::Identity();
  return out;
}

}  // namespace gough
