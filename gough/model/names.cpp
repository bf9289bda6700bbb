#include "gough/model/names.hpp"

#include <fmt/format.h>

#include "gough/model/did_you_mean.hpp"

namespace gough {

std::vector<NamedBody> named_bodies(const Robot& robot) {
  std::vector<NamedBody> out;
  for (std::size_t b = 0; b < robot.nacelle.body_names.size(); ++b) out.push_back({robot.nacelle.body_names[b], {-1, static_cast<int>(b)}});
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j)
      out.push_back({robot.legs[i].name + "." + robot.legs[i].joints[j].name, {static_cast<int>(i), j}});
  return out;
}

BodyId find_body(const Robot& robot, const std::string& name, const Place& place) {
  const std::vector<NamedBody> bodies = named_bodies(robot);
  for (const NamedBody& known : bodies)
    if (known.name == name) return known.id;
  for (auto known = bodies.rbegin(); known != bodies.rend(); ++known)
    if (known->id.leg >= 0 && known->name.starts_with(name + ".") && known->name.find('.') < name.size()) return known->id;
  no_such_body(robot, name, place);
}

void no_such_body(const Robot& robot, const std::string& name, const Place& place) {
  std::vector<std::string> names;
  for (const NamedBody& known : named_bodies(robot)) names.push_back(known.name);
  throw InputError(place,
                   fmt::format("no body of {} is called '{}'{}; `gough info` lists them", robot.name, name, did_you_mean(name, names)));
}

std::string first_spring(const Robot& robot) {
  if (!robot.springs.empty()) return robot.springs.front().name;
  for (const Leg& leg : robot.legs)
    for (const Joint& joint : leg.joints)
      if (joint.spring) return leg.name + "." + joint.name;
  for (const Joint& joint : robot.nacelle.joints)
    if (joint.spring) return joint.name;
  return "";
}

std::string first_without_element(const Robot& robot) {
  for (const Leg& leg : robot.legs) {
    if (!leg.loops.empty()) return fmt::format("the loop '{}.{}' inside a leg", leg.name, leg.loops[0].name);
    if (!leg.couplings.empty())
      return fmt::format("the joint '{}.{}', which follows others", leg.name, leg.joints[leg.couplings[0].joint].name);
    for (const Joint& joint : leg.joints)
      if (joint.helical()) return fmt::format("the helical joint '{}.{}'", leg.name, joint.name);
  }
  return "";
}

bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, from = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {  // let the last star take one more
      p = star + 1;
      n = ++from;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace gough
