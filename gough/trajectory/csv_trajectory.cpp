#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gough/io/csv.hpp"
#include "gough/io/files.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/math/rotation.hpp"
#include "gough/trajectory/constructors.hpp"

namespace gough {
namespace {

constexpr std::size_t kMostRows = 1'000'000;

// How the pose is written.
enum class Columns { quaternion, rpy, free };

class PoseColumns {
 public:
  PoseColumns(const Robot& robot, const CsvReader& csv) : robot_(robot), csv_(csv), time_(csv.find("t")) {
    std::vector<std::string> free;
    for (const FreeComponent& c : robot.mobility.free) free.push_back(c.name);
    if (time_ < 0) fail("no column 't' for the time in seconds");
    if (find({"x", "y", "z", "qw", "qx", "qy", "qz"})) kind_ = Columns::quaternion;
    else if (find({"x", "y", "z", "roll", "pitch", "yaw"})) kind_ = Columns::rpy;
    else if (find(free)) kind_ = Columns::free;
    else
      fail(
          fmt::format("no columns for the pose; expected x,y,z,qw,qx,qy,qz or x,y,z,roll,pitch,yaw (degrees) or {}", fmt::join(free, ",")));
  }

  double time(const std::vector<double>& row) const { return row[time_]; }

  // On the platform's manifold.
  Pose<double> pose(const std::vector<double>& row, KinematicsData<double>& data) const {
    const Pose<double> given = written(row);
    Pose<double> out = given;
    const Outcome outcome = project(robot_, out, data);
    if (!outcome.answered() && outcome.status != Status::type2_singular)
      fail(fmt::format("this pose is {} (measure {:.3g})", to_string(outcome.status), outcome.measure));
    const double moved = (out.p - given.p).norm() + rotation_vector(out.R * given.R.transpose()).norm();
    if (kind_ != Columns::free && moved > 1e-6)
      fail(fmt::format("the platform cannot take this pose; the nearest with the same free components is {:.3g} away (m and rad)", moved));
    return out;
  }

  [[noreturn]] void fail(const std::string& message) const { throw InputError({csv_.file(), csv_.line(), 1}, message); }

 private:
  const Robot& robot_;
  const CsvReader& csv_;
  int time_;
  Columns kind_ = Columns::free;
  std::vector<int> columns_;

  bool find(const std::vector<std::string>& names) {
    columns_.clear();
    for (const std::string& name : names) columns_.push_back(csv_.find(name));
    return std::find(columns_.begin(), columns_.end(), -1) == columns_.end();
  }

  Pose<double> written(const std::vector<double>& row) const {
    const auto cell = [&](int k) { return row[columns_[k]]; };
    if (kind_ == Columns::free) {
      VecX<double> free(robot_.mobility.n);
      for (int k = 0; k < robot_.mobility.n; ++k) free(k) = cell(k);
      return pose_from_free(robot_, free);
    }
    Pose<double> out = robot_.home;
    out.p = {cell(0), cell(1), cell(2)};
    if (kind_ == Columns::rpy) {
      out.R = rotation_from_rpy({cell(3), cell(4), cell(5)});
      return out;
    }
    const Eigen::Quaterniond q(cell(3), cell(4), cell(5), cell(6));
    if (std::abs(q.norm() - 1.0) > 1e-6) fail(fmt::format("the quaternion must have length 1; this one has {:.6g}", q.norm()));
    out.R = q.normalized().toRotationMatrix();
    return out;
  }
};

}  // namespace

Trajectory from_csv(const Robot& robot, const std::string& file) {
  std::ifstream in = open_file(file);
  CsvReader csv(in, file);
  const PoseColumns columns(robot, csv);
  KinematicsData<double> data(robot);
  std::vector<double> row, times;
  std::vector<Pose<double>> poses;
  while (csv.next(row)) {
    const double t = columns.time(row);
    if (!times.empty() && !(t > times.back()))
      columns.fail(fmt::format("t = {} s does not come after {} s; times must increase", t, times.back()));
    if (times.size() == kMostRows) columns.fail(fmt::format("more than {} rows", kMostRows));
    times.push_back(t);
    poses.push_back(columns.pose(row, data));
  }
  if (times.size() < 4) columns.fail(fmt::format("{} rows; a trajectory needs four or more", times.size()));
  return sampled(robot, times, poses);
}

}  // namespace gough
