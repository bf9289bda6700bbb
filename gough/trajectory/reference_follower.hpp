#pragma once

#include <memory>

#include "gough/evaluate/evaluator.hpp"
#include "gough/evaluate/manifold_program.hpp"
#include "gough/trajectory/motion_curve.hpp"
#include "gough/trajectory/reference.hpp"

namespace gough {

// A motion whose samples follow one another, brought onto the platform's manifold by programs where Ψ varies: what `projected_motion` does
// by the library, from the pose of the sample before. Made once for a robot, which must outlive it; calls allocate nothing.
class ReferenceFollower {
 public:
  explicit ReferenceFollower(const Robot& robot);

  // Pose, V_r and V̇_r of a motion of which the free components hold. Status as `position`.
  Outcome operator()(const NacelleMotion& motion, Reference& out);

 private:
  struct Programs {
    explicit Programs(const Robot& robot);
    Evaluator evaluator;
    Evaluator::Memory memory;
    ManifoldProgram manifold;
    ManifoldProgram::Memory manifold_memory;
    std::unique_ptr<Evaluator::Ready> turns;  // where some rotations are free, not all: pose, V_r → Ψ and γ of the platform's rotation
    std::vector<double> found;
  };
  const Robot& robot_;
  std::unique_ptr<Programs> programs_;  // where Ψ varies and every leg has a closed form
  KinematicsData<double> data_;
  MatX<double> Psi_;
  bool started_ = false;
  Pose<double> last_;

  void take_dependent_from_last(Pose<double>& pose) const;
  Outcome by_programs(const NacelleMotion& motion, Reference& out);
};

}  // namespace gough
