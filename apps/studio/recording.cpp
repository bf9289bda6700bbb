#include "apps/studio/recording.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/gough/state.hpp"
#include "apps/gough/state_dynamics.hpp"
#include "apps/gough/state_file.hpp"
#include "apps/studio/differences.hpp"
#include "apps/studio/series_kind.hpp"
#include "gough/dynamics/energy.hpp"
#include "gough/io/number.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/velocity.hpp"

namespace gough::studio {
namespace {

constexpr std::size_t kMostRows = 500000, kMostValues = 20000000, kKept = 2000;

// Of the values that are numbers.
void tally(double x, Recording::Series& series) {
  if (!std::isfinite(x)) return;
  series.largest = std::max(series.largest, std::abs(x));
  series.square += x * x;
  ++series.count;
}

class Reader {
 public:
  Reader(const Evaluator& evaluator, std::istream& in, const std::string& name)
      : evaluator_(evaluator),
        robot_(evaluator.robot()),
        csv_(in, name),
        table_(robot_, csv_, TableColumns::Others::kept),
        columns_(robot_, table_, csv_),
        data_(robot_),
        effort_(robot_.actuators.size()) {
    out_.name = name;
  }

  Recording read() {
    read_rows();
    const std::size_t step = (rows_.size() + kKept - 1) / kKept;
    for (std::size_t k = 0; k < rows_.size(); k += step) kept_.push_back(k);
    if (kept_.back() + 1 != rows_.size()) kept_.push_back(rows_.size() - 1);
    if (step > 1) out_.notes.push_back(fmt::format("{} rows, shown every {}", rows_.size(), step));
    for (std::size_t k : kept_) out_.t.push_back(time(k));
    copy_series();
    dynamics_.emplace(evaluator_, options_, false, command::worth_programs(kept_.size()));
    solve_rows();
    return std::move(out_);
  }

 private:
  const Evaluator& evaluator_;
  const Robot& robot_;
  CsvReader csv_;
  TableColumns table_;
  StateColumns columns_;
  const command::DynamicsOptions options_;
  std::optional<command::StateDynamics> dynamics_;
  KinematicsData<double> data_;  // where bodies are
  VecX<double> effort_;
  std::vector<std::vector<double>> rows_;
  std::vector<std::optional<GivenPose>> poses_;
  std::vector<std::size_t> kept_;
  int time_ = -1;
  Recording out_;

  void read_rows() {
    time_ = table_.find("t");
    std::vector<double> row;
    while (table_.next(csv_, row)) {
      if (rows_.size() >= kMostRows || rows_.size() * row.size() >= kMostValues)
        throw InputError({csv_.file(), csv_.line(), 1}, "the table is too long to be played; thin it out");
      if (time_ >= 0 && !rows_.empty() && !(row[time_] > rows_.back()[time_]))
        throw InputError({csv_.file(), csv_.line(), 1}, fmt::format("t = {} does not come after {}", row[time_], rows_.back()[time_]));
      poses_.push_back(columns_.pose(row, {csv_.file(), csv_.line(), 1}));
      rows_.push_back(row);
    }
    if (rows_.empty()) throw InputError({csv_.file(), csv_.line(), 1}, "the table has no rows");
    out_.rows = rows_.size();
    if (time_ < 0) out_.time_unit = "row";
  }

  double time(std::size_t row) const { return time_ >= 0 ? rows_[row][time_] : static_cast<double>(row); }

  void copy_series() {
    for (std::size_t c = 0; c < table_.all().size(); ++c) {
      if (static_cast<int>(c) == time_ || table_.all()[c].kind == ColumnKind::status) continue;
      const SeriesKind kind = series_kind(robot_, table_.all()[c]);
      Recording::Series series{kind.label, kind.unit, kind.group, {}};
      for (std::size_t k : kept_) series.values.push_back(rows_[k][c]);
      for (const std::vector<double>& row : rows_) tally(row[c], series);
      out_.series.push_back(std::move(series));
    }
  }

  bool has_group(const std::string& group) const {
    for (const Recording::Series& s : out_.series)
      if (s.group == group) return true;
    return false;
  }

  // The pose of a row, with its bodies in `data_`; false where it has none that can be reached.
  bool place(const GivenPose& given, Pose<double>& pose) {
    if (dynamics_->find(given, pose).ok() && position(robot_, pose, data_).has_position()) return true;
    const bool found = solve_pose(robot_, given, data_).has_position();
    pose = data_.pose;
    return found;
  }

  // Placements of every kept row, and what the table lacks.
  void solve_rows() {
    const bool moves = time_ >= 0 || columns_.has_twist(), efforts = !has_group("efforts"), energies = !has_group("energy");
    std::vector<Recording::Series> force, power{{"kinetic", "J", "energy", {}}, {"potential", "J", "energy", {}}};
    for (const Actuator& a : robot_.actuators) force.push_back({a.name, a.revolute ? "N m" : "N", "efforts", {}});
    std::size_t unreachable = 0;
    for (std::size_t k : kept_) {
      Pose<double> pose;
      if (!poses_[k] || !place(*poses_[k], pose)) {
        ++unreachable;
        out_.placement.emplace_back();
        for (auto* group : {&force, &power})
          for (Recording::Series& s : *group) s.values.push_back(std::nan(""));
        continue;
      }
      out_.placement.push_back(placements(robot_, data_));
      if (efforts || energies) add_dynamics(k, pose, moves, force, power);
    }
    if (unreachable > 0) out_.notes.push_back(fmt::format("{} of {} rows have no pose that can be reached", unreachable, kept_.size()));
    if (efforts) append(force, "efforts by inverse dynamics" + motion_source(moves));
    if (energies && moves) append(power, "energies" + (columns_.has_twist() ? "" : motion_source(moves)));
  }

  // Where the motion is from that the table does not have.
  std::string motion_source(bool moves) const {
    if (!moves) return " at rest: the table has neither time nor rates";
    if (columns_.has_twist() && columns_.has_acceleration()) return "";
    return columns_.has_twist() ? ", accelerations from differences" : ", rates and accelerations from differences";
  }

  void append(std::vector<Recording::Series>& group, const std::string& what) {
    for (Recording::Series& s : group) {
      for (double x : s.values) tally(x, s);
      out_.series.push_back(std::move(s));
    }
    out_.recomputed.push_back(what);
  }

  Rates rates(std::size_t k, const Pose<double>& pose) {
    Rates out{columns_.twist(rows_[k]), columns_.acceleration(rows_[k])};
    if (columns_.has_twist() && columns_.has_acceleration()) return out;
    if (time_ < 0 || rows_.size() < 3) return out;
    const std::size_t middle = std::clamp<std::size_t>(k, 1, rows_.size() - 2);
    Pose<double> near[3];
    for (std::size_t i = 0; i < 3; ++i) {
      if (!poses_[middle - 1 + i]) return out;
      if (middle - 1 + i != k) (void)dynamics_->find(*poses_[middle - 1 + i], near[i]);
    }
    near[k + 1 - middle] = pose;
    const Rates found = differences(robot_, near[0], near[1], near[2], time(middle) - time(middle - 1), time(middle + 1) - time(middle));
    if (!columns_.has_twist()) out.Vr = found.Vr;
    if (!columns_.has_acceleration()) out.dVr = found.dVr;
    return out;
  }

  void add_dynamics(std::size_t k, const Pose<double>& pose, bool moves, std::vector<Recording::Series>& force,
                    std::vector<Recording::Series>& power) {
    const VecX<double> none = VecX<double>::Zero(robot_.mobility.n);
    const Rates motion = moves ? rates(k, pose) : Rates{none, none};
    Outcome outcome{Status::not_converged, 0.0};
    try {
      outcome = (*dynamics_)(Formulation::platform_legs, pose, motion.Vr, motion.dVr, effort_);
    } catch (const InputError& problem) {
      if (out_.notes.empty()) out_.notes.push_back(problem.what());
    }
    const bool known = outcome.answered();
    for (std::size_t a = 0; a < force.size(); ++a) force[a].values.push_back(known ? effort_(a) : std::nan(""));
    if (known) velocity(robot_, motion.Vr, data_);
    const Energy e = known ? energy(robot_, evaluator_.load(), data_) : Energy{std::nan(""), std::nan("")};
    power[0].values.push_back(e.kinetic);
    power[1].values.push_back(e.potential);
  }
};

// Enough digits for a screen; what is not a number is null.
Json numbers(const std::vector<double>& values) {
  Json out = Json::array();
  for (double x : values) out.push_back(std::isfinite(x) ? Json(rounded_to(x, 7)) : Json(nullptr));
  return out;
}

}  // namespace

Recording read_recording(const Evaluator& evaluator, std::istream& in, const std::string& name) {
  return Reader(evaluator, in, name).read();
}

Json to_json(const Recording& r) {
  Json series = Json::array(), frames = Json::array();
  for (const Recording::Series& s : r.series)
    series.push_back({{"name", s.name}, {"unit", s.unit}, {"group", s.group}, {"values", numbers(s.values)}});
  for (const std::vector<double>& p : r.placement) frames.push_back(p);
  std::vector<std::string> notes = r.notes;
  for (const std::string& what : r.recomputed) notes.push_back("recomputed: " + what);
  return {{"name", r.name},   {"rows", r.rows}, {"time_unit", r.time_unit}, {"t", numbers(r.t)}, {"series", series},
          {"frames", frames}, {"notes", notes}};
}

}  // namespace gough::studio
