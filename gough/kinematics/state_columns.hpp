#pragma once

#include <optional>

#include "gough/io/table_columns.hpp"
#include "gough/kinematics/given_pose.hpp"

namespace gough {

// The columns of a table that hold the state: the pose and, if present, rates and accelerations of the free components.
class StateColumns {
 public:
  // Throws InputError where the table has no pose, or only some of the rates.
  StateColumns(const Robot& robot, const TableColumns& columns, const CsvReader& csv);

  // The pose of a row; nothing if the row has none.
  std::optional<GivenPose> pose(const std::vector<double>& row, const Place& place) const;
  bool has_twist() const { return !twist_.empty(); }
  bool has_acceleration() const { return !acceleration_.empty(); }
  VecX<double> twist(const std::vector<double>& row) const { return or_zero(twist_, row); }
  VecX<double> acceleration(const std::vector<double>& row) const { return or_zero(acceleration_, row); }

 private:
  enum class Rotation { quaternion, rpy, free };
  const Robot& robot_;
  Rotation rotation_ = Rotation::free;
  std::vector<int> pose_, nacelle_, twist_, acceleration_;  // column indices; nacelle_: -1 for a joint without a column

  VecX<double> or_zero(const std::vector<int>& columns, const std::vector<double>& row) const;
};

// Whether a quaternion has length 1 but for what typed digits leave, or is no number: what comes of that has a status of its own.
bool has_unit_length(const Eigen::Quaterniond& q);

// The complaint about a quaternion that has not, beginning with `what`.
InputError quaternion_error(const Eigen::Quaterniond& q, const std::string& what, const Place& place);

// The rotation of a unit quaternion. Throws InputError, its message beginning with `what`, if the quaternion is not of length 1.
Mat3<double> unit_rotation(const Eigen::Quaterniond& q, const std::string& what, const Place& place);

// The numbers of a pose in the order of `pose_columns`: appended to `out`, or returned.
void put_pose(const Robot& robot, const Pose<double>& pose, bool rpy, std::vector<double>& out);
std::vector<double> pose_values(const Robot& robot, const Pose<double>& pose, bool rpy = false);

}  // namespace gough
