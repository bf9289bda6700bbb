#pragma once

#include "gough/model/robot.hpp"

// Poses in coordinates: steps and distances between them, and their free coordinates.
namespace gough {

// V_N's components times a small time, without the heap.
using NacelleStep = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6 + kMaxNacelleJoints, 1>;

// The pose moved by a step in the components of V_N: displacement of the platform's origin, rotation vector in world axes, nacelle joints.
Pose<double> moved(const Robot& robot, const Pose<double>& pose, const NacelleStep& step);

// V_N times the time between two poses.
NacelleStep step_between(const Robot& robot, const Pose<double>& from, const Pose<double>& to);

// The largest component of such a step, in radians and robot lengths.
double size_of(const Robot& robot, const NacelleStep& step);

// A pose on the straight way from one pose to another.
Pose<double> between(const Robot& robot, const Pose<double>& a, const Pose<double>& b, double fraction);

// Distance between two poses: the largest of position (robot lengths), rotation (radians) and nacelle joints.
double distance_between(const Robot& robot, const Pose<double>& a, const Pose<double>& b);

// Displacement of the nacelle's joint k from home.
double nacelle_coordinate(const Robot& robot, const Pose<double>& pose, int k);

// The free coordinates of a pose: positions in metres, rotations as a rotation vector from home, nacelle joints from home.
NacelleStep free_coordinates(const Robot& robot, const Pose<double>& pose);

// A pose from its free coordinates. Its dependent components are those of home: the pose still has to be projected.
Pose<double> pose_from_free(const Robot& robot, const VecX<double>& coordinates);

// The same where Ψ is constant: the dependent components are multiples of the free ones. And the one that has a pose's free coordinates.
Pose<double> constant_pose(const Robot& robot, const double* coordinates);
Pose<double> constant_pose(const Robot& robot, const Pose<double>& pose);

}  // namespace gough
