#include "gough/verify/leg_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gough/assembly/assembly.hpp"
#include "gough/io/robot_file.hpp"
#include "gough/math/rotation.hpp"
#include "gough/program/encoder_counts.hpp"

namespace gough {
namespace {

constexpr std::pair<Formulation, Source> kWays[] = {{Formulation::platform_legs, Source::pose},
                                                    {Formulation::platform_legs, Source::actuators},
                                                    {Formulation::elements, Source::vision},
                                                    {Formulation::orthogonal_complement, Source::pose}};

int operations(const Robot& robot, Formulation formulation, Source source) {
  if (source == Source::actuators) return count_from_encoders(robot, formulation).total(kCountedSteps).total();
  return record(robot, {Model::idm, formulation, source}).count().total();
}

std::string point(double radius, double angle) { return fmt::format("[{}, {}, 0]", radius * std::cos(angle), radius * std::sin(angle)); }

}  // namespace

std::string ring_robot_text(int legs) {
  if (legs < 6 || legs % 2 != 0)
    throw InputError({}, fmt::format("{} legs in pairs hold no platform; take an even number, six or more", legs));
  std::string out = fmt::format(R"(name = "ring_{}"
[platform]
home = {{ position = [0.0, 0.0, 0.62] }}
body = {{ mass = 12.0, com = [0, 0, 0.02], shape = {{ type = "cylinder", axis = "z", radius = 0.27, length = 0.03 }} }}
[workspace]
x = [-0.08, 0.08]
y = [-0.08, 0.08]
z = [0.56, 0.68]
rx_deg = [-12, 12]
ry_deg = [-12, 12]
rz_deg = [-15, 15]
)",
                                legs);
  for (int k = 0; k < legs; ++k) {
    const double pair = 2.0 * kPi * (k / 2) / (legs / 2), side = k % 2 == 0 ? 1.0 : -1.0;
    out += fmt::format(R"([[leg]]
name = "leg{}"
at = {}
tip = [{{ joint = "S", at = {} }}]
[[leg.element]]
name = "strut"
type = "telescopic"
joint = "U"
body = {{ mass = 2.4, com = 0.22, shape = {{ type = "tube", length = 0.44, radius = 0.03, inner_radius = 0.02 }} }}
end_body = {{ mass = 1.1, com = -0.2, shape = {{ type = "cylinder", length = 0.4, radius = 0.015 }} }}
actuator = {{ rotor_inertia = 4.0e-5, gear_ratio = 628.3185307179587, viscous = 60.0, coulomb = 12.0 }}
friction = {{ viscous = 0.01, coulomb = 0.02 }}
)",
                       k + 1, point(0.5, pair + side * kPi / 18.0), point(0.25, pair + side * 5.0 * kPi / 18.0));
  }
  return out;
}

Robot ring_robot(int legs) { return assemble(read_robot_text(ring_robot_text(legs), fmt::format("ring of {} legs", legs))); }

std::string LegCounts::name() const {
  return fmt::format("{}, {}", letter(formulation), source == Source::actuators ? to_string(Source::encoders) : to_string(source));
}

LegCounts count_by_legs(const std::vector<int>& legs, Formulation formulation, Source source) {
  LegCounts out{formulation, source, {}};
  for (const int n : legs) out.totals.push_back(operations(ring_robot(n), formulation, source));
  return out;
}

std::vector<LegCounts> count_by_legs(const std::vector<int>& legs) {
  std::vector<LegCounts> out;
  for (const auto& [formulation, source] : kWays) out.push_back({formulation, source, {}});
  for (const int n : legs) {
    const Robot robot = ring_robot(n);
    for (LegCounts& way : out) way.totals.push_back(operations(robot, way.formulation, way.source));
  }
  return out;
}

LegLine line_through(const std::vector<int>& legs, const std::vector<int>& totals) {
  if (legs.size() != totals.size() || legs.size() < 2)
    throw InputError({}, "a line needs two numbers of legs or more, each with its count");
  const double n = static_cast<double>(legs.size());
  double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  for (std::size_t k = 0; k < legs.size(); ++k) {
    x += legs[k] / n;
    y += totals[k] / n;
  }
  for (std::size_t k = 0; k < legs.size(); ++k) {
    xx += (legs[k] - x) * (legs[k] - x);
    xy += (legs[k] - x) * (totals[k] - y);
  }
  LegLine out;
  out.per_leg = xy / xx;
  out.at_none = y - out.per_leg * x;
  for (std::size_t k = 0; k < legs.size(); ++k) {
    const double there = out.at_none + out.per_leg * legs[k];
    out.deviation = std::max(out.deviation, std::abs(totals[k] - there) / std::abs(there));
  }
  return out;
}

}  // namespace gough
