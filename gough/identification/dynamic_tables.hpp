#pragma once

#include <string>
#include <vector>

#include "gough/model/description.hpp"

namespace gough {

template <class Spec>
struct NamedTable {
  std::string name;
  Spec* spec;  // in the description
};

// Every table of a description that holds dynamic parameters, in one order.
struct DynamicTables {
  std::vector<NamedTable<BodySpec>> bodies;
  std::vector<NamedTable<ActuatorSpec>> actuators;
  std::vector<NamedTable<FrictionSpec>> frictions;
  std::vector<NamedTable<JointSpringSpec>> joint_springs;
  std::vector<NamedTable<SpringSpec>> springs;

  explicit DynamicTables(RobotDescription& description);

 private:
  void add_leg(LegSpec& leg, const std::string& name);
  void add_spring(SpringSpec& spring, const std::string& before, std::size_t k);
};

}  // namespace gough
