#pragma once

#include "gough/evaluate/evaluator.hpp"
#include "gough/evaluate/manifold_program.hpp"

namespace gough {

// `project` for many poses: by programs, and by the library where these do not tell. Made once for a robot; calls allocate nothing if every
// leg has a closed form.
class PoseProjection {
 public:
  explicit PoseProjection(const Robot& robot);
  PoseProjection(const PoseProjection&) = delete;

  const Evaluator& evaluator() const { return evaluator_; }

  // Status as `position`.
  Outcome operator()(Pose<double>& pose);

 private:
  const Evaluator evaluator_;
  Evaluator::Memory memory_;
  ManifoldProgram manifold_;
  ManifoldProgram::Memory manifold_memory_;
  KinematicsData<double> data_;
  MatX<double> Jinv_;
  bool closed_ = true;  // every leg has a closed form

  bool by_programs(Pose<double>& pose, Outcome& outcome);
};

}  // namespace gough
