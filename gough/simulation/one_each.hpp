#pragma once

#include <fmt/format.h>

#include "gough/model/robot.hpp"

namespace gough {

// A list of the file as one number for each actuator: one for all, one each, or 0 where there is none. Throws InputError.
inline VecX<double> one_each(const Robot& robot, const std::vector<double>& values, const Place& place, const std::string& key) {
  const std::size_t count = robot.actuators.size();
  if (values.size() > 1 && values.size() != count)
    throw InputError(place,
                     fmt::format("'{}' has {} numbers; expected 1, or {} for the actuators of {}", key, values.size(), count, robot.name));
  VecX<double> out = VecX<double>::Constant(static_cast<Eigen::Index>(count), values.empty() ? 0.0 : values[0]);
  for (std::size_t a = 0; a < values.size() && values.size() > 1; ++a) out(static_cast<Eigen::Index>(a)) = values[a];
  return out;
}

}  // namespace gough
