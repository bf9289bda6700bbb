#pragma once

#include <vector>

#include "gough/model/robot.hpp"

namespace gough {

struct DriveSpec {
  Place place;
  bool saturate = true;
  double lag = 0.0;
  std::vector<double> cogging_amplitude, cogging_period;
};

// The motors: commanded efforts held within their limits, followed with a first-order lag, T ė = c − e, plus cogging, a ripple over the
// position, a sin(2π q / period). The ripple is that of the last `update`.
class Drive {
 public:
  // Throws InputError where lists are neither of one number nor of one for each actuator.
  Drive(const Robot& robot, const DriveSpec& spec);

  // Efforts at rest there: no lag to begin with.
  void start(const VecX<double>& effort);
  void command(double t, const VecX<double>& effort);
  void update(const VecX<double>& qa);

  void effort_at(double t, VecX<double>& effort) const;
  bool varies() const { return lag_ > 0.0; }       // within a step
  double saturated() const { return saturated_; }  // largest ratio of what was asked to what there is

 private:
  double lag_ = 0.0, since_ = 0.0, saturated_ = 0.0;
  bool saturate_ = true;
  VecX<double> limit_, amplitude_, wave_, command_, from_, ripple_;
};

}  // namespace gough
