#pragma once

#include <Eigen/SparseCore>
#include <memory>

#include "gough/dynamics/data.hpp"
#include "gough/trajectory/pose_program.hpp"

namespace gough {

using Selection = Eigen::SparseMatrix<double>;

// The equations of motion W x of states, x being combinations p = S x of the parameters of virtual_work::parameters, by one program; by the
// library on the border of what the program answers, and all along where `by_programs` is false: for jobs that are over before a program is
// recorded. Made once for a robot; calls allocate nothing unless they go by the library.
class RegressorModel {
 public:
  enum class Given { platform, actuators };  // the motion: V_r and V̇_r, or q̇_a and q̈_a
  enum class Rows { freedoms, actuators };   // W of J_invᵀ τ, or Y of τ, of least norm where the robot is redundantly actuated

  RegressorModel(const Robot& robot, const Selection& S, Given given, Rows rows, bool by_programs);

  // Status as `position`; W is filled where that is answered.
  Outcome operator()(const Pose<double>& pose, const VecX<double>& rates, const VecX<double>& accelerations, MatX<double>& W);

  // J_invᵀ τ at a pose that the last call had an answer for.
  void force_of_efforts(const Pose<double>& pose, const VecX<double>& effort, Eigen::Ref<VecX<double>> out);

  Eigen::Index rows() const { return rows_; }

 private:
  const Robot robot_;
  const Selection S_;
  Given given_;
  Eigen::Index rows_;
  std::unique_ptr<PoseProgram> program_;
  KinematicsData<double> kinematics_;
  DynamicsData<double> dynamics_;
  MatX<double> Jinv_, all_, efforts_;

  Outcome by_library(const Pose<double>& pose, const VecX<double>& rates, const VecX<double>& accelerations, MatX<double>& W);
};

}  // namespace gough
