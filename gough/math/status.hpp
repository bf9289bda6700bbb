#pragma once

#include <string_view>

namespace gough {

// The outcome of a numerical question about a robot. Bad user input is an InputError instead.
enum class Status {
  ok,
  unreachable,          // some leg cannot put its tips there, or the pose is off the platform's manifold
  type1_singular,       // J_i of a leg has lost rank: the platform cannot follow some twist
  type2_singular,       // J_inv has lost rank: the actuators do not hold the platform
  constraint_singular,  // C_d has lost rank: the legs forbid fewer twists than at home
  not_converged,        // an iteration ran out of steps
  out_of_limits,        // everything is known, but a stroke, a speed or an effort exceeds its limit
};

// A status with the number it was decided on: a residual, the distance to losing rank (0 is singular), or the share of a limit.
struct [[nodiscard]] Outcome {
  Status status = Status::ok;
  double measure = 0.0;
  int leg = -1;       // the leg that decided it; -1 if no single one did
  int actuator = -1;  // the actuator that decided it, likewise

  bool ok() const { return status == Status::ok; }
  // Whether there is an answer: everything is ok, or only a limit is exceeded.
  bool answered() const { return ok() || status == Status::out_of_limits; }
  // Whether pose and joints are known: they are at a Type 2 singularity too, where the efforts are not.
  bool has_position() const { return answered() || status == Status::type2_singular; }
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
