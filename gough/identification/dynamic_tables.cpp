#include "gough/identification/dynamic_tables.hpp"

#include <fmt/format.h>

namespace gough {
namespace {

template <class Spec>
void add(std::vector<NamedTable<Spec>>& list, const std::string& name, std::optional<Spec>& spec) {
  if (spec) list.push_back({name, &*spec});
}

}  // namespace

DynamicTables::DynamicTables(RobotDescription& d) {
  int count = 0;
  for (LegSpec& leg : d.leg) {
    ++count;
    add_leg(leg, leg.name.empty() ? (d.leg.size() > 1 ? fmt::format("leg_table{}", count) : "leg") : leg.name);
  }
  for (std::size_t k = 0; k < d.spring.size(); ++k) add_spring(d.spring[k], "", k);
  add(bodies, d.platform.name, d.platform.body);
  if (!d.nacelle) return;
  for (NacelleBodySpec& b : d.nacelle->body) add(bodies, b.name, b.body);
  for (NacelleJointSpec& j : d.nacelle->joint) {
    add(actuators, j.name.empty() ? j.child : j.name, j.actuator);
    add(frictions, j.name.empty() ? j.child : j.name, j.friction);
    add(joint_springs, j.name.empty() ? j.child : j.name, j.spring);
  }
  for (NacelleLoopSpec& l : d.nacelle->loop) add(frictions, l.name.empty() ? "loop" : l.name, l.friction);
}

void DynamicTables::add_spring(SpringSpec& spring, const std::string& before, std::size_t k) {
  springs.push_back({before + (spring.name.empty() ? fmt::format("spring{}", k + 1) : spring.name), &spring});
}

void DynamicTables::add_leg(LegSpec& leg, const std::string& name) {
  for (std::size_t k = 0; k < leg.element.size(); ++k) {
    ElementSpec& e = leg.element[k];
    const std::string own = name + "." + (e.name.empty() ? fmt::format("{}{}", e.type, k + 1) : e.name);
    if (e.joint != "fixed") add(bodies, own, e.body);  // a fixed element's body stands still
    add(bodies, own + ".end", e.end_body);
    add(actuators, own, e.actuator);
    add(frictions, own + ".joint", e.friction);
    add(frictions, own + ".inner", e.inner_friction);
    add(joint_springs, own + ".joint", e.spring);
    add(joint_springs, own + ".inner", e.inner_spring);
  }
  for (std::size_t k = 0; k < leg.joint.size(); ++k) {
    JointSpec& j = leg.joint[k];
    const std::string own = name + "." + (j.name.empty() ? fmt::format("joint{}", k + 1) : j.name);
    add(bodies, own, j.body);
    add(actuators, own, j.actuator);
    add(frictions, own + ".joint", j.friction);
    add(joint_springs, own + ".joint", j.spring);
  }
  for (std::size_t k = 0; k < leg.spring.size(); ++k) add_spring(leg.spring[k], name + ".", k);
  for (TipSpec& tip : leg.tip) add(frictions, name + "." + (tip.name.empty() ? "tip" : tip.name), tip.friction);
  for (std::size_t l = 0; l < leg.loop.size(); ++l)
    add(frictions, name + "." + (leg.loop[l].name.empty() ? fmt::format("loop{}", l + 1) : leg.loop[l].name), leg.loop[l].friction);
}

}  // namespace gough
