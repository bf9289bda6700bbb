#include "benchmarks/peers/tree_builder.hpp"

#include <algorithm>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/math/rotation.hpp"
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
    for (const TreeBody& body : tree_.bodies) tree_.freedoms += body.freedoms();
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
  const Tip* rigid_tip_ = nullptr;          // the one that fixes the platform to a leg

  static void set_mass(TreeBody& to, const RigidBody& from) { to.mass = from.mass, to.com = from.com, to.inertia = from.inertia; }

  void add_body(const std::string& name, int parent, const Placement<double>& placement, const RigidBody& mass,
                const std::vector<TreeJoint>& joints) {
    tree_.bodies.push_back({name, parent, placement, mass.mass, mass.com, mass.inertia, joints});
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

  void add_platform() {
    for (std::size_t i = 0; i < robot_.legs.size() && !rigid_tip_; ++i)
      for (const Tip& tip : robot_.legs[i].tips)
        if (!rigid_tip_ && tip.kind == TipKind::rigid && tip.nacelle.body == 0 && tip.leg.body >= 0) {
          rigid_tip_ = &tip;
          tree_.platform = leg_body_[i][tip.leg.body];
          tree_.platform_frame = tip.leg.frame * tip.nacelle.frame.inverse();
        }
    if (rigid_tip_) {
      TreeBody& host = tree_.bodies[tree_.platform];
      set_mass(host, joined({host.mass, host.com, host.inertia}, seen_from(tree_.platform_frame, robot_.nacelle.platform)));
    } else {
      tree_.platform = static_cast<int>(tree_.bodies.size());
      add_body("platform", -1, {robot_.home.R, robot_.home.p}, robot_.nacelle.platform, {});
    }
    nacelle_.push_back({tree_.platform, tree_.platform_frame});
  }

  void add_nacelle_body(int index) {
    const Joint& joint = robot_.nacelle.joints[index];
    const Side& parent = nacelle_[joint.parent];
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
        if (&tip != rigid_tip_)
          add_loop(tip.kind, {tip.leg.body < 0 ? -1 : leg_body_[i][tip.leg.body], tip.leg.frame}, nacelle_side(tip.nacelle));
    for (const NacelleLoop& loop : robot_.nacelle.loops) add_loop(loop.kind, nacelle_side(loop.a), nacelle_side(loop.b));
  }

  // A revolute's axis must be along the first one's, a slide's normal to it, and nothing may be free.
  bool planar() const {
    std::vector<Mat3<double>> world;
    const Vec3<double> normal =
        tree_.bodies[0].joints.empty() ? Vec3<double>::Zero() : Vec3<double>(axis(0, 0, tree_.bodies[0].placement.R));
    for (std::size_t b = 0; b < tree_.bodies.size(); ++b) {
      const TreeBody& body = tree_.bodies[b];
      world.push_back(body.parent < 0 ? body.placement.R : Mat3<double>(world[body.parent] * body.placement.R));
      if (body.joints.empty()) return false;
      for (std::size_t j = 0; j < body.joints.size(); ++j) {
        const double along = std::abs(axis(b, j, world[b]).dot(normal));
        if (std::abs(along - (body.joints[j].revolute ? 1.0 : 0.0)) > 1e-12) return false;
      }
    }
    return true;
  }
  Vec3<double> axis(std::size_t b, std::size_t j, const Mat3<double>& R) const { return R * tree_.bodies[b].joints[j].frame.R.col(2); }
};

// The platform's [v; ω] from the rates of the leg that carries it.
void carried_platform(const Robot& robot, const Tree& tree, const KinematicsData<double>& k, const std::vector<int>& first,
                      MatX<double>& jacobian) {
  const Vec3<double> p = k.nacelle.body[0].p;
  for (int b = tree.platform; b >= 0; b = tree.bodies[b].parent)
    for (std::size_t n = 0; n < tree.bodies[b].joints.size(); ++n) {
      const TreeJoint& joint = tree.bodies[b].joints[n];
      const Placement<double>& frame = k.legs[joint.leg].body[joint.joint];
      const Vec3<double> z = frame.R.col(2);
      const bool turns = robot.legs[joint.leg].joints[joint.joint].revolute;
      jacobian.col(first[b] + static_cast<int>(n)) << (turns ? Vec3<double>(z.cross(p - frame.p)) : z),
          (turns ? z : Vec3<double>(Vec3<double>::Zero()));
    }
}

std::vector<int> first_freedoms(const Tree& tree) {
  std::vector<int> out;
  int at = 0;
  for (const TreeBody& body : tree.bodies) {
    out.push_back(at);
    at += body.freedoms();
  }
  return out;
}

}  // namespace

Tree make_tree(const Robot& robot) { return TreeBuilder(robot).build(); }

Robot comparable(const Robot& robot) {
  Robot out = robot;
  for (Leg& leg : out.legs) {
    for (Joint& joint : leg.joints) joint.friction.coulomb = 0.0;
    for (Tip& tip : leg.tips) tip.friction = {};
  }
  for (Joint& joint : out.nacelle.joints) joint.friction.coulomb = 0.0;
  for (NacelleLoop& loop : out.nacelle.loops) loop.friction = {};
  return out;
}

TreeState tree_state(const Robot& robot, const Tree& tree, const KinematicsData<double>& k) {
  const int n = robot.mobility.n, joints = tree.freedoms - (tree.bodies[tree.platform].joints.empty() ? 6 : 0);
  TreeState out{VecX<double>(joints),
                k.nacelle.body[0],
                VecX<double>(tree.freedoms),
                VecX<double>(tree.freedoms),
                MatX<double>(tree.freedoms, n),
                MatX<double>::Zero(n, tree.freedoms),
                VecX<double>(n),
                k.Jinv};
  MatX<double> jacobian = MatX<double>::Zero(k.VN.size(), tree.freedoms);  // V_N from the tree's rates
  int at = 0, position = 0;
  for (const TreeBody& body : tree.bodies) {
    if (body.joints.empty()) {
      out.rate.segment<6>(at) = k.VN.head<6>();
      out.acceleration.segment<6>(at) = k.dVN.head<6>();
      out.K.middleRows<6>(at) = k.Psi.topRows<6>();
      jacobian.block<6, 6>(0, at).setIdentity();
      at += 6;
    }
    for (const TreeJoint& j : body.joints) {
      const bool nacelle = j.leg < 0;
      const Joint& joint = nacelle ? robot.nacelle.joints[j.joint] : robot.legs[j.leg].joints[j.joint];
      out.position(position++) = joint_value(joint, nacelle ? k.pose.z[j.joint] : k.legs[j.leg].q[j.joint]) - joint.home_value;
      out.rate(at) = nacelle ? k.VN(6 + j.joint) : k.legs[j.leg].dq(j.joint);
      out.acceleration(at) = nacelle ? k.dVN(6 + j.joint) : k.legs[j.leg].ddq(j.joint);
      if (nacelle) out.K.row(at) = k.Psi.row(6 + j.joint);
      else out.K.row(at) = k.legs[j.leg].G.row(j.joint) * k.Psi;
      if (nacelle) jacobian(6 + j.joint, at) = 1.0;
      ++at;
    }
  }
  if (!tree.bodies[tree.platform].joints.empty()) {
    MatX<double> carried = MatX<double>::Zero(6, tree.freedoms);
    carried_platform(robot, tree, k, first_freedoms(tree), carried);
    jacobian.topRows<6>() = carried;
  }
  for (int r = 0; r < n; ++r) out.P.row(r) = jacobian.row(robot.mobility.free[r].index);
  out.bias = k.dVr - out.P * out.acceleration;
  return out;
}

}  // namespace gough::peers
