#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gough/io/csv.hpp"
#include "gough/kinematics/data.hpp"

// Poses, twists and accelerations as users type them.
namespace gough::command {

// Comma-separated finite numbers of an option.
std::vector<double> numbers(const std::string& text, const std::string& option);

// x,y,z,qw,qx,qy,qz, or with rpy x,y,z,roll,pitch,yaw in degrees, or as many numbers as there are free components.
Pose<double> parse_pose(const Robot& robot, const std::vector<double>& values, bool rpy, const std::string& option);

// Six numbers, or as many as there are free components, give V_r.
VecX<double> parse_rates(const Robot& robot, const std::vector<double>& values, const std::string& option);

std::string free_names(const Robot& robot);

// Which columns of a table of states hold the pose and, if they are there, twist and acceleration.
class StateColumns {
 public:
  StateColumns(const Robot& robot, const CsvReader& csv, bool rpy);

  Pose<double> pose(const std::vector<double>& row) const;
  bool has_twist() const { return !twist_.empty(); }
  bool has_acceleration() const { return !acceleration_.empty(); }
  VecX<double> twist(const std::vector<double>& row) const { return rates(twist_, row); }
  VecX<double> acceleration(const std::vector<double>& row) const { return rates(acceleration_, row); }

 private:
  const Robot& robot_;
  bool rpy_;
  std::vector<int> pose_, twist_, acceleration_;

  VecX<double> rates(const std::vector<int>& columns, const std::vector<double>& row) const;
};

// Number of data lines of a file, for the progress bar.
std::size_t count_lines(const std::string& file);

}  // namespace gough::command
