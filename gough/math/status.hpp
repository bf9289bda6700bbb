#pragma once

#include <string_view>

namespace gough {

// The outcome of a numerical question about a robot. Bad user input is an InputError instead.
enum class Status {
  ok,
  unreachable,          // no leg position puts the tips there, or the pose leaves the platform's manifold
  type1_singular,       // a leg has lost rank: the platform cannot follow some twist
  type2_singular,       // the actuators do not hold the platform
  constraint_singular,  // the legs forbid fewer twists than they do at home
  not_converged,
  out_of_limits,  // an actuated joint is beyond its stroke
};

// A status with the number it was decided on: a residual, or the distance to losing rank (0 is singular).
struct Outcome {
  Status status = Status::ok;
  double measure = 0.0;
  int leg = -1;       // the leg it was decided on, where one alone was
  int actuator = -1;  // the actuator

  bool ok() const { return status == Status::ok; }
  // There is an answer, even if an actuator would have to leave its stroke for it.
  bool answered() const { return ok() || status == Status::out_of_limits; }
};

constexpr std::string_view to_string(Status status) {
  switch (status) {
    case Status::ok: return "ok";
    case Status::unreachable: return "unreachable";
    case Status::type1_singular: return "type1_singular";
    case Status::type2_singular: return "type2_singular";
    case Status::constraint_singular: return "constraint_singular";
    case Status::not_converged: return "not_converged";
    case Status::out_of_limits: return "out_of_limits";
  }
  return "unknown";
}

}  // namespace gough
