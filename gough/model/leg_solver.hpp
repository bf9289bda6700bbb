#pragma once

#include <vector>

#include "gough/model/joint_tree.hpp"

// The closed form of a leg's inverse geometry, stored as steps. gough/assembly/leg_recognition finds them once, from the home
// configuration; gough/kinematics/leg_geometry runs them.
namespace gough {

enum class StepKind {
  keep_distance,  // the joint brings point `b` of its body to the distance `rho` from the target point
  stretch,        // the joint sets the distance from point `a` before it to point `b` behind it
  aim_one,        // one revolute joint turns a vector towards the target
  aim_two,        // two revolute joints with axes through one point turn a vector onto the target
  slide,          // one prismatic joint moves its point as near to the target as it can
  orient_ball,    // three concurrent revolutes turn a vector onto the target and close the tip's universal joint
  wrist,          // the revolutes at a rigid tip give the remaining rotation
  follow,         // the followers of the solver and of couplings, and the bodies of the whole leg
};

// Vectors are in the frame named; every step reads joints that earlier steps have placed.
struct SolverStep {
  StepKind kind = StepKind::aim_one;
  int joint = 0;                             // first joint of the step
  int tip = 0;                               // the tip whose nacelle side is the target
  int anchor = -1;                           // stretch: the joint on whose axis the distance starts
  double height = 0.0;                       // stretch: where on that axis, from the joint's origin
  int carrier = -1;                          // aims: the joint whose body carries the vector's end; an earlier step has solved it
  bool towards_axis = false;                 // aims: the target is the tip's axis, not its point
  bool sign_is_mode = false;                 // whether `sign` distinguishes working modes
  Vec3<double> a = Vec3<double>::Zero();     // stretch: the fixed point, in the frame before the joint
  Vec3<double> b = Vec3<double>::Zero();     // the moving point, in the body behind the joint
  double rho = 0.0;                          // keep_distance: distance to keep
  Vec3<double> axis = Vec3<double>::Zero();  // orient_ball: leg-side axis of the universal, in the body of `carrier`
  int wrist_joints = 0;                      // wrist and orient_ball: revolutes at the tip
  double sign = 1.0;                         // sign of the square root: the branch of home
  double spin_sign = 1.0;                    // orient_ball: sign of the spin's square root
};

// A revolute that turns as another does from home, or against it: the coupler and the other arm of a parallelogram.
struct FollowingJoint {
  int joint = 0, leader = 0;
  bool against = false;
};

struct LegSolver {
  bool closed_form = false;  // false: the leg is solved by a damped Newton iteration
  std::vector<SolverStep> steps;
  // A leg with parallelograms: what a coupler carries moves on a circle without turning, as a point of the arm about an axis that is put
  // aside. The steps before `follow` see the joints so.
  JointTree aside;
  std::vector<FollowingJoint> followers;
};

}  // namespace gough
