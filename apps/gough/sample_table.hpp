#pragma once

#include <string>

#include "gough/trajectory/check_trajectory.hpp"

namespace gough::command {

// The samples of a trajectory as a table (docs/tables.md): time, pose, rates, accelerations, actuators and, unless there are too few of
// them for every motion, their efforts.
class SampleTable {
 public:
  explicit SampleTable(const Robot& robot);
  void add(const TrajectorySample& sample);
  const std::string& text() const { return text_; }

 private:
  const Robot& robot_;
  bool efforts_;
  std::string text_;
};

}  // namespace gough::command
