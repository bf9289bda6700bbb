#pragma once

#include "gough/kinematics/measured_pose.hpp"

namespace gough {

// One more sensor and what it brings at a pose.
struct SensorChoice {
  Sensor sensor;
  Observability seen;  // with it
  double gain = 1.0;   // against what there is without it
};

// What each candidate brings besides the sensors that there are, the best first: those that let the whole pose be seen, then by their gain.
// Candidates that change nothing are at the end. Reads the results of `eliminate`.
std::vector<SensorChoice> rank_sensors(const Robot& robot, const std::vector<Sensor>& have, const std::vector<Sensor>& candidates,
                                       const KinematicsData<double>& data);

// The best `count` sensors to add, one after another, each besides those before it; fewer where there are not so many joints.
std::vector<SensorChoice> choose_sensors(const Robot& robot, int count, const KinematicsData<double>& data);

}  // namespace gough
