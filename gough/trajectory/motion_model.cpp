#include "gough/trajectory/motion_model.hpp"

#include "gough/dynamics/equivalent_robot.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/program/record_position.hpp"
#include "gough/program/robot_ports.hpp"

namespace gough {
namespace {

using R = Recorded;

bool has_efforts(const Robot& robot) { return static_cast<int>(robot.actuators.size()) >= robot.mobility.n; }

// Pose, V_r, V̇_r → cosine, sine and length of each actuated joint, q̇_a, q̈_a, v, a, ω, J_inv row by row, efforts where there are.
Program record_motion_model(const Robot& robot, const Load& load) {
  Recorder recorder(robot.name + "_motion_model");
  KinematicsData<R> k(robot);
  record_position(robot, recorder, k);
  velocity(robot, record_rates(robot, recorder, velocity_port), k);
  acceleration(robot, record_rates(robot, recorder, acceleration_port), k);
  const auto outputs = [&](const char* name, const auto& x) {
    for (Eigen::Index i = 0; i < x.size(); ++i) recorder.output(name, "", x(i));
  };
  for (const Actuator& a : robot.actuators) {
    const JointPosition<R>& q = driven_position(k, a);
    for (const R& x : {q.c, q.s, q.d}) recorder.output(a.name, "", x);
  }
  outputs("dqa", k.dqa);
  outputs("ddqa", k.ddqa);
  outputs("v", k.VN.head<3>());
  outputs("a", k.dVN.head<3>());
  outputs("w", k.VN.segment<3>(3));
  for (Eigen::Index r = 0; r < k.Jinv.rows(); ++r) outputs("Jinv", k.Jinv.row(r));
  if (has_efforts(robot)) {
    DynamicsData<R> d(robot);
    platform_legs::inverse_dynamics(robot, load, k, d);
    outputs("effort", d.effort);
  }
  StatusPorts(robot, StatusDepth::rank).record(recorder, k, {});
  return recorder.finish();
}

}  // namespace

MotionValues::MotionValues(const Robot& robot) : v(Vec3<double>::Zero()), a(v), w(v) {
  const auto actuators = static_cast<Eigen::Index>(robot.actuators.size());
  qa = dqa = ddqa = effort = VecX<double>::Zero(actuators);
  Jinv.setZero(actuators, robot.mobility.n);
}

MotionModel::MotionModel(const Robot& robot, const Load& load, bool by_programs)
    : robot_(robot), load_(load), kinematics_(robot_), dynamics_(robot_) {
  if (by_programs) program_ = std::make_unique<PoseProgram>(robot_, record_motion_model(equivalent_robot(robot_), load_));
}

Outcome MotionModel::operator()(const Reference& at, MotionValues& out) {
  if (!program_) return by_library(at, out);
  const Outcome outcome = (*program_)(at.pose, at.Vr, at.dVr);
  if (!outcome.answered()) return by_library(at, out);
  read(program_->found(), out);
  return outcome;
}

void MotionModel::read(const double* found, MotionValues& out) const {
  for (std::size_t i = 0; i < robot_.actuators.size(); ++i, found += 3) {
    const Actuator& a = robot_.actuators[i];
    out.qa(static_cast<Eigen::Index>(i)) = joint_value(driven_joint(robot_, a), {found[0], found[1], found[2]});
  }
  const auto take = [&](auto& x) {
    std::copy_n(found, x.size(), x.data());
    found += x.size();
  };
  take(out.dqa);
  take(out.ddqa);
  take(out.v);
  take(out.a);
  take(out.w);
  for (Eigen::Index r = 0; r < out.Jinv.rows(); ++r)
    for (Eigen::Index c = 0; c < out.Jinv.cols(); ++c) out.Jinv(r, c) = *found++;
  if (has_efforts(robot_)) take(out.effort);
}

Outcome MotionModel::by_library(const Reference& at, MotionValues& out) {
  KinematicsData<double>& k = kinematics_;
  const Outcome outcome = position(robot_, at.pose, k);
  const bool singular = outcome.status == Status::type2_singular;
  if (!outcome.answered() && !singular) return outcome;
  velocity(robot_, at.Vr, k);
  acceleration(robot_, at.dVr, k);
  actuated_positions(robot_, k, out.qa);
  out.dqa = k.dqa;
  out.ddqa = k.ddqa;
  out.v = k.VN.head<3>();
  out.a = k.dVN.head<3>();
  out.w = k.VN.segment<3>(3);
  out.Jinv = k.Jinv;
  out.effort.setZero();
  if (!singular && has_efforts(robot_)) {
    platform_legs::inverse_dynamics(robot_, load_, k, dynamics_);
    out.effort = dynamics_.effort;
  }
  return outcome;
}

}  // namespace gough
