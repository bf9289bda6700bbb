#pragma once

#include <vector>

#include "gough/math/types.hpp"

// How a leg's inverse geometry is solved: decided once, from the home configuration, and stored
// as data. gough/kinematics/leg_geometry runs it; gough/kinematics/leg_recognition finds it.
namespace gough {

enum class StepKind {
  swing,        // joint j brings point `b` of its body to the distance `rho` from the target point
  stretch,      // joint j sets the distance from point `a` before it to point `b` behind it
  aim_one,      // one revolute joint turns a vector towards the target
  aim_two,      // two revolute joints with axes through one point turn a vector onto the target
  slide,        // one prismatic joint, as near to the target as it gets
  orient_ball,  // three concurrent revolutes: vector onto the target, and the tip's universal joint closed
  wrist,        // the revolutes at a rigid tip, from the orientation that is left
};

// Vectors are in the frame named; every step reads joints that earlier steps have placed.
struct SolverStep {
  StepKind kind = StepKind::aim_one;
  int joint = 0;                             // first joint of the step
  int tip = 0;                               // the tip whose target is sought
  int anchor = -1;                           // stretch: the joint on whose axis the distance starts,
  double height = 0.0;                       // this far along it from its origin
  int stretched = -1;                        // aims: the joint whose body carries the vector's end, already solved
  bool towards_axis = false;                 // aims: the target is the tip's axis, not its point
  bool sign_is_mode = false;                 // the sign below tells working modes apart
  Vec3<double> a = Vec3<double>::Zero();     // stretch: the fixed point, in the frame before the joint
  Vec3<double> b = Vec3<double>::Zero();     // the moving point, in the body behind the joint
  double rho = 0.0;                          // swing: distance to keep
  Vec3<double> axis = Vec3<double>::Zero();  // orient_ball: leg-side axis of the universal, in the body of `stretched`
  int wrist_joints = 0;                      // wrist and orient_ball: revolutes at the tip
  double sign = 1.0;                         // branch of the square root, as at home
  double spin_sign = 1.0;                    // orient_ball: branch of the spin
};

struct LegSolver {
  bool closed_form = false;  // otherwise a damped Newton iteration
  std::vector<SolverStep> steps;
};

}  // namespace gough
