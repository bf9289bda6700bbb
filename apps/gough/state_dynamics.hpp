#pragma once

#include "apps/gough/dynamics.hpp"
#include "gough/evaluate/evaluator.hpp"
#include "gough/evaluate/pose_finder.hpp"

namespace gough::command {

// Whether a robot has inverse dynamics by this formulation; where it has not, the library's throws InputError.
bool has_inverse_dynamics(const Robot& robot, const Load& load, Formulation formulation);

// Inverse or direct dynamics of one robot as options ask for it, state after state, by the programs of an Evaluator, which must outlive it,
// or by the library where they are not worth making.
class StateDynamics {
 public:
  StateDynamics(const Evaluator& evaluator, const DynamicsOptions& options, bool direct, bool programs);

  // Status as PoseFinder's.
  Outcome find(const GivenPose& given, Pose<double>& pose) { return programs_ ? finder_(given, pose) : finder_.by_library(given, pose); }

  // Efforts, distributed as asked, or the acceleration. Throws InputError, as the library does, where the robot has no such dynamics.
  Outcome operator()(Formulation formulation, const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& driven,
                     VecX<double>& answer);

  // Throws InputError where nothing that moves along some freedom has mass: direct dynamics has no answer at any pose. False where this
  // pose has no joints and does not tell.
  bool check_mass(const Pose<double>& pose);

 private:
  const DynamicsOptions& options_;
  bool direct_, programs_;
  const Evaluator& evaluator_;
  Evaluator::Memory memory_;
  PoseFinder finder_;
  KinematicsData<double> kinematics_;
  DynamicsData<double> dynamics_;

  Outcome by_library(Formulation formulation, const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& driven,
                     VecX<double>& answer);
  Outcome distributed(const Pose<double>& pose, const VecX<double>& Vr, const Outcome& before, VecX<double>& effort);
};

}  // namespace gough::command
