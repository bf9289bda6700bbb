#include "gough/kinematics/sensor_choice.hpp"

#include <algorithm>

namespace gough {

std::vector<SensorChoice> rank_sensors(const Robot& robot, const std::vector<Sensor>& have, const std::vector<Sensor>& candidates,
                                       const KinematicsData<double>& data) {
  const Observability before = observability(robot, have, data);
  std::vector<SensorChoice> out;
  for (const Sensor& candidate : candidates) {
    std::vector<Sensor> more = have;
    more.push_back(candidate);
    const Observability after = observability(robot, more, data);
    out.push_back({candidate, after, gain(before, after)});
  }
  // equal ones stay in the order of the legs, whatever rounding has
  std::stable_sort(out.begin(), out.end(), [](const SensorChoice& a, const SensorChoice& b) {
    if (a.seen.observable() != b.seen.observable()) return a.seen.observable();
    if (a.gain == kInfinity && b.gain == kInfinity) return a.seen.distance > (1.0 + 1e-9) * b.seen.distance;
    return a.gain > (1.0 + 1e-9) * b.gain;
  });
  return out;
}

std::vector<SensorChoice> choose_sensors(const Robot& robot, int count, const KinematicsData<double>& data) {
  std::vector<Sensor> have = sensors(robot), left = possible_sensors(robot);
  std::vector<SensorChoice> out;
  while (static_cast<int>(out.size()) < count && !left.empty()) {
    out.push_back(rank_sensors(robot, have, left, data).front());
    have.push_back(out.back().sensor);
    std::erase_if(left, [&](const Sensor& s) { return s.name == out.back().sensor.name; });
  }
  return out;
}

}  // namespace gough
