#include "gough/assembly/spring_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "gough/assembly/builder.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/file_frame.hpp"
#include "gough/model/names.hpp"

namespace gough {

JointSpring build_spring(const JointSpringSpec& spec, bool revolute) {
  if (spec.free && spec.free_deg) throw InputError(spec.place, "give `free` or `free_deg`, not both");
  if (spec.free_deg && !revolute) throw InputError(spec.place, "this joint slides: give `free`, in m");
  return {spec.stiffness, spec.free_deg ? radians(*spec.free_deg) : spec.free.value_or(0.0)};
}

namespace {

constexpr double kShortest = 1e-9;  // robot lengths: a line that short has no direction

class SpringBuilder {
 public:
  explicit SpringBuilder(const Robot& robot) : robot_(robot), home_(robot) {
    place_nacelle(robot, home_);
    for (std::size_t i = 0; i < robot.legs.size(); ++i) place_leg(robot.legs[i], home_.legs[i]);
  }

  std::vector<Spring> build() {
    std::size_t first = 0;  // leg that the table stands for
    for (const LegSpec& spec : robot_.description.leg) {
      for (std::size_t copy = 0; copy < copy_count(spec); ++copy)
        for (std::size_t k = 0; k < spec.spring.size(); ++k) add_to_leg(spec, first + copy, copy, k);
      first += copy_count(spec);
    }
    for (std::size_t k = 0; k < robot_.description.spring.size(); ++k) {
      const SpringSpec& spec = robot_.description.spring[k];
      add(spec, name_of(spec, k), end(spec.between[0], spec.from, spec.place), end(spec.between[1], spec.to, spec.place));
    }
    return std::move(springs_);
  }

 private:
  const Robot& robot_;
  KinematicsData<double> home_;
  std::vector<Spring> springs_;

  static std::string name_of(const SpringSpec& spec, std::size_t k) {
    return spec.name.empty() ? fmt::format("spring{}", k + 1) : spec.name;
  }

  SpringEnd end(const std::string& name, const Vec3<double>& point, const Place& place) const {
    if (name == "base") return {true, {}, point};
    const BodyId body = find_body(robot_, name, place);
    return {false, body, file_frame(robot_, body).point(point)};
  }

  // An end of a leg's spring: base and platform side are turned as the leg is, bodies of the leg need not name it.
  SpringEnd end_in_leg(const LegSpec& leg, const Place& place, std::size_t index, std::size_t copy, const std::string& name,
                       const Vec3<double>& point) const {
    const std::vector<std::string>& nacelle = robot_.nacelle.body_names;
    if (name == "base" || name == nacelle[0]) return end(name, copy_turn(leg, copy) * point, place);
    const bool on_nacelle = std::find(nacelle.begin(), nacelle.end(), name) != nacelle.end();
    if (on_nacelle && leg.copies)
      throw InputError(place, fmt::format("a spring of a leg with `copies` cannot end on '{}'; write [[spring]] for each leg", name));
    const bool named = on_nacelle || name.find('.') != std::string::npos;
    return end(named ? name : robot_.legs[index].name + "." + name, point, place);
  }

  void add_to_leg(const LegSpec& leg, std::size_t index, std::size_t copy, std::size_t k) {
    const SpringSpec& spec = leg.spring[k];
    const auto side = [&](int s, const Vec3<double>& point) { return end_in_leg(leg, spec.place, index, copy, spec.between[s], point); };
    add(spec, robot_.legs[index].name + "." + name_of(spec, k), side(0, spec.from), side(1, spec.to));
  }

  Vec3<double> at_home(const SpringEnd& end) const {
    if (end.on_base) return end.point;
    return (end.body.leg < 0 ? home_.nacelle.body[end.body.body] : home_.legs[end.body.leg].body[end.body.body]).point(end.point);
  }

  void add(const SpringSpec& spec, const std::string& name, const SpringEnd& a, const SpringEnd& b) {
    const auto refuse = [&](const std::string& why) { throw InputError(spec.place, fmt::format("spring '{}' {}", name, why)); };
    for (const Spring& other : springs_)
      if (other.name == name) refuse("is there twice; names must differ");
    if (a.on_base == b.on_base && (a.on_base || a.body == b.body)) refuse("has both ends on one body: it would do nothing");
    if (spec.stiffness == 0.0 && spec.damping == 0.0 && spec.pull == 0.0) refuse("needs `stiffness`, `damping` or `pull`");
    if (spec.free_length != 0.0 && spec.stiffness == 0.0) refuse("has a `free_length` but no `stiffness`");
    if (!((at_home(a) - at_home(b)).norm() > kShortest * robot_.length))
      refuse("has no length at home: the line along which it pulls has no direction; check `from` and `to`");
    springs_.push_back({name, a, b, spec.stiffness, spec.free_length, spec.damping, spec.pull});
  }
};

}  // namespace

std::vector<Spring> build_springs(const Robot& robot) { return SpringBuilder(robot).build(); }

void set_springs(const RobotDescription& description, std::vector<Spring>& springs) {
  std::size_t k = 0;
  const auto set = [&](const SpringSpec& spec) {
    assert(k < springs.size());
    Spring& spring = springs[k++];
    spring.stiffness = spec.stiffness;
    spring.damping = spec.damping;
    spring.pull = spec.pull;
  };
  for (const LegSpec& leg : description.leg)
    for (std::size_t copy = 0; copy < copy_count(leg); ++copy)
      for (const SpringSpec& spec : leg.spring) set(spec);
  for (const SpringSpec& spec : description.spring) set(spec);
}

}  // namespace gough
