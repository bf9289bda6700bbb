#include "gough/assembly/sensor_builder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gough/math/rotation.hpp"
#include "gough/model/sensor.hpp"

namespace gough {
namespace {

constexpr const char* kOrdinals[] = {"first", "second", "third"};

// What an axis of a joint may be called: by its place and, where it is the only one of its kind, by what it does.
std::vector<std::string> axis_words(const std::vector<Joint>& joints, int first, int last, int axis) {
  std::vector<std::string> out;
  if (axis - first < 3) out.emplace_back(kOrdinals[axis - first]);
  const auto alike =
      std::count_if(joints.begin() + first, joints.begin() + last + 1, [&](const Joint& j) { return j.revolute == joints[axis].revolute; });
  if (alike == 1) out.emplace_back(joints[axis].revolute ? "spin" : "length");
  return out;
}

double sigma_of(const JointSensorSpec& spec, const Joint& joint) {
  if (joint.revolute && spec.sigma_deg) return radians(*spec.sigma_deg);
  if (spec.sigma) return *spec.sigma;
  throw InputError(spec.place, joint.revolute ? "a sensor needs `sigma`, in rad, or `sigma_deg`: the standard deviation of its readings"
                                              : "this joint slides: give `sigma`, in m, the standard deviation of its readings");
}

}  // namespace

void build_sensor(const JointSensorSpec& spec, std::vector<Joint>& joints, int first, int last) {
  const bool slides = std::any_of(joints.begin() + first, joints.begin() + last + 1, [](const Joint& j) { return !j.revolute; });
  const bool turns = std::any_of(joints.begin() + first, joints.begin() + last + 1, [](const Joint& j) { return j.revolute; });
  if (spec.sigma && spec.sigma_deg && !(slides && turns)) throw InputError(spec.place, "give `sigma` or `sigma_deg`, not both");
  if (spec.sigma_deg && !turns) throw InputError(spec.place, "this joint slides: give `sigma`, in m");
  std::vector<std::string> left = spec.axes;
  std::vector<std::string> there;
  for (int j = first; j <= last; ++j) {
    bool chosen = spec.axes.empty();
    for (const std::string& word : axis_words(joints, first, last, j)) {
      there.push_back(word);
      chosen |= std::erase(left, word) > 0;
    }
    if (chosen) joints[j].sensor = sigma_of(spec, joints[j]);
  }
  if (!left.empty())
    throw InputError(spec.place,
                     fmt::format("this joint has nothing called '{}' to measure; it has {}", left.front(), fmt::join(there, ", ")));
}

void require_sensor_names(const Robot& robot) {
  const std::vector<Sensor> all = sensors(robot);
  for (std::size_t k = robot.actuators.size(); k < all.size(); ++k)
    for (std::size_t other = 0; other < k; ++other)
      if (all[other].name == all[k].name)
        throw InputError(robot.description.place,
                         fmt::format("the sensor on joint '{}' has the name of {}; give the joint or the motor another name", all[k].name,
                                     other < robot.actuators.size() ? "an actuator" : "another sensor"));
}

}  // namespace gough
