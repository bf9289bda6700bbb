#include "python/state_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>

#include "apps/gough/state.hpp"
#include "gough/program/helper_threads.hpp"
#include "gough/program/pose_ports.hpp"

namespace gough::python {

namespace {

constexpr std::size_t kBlock = 512;          // rows whose inputs and outputs stay in the cache
constexpr std::size_t kStride = kBlock + 8;  // columns a power of two apart would push each other out of it

// Runs work(first, last) on blocks of rows; what one of them throws comes out here.
void in_blocks(std::size_t n, int threads, const std::function<std::function<void(std::size_t, std::size_t)>()>& make_worker) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr error;
  std::mutex mutex;
  const auto work = [&] {
    try {
      const auto worker = make_worker();
      for (std::size_t s; (s = next.fetch_add(kBlock)) < n;) worker(s, std::min(n, s + kBlock));
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
      next = n;
    }
  };
  const std::size_t cores = threads > 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
  const std::size_t workers = std::min(cores, (n + kBlock - 1) / kBlock);
  std::vector<std::thread> others = helper_threads(std::max<std::size_t>(workers, 1) - 1, work);
  work();
  for (std::thread& t : others) t.join();
  if (error) std::rethrow_exception(error);
}

}  // namespace

StateBatch::StateBatch(const Robot& robot, const ModelChoice& choice, const Load& load)
    : robot_(robot), choice_(choice), ready_(record(robot, choice, load)) {
  driven_ = choice.model == Model::ddm ? static_cast<int>(robot.actuators.size()) : robot.mobility.n;
  if (robot.mobility.n < 6) return;
  std::vector<std::string> names{"x", "y", "z"};
  for (int k = 0; k < 9; ++k) names.push_back(fmt::format("R{}{}", k / 3 + 1, k % 3 + 1));
  for (int i = 0; i < pose_inputs(); ++i) {
    const auto at = std::find(names.begin(), names.end(), ready_.program.inputs[i].name);
    if (at == names.end()) {  // a joint of a leg or of the nacelle: to be solved for
      plain_.clear();
      return;
    }
    plain_.push_back(static_cast<int>(at - names.begin()));
  }
}

StateBatch::FillPoses StateBatch::plain_poses() const {
  return [this](const double* poses, std::size_t first, std::size_t last, double* in, std::size_t stride, bool* answered) {
    double all[12];  // x, y, z, R11 … R33
    for (std::size_t s = first; s < last; ++s) {
      const double* v = poses + 7 * s;
      const Eigen::Quaterniond q(v[3], v[4], v[5], v[6]);
      if (!(std::abs(q.norm() - 1.0) <= 1e-6))
        throw InputError({}, fmt::format("poses, row {}: the quaternion qw,qx,qy,qz must have length 1; this one has {:.6g}", s, q.norm()));
      std::copy(v, v + 3, all);
      Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(all + 3) = q.normalized().toRotationMatrix();
      for (std::size_t i = 0; i < plain_.size(); ++i) in[i * stride + s - first] = all[plain_[i]];
      answered[s - first] = true;
    }
  };
}

StateBatch::FillPoses StateBatch::solved_poses(std::size_t pose_columns) const {
  struct Work {
    KinematicsData<double> data;
    PosePorts ports;
    std::vector<double> inputs;
  };
  const auto work = std::make_shared<Work>(Work{KinematicsData<double>(robot_), PosePorts(robot_), {}});
  return [=, this](const double* poses, std::size_t first, std::size_t last, double* in, std::size_t stride, bool* answered) {
    for (std::size_t s = first; s < last; ++s) {
      const std::vector<double> v(poses + s * pose_columns, poses + (s + 1) * pose_columns);
      const GivenPose given = command::parse_pose(robot_, v, false, fmt::format("poses, row {}", s));
      Pose<double> pose;
      const Outcome outcome = command::solve_pose(robot_, given, pose, work->data);
      answered[s - first] = outcome.answered() || (choice_.model == Model::ddm && command::has_joints(outcome));
      if (!answered[s - first]) continue;
      work->inputs.clear();
      work->ports.append(work->data, work->inputs);
      for (std::size_t i = 0; i < work->inputs.size(); ++i) in[i * stride + s - first] = work->inputs[i];
    }
  };
}

namespace {

// A number that is not finite would come out as a row without an answer.
void require_finite(const Rows& rows, std::size_t first, std::size_t last) {
  int odd = 0;
  for (std::size_t i = first * rows.columns; i < last * rows.columns; ++i)
    odd |= !(std::abs(rows.data[i]) <= std::numeric_limits<double>::max());
  if (odd == 0) return;
  for (std::size_t i = first * rows.columns; i < last * rows.columns; ++i)
    if (!std::isfinite(rows.data[i]))
      throw InputError({}, fmt::format("{}, row {}: '{}' is not a finite number", rows.name, i / rows.columns, rows.data[i]));
}

// Rows to columns.
void turn(const Rows& rows, std::size_t first, std::size_t last, double* in) {
  for (std::size_t s = first; s < last; ++s)
    for (std::size_t c = 0; c < rows.columns; ++c) in[c * kStride + s - first] = rows.data[s * rows.columns + c];
}

}  // namespace

void StateBatch::operator()(std::size_t n, const Rows& poses, const Rows& twists, const Rows& driven, double* out, int threads) const {
  in_blocks(n, threads, [&] {
    const FillPoses fill = plain_.empty() || poses.columns != 7 ? solved_poses(poses.columns) : plain_poses();
    const std::size_t inputs = ready_.program.inputs.size(), outputs = this->outputs();
    auto scratch = std::make_shared<std::vector<double>>((inputs + outputs) * kStride);
    return [=, this](std::size_t first, std::size_t last) {
      double *in = scratch->data(), *answers = in + inputs * kStride, *rates = in + pose_inputs() * kStride;
      bool answered[kBlock];
      for (const Rows* rows : {&poses, &twists, &driven}) require_finite(*rows, first, last);
      fill(poses.data, first, last, in, kStride, answered);
      turn(twists, first, last, rates);
      turn(driven, first, last, rates + twists.columns * kStride);
      ready_.run.batch(last - first, kStride, in, answers);
      for (std::size_t s = first; s < last; ++s)
        for (std::size_t o = 0; o < outputs; ++o)
          out[s * outputs + o] = answered[s - first] ? answers[o * kStride + s - first] : std::numeric_limits<double>::quiet_NaN();
    };
  });
}

}  // namespace gough::python
