#include "gough/trajectory/pose_program.hpp"

namespace gough {
namespace {

std::span<const double> numbers_of(const VecX<double>& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

}  // namespace

PoseProgram::PoseProgram(const Robot& robot, Program recorded)
    : evaluator_(robot), memory_(evaluator_), model_(evaluator_.robot(), std::move(recorded)), found_(model_.outputs) {}

Outcome PoseProgram::operator()(const Pose<double>& pose, const VecX<double>& first, const VecX<double>& second) {
  return evaluator_.evaluate(model_, pose, numbers_of(first), numbers_of(second), memory_, found_.data());
}

}  // namespace gough
