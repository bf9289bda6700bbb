#pragma once

#include <optional>

#include "gough/io/table_columns.hpp"
#include "gough/kinematics/given_pose.hpp"

namespace gough {

// Where the state stands in a table: the pose, and if they are there the rates and accelerations of the free components.
class StateColumns {
 public:
  // Throws InputError where the table has no pose, or only some of the rates.
  StateColumns(const Robot& robot, const TableColumns& columns, const CsvReader& csv);

  // Nothing in a row that has none.
  std::optional<GivenPose> pose(const std::vector<double>& row, const Place& place) const;
  bool has_twist() const { return !twist_.empty(); }
  bool has_acceleration() const { return !acceleration_.empty(); }
  VecX<double> twist(const std::vector<double>& row) const { return or_zero(twist_, row); }
  VecX<double> acceleration(const std::vector<double>& row) const { return or_zero(acceleration_, row); }

 private:
  enum class Rotation { quaternion, rpy, free };
  const Robot& robot_;
  Rotation rotation_ = Rotation::free;
  std::vector<int> pose_, nacelle_, twist_, acceleration_;  // nacelle: -1 where there is no column

  VecX<double> or_zero(const std::vector<int>& columns, const std::vector<double>& row) const;
};

// The rotation of a unit quaternion. Throws InputError for any other, `what` before the complaint.
Mat3<double> unit_rotation(const Eigen::Quaterniond& q, const std::string& what, const Place& place);

// As `pose_columns` names them, behind what is there.
void put_pose(const Robot& robot, const Pose<double>& pose, bool rpy, std::vector<double>& out);
std::vector<double> pose_values(const Robot& robot, const Pose<double>& pose, bool rpy = false);

}  // namespace gough
