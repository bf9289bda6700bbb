#include <fmt/format.h>

#include "gough/io/files.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/state_columns.hpp"
#include "gough/math/rotation.hpp"
#include "gough/trajectory/constructors.hpp"
#include "gough/trajectory/motion_model.hpp"
#include "gough/trajectory/pose_projection.hpp"

namespace gough {
namespace {

constexpr std::size_t kMostRows = 1'000'000;

// Poses brought onto the manifold: by programs as soon as there are rows enough to be worth it.
class RowProjection {
 public:
  explicit RowProjection(const Robot& robot) : robot_(robot), data_(robot) {}

  Outcome operator()(Pose<double>& pose) {
    if (++rows_ > kWorthPrograms && !by_programs_) by_programs_.emplace(robot_);
    return by_programs_ ? (*by_programs_)(pose) : project(robot_, pose, data_);
  }

 private:
  const Robot& robot_;
  KinematicsData<double> data_;
  std::optional<PoseProjection> by_programs_;
  int rows_ = 0;
};

class PoseColumns {
 public:
  PoseColumns(const Robot& robot, CsvReader& csv)
      : csv_(csv), columns_(robot, csv, TableColumns::Others::kept), state_(robot, columns_, csv), time_(columns_.find("t")) {
    if (time_ < 0) fail("no column 't' for the time in seconds");
  }

  bool next() { return columns_.next(csv_, row_); }

  double time() const { return row_[time_]; }

  // On the platform's manifold.
  Pose<double> pose(RowProjection& projection) const {
    const std::optional<GivenPose> given = state_.pose(row_, {csv_.file(), csv_.line(), 1});
    if (!given) fail(fmt::format("this row has no pose; its status is {}", csv_.status()));
    Pose<double> out = given->pose;
    const Outcome outcome = projection(out);
    if (!outcome.has_position()) fail(fmt::format("this pose is {} (measure {:.3g})", to_string(outcome.status), outcome.measure));
    const double moved = (out.p - given->pose.p).norm() + rotation_vector(out.R * given->pose.R.transpose()).norm();
    if (given->whole && moved > 1e-6)
      fail(fmt::format("the platform cannot take this pose; the nearest with the same free components is {:.3g} away (m and rad)", moved));
    return out;
  }

  [[noreturn]] void fail(const std::string& message) const { throw InputError({csv_.file(), csv_.line(), 1}, message); }

 private:
  CsvReader& csv_;
  TableColumns columns_;
  StateColumns state_;
  int time_;
  std::vector<double> row_;
};

}  // namespace

Trajectory from_csv(const Robot& robot, const std::string& file) {
  std::ifstream in = open_file(file);
  CsvReader csv(in, file);
  PoseColumns columns(robot, csv);
  RowProjection projection(robot);
  std::vector<double> times;
  std::vector<Pose<double>> poses;
  while (columns.next()) {
    const double t = columns.time();
    if (std::isnan(t)) columns.fail("this row has no time");
    if (!times.empty() && !(t > times.back()))
      columns.fail(fmt::format("t = {} s does not come after {} s; times must increase", t, times.back()));
    if (times.size() == kMostRows) columns.fail(fmt::format("more than {} rows", kMostRows));
    times.push_back(t);
    poses.push_back(columns.pose(projection));
  }
  if (times.size() < 4) columns.fail(fmt::format("{} rows; a trajectory needs four or more", times.size()));
  return sampled(robot, times, poses);
}

}  // namespace gough
