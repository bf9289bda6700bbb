#pragma once

#include <optional>
#include <string>

#include "gough/kinematics/data.hpp"
#include "gough/model/sensor.hpp"

// The pose from whatever joints are measured, and how well they tell it: docs/sensors.md.
namespace gough {

// ∂q/∂V_r of the measured joints: rows of G_i Ψ (2.2), of nacelle joints rows of Ψ. Reads the results of `eliminate`.
MatX<double> sensor_jacobian(const Robot& robot, const std::vector<Sensor>& sensors, const KinematicsData<double>& data);

// The angles and lengths that sensors read where there is no noise. Reads the pose and the legs' q.
VecX<double> sensor_readings(const Robot& robot, const std::vector<Sensor>& sensors, const KinematicsData<double>& data);

// How well sensors tell the pose that `data` is at.
struct Observability {
  double distance = 0.0;  // smallest over largest singular value of the Jacobian, metres over the robot's length; 0: something is not seen
  VecX<double> unseen;    // the V_N that they see least, its largest component 1 in rad or robot lengths
  MatX<double> covariance;  // of a small step of the free components, from the standard deviations; empty unless observable
  bool observable() const { return covariance.size() > 0; }

  // Standard deviations of the components of V_N times a small time: m, and rad in world axes.
  VecX<double> deviations(const KinematicsData<double>& data) const;
};
Observability observability(const Robot& robot, const std::vector<Sensor>& sensors, const KinematicsData<double>& data);

// A motion of the nacelle in words: "x and ry", its components above a tenth of the largest.
std::string motion_words(const Robot& robot, const VecX<double>& VN);

// Factor by which the standard deviations of a robot with n freedoms fall on average when `after` is measured instead of `before`: the
// 2n-th root of the ratio of the covariances' determinants. Infinite where only `after` sees the whole pose.
double gain(const Observability& before, const Observability& after);

enum class SightStatus { ok, unobservable, not_converged, unreachable };
std::string_view to_string(SightStatus status);

struct MeasuredPose {
  SightStatus status = SightStatus::ok;
  Pose<double> pose;
  Observability seen;     // at the pose
  double square = 0.0;    // sum of the squares of what the readings are off, each over its standard deviation
  double worst = 0.0;     // the largest of these in rad or robot lengths
  int worst_sensor = -1;  // the one that is off by most standard deviations
};

// The pose that fits the readings best, each weighed by its standard deviation: least squares on the platform's manifold by Gauss–Newton
// from `start`, and where that leads nowhere from the pose that measured tips tell (gough/kinematics/pose_from_tips.hpp) or the actuators
// alone, in the working modes of home. Status
// not_converged where the best fit leaves a reading off by more than 1e-3 (rad, robot lengths) and six standard deviations; unobservable
// where the sensors do not tell the pose there. Fills data as `position` does.
MeasuredPose measured_pose(const Robot& robot, const std::vector<Sensor>& sensors, const VecX<double>& readings, const Pose<double>& start,
                           KinematicsData<double>& data);

// V_r from the rates of measured joints, weighed by `sigma`, and its covariance; nothing where they do not tell it. Reads the results of
// `eliminate`.
struct MeasuredTwist {
  VecX<double> Vr;
  MatX<double> covariance;
};
std::optional<MeasuredTwist> measured_twist(const Robot& robot, const std::vector<Sensor>& sensors, const VecX<double>& rates,
                                            const VecX<double>& sigma, const KinematicsData<double>& data);

}  // namespace gough
