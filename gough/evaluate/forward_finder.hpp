#pragma once

#include "gough/evaluate/forward_program.hpp"
#include "gough/evaluate/pose_finder.hpp"
#include "gough/kinematics/any_mode.hpp"

namespace gough {

// Poses of actuated joints, one after another: by a program, and by `forward_geometry_any_mode`, which follows legs into other working
// modes, where that has no answer. The robot must outlive it.
class ForwardFinder {
 public:
  explicit ForwardFinder(const Robot& robot) : robot_(robot), finder_(robot), program_(robot), memory_(program_), data_(robot) {}

  // From `start`, as that function does. Fills `data` where the library had to be asked.
  Outcome operator()(const VecX<double>& qa, const Pose<double>& start, Pose<double>& pose);

  // By the program alone; false where it has no answer.
  bool by_program(const VecX<double>& qa, const Pose<double>& start, Pose<double>& pose, Outcome& outcome);

 private:
  const Robot& robot_;
  PoseFinder finder_;
  ForwardProgram program_;
  ForwardProgram::Memory memory_;
  KinematicsData<double> data_;
  std::optional<Pose<double>> start_;  // the last one given, and
  Pose<double> closed_;                // where the platform is for it
  bool usable_ = false;

  void take_start(const Pose<double>& start);
};

}  // namespace gough
