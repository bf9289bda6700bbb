#pragma once

#include <string>
#include <vector>

#include "gough/model/robot.hpp"

// The joints whose positions are measured: docs/sensors.md.
namespace gough {

// Standard deviation of the encoder of an actuator to which the file gives none, in rad or robot lengths.
constexpr double kUsualSigma = 1e-4;

struct Sensor {
  std::string name;        // the actuator's, else LEG.JOINT, or the nacelle joint's
  int leg = 0, joint = 0;  // leg -1: a joint of the nacelle
  bool revolute = true;    // whether it reads an angle
  int actuator = -1;       // of the joint
  double sigma = 0.0;      // standard deviation of a reading, rad or m
};

// The robot's sensors: those of the actuators in their order, then those that the file puts on other joints, leg by leg, then those of the
// nacelle.
std::vector<Sensor> sensors(const Robot& robot);

// Where there could be one more: a sensor of the usual standard deviation on every joint that has none.
std::vector<Sensor> possible_sensors(const Robot& robot);

// Those that sit on actuators.
std::vector<Sensor> actuator_sensors(const Robot& robot);

inline const Joint& measured_joint(const Robot& robot, const Sensor& s) {
  return (s.leg < 0 ? robot.nacelle.joints : robot.legs[s.leg].joints)[s.joint];
}

}  // namespace gough
