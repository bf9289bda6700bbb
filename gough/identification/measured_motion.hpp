#pragma once

#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "gough/model/robot.hpp"

namespace gough {

// A motion as it was recorded: time, actuated positions and efforts at an even rate, in SI units.
struct MeasuredMotion {
  std::string file;
  double step = 0.0;         // s
  MatX<double> qa;           // one row for each sample, one column for each actuator
  MatX<double> effort;       // N m or N; what the drive says where `raw`
  std::vector<int> line;     // of the file, for each sample
  std::vector<bool> raw;     // for each actuator: the effort is a current, a voltage or a share, to be multiplied by the drive's gain
  std::vector<double> unit;  // of each effort column, in SI
  std::optional<Pose<double>> start;  // where the file gives the pose
  std::vector<std::string> notes;     // what was done to the data, and what looks odd but can be used

  int samples() const { return static_cast<int>(qa.rows()); }
  bool any_raw() const;
};

// Columns (docs/tables.md) `t`, `measured_q_ACTUATOR`, `measured_tau_ACTUATOR`, or where a table has no recordings `q_ACTUATOR`,
// `tau_ACTUATOR`, each with its unit in brackets or in SI without: `t [ms]`, `measured_q_leg1.arm [deg]`,
// `measured_tau_leg1.arm [N m]`, as `gough simulate` writes them too; `x y z qw qx qy qz` where the file gives the pose, of which the first
// row chooses the assembly mode; `measured_q_SENSOR` of joints without a motor, which make the actuated positions better
// (sensor_fusion.hpp). Other columns are not read. Throws InputError with file:line:column for missing columns, unknown units,
// values that are no numbers, time stamps that repeat or decrease, gaps, and a sampling time that nobody records at.
MeasuredMotion read_measured_motion(const Robot& robot, const std::string& file);
MeasuredMotion read_measured_motion(const Robot& robot, std::istream& in, const std::string& file);

}  // namespace gough
