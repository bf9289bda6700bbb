#pragma once

#include "gough/simulation/plant.hpp"
#include "gough/simulation/scenario.hpp"

namespace gough {

// Forces from outside over time.
class WrenchProfile {
 public:
  WrenchProfile(const Robot& robot, const std::vector<WrenchSpec>& specs);

  const std::vector<WrenchPoint>& points() const { return points_; }
  bool empty() const { return points_.empty(); }

  // Six numbers for each point.
  void at(double t, VecX<double>& wrench) const;

 private:
  std::vector<WrenchSpec> specs_;
  std::vector<WrenchPoint> points_;
};

}  // namespace gough
