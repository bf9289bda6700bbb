#pragma once

#include "gough/kinematics/data.hpp"
#include "gough/kinematics/subproblems.hpp"

namespace gough {

// Closed-form part of the inverse geometry: every leg that has one. Reads data.pose; fills the
// nacelle's bodies and the legs' q, body and reach. The same code serves a recording scalar, for poses on the manifold or beside it.
template <class T>
void inverse_geometry_closed(const Robot& robot, KinematicsData<T>& data, Poses poses = Poses::on_manifold);

// Inverse geometry of the whole robot at exactly this pose: every leg joint, in the working mode
// of home. Legs without a closed form are followed by Newton from where `data` last was.
// Status: ok, unreachable, not_converged, and out_of_limits when all is found but a stroke is exceeded.
Outcome inverse_geometry(const Robot& robot, const Pose<double>& pose, KinematicsData<double>& data);

// Strokes of the actuated joints where `data` stands: out_of_limits, the measure being the largest excess in m or rad, or ok.
Outcome stroke_outcome(const Robot& robot, const KinematicsData<double>& data);

// The same as `inverse_geometry`, then the elimination (2.1)-(2.3), with its status.
Outcome position(const Robot& robot, const Pose<double>& pose, KinematicsData<double>& data);

// Moves the dependent components of a pose (and the nacelle's joints) until the legs close, the free coordinates kept: positions, the
// rotation vector from home, nacelle joints. Where the legs do not close from there, from home. Does nothing but `position` where no
// component depends on others. Fills data as `position` does.
Outcome project(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data);

// The same for a pose that is near the manifold, as in an iteration or an integration: from there only, not from home.
Outcome project_near(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data);

// Joints at a whole pose of the platform. Where it closes to 1e-9 (radians, robot lengths) with some positions of the nacelle's joints, it
// is kept to the last digit; any other is moved as `project` does. Fills data as `position` does.
Outcome project_whole(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data);

// Actuated joint positions as angles (within half a turn of home) and lengths.
void actuated_positions(const Robot& robot, const KinematicsData<double>& data, VecX<double>& qa);
double joint_value(const Joint& joint, const JointPosition<double>& q);

// The pose moved by a small twist in V_N: v and w at the platform origin in world axes, ż of the nacelle.
Pose<double> moved(const Robot& robot, const Pose<double>& pose, const VecX<double>& step);

// How far apart two poses are, in radians or robot lengths, the largest of position, rotation and nacelle joints.
double distance_between(const Robot& robot, const Pose<double>& a, const Pose<double>& b);

// A root's argument this little below zero is rounding.
constexpr double kReachMargin = -1e-12;

// A pose from its free coordinates: positions in metres, rotations as a rotation vector from home.
// The dependent components are those of home and still have to be projected.
Pose<double> pose_from_free(const Robot& robot, const VecX<double>& coordinates);

// The free coordinates of a pose, as `pose_from_free` takes them.
VecX<double> free_coordinates(const Robot& robot, const Pose<double>& pose);
void free_coordinates(const Robot& robot, const Pose<double>& pose, VecX<double>& out);  // without the heap

}  // namespace gough
