#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gough/model/robot.hpp"

// What a control loop calls, timed on one robot: controllers, encoders to efforts, and whole simulations with control.
namespace gough::command {

struct ControlRow {
  std::string robot, call;
  double microseconds = 0.0;  // processor time of a call, or of a step of a simulation
  double real_time = 0.0;     // how many times as fast as real time a simulation is; 0: not one
};

struct ControlTimes {
  std::vector<ControlRow> rows;
  std::vector<std::string> left_out;  // what a robot has not, and why
};

// A simulation lasts so many seconds; `step` is called after each row.
ControlTimes control_times(const Robot& robot, double seconds, const std::function<void()>& step);
constexpr int kControlRows = 19;

}  // namespace gough::command
