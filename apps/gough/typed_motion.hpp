#pragma once

#include "apps/gough/dynamics.hpp"
#include "apps/gough/output.hpp"
#include "gough/dynamics/actuated_motion.hpp"
#include "gough/kinematics/given_pose.hpp"

// The state that options of `gough idm` and `gough ddm` give, with its joints found.
namespace gough::command {

struct TypedMotion {
  GivenPose given;               // as typed, or as the joints tell it
  Pose<double> pose;             // found
  Outcome outcome;               // of finding it
  bool known = false;            // whether positions and rates are: without them there is no dynamics
  VecX<double> Vr, dVr;          // where they are known
  std::vector<int> other_modes;  // legs that the joints put into another working mode than at home
  std::string refusal;           // why joints have no motion
};

// By --pose, --twist and --acceleration, or by --joints, --rates and --accelerations. Fills `data` as `acceleration` does. Throws
// InputError for motions that the platform cannot have there.
TypedMotion typed_motion(const Robot& robot, const DynamicsOptions& options, KinematicsData<double>& data);

// The pose that --start names, its joints closed; home where it is absent.
Pose<double> start_pose(const Robot& robot, const DynamicsOptions& options);

// What a status at such a state means; nothing where it is ok. With `effort` speeds and efforts are looked at too.
std::string explanation(const Robot& robot, const TypedMotion& motion, const KinematicsData<double>& data, const Outcome& outcome,
                        const VecX<double>* effort = nullptr);

// What is said of such a state beside its status: how far its pose was moved, legs in other working modes, the pose that joints gave.
std::string motion_text(const Robot& robot, const DynamicsOptions& options, const TypedMotion& motion);
void add_motion(Json& out, const Robot& robot, const DynamicsOptions& options, const TypedMotion& motion);

}  // namespace gough::command
