#pragma once

#include <string>

namespace gough {

// A scalar that goes from 0 to 1 with its first two derivatives in time.
struct Scaled {
  double s = 0.0, ds = 0.0, dds = 0.0;
};

// How a motion from rest to rest is spread over its duration.
//   trapezoidal: constant acceleration, constant speed, constant deceleration; the acceleration jumps
//   quintic:     10u³ − 15u⁴ + 6u⁵, u = t/T: the law of least ∫ jerk² between two rests, hence also called minimum_jerk
//   s_curve:     constant jerk ±32/T³ over T/4, T/2, T/4: the law of least peak jerk
enum class Law { trapezoidal, quintic, s_curve };

// The law of a name: trapezoidal, quintic, minimum_jerk (the same) or s_curve. Throws InputError.
Law law_of(const std::string& name);

// s(t) over [0, duration]; 0 before, 1 after. `ramp` is the share of the duration in which a trapezoidal law speeds up, and
// again that in which it slows down: at most 1/2.
struct TimeLaw {
  Law law = Law::quintic;
  double duration = 1.0;
  double ramp = 0.25;

  Scaled at(double t) const;

  // Largest ds and |dds|, reached somewhere in between.
  double peak_speed() const;
  double peak_acceleration() const;
};

// The shortest law that moves over `distance` within a speed and an acceleration; a limit may be infinite, not both.
TimeLaw law_within(Law law, double distance, double speed, double acceleration);

}  // namespace gough
