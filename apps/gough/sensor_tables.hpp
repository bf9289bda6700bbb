#pragma once

#include <string>
#include <vector>

#include "gough/kinematics/measured_pose.hpp"

// What `sensors` and `fk --sensors` print alike.
namespace gough::command {

// Standard deviations of a component of the pose, mm or mrad; infinite where it is not seen.
struct ComponentSpread {
  std::string name, unit;
  double alone = 0.0, all = 0.0;
};

// Of each component of the nacelle's motion that is free or follows.
std::vector<ComponentSpread> component_spreads(const Robot& robot, const Observability& alone, const Observability& all,
                                               const KinematicsData<double>& data);

}  // namespace gough::command
