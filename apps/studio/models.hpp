#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "gough/evaluate/evaluator.hpp"
#include "gough/evaluate/pose_finder.hpp"

namespace gough::studio {

// Programs of a robot with what it carries, all made, for one caller at a time. Its legs have closed forms: others are followed from the
// pose that is shown, which the library does.
class Models {
 public:
  explicit Models(std::shared_ptr<const Evaluator> evaluator);

  // As the library's, where it has an answer. The robot has this inverse dynamics.
  Outcome inverse_dynamics(Formulation formulation, const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& dVr,
                           VecX<double>& effort) {
    return evaluator_->inverse_dynamics(pose, Vr, dVr, memory_, effort, formulation);
  }

  // Moves a pose onto the platform's manifold, as `gough::project` does, and tells Ψ there. Answered, or else the library has to be asked.
  Outcome project(Pose<double>& pose, MatX<double>& Psi);

 private:
  std::shared_ptr<const Evaluator> evaluator_;
  Evaluator::Memory memory_;
  PoseFinder finder_;
  MatX<double> Jinv_;
};

// Makes the Models of the newest Evaluator on a thread of its own, so that nobody waits for programs to be recorded.
class ModelsMaker {
 public:
  ModelsMaker();
  ~ModelsMaker();
  ModelsMaker(const ModelsMaker&) = delete;

  void ask(std::shared_ptr<const Evaluator> evaluator);
  std::shared_ptr<Models> made();  // nothing until those last asked for are there

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::shared_ptr<const Evaluator> wanted_;
  std::shared_ptr<Models> made_;
  std::uint64_t asked_ = 0;
  bool over_ = false;
  std::thread thread_;

  void work();
};

}  // namespace gough::studio
