#include "gough/identification/measured_motion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/identification/sensor_fusion.hpp"
#include "gough/io/files.hpp"
#include "gough/kinematics/state_columns.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/did_you_mean.hpp"

namespace gough {
namespace {

constexpr int kFewest = 50;  // samples
constexpr std::size_t kMostSamples = 1'000'000;
constexpr double kFastest = 1e-5, kSlowest = 0.1;  // s: sampling times that occur
constexpr double kGap = 1.5;                       // sampling times
constexpr double kUneven = 1e-3;                   // of a sampling time

class Columns {
 public:
  Columns(const Robot& robot, const CsvReader& csv) : table(robot, csv, TableColumns::Others::kept), csv_(csv) {
    time = need({"t"});
    for (const Actuator& a : robot.actuators) {
      position.push_back(need({"measured_q_" + a.name, "q_" + a.name}));
      effort.push_back(need({"measured_tau_" + a.name, "tau_" + a.name}));
    }
    for (const Sensor& s : sensors(robot)) {
      const int column = s.actuator < 0 ? table.find("measured_q_" + s.name) : -1;
      if (column < 0) continue;
      passive.push_back(s);
      reading.push_back(column);
    }
    pose = table.find_all({"x", "y", "z", "qw", "qx", "qy", "qz"});
  }

  TableColumns table;
  int time = -1;
  std::vector<int> position, effort, pose;
  std::vector<Sensor> passive;  // sensors besides the actuators
  std::vector<int> reading;     // their columns

  // Every number that is used: a row that a command could not answer has gaps.
  void check(const std::vector<double>& row) const {
    check(row, time);
    for (int c : position) check(row, c);
    for (int c : effort) check(row, c);
    for (int c : reading) check(row, c);
  }

 private:
  const CsvReader& csv_;

  Place place() const { return {csv_.file(), csv_.line(), 1}; }

  void check(const std::vector<double>& row, int column) const {
    if (std::isnan(row[column]))
      throw InputError(place(),
                       fmt::format("no value in column '{}'; the status of this row is {}", table.all()[column].name, csv_.status()));
  }

  // The first of these names that there is: what a sensor recorded before what was meant.
  int need(const std::vector<std::string>& choices) const {
    for (const std::string& choice : choices)
      if (const int at = table.find(choice); at >= 0) return at;
    std::vector<std::string> names;
    for (const TableColumn& c : table.all()) names.push_back(c.name);
    const bool recorded = table.has(ColumnKind::measured_actuator) || table.has(ColumnKind::measured_effort);
    const std::string& name = recorded ? choices.front() : choices.back();
    throw InputError(
        place(), fmt::format("no column '{}'{}; a motion needs t, and measured_q_NAME and measured_tau_NAME (or q_NAME and tau_NAME) of "
                             "every actuator",
                             name, did_you_mean(name, names)));
  }
};

std::string seconds(double t) { return fmt::format("{:.9g} s", t); }

void check_times(const std::string& file, const std::vector<double>& t, const std::vector<int>& line) {
  for (std::size_t k = 1; k < t.size(); ++k)
    if (!(t[k] > t[k - 1]))
      throw InputError({file, line[k], 1}, fmt::format("time stamps must increase; {} {} {}", seconds(t[k]),
                                                       t[k] == t[k - 1] ? "repeats" : "comes after", seconds(t[k - 1])));
}

double median_step(const std::vector<double>& t) {
  std::vector<double> steps;
  for (std::size_t k = 1; k < t.size(); ++k) steps.push_back(t[k] - t[k - 1]);
  std::nth_element(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2), steps.end());
  return steps[steps.size() / 2];
}

void check_rate(const std::string& file, const std::vector<double>& t, const std::vector<int>& line, double step) {
  if (step > kSlowest || step < kFastest)
    throw InputError({file, line[0], 1},
                     fmt::format("column 't' gives a sampling time of {}; expected {:g} to {:g} s{}", seconds(step), kFastest, kSlowest,
                                 step / 1000 <= kSlowest && step > kSlowest   ? "; the factor 1000 says ms: write 't [ms]'"
                                 : step * 1000 >= kFastest && step < kFastest ? "; is its unit wrong by a factor of 1000?"
                                                                              : ""));
  for (std::size_t k = 1; k < t.size(); ++k)
    if (t[k] - t[k - 1] > kGap * step)
      throw InputError({file, line[k], 1}, fmt::format("a gap of {} where the sampling time is {}; cut the file there and use one piece",
                                                       seconds(t[k] - t[k - 1]), seconds(step)));
}

// Encoders that start over after a turn.
void unwrap(const Robot& robot, MeasuredMotion& m) {
  for (int a = 0; a < m.qa.cols(); ++a) {
    if (!robot.actuators[a].revolute) continue;
    bool jumps = false;
    for (int k = 1; k < m.samples(); ++k) {
      const double turns = std::round((m.qa(k, a) - m.qa(k - 1, a)) / (2 * kPi));
      m.qa(k, a) -= 2 * kPi * turns;
      jumps |= turns != 0.0;
    }
    if (jumps) m.notes.push_back(fmt::format("q_{}: whole turns between samples taken out", robot.actuators[a].name));
  }
}

// Cubic through the four samples about an instant.
double interpolated(const std::vector<double>& t, const Eigen::Ref<const VecX<double>>& x, std::size_t after, double at) {
  const std::size_t first = std::min(after < 2 ? 0 : after - 2, t.size() - 4);
  double sum = 0.0;
  for (std::size_t i = first; i < first + 4; ++i) {
    double weight = 1.0;
    for (std::size_t j = first; j < first + 4; ++j)
      if (j != i) weight *= (at - t[j]) / (t[i] - t[j]);
    sum += weight * x(static_cast<Eigen::Index>(i));
  }
  return sum;
}

double mean_step(const std::vector<double>& t, std::size_t n) { return (t[n - 1] - t[0]) / static_cast<double>(n - 1); }

// Largest distance of the first `n` time stamps from an even grid.
double unevenness(const std::vector<double>& t, std::size_t n) {
  double worst = 0.0;
  for (std::size_t k = 0; k < n; ++k) worst = std::max(worst, std::abs(t[k] - t[0] - mean_step(t, n) * static_cast<double>(k)));
  return worst;
}

bool is_even(const std::vector<double>& t, std::size_t n) { return unevenness(t, n) < kUneven * mean_step(t, n); }

// Puts the samples on an even grid where the time stamps stray from one.
void make_even(const std::vector<double>& t, MeasuredMotion& m) {
  const std::size_t n = t.size();
  m.step = mean_step(t, n);
  if (is_even(t, n)) return;
  const MatX<double> qa = m.qa, effort = m.effort;
  std::size_t after = 1;
  for (std::size_t k = 0; k < n; ++k) {
    const double at = t[0] + m.step * static_cast<double>(k);
    while (after + 1 < n && t[after] < at) ++after;
    for (int a = 0; a < qa.cols(); ++a) {
      m.qa(static_cast<Eigen::Index>(k), a) = interpolated(t, qa.col(a), after, at);
      m.effort(static_cast<Eigen::Index>(k), a) = interpolated(t, effort.col(a), after, at);
    }
  }
  m.notes.push_back(fmt::format("t: samples stray by up to {:.2g} of the sampling time; put on an even grid", unevenness(t, n) / m.step));
}

}  // namespace

bool MeasuredMotion::any_raw() const { return std::find(raw.begin(), raw.end(), true) != raw.end(); }

MeasuredMotion read_measured_motion(const Robot& robot, std::istream& in, const std::string& file) {
  CsvReader csv(in, file);
  const Columns columns(robot, csv);
  const std::size_t na = robot.actuators.size();
  MeasuredMotion out;
  out.file = file;
  for (int c : columns.effort) {
    out.raw.push_back(columns.table.all()[c].unit.raw);
    out.unit.push_back(columns.table.all()[c].unit.factor);
  }
  std::vector<double> t, values, row;
  while (columns.table.next(csv, row)) {
    columns.check(row);
    if (out.line.size() == kMostSamples)
      throw InputError({file, csv.line(), 1}, fmt::format("more than {} samples; cut the motion", kMostSamples));
    out.line.push_back(csv.line());
    t.push_back(row[columns.time]);
    for (int c : columns.position) values.push_back(row[c]);
    for (int c : columns.effort) values.push_back(row[c]);
    for (int c : columns.reading) values.push_back(row[c]);
    if (out.start || columns.pose.empty() || std::isnan(row[columns.pose[0]])) continue;
    const VecX<double> pose = cells(columns.pose, row);
    out.start = robot.home;
    out.start->p = pose.head<3>();
    out.start->R = unit_rotation({pose(3), pose(4), pose(5), pose(6)}, "", {file, csv.line(), 1});
  }
  if (t.size() < kFewest)
    throw InputError({file, csv.line(), 1}, fmt::format("{} samples are too short a motion; at least {} are needed", t.size(), kFewest));
  check_times(file, t, out.line);
  const double step = median_step(t);
  check_rate(file, t, out.line, step);
  if (t.back() - t[t.size() - 2] < (1.0 - kUneven) * step && is_even(t, t.size() - 1)) {  // a recorder's last row, where it was stopped
    t.pop_back();
    out.line.pop_back();
  }
  const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> table(
      values.data(), static_cast<Eigen::Index>(t.size()), static_cast<Eigen::Index>(2 * na + columns.reading.size()));
  out.qa = table.leftCols(static_cast<Eigen::Index>(na));
  out.effort = table.middleCols(static_cast<Eigen::Index>(na), static_cast<Eigen::Index>(na));
  fuse_sensors(robot, columns.passive, table.rightCols(static_cast<Eigen::Index>(columns.reading.size())), out);
  unwrap(robot, out);
  make_even(t, out);
  return out;
}

MeasuredMotion read_measured_motion(const Robot& robot, const std::string& file) {
  std::ifstream in = open_file(file);
  return read_measured_motion(robot, in, file);
}

}  // namespace gough
