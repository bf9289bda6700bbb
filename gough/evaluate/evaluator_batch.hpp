#pragma once

#include "gough/evaluate/evaluator.hpp"
#include "gough/evaluate/manifold_program.hpp"
#include "gough/evaluate/pose_rows.hpp"

namespace gough {

// States row by row: poses (seven numbers, or the free coordinates), V_r, and V̇_r or the efforts; the last two are missing where a model
// does not ask for them.
struct StateRows {
  const double* poses = nullptr;
  std::size_t pose_columns = 0;
  const double* first = nullptr;
  const double* second = nullptr;
  const char* names[3] = {"poses", "twists", "accelerations"};  // for who reads an InputError
  const RigidBody* payload = nullptr;                           // of all rows, for an Evaluator that takes a payload as input
};

// One of an Evaluator's models for many states, by blocks that stay in the cache, on several threads. Poses are taken as users give them
// (`solve_pose`): a whole pose that is off the manifold by rounding is moved onto it. Poses that follow from equations are found for a
// block at once; what that does not tell, rows without an answer among it, is asked of the library. No row depends on others.
class EvaluatorBatch {
 public:
  EvaluatorBatch(const Evaluator& evaluator, Model model, Formulation formulation = Formulation::platform_legs);

  std::size_t outputs() const { return model_.outputs; }
  std::size_t first_columns() const { return first_; }
  std::size_t second_columns() const { return second_; }
  const Evaluator::Ready& model() const { return model_; }

  // n rows of outputs into `out`, NaN where there is no answer, and the outcomes if they are wanted (else nullptr). As many threads as
  // there are cores if `threads` is 0. Throws InputError for a number that is not finite and a quaternion that is none.
  void operator()(std::size_t n, const StateRows& rows, double* out, Outcome* outcomes, int threads = 0) const;

 private:
  const Evaluator& evaluator_;
  const Evaluator::Ready& model_;
  Lazy<ManifoldProgram> manifold_;      // where poses have to be found
  std::size_t first_ = 0, second_ = 0;  // numbers of a row

  class Worker;
};

}  // namespace gough
