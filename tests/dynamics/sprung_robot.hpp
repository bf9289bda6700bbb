#pragma once

#include <fmt/format.h>

#include "tests/robots.hpp"

namespace gough::test {

// A catalog robot with a spring of each kind: in a joint, between points, damped, and pulling constantly.
inline Robot sprung(const std::string& name) {
  RobotDescription d = load_robot(name).description;
  if (!d.leg[0].element.empty() && d.leg[0].element[0].joint == "R") d.leg[0].element[0].spring = JointSpringSpec{{}, 2.5, 0.3, {}};
  const std::string platform = d.platform.name;
  const Robot bare = load_robot(name);
  const std::string body = bare.legs.back().name + "." + bare.legs.back().joints.back().name;
  const double L = bare.length;
  const auto spring = [&](const std::string& a, const std::string& b, double stiffness, double free, double damping, double pull) {
    SpringSpec s;
    s.name = fmt::format("s{}", d.spring.size() + 1);
    s.between = {a, b};
    s.from = L * Vec3<double>(0.3, -0.2, 1.1);
    s.to = L * Vec3<double>(0.05, 0.1, -0.07);
    s.stiffness = stiffness, s.free_length = free * L, s.damping = damping, s.pull = pull;
    d.spring.push_back(s);
  };
  spring("base", platform, 40, 0.5, 0, 0);
  spring("base", body, 20, 0, 0, 0);
  spring(platform, body, 0, 0, 3, 12);
  return assemble(d);
}

}  // namespace gough::test
