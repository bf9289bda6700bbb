#include "gough/evaluate/evaluator_batch.hpp"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <optional>

#include "gough/evaluate/worker_pool.hpp"
#include "gough/kinematics/given_pose.hpp"
#include "gough/kinematics/inverse_geometry.hpp"

namespace gough {
namespace {

constexpr std::size_t kBlock = 512;          // rows whose inputs and outputs stay in the cache
constexpr std::size_t kStride = kBlock + 8;  // columns a power of two apart would push each other out of it
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// Rows to columns.
void turn(const double* rows, std::size_t columns, std::size_t n, double* in) {
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t c = 0; c < columns; ++c) in[c * kStride + s] = rows[s * columns + c];
}

}  // namespace

EvaluatorBatch::EvaluatorBatch(const Evaluator& evaluator, Model model, Formulation formulation)
    : evaluator_(evaluator), model_(evaluator.ready(model, formulation)) {
  const Robot& robot = evaluator.robot();
  const auto n = static_cast<std::size_t>(robot.mobility.n);
  first_ = takes_velocity(model) ? n : 0;
  second_ = takes_acceleration(model) ? n : takes_effort(model) ? robot.actuators.size() : 0;
}

// What one thread works with.
class EvaluatorBatch::Worker {
 public:
  Worker(const EvaluatorBatch& batch, const StateRows& rows, double* out, Outcome* outcomes)
      : batch_(batch),
        rows_(rows),
        out_(out),
        outcomes_(outcomes),
        poses_(batch.evaluator_.robot(), batch.evaluator_.pose_ports(), rows.pose_columns),
        memory_(batch.evaluator_),
        home_(batch.evaluator_.robot()),
        in_(batch.model_.program.inputs.size() * kStride),
        found_(batch.model_.program.outputs.size() * kStride),
        margins_(batch.model_.status.size()),
        payload_inputs_(batch.model_.choice.payload ? kPayloadNumbers : 0) {
    if (!poses_.direct()) finder_.emplace(batch);
    if (!rows.payload) return;
    memory_.carry(*rows.payload);
    const PayloadNumbers numbers = payload_numbers(*rows.payload);
    double* columns = in_.data() + (batch.model_.program.inputs.size() - payload_inputs_) * kStride;
    for (std::size_t k = 0; k < payload_inputs_; ++k) std::fill_n(columns + k * kStride, kBlock, numbers[k]);
  }

  void operator()(std::size_t first, std::size_t last) {
    const std::size_t n = last - first;
    bool held[kBlock];
    if (poses_.direct()) poses_.fill(rows_.poses + first * rows_.pose_columns, n, first, in_.data(), kStride, held);
    else find_poses(first, n, held);
    double* rates = in_.data() + (batch_.model_.program.inputs.size() - payload_inputs_ - batch_.first_ - batch_.second_) * kStride;
    turn(rows_.first + first * batch_.first_, batch_.first_, n, rates);
    turn(rows_.second + first * batch_.second_, batch_.second_, n, rates + batch_.first_ * kStride);
    batch_.model_.fast.batch(n, kStride, in_.data(), found_.data());
    for (std::size_t s = 0; s < n; ++s) {
      if (!held[s] || !take(first + s, s)) one(first + s);
    }
  }

 private:
  const EvaluatorBatch& batch_;
  const StateRows& rows_;
  double* out_;
  Outcome* outcomes_;
  PoseRows poses_;
  Evaluator::Memory memory_;
  const KinematicsData<double> home_;  // from which legs without a closed form are followed, whatever was evaluated before
  std::vector<double> in_, found_, margins_;
  std::size_t payload_inputs_;

  // For poses that have to be found.
  struct Finder {
    explicit Finder(const EvaluatorBatch& batch)
        : program(batch.manifold_.get([&] { return ManifoldProgram(batch.evaluator_.robot()); })),
          memory(program, kBlock),
          given(kBlock),
          poses(kBlock) {}
    const ManifoldProgram& program;
    ManifoldProgram::Memory memory;
    std::vector<GivenPose> given;
    std::vector<Pose<double>> poses;
  };
  std::optional<Finder> finder_;

  void find_poses(std::size_t first, std::size_t n, bool* held) {
    const PosePorts& ports = batch_.evaluator_.pose_ports();
    Finder& f = *finder_;
    for (std::size_t s = 0; s < n; ++s) f.given[s] = poses_.given(rows_.poses + (first + s) * rows_.pose_columns, first + s);
    f.program.find(n, f.given.data(), f.poses.data(), held, f.memory);
    for (std::size_t s = 0; s < n; ++s) {
      held[s] = held[s] && ports.holds(f.poses[s]);
      if (held[s]) ports.fill(f.poses[s], in_.data() + s, kStride);
    }
  }

  // The answer of a row from the block's columns; false where it has to be looked at by itself.
  bool take(std::size_t row, std::size_t s) {
    const std::size_t outputs = batch_.model_.outputs;
    const double* found = found_.data() + s;
    double* out = out_ + row * outputs;
    double odd = 0.0;
    for (std::size_t o = 0; o < outputs; ++o) {
      out[o] = found[o * kStride];
      odd += out[o] - out[o];
    }
    const double* margins = found + outputs * kStride;
    if (!(odd == 0.0)) return false;
    const bool good = margins[0] > 0.0;
    if (good && !outcomes_) return true;
    for (std::size_t k = 0; k < margins_.size(); ++k) margins_[k] = margins[k * kStride];
    const Outcome outcome = batch_.model_.status.judge(margins_.data());
    if (!good && !outcome.answered()) return false;
    if (outcomes_) outcomes_[row] = outcome;
    return true;
  }

  std::span<const double> numbers(const double* rows, std::size_t columns, std::size_t row) const {
    return {rows + row * columns, columns};
  }

  // By the library: a row whose pose the programs do not find, or that has no answer.
  void one(std::size_t row) {
    require_finite(row);
    const Robot& robot = batch_.evaluator_.robot();
    double* out = out_ + row * batch_.model_.outputs;
    const GivenPose given = poses_.given(rows_.poses + row * rows_.pose_columns, row);
    memory_.kinematics() = home_;
    Outcome outcome = solve_pose(robot, given, memory_.kinematics());
    const Pose<double> pose = memory_.kinematics().pose;
    if (outcome.has_position()) {
      const std::span<const double> first = numbers(rows_.first, batch_.first_, row), second = numbers(rows_.second, batch_.second_, row);
      outcome = batch_.evaluator_.evaluate(batch_.model_, pose, first, second, memory_, out);
    } else {
      std::fill_n(out, batch_.model_.outputs, kNoNumber);
    }
    if (outcomes_) outcomes_[row] = outcome;
  }

  // A number that is not finite would come out as a row without an answer.
  void require_finite(std::size_t row) const {
    const std::span<const double> parts[] = {numbers(rows_.poses, rows_.pose_columns, row), numbers(rows_.first, batch_.first_, row),
                                             numbers(rows_.second, batch_.second_, row)};
    for (std::size_t k = 0; k < std::size(parts); ++k)
      for (const double x : parts[k])
        if (!std::isfinite(x)) throw InputError({}, fmt::format("{}, row {}: '{}' is not a finite number", rows_.names[k], row, x));
  }
};

void EvaluatorBatch::operator()(std::size_t n, const StateRows& rows, double* out, Outcome* outcomes, int threads) const {
  for_blocks(n, kBlock, threads, [&]() -> BlockWorker {
    return [worker = std::make_shared<Worker>(*this, rows, out, outcomes)](std::size_t first, std::size_t end) { (*worker)(first, end); };
  });
}

}  // namespace gough
