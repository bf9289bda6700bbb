#pragma once

#include "gough/kinematics/data.hpp"
#include "gough/kinematics/subproblems.hpp"

namespace gough {

// Inverse geometry of every leg with a closed form. Reads data.pose; fills the nacelle's bodies and those legs' q, body and reach. A
// recording is made for poses on the platform's manifold, or for poses beside it as well.
template <class T>
void inverse_geometry_closed(const Robot& robot, KinematicsData<T>& data, Poses poses = Poses::on_manifold);

// Inverse geometry of the whole robot at exactly this pose: every leg joint, in the working modes of home. Legs without a closed form are
// followed by Newton from the state that `data` had before. Status: ok, unreachable, not_converged, and out_of_limits if everything is
// found but a stroke is exceeded.
Outcome inverse_geometry(const Robot& robot, const Pose<double>& pose, KinematicsData<double>& data);

// Actuated joints of `data` against their strokes: ok, or out_of_limits, the measure being the largest excess in m or rad.
Outcome stroke_outcome(const Robot& robot, const KinematicsData<double>& data);

// `inverse_geometry`, then `eliminate`, docs/theory.md (2.1)-(2.4), with the status of both.
Outcome position(const Robot& robot, const Pose<double>& pose, KinematicsData<double>& data);

// Moves the dependent components of a pose until all legs close, with the free coordinates kept: positions, the rotation vector from home,
// nacelle joints. If this does not converge from the given pose, it starts from home. Equal to `position` where no component is dependent.
// Fills data as `position` does.
Outcome project(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data);

// The same for a pose near the manifold, as in an iteration or an integration: it never starts from home.
Outcome project_near(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data);

// The same for a whole pose of the platform. If all loops close to 1e-9 (radians, robot lengths) with some positions of the nacelle's
// joints, the platform's pose is kept to the last digit; otherwise it is moved as by `project`. Fills data as `position` does.
Outcome project_whole(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data);

// Joint positions as the user's angles (within half a turn of home) and lengths: of all actuated joints, and of one joint.
void actuated_positions(const Robot& robot, const KinematicsData<double>& data, VecX<double>& qa);
double joint_value(const Joint& joint, const JointPosition<double>& q);

// The pose moved by a step in the components of V_N: displacement of the platform's origin, rotation vector in world axes, nacelle joints.
Pose<double> moved(const Robot& robot, const Pose<double>& pose, const VecX<double>& step);

// Distance between two poses: the largest of position (robot lengths), rotation (radians) and nacelle joints.
double distance_between(const Robot& robot, const Pose<double>& a, const Pose<double>& b);

// Relative margin under a square root (`LegData::reach`) down to which a negative value is rounding.
constexpr double kReachMargin = -1e-12;

// A pose from its free coordinates: positions in metres, rotations as a rotation vector from home, nacelle joints from home. Its dependent
// components are those of home: the pose still has to be projected.
Pose<double> pose_from_free(const Robot& robot, const VecX<double>& coordinates);

// The free coordinates of a pose, as `pose_from_free` takes them.
VecX<double> free_coordinates(const Robot& robot, const Pose<double>& pose);
void free_coordinates(const Robot& robot, const Pose<double>& pose, VecX<double>& out);  // without allocation

}  // namespace gough
