#include "gough/identification/regressor_model.hpp"

#include <fmt/format.h>

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/program/record_position.hpp"
#include "gough/program/robot_ports.hpp"

namespace gough {
namespace {

using R = Recorded;

// W S, row by row, then the status.
Program record_regressor(const Robot& robot, const Selection& S, RegressorModel::Given given, RegressorModel::Rows rows) {
  Recorder recorder(robot.name + "_regressor_model");
  KinematicsData<R> k(robot);
  DynamicsData<R> d(robot);
  record_position(robot, recorder, k);
  if (given == RegressorModel::Given::actuators) {
    record_actuated_motion(robot, recorder, k);
  } else {
    velocity(robot, record_rates(robot, recorder, velocity_port), k);
    acceleration(robot, record_rates(robot, recorder, acceleration_port), k);
  }
  MatX<R> W = MatX<R>::Zero(robot.mobility.n, S.rows());
  virtual_work::regressor(robot, k, d, W);
  const bool by_actuator = rows == RegressorModel::Rows::actuators;
  MatX<R> out = MatX<R>::Zero(by_actuator ? static_cast<Eigen::Index>(robot.actuators.size()) : W.rows(), S.cols());
  for (int c = 0; c < S.outerSize(); ++c)
    for (Selection::InnerIterator it(S, c); it; ++it)
      for (Eigen::Index r = 0; r < W.rows(); ++r) out(r, c) += R(it.value()) * W(r, it.row());
  if (by_actuator) {
    solve_rt(k.Jinv_qr, out);
    apply_q(k.Jinv_qr, out);
  }
  for (Eigen::Index r = 0; r < out.rows(); ++r)
    for (Eigen::Index c = 0; c < out.cols(); ++c) {
      const int entry = static_cast<int>(r * out.cols() + c);
      recorder.output({fmt::format("W{}", entry), "", PortKind::entry, entry, "entry of the regressor, row by row"}, out(r, c));
    }
  StatusPorts(robot, StatusDepth::rank).record(recorder, k, {});
  return recorder.finish();
}

}  // namespace

RegressorModel::RegressorModel(const Robot& robot, const Selection& S, Given given, Rows rows, bool by_programs)
    : robot_(robot), S_(S), given_(given), kinematics_(robot_), dynamics_(robot_), Jinv_(kinematics_.Jinv) {
  const auto actuators = static_cast<Eigen::Index>(robot.actuators.size());
  rows_ = rows == Rows::actuators ? actuators : robot.mobility.n;
  all_.setZero(robot.mobility.n, S.rows());
  efforts_.setZero(rows == Rows::actuators ? actuators : 0, S.rows());
  if (by_programs) program_ = std::make_unique<PoseProgram>(robot_, record_regressor(robot_, S_, given, rows));
}

Outcome RegressorModel::operator()(const Pose<double>& pose, const VecX<double>& rates, const VecX<double>& accelerations,
                                   MatX<double>& W) {
  if (!program_) return by_library(pose, rates, accelerations, W);
  const Outcome outcome = (*program_)(pose, rates, accelerations);
  if (!outcome.answered()) return by_library(pose, rates, accelerations, W);
  W = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(program_->found(), rows_, S_.cols());
  return outcome;
}

Outcome RegressorModel::by_library(const Pose<double>& pose, const VecX<double>& rates, const VecX<double>& accelerations,
                                   MatX<double>& W) {
  KinematicsData<double>& k = kinematics_;
  const Outcome outcome = position(robot_, pose, k);
  if (!outcome.answered()) return outcome;
  const FreeMotion motion =
      given_ == Given::actuators ? free_from_actuated(robot_, rates, accelerations, k) : FreeMotion{rates, accelerations};
  velocity(robot_, motion.Vr, k);
  acceleration(robot_, motion.dVr, k);
  if (efforts_.rows() > 0) virtual_work::effort_regressor(robot_, k, dynamics_, all_, efforts_);
  else virtual_work::regressor(robot_, k, dynamics_, all_);
  W = (efforts_.rows() > 0 ? efforts_ : all_) * S_;
  return outcome;
}

void RegressorModel::force_of_efforts(const Pose<double>& pose, const VecX<double>& effort, Eigen::Ref<VecX<double>> out) {
  if (program_ && program_->evaluator().jacobian(pose, program_->memory(), Jinv_).answered()) {
    out.noalias() = Jinv_.transpose() * effort;
    return;
  }
  (void)position(robot_, pose, kinematics_);
  out.noalias() = kinematics_.Jinv.transpose() * effort;
}

}  // namespace gough
