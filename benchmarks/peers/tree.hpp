#pragma once

#include <string>
#include <vector>

#include "gough/math/types.hpp"

// A robot as the general engines want it: a tree of bodies and the loops that close it, all of it placed as at home, where every joint
// coordinate of an engine is 0. Plain data, and C++17: Simbody's headers are no C++20.
namespace gough::peers {

// A hinge or a slide along the z axis of its frame, which is given in its body's frame at home.
struct TreeJoint {
  int leg = -1, joint = 0;  // which joint of the robot; leg -1 is the nacelle
  bool revolute = true;
  Placement<double> frame;
  double damping = 0.0, armature = 0.0;
  int actuator = -1;

  double turns() const { return revolute ? 1.0 : 0.0; }
};

// Masses and moments of inertia below this, in kg and kg m², are raised to it: the engines want bodies that move to have some.
constexpr double kLeastInertia = 1e-12;

// How a body is held: by joints, by a ball on its parent, or not at all.
enum class Hold { joints, ball, free };

// A body behind one joint or several: those with no mass between them, as of a universal joint, move it one after the other.
struct TreeBody {
  std::string name;
  int parent = -1;              // -1 is the base
  Placement<double> placement;  // in the parent at home
  double mass = 0.0;
  Vec3<double> com = Vec3<double>::Zero();
  Mat3<double> inertia = Mat3<double>::Zero();  // about the centre of mass
  Hold hold = Hold::joints;
  std::vector<TreeJoint> joints;
  Vec3<double> ball = Vec3<double>::Zero();  // its centre

  // Rates of a free body: [v; ω] of its origin; of one on a ball: ω from the parent. Both in world axes.
  int freedoms() const { return hold == Hold::free ? 6 : hold == Hold::ball ? 3 : static_cast<int>(joints.size()); }
};

enum class LoopKind { point, axis, rigid };  // what the two frames have in common: the origin, z as well, or all

struct TreeLoop {
  LoopKind kind = LoopKind::point;
  int a = -1, b = -1;
  Placement<double> frame_a, frame_b;
};

struct Tree {
  std::string name;
  Vec3<double> gravity = Vec3<double>::Zero();
  double length = 1.0;  // a characteristic length
  int mobility = 0, actuators = 0;
  std::vector<TreeBody> bodies;  // parents first
  std::vector<TreeLoop> loops;
  int platform = 0;                  // the body that is the platform, or that it is fixed to by a rigid tip
  Placement<double> platform_frame;  // in that body
  bool planar = false;               // every axis is parallel to one direction, every slide normal to it: a loop is two rows
  bool massless = false;             // some body was raised to kLeastInertia
  int freedoms = 0;                  // rates: in the order of the bodies and of their joints
};

// A state in the tree's own order, and how the tree moves with the platform there.
struct TreeState {
  VecX<double> position;                     // of hinges and slides, from home
  Placement<double> platform;                // in the world
  Mat3<double> carrier;                      // axes that the platform had at home, carried by the parent of its ball
  Vec3<double> platform_spin, carrier_spin;  // ω of both
  VecX<double> rate, acceleration;           // of all freedoms
  MatX<double> K;                            // rate = K V_r
  MatX<double> P;                            // V̇_r = P acceleration + bias
  VecX<double> bias;
  MatX<double> Jinv;  // q̇_a = J_inv V_r
};

}  // namespace gough::peers
