#include "gough/model/sensor.hpp"

namespace gough {
namespace {

// Calls f with every joint, its tree (leg, or -1) and its index in it.
template <class F>
void for_each_joint(const Robot& robot, const F& f) {
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) f(static_cast<int>(i), j, robot.legs[i].joints[j]);
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) f(-1, static_cast<int>(k), robot.nacelle.joints[k]);
}

std::string passive_name(const Robot& robot, int leg, const Joint& joint) {
  return leg < 0 ? joint.name : robot.legs[leg].name + "." + joint.name;
}

double usual_sigma(const Robot& robot, const Joint& joint) { return kUsualSigma * (joint.revolute ? 1.0 : robot.length); }

}  // namespace

std::vector<Sensor> actuator_sensors(const Robot& robot) {
  std::vector<Sensor> out;
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
    const Actuator& actuator = robot.actuators[a];
    out.push_back({actuator.name, actuator.leg, actuator.joint, actuator.revolute, static_cast<int>(a),
                   driven_joint(robot, actuator).sensor.value_or(usual_sigma(robot, driven_joint(robot, actuator)))});
  }
  return out;
}

std::vector<Sensor> sensors(const Robot& robot) {
  std::vector<Sensor> out = actuator_sensors(robot);
  for_each_joint(robot, [&](int leg, int j, const Joint& joint) {
    if (joint.actuator < 0 && joint.sensor) out.push_back({passive_name(robot, leg, joint), leg, j, joint.revolute, -1, *joint.sensor});
  });
  return out;
}

std::vector<Sensor> possible_sensors(const Robot& robot) {
  std::vector<Sensor> out;
  for_each_joint(robot, [&](int leg, int j, const Joint& joint) {
    if (joint.actuator < 0 && !joint.sensor)
      out.push_back({passive_name(robot, leg, joint), leg, j, joint.revolute, -1, usual_sigma(robot, joint)});
  });
  return out;
}

}  // namespace gough
