#pragma once

#include <array>
#include <cassert>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "gough/model/body_id.hpp"
#include "gough/model/coupling.hpp"
#include "gough/model/description.hpp"
#include "gough/model/element_graph.hpp"
#include "gough/model/forward_form.hpp"
#include "gough/model/friction_point.hpp"
#include "gough/model/joint_tree.hpp"
#include "gough/model/leg_solver.hpp"
#include "gough/model/platform_motion.hpp"
#include "gough/model/principal_inertia.hpp"
#include "gough/model/spring.hpp"
#include "gough/model/tree_loop.hpp"

// The model of docs/theory.md, section 2: base, legs, nacelle. It is not changed once `assemble` has made it: another robot is made by
// `changed` (gough/model/changed_robot.hpp).
namespace gough {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Largest number of nacelle joints. With it a Pose has a fixed size and needs no heap.
constexpr int kMaxNacelleJoints = 8;

struct Tip {
  std::string name;
  TipKind kind = TipKind::spherical;
  TipSide leg;      // body: index of a joint of the leg; -1 is the base
  TipSide nacelle;  // body: 0 is the platform, k is the body behind nacelle joint k - 1
  Friction friction;
  std::vector<int> path;  // the leg joints from the base to the tip, in order
};

// A tree of joints on the base; body j is behind joint j.
struct Leg : JointTree {
  std::string name;
  std::vector<Tip> tips;
  std::vector<LegLoop> loops;
  std::vector<Coupling> couplings;  // followers of followers behind those
  std::vector<Element> elements;
  ElementGraph graph;                     // of `elements`
  std::vector<PrincipalInertia> inertia;  // of each body together with what slides on it
  LegSolver solver;
  int rows = 0;  // of J_i in docs/theory.md (2.1): what the tips transmit, then the loops, then one for each coupling

  int freedoms() const { return static_cast<int>(joints.size()); }
  int constraints() const { return rows - freedoms(); }
};

// A tree of joints on the platform, which is body 0; body k is behind joint k − 1.
struct Nacelle : JointTree {
  Nacelle() { root = Root::platform; }

  RigidBody platform;
  std::vector<std::string> body_names;  // platform first
  std::vector<TreeLoop> loops;

  int freedoms() const { return 6 + static_cast<int>(joints.size()); }

  // Whether a component of V_N = [v; ω; ż] is an angular velocity.
  bool angular(int component) const { return component < 6 ? component >= 3 : joints[component - 6].revolute; }
};

struct Actuator {
  std::string name;
  int leg = 0, joint = 0;  // leg -1: a joint of the nacelle
  bool revolute = true;
  double rotor_inertia = 0.0;  // kg m², before the gear
  double gear_ratio = 1.0;     // motor turns per joint turn (rad/m for a prismatic joint)
  double position_min = -kInfinity, position_max = kInfinity;
  double speed_max = kInfinity, effort_max = kInfinity;
  double home = 0.0;
};

// Position of everything outside the legs: the platform, and the nacelle's own joints.
template <class T>
struct Pose {
  Vec3<T> p = Vec3<T>::Zero();
  Mat3<T> R = Mat3<T>::Identity();
  std::array<JointPosition<T>, kMaxNacelleJoints> z = {};
};

// A free component of the nacelle velocity V_N = [v; ω; ż], and the range of its coordinate.
struct FreeComponent {
  int index = 0;     // in V_N
  std::string name;  // x, y, z, rx, ry, rz or a nacelle joint's name
  bool angular = false;
  double min = 0.0, max = 0.0;  // range of the workspace box, m or rad; rotations and nacelle joints count from home
};

// Mobility and free components, found at home from C, docs/theory.md (2.2) and (2.3).
struct Mobility {
  int n = 0;                        // true mobility
  int grubler = 0;                  // 6 (l − 1 − j) + Σ f
  int links = 0, joints = 0;        // as written: a universal or spherical joint is one joint
  int simple_joints = 0;            // one-degree-of-freedom joints
  int loops = 0;                    // Euler: ι = j − l + 1
  int constraint_rows = 0;          // rows of C
  int redundant_rows = 0;           // rows of C that depend on others
  std::vector<FreeComponent> free;  // V_r = S V_N
  std::vector<int> dependent;       // the other components of V_N, same order as in C_d
  bool constant = false;            // Ψ does not depend on the pose; it then consists of whole numbers
  MatX<double> Psi;                 // at home

  // Whether the free components tell the others, without the loops' equations.
  bool is_known() const { return constant || dependent.empty(); }
};

struct Robot {
  RobotDescription description;
  std::string name;
  Vec3<double> gravity{0.0, 0.0, -9.81};
  Nacelle nacelle;
  std::vector<Leg> legs;
  std::vector<Actuator> actuators;
  std::vector<Spring> springs;  // between points of bodies; those of joints are in the joints
  Pose<double> home;
  Vec3<double> tool = Vec3<double>::Zero();  // in platform axes
  double length = 1.0;                       // characteristic length: metres are divided by it to compare with radians
  Mobility mobility;
  PlatformMotion motion;
  ForwardForm forward;
  std::vector<FrictionPoint> friction_points;  // where there is dry friction
  std::string notation;                        // in the notation of [O], e.g. 2B̲B

  const RigidBody& body(const BodyId& id) const {
    assert(id.leg < static_cast<int>(legs.size()));
    if (id.leg < 0 && id.body == 0) return nacelle.platform;
    return id.leg < 0 ? nacelle.joint(id.body).body : legs[id.leg].joint(id.body).body;
  }
  RigidBody& body(const BodyId& id) { return const_cast<RigidBody&>(std::as_const(*this).body(id)); }

  // Whether every leg's inverse geometry has a closed form.
  bool has_closed_forms() const {
    bool closed = true;
    for (const Leg& leg : legs) closed &= leg.solver.closed_form;
    return closed;
  }
};

// The joint that an actuator drives, and the name of what that joint is part of.
inline const Joint& driven_joint(const Robot& robot, const Actuator& a) {
  return (a.leg < 0 ? robot.nacelle.joints : robot.legs[a.leg].joints)[a.joint];
}
inline const std::string& driven_part(const Robot& robot, const Actuator& a) {
  return a.leg < 0 ? robot.nacelle.body_names[a.joint + 1] : robot.legs[a.leg].name;
}

// Whether some actuators turn and others slide.
inline bool mixes_actuators(const Robot& robot) {
  for (const Actuator& a : robot.actuators)
    if (a.revolute != robot.actuators[0].revolute) return true;
  return false;
}

// Whether an index is that of a leg, an actuator, a component of V_r, or a component of V_N: what entries that take one assert.
inline bool has_leg(const Robot& robot, int leg) { return leg >= 0 && leg < static_cast<int>(robot.legs.size()); }
inline bool has_actuator(const Robot& robot, int actuator) { return actuator >= 0 && actuator < static_cast<int>(robot.actuators.size()); }
inline bool has_freedom(const Robot& robot, int freedom) { return freedom >= 0 && freedom < robot.mobility.n; }
inline bool has_component(const Robot& robot, int component) { return component >= 0 && component < robot.nacelle.freedoms(); }

}  // namespace gough
