#pragma once

#include "gough/kinematics/data.hpp"
#include "gough/kinematics/subproblems.hpp"

namespace gough {

// Inverse geometry of every leg with a closed form. Reads data.pose; fills the nacelle's bodies and those legs' q, body and reach. A
// recording is made for poses on the platform's manifold, or for poses beside it as well.
template <class T>
void inverse_geometry_closed(const Robot& robot, KinematicsData<T>& data, Poses poses = Poses::on_manifold);

// Whether a pose is made of numbers and has a rotation matrix.
bool is_pose(const Robot& robot, const Pose<double>& pose);

// Every leg joint at a pose; legs without a closed form as `find_leg` follows them. `nearest`: the pose may be off the platform's manifold,
// legs come as near as they can, and their reach is left to who asks. Strokes are not looked at.
Outcome find_joints(const Robot& robot, const Pose<double>& pose, bool nearest, KinematicsData<double>& data);

// Inverse geometry of the whole robot at exactly this pose: every leg joint, in the working modes of home. Legs without a closed form are
// followed by Newton from the state that `data` had before. Status: ok, unreachable, not_converged, and out_of_limits if everything is
// found but a stroke is exceeded.
Outcome inverse_geometry(const Robot& robot, const Pose<double>& pose, KinematicsData<double>& data);

// Actuated joints of `data` against their strokes: ok, or out_of_limits, the measure being the largest excess in m or rad.
Outcome stroke_outcome(const Robot& robot, const KinematicsData<double>& data);

// `inverse_geometry`, then `eliminate`, docs/theory.md (2.1)-(2.4), with the status of both.
Outcome position(const Robot& robot, const Pose<double>& pose, KinematicsData<double>& data);

// Joint positions as the user's angles (within half a turn of home) and lengths: of all actuated joints, and of one joint.
void actuated_positions(const Robot& robot, const KinematicsData<double>& data, VecX<double>& qa);
double joint_value(const Joint& joint, const JointPosition<double>& q);

// Relative margin under a square root (`LegData::reach`) down to which a negative value is rounding.
constexpr double kReachMargin = -1e-12;

}  // namespace gough
