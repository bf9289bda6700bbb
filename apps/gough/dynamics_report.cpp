#include "apps/gough/dynamics_report.hpp"

#include <fmt/format.h>

namespace gough::command {
namespace {

std::string leg_name(const Robot& robot, const Reaction& r) { return r.leg < 0 ? "(nacelle)" : robot.legs[r.leg].name; }

}  // namespace

void print_reactions(const Robot& robot, const std::vector<Reaction>& found) {
  Table table({"leg", "joint", "force (N)", "moment (N m)", ""});
  bool loose = false;
  for (const Reaction& r : found) {
    table.add({leg_name(robot, r), r.joint, vector_text(r.force.data(), 3), vector_text(r.moment.data(), 3), r.unique ? "" : "not unique"});
    loose |= !r.unique;
  }
  fmt::print("\nreactions, on the outer body at the joint's point, base axes\n{}", table.text());
  if (loose)
    fmt::print("  over-constrained: where not unique, the least tip forces, and moments over the robot's length, in the sum of squares\n");
}

Json reactions_json(const Robot& robot, const std::vector<Reaction>& found) {
  Json out = Json::array();
  for (const Reaction& r : found)
    out.push_back({{"leg", leg_name(robot, r)},
                   {"joint", r.joint},
                   {"force", {r.force.x(), r.force.y(), r.force.z()}},
                   {"moment", {r.moment.x(), r.moment.y(), r.moment.z()}},
                   {"unique", r.unique}});
  return out;
}

void print_energy(const Energy& e, double actuators) {
  Table table({"energy", "value", "unit"});
  table.add({"kinetic", number(e.kinetic), "J"});
  table.add({"potential (0 at the base's origin)", number(e.potential), "J"});
  table.add({"power of the actuators", number(actuators), "W"});
  table.add({"power of external wrenches", number(e.external), "W"});
  table.add({"rate of kinetic energy", number(e.kinetic_rate), "W"});
  table.add({"rate of potential energy", number(e.potential_rate), "W"});
  table.add({"dissipation", number(e.dissipation), "W"});
  fmt::print("\n{}", table.text());
}

Json energy_json(const Energy& e, double actuators) {
  return {{"kinetic", e.kinetic},           {"potential", e.potential},           {"actuators", actuators},      {"external", e.external},
          {"kinetic_rate", e.kinetic_rate}, {"potential_rate", e.potential_rate}, {"dissipation", e.dissipation}};
}

}  // namespace gough::command
