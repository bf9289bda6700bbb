#pragma once

#include "gough/evaluate/evaluator.hpp"

namespace gough {

// A program that is none of the library's models, of a pose and two vectors, with an Evaluator that runs it and memory for one who asks.
class PoseProgram {
 public:
  // Of a program whose inputs begin with PosePorts and whose outputs end with a status of depth `rank`.
  PoseProgram(const Robot& robot, Program recorded);
  PoseProgram(const PoseProgram&) = delete;

  const Evaluator& evaluator() const { return evaluator_; }
  Evaluator::Memory& memory() { return memory_; }

  // The outputs are then in `found`. Where there is no answer, or the program does not tell, the library has to be asked.
  Outcome operator()(const Pose<double>& pose, const VecX<double>& first, const VecX<double>& second);
  const double* found() const { return found_.data(); }

 private:
  const Evaluator evaluator_;
  Evaluator::Memory memory_;
  const Evaluator::Ready model_;
  std::vector<double> found_;
};

}  // namespace gough
