#include "benchmarks/peers/tree_builder.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "gough/model/input_error.hpp"

namespace gough::peers {
namespace {

bool massless(const RigidBody& body) { return body.mass == 0.0 && body.inertia.isZero(0.0); }

// Whether joint j only carries the next one: a massless body with one child and no tip.
bool merges(const Leg& leg, int j) {
  int children = 0;
  for (const Joint& other : leg.joints) children += other.parent == j;
  const bool has_tip = std::any_of(leg.tips.begin(), leg.tips.end(), [&](const Tip& tip) { return tip.leg.body == j; });
  return massless(leg.joints[j].body) && children == 1 && !has_tip;
}

class TreeBuilder {
 public:
  explicit TreeBuilder(const Robot& robot) : robot_(robot) {}

  Tree build() {
    tree_.name = robot_.name;
    tree_.gravity = robot_.gravity;
    tree_.length = robot_.length;
    tree_.mobility = robot_.mobility.n;
    tree_.actuators = static_cast<int>(robot_.actuators.size());
    if (tree_.actuators != tree_.mobility || tree_.actuators > 6)
      throw InputError({}, robot_.name + ": the peers want as many actuators as freedoms, at most six");
    leg_body_.resize(robot_.legs.size());
    for (std::size_t i = 0; i < robot_.legs.size(); ++i) add_leg(static_cast<int>(i));
    add_platform();
    for (std::size_t j = 0; j < robot_.nacelle.joints.size(); ++j) add_nacelle_body(static_cast<int>(j));
    add_loops();
    for (const TreeBody& body : tree_.bodies) {
      tree_.freedoms += body.freedoms();
      tree_.massless |= body.mass < kLeastInertia || body.inertia.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff() < kLeastInertia;
    }
    tree_.planar = planar();
    return tree_;
  }

 private:
  // A side of a tip or loop: a tree body and a frame on it.
  struct Side {
    int body;
    Placement<double> frame;
  };

  const Robot& robot_;
  Tree tree_;
  std::vector<std::vector<int>> leg_body_;  // tree body of each joint of each leg
  std::vector<Side> nacelle_;               // where each nacelle body's frame is
  const Tip* used_tip_ = nullptr;           // the one that holds the platform in the tree, if any

  static void set_mass(TreeBody& to, const RigidBody& from) { to.mass = from.mass, to.com = from.com, to.inertia = from.inertia; }

  void add_body(const std::string& name, int parent, const Placement<double>& placement, const RigidBody& mass,
                const std::vector<TreeJoint>& joints) {
    tree_.bodies.push_back({name, parent, placement, mass.mass, mass.com, mass.inertia, Hold::joints, joints});
  }

  TreeJoint joint_of(const Joint& joint, int leg, int index) const {
    TreeJoint out{leg, index, joint.revolute, {}, joint.friction.viscous, 0.0, joint.actuator};
    if (joint.actuator >= 0) {
      const Actuator& a = robot_.actuators[joint.actuator];
      out.armature = a.rotor_inertia * a.gear_ratio * a.gear_ratio;
    }
    return out;
  }

  void add_leg(int i) {
    const Leg& leg = robot_.legs[i];
    std::vector<TreeJoint> joints;
    Placement<double> placement;  // so far, from the last body with mass
    int parent = -1;
    for (int j = 0; j < leg.freedoms(); ++j) {
      const Joint& joint = leg.joints[j];
      if (joints.empty()) parent = joint.parent < 0 ? -1 : leg_body_[i][joint.parent], placement = {};
      const Placement<double> step = moved(joint.placement, joint.home);
      placement = placement * step;
      for (TreeJoint& before : joints) before.frame = step.inverse() * before.frame;
      joints.push_back(joint_of(joint, i, j));
      leg_body_[i].push_back(static_cast<int>(tree_.bodies.size()));
      if (merges(leg, j) && j + 1 < leg.freedoms() && leg.joints[j + 1].parent == j) continue;
      add_body(leg.name + "." + joint.name, parent, placement, joint.body, joints);
      joints.clear();
    }
  }

  // The first tip of this kind between a leg and the platform; sets the tree's body on the leg side.
  const Tip* tip_of_platform(TipKind kind, int& body) const {
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (const Tip& tip : robot_.legs[i].tips)
        if (tip.kind == kind && tip.nacelle.body == 0 && tip.leg.body >= 0) {
          body = leg_body_[i][tip.leg.body];
          return &tip;
        }
    return nullptr;
  }

  Placement<double> at_home(int body) const {
    const TreeBody& b = tree_.bodies[body];
    return b.parent < 0 ? b.placement : at_home(b.parent) * b.placement;
  }

  void add_platform() {
    int carrier = -1;
    const RigidBody& mass = robot_.nacelle.platform;
    const Placement<double> home{robot_.home.R, robot_.home.p};
    if ((used_tip_ = tip_of_platform(TipKind::rigid, carrier))) {
      tree_.platform = carrier;
      tree_.platform_frame = used_tip_->leg.frame * used_tip_->nacelle.frame.inverse();
      TreeBody& host = tree_.bodies[carrier];
      set_mass(host, joined({host.mass, host.com, host.inertia}, seen_from(tree_.platform_frame, mass)));
    } else {
      tree_.platform = static_cast<int>(tree_.bodies.size());
      used_tip_ = tip_of_platform(TipKind::spherical, carrier);
      add_body("platform", carrier, used_tip_ ? at_home(carrier).inverse() * home : home, mass, {});
      tree_.bodies.back().hold = used_tip_ ? Hold::ball : Hold::free;
      if (used_tip_) tree_.bodies.back().ball = used_tip_->nacelle.frame.p;
    }
    nacelle_.push_back({tree_.platform, tree_.platform_frame});
  }

  void add_nacelle_body(int index) {
    const Joint& joint = robot_.nacelle.joints[index];
    const Side parent = nacelle_[joint.parent];
    const Placement<double> placement = parent.frame * moved(joint.placement, joint.home);
    nacelle_.push_back({static_cast<int>(tree_.bodies.size()), {}});
    add_body(joint.name, parent.body, placement, joint.body, {joint_of(joint, -1, index)});
  }

  void add_loop(TipKind kind, const Side& a, const Side& b) {
    if (kind == TipKind::universal || a.body < 0)
      throw InputError({}, robot_.name + ": the peers know no universal tips and no tips on the base");
    const LoopKind loop = kind == TipKind::spherical ? LoopKind::point : kind == TipKind::revolute ? LoopKind::axis : LoopKind::rigid;
    tree_.loops.push_back({loop, a.body, b.body, a.frame, b.frame});
  }

  Side nacelle_side(const TipSide& side) const { return {nacelle_[side.body].body, nacelle_[side.body].frame * side.frame}; }

  void add_loops() {
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (const Tip& tip : robot_.legs[i].tips)
        if (&tip != used_tip_)
          add_loop(tip.kind, {tip.leg.body < 0 ? -1 : leg_body_[i][tip.leg.body], tip.leg.frame}, nacelle_side(tip.nacelle));
    for (const NacelleLoop& loop : robot_.nacelle.loops) add_loop(loop.kind, nacelle_side(loop.a), nacelle_side(loop.b));
  }

  // A revolute's axis must be along the first one's, a slide's normal to it, and nothing may be free.
  bool planar() const {
    const Vec3<double> normal = at_home(0).R * tree_.bodies[0].joints[0].frame.R.col(2);
    for (std::size_t b = 0; b < tree_.bodies.size(); ++b) {
      const TreeBody& body = tree_.bodies[b];
      if (body.hold != Hold::joints) return false;
      for (const TreeJoint& joint : body.joints) {
        const double along = std::abs((at_home(static_cast<int>(b)).R * joint.frame.R.col(2)).dot(normal));
        if (std::abs(along - (joint.revolute ? 1.0 : 0.0)) > 1e-12) return false;
      }
    }
    return true;
  }
};

}  // namespace

Tree make_tree(const Robot& robot) { return TreeBuilder(robot).build(); }

Robot comparable(const Robot& robot, bool keep_rotors) {
  Robot out = robot;
  for (Leg& leg : out.legs) {
    for (Joint& joint : leg.joints) joint.friction.coulomb = 0.0;
    for (Tip& tip : leg.tips) tip.friction = {};
  }
  for (Actuator& a : out.actuators) {
    const Joint& joint = out.legs[a.leg].joints[a.joint];
    if (!keep_rotors && !(joint.revolute && joint.parent < 0)) a.rotor_inertia = 0.0;
  }
  for (Joint& joint : out.nacelle.joints) joint.friction.coulomb = 0.0;
  for (NacelleLoop& loop : out.nacelle.loops) loop.friction = {};
  return out;
}

}  // namespace gough::peers
