#pragma once

#include <map>

#include "apps/gough/dynamics.hpp"
#include "apps/gough/state_file.hpp"
#include "gough/dynamics/actuated_motion.hpp"
#include "gough/evaluate/encoder_efforts.hpp"

namespace gough::command {

// The columns q_, dq_ and ddq_ of a table without a pose; rates and accelerations that it has not are zero.
class JointColumns {
 public:
  JointColumns(const Robot& robot, const StateFile& file);

  // Nothing where the row lacks a number.
  std::optional<ActuatedJoints> joints(const StateFile& file) const;

 private:
  const Robot& robot_;
  std::vector<int> q_, dq_, ddq_;
};

// Inverse or direct dynamics of states that the actuated joints give, one after another, each from the same start. Efforts come by one
// program from joints to efforts where that is worth making and has an answer, all else by the library. Robot, load and options must
// outlive it.
class JointDynamics {
 public:
  JointDynamics(const Robot& robot, const Load& load, const DynamicsOptions& options, const Pose<double>& start, bool direct,
                bool programs);

  // The state that the calls after it are about.
  void take(const ActuatedJoints& joints);

  // Its place and motion, by the library.
  const ActuatedMotion& motion();

  // Efforts, distributed as asked, or the acceleration under `given` efforts; no numbers where there is no answer.
  Outcome operator()(Formulation formulation, const VecX<double>& given, VecX<double>& answer);

 private:
  struct Encoders {
    explicit Encoders(const Robot& robot, Formulation f, const Load& load) : efforts(robot, f, load), memory(efforts) {}
    EncoderEfforts efforts;
    EncoderEfforts::Memory memory;
  };
  const Robot& robot_;
  const Load& load_;
  const DynamicsOptions& options_;
  Pose<double> start_;
  bool direct_, programs_;
  bool massive_ = false;  // direct dynamics has an answer somewhere
  std::map<Formulation, Encoders> encoders_;
  ActuatedJoints joints_;
  std::optional<ActuatedMotion> motion_;  // of these joints
  KinematicsData<double> kinematics_;
  DynamicsData<double> dynamics_;

  bool by_program(Formulation formulation, VecX<double>& answer, Outcome& outcome);
  Outcome by_library(Formulation formulation, const VecX<double>& given, VecX<double>& answer);
};

}  // namespace gough::command
