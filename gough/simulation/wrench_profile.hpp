#pragma once

#include "gough/simulation/plant.hpp"
#include "gough/simulation/scenario.hpp"

namespace gough {

// Bodies by the names that `gough info` gives them: the nacelle's, then leg.joint. {leg or −1, body}
std::vector<std::pair<std::string, std::pair<int, int>>> named_bodies(const Robot& robot);

// The body called `name`. Throws InputError with the place and what was meant perhaps.
std::pair<int, int> find_body(const Robot& robot, const std::string& name, const Place& place);

// Whether `name` fits a pattern in which * stands for any part.
bool fits(const std::string& pattern, const std::string& name);

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
