#include "gough/evaluate/fast_program.hpp"

#include <stdexcept>

#include "gough/evaluate/machine_code.hpp"
#include "gough/evaluate/worker_pool.hpp"

namespace gough {
namespace {

constexpr std::size_t kThreadShare = 2048;  // states a thread takes at a time: whole vectors

void require_stride(std::size_t n, std::size_t stride) {
  if (stride < n) throw std::invalid_argument("a batch's stride is shorter than the batch");
}

}  // namespace

// One of the two; the interpreter is only planned where it runs.
struct FastProgram::Ready {
  std::size_t inputs, outputs;
  std::string why_not;
  std::optional<MachineCode> code;
  std::optional<BatchEvaluator> interpreter;

  explicit Ready(const Program& program) : inputs(program.inputs.size()), outputs(program.outputs.size()) {}
};

FastProgram::FastProgram(std::shared_ptr<const Ready> ready) : ready_(std::move(ready)) {}

FastProgram::FastProgram(const Program& program) {
  const auto ready = std::make_shared<Ready>(program);
  ready->code = make_machine_code(program, &ready->why_not);
  if (!ready->code) ready->interpreter.emplace(program);
  ready_ = ready;
}

FastProgram FastProgram::interpreted(const Program& program) {
  const auto ready = std::make_shared<Ready>(program);
  ready->why_not = "an interpreter was asked for";
  ready->interpreter.emplace(program);
  return FastProgram(ready);
}

void FastProgram::operator()(const double* in, double* out) const {
  if (ready_->code) (*ready_->code)(in, out);
  else (*ready_->interpreter)(in, out);
}

void FastProgram::batch(std::size_t n, std::size_t stride, const double* in, double* out) const {
  require_stride(n, stride);
  if (ready_->code) ready_->code->batch(n, stride, in, out);
  else ready_->interpreter->batch(n, stride, in, out);
}

void FastProgram::batch(std::size_t n, std::size_t stride, const double* in, double* out, int threads) const {
  require_stride(n, stride);
  for_blocks(n, kThreadShare, threads, [&]() -> BlockWorker {
    return [&](std::size_t first, std::size_t end) { batch(end - first, stride, in + first, out + first); };
  });
}

bool FastProgram::is_machine_code() const { return ready_->code.has_value(); }
const std::string& FastProgram::why_not() const { return ready_->why_not; }
std::size_t FastProgram::inputs() const { return ready_->inputs; }
std::size_t FastProgram::outputs() const { return ready_->outputs; }

}  // namespace gough
