#include "apps/gough/joint_dynamics.hpp"

#include "apps/gough/state_dynamics.hpp"
#include "apps/gough/warn.hpp"
#include "gough/dynamics/massless.hpp"
#include "gough/program/forward_step.hpp"
#include "gough/program/pose_ports.hpp"

namespace gough::command {
namespace {

// Whether one program leads from joints to efforts as the options ask for them. Contradictions of redundant actuators are told by the
// library alone.
bool has_encoder_efforts(const Robot& robot, const DynamicsOptions& o, const Pose<double>& start) {
  return o.distribution == "least-norm" && static_cast<int>(robot.actuators.size()) == robot.mobility.n &&
         ForwardStep::why_not(robot).empty() && PosePorts(robot).holds(start);
}

}  // namespace

JointColumns::JointColumns(const Robot& robot, const StateFile& file) : robot_(robot) {
  const auto if_any = [&](ColumnKind kind, const char* prefix, const char* what) {
    return file.columns().has(kind) ? file.need(actuator_columns(robot, prefix), what, "ik") : std::vector<int>{};
  };
  q_ = file.need(actuator_columns(robot, "q_"), "pose, and not all positions of the actuators", "ik");
  dq_ = if_any(ColumnKind::actuator_rate, "dq_", "rates of all actuators");
  ddq_ = if_any(ColumnKind::actuator_acceleration, "ddq_", "accelerations of all actuators");
}

std::optional<ActuatedJoints> JointColumns::joints(const StateFile& file) const {
  const auto or_zero = [&](const std::vector<int>& columns) {
    return columns.empty() ? VecX<double>(VecX<double>::Zero(static_cast<Eigen::Index>(q_.size()))) : file.numbers(columns);
  };
  ActuatedJoints out{file.numbers(q_), or_zero(dq_), or_zero(ddq_)};
  if (!out.q.allFinite() || !out.dq.allFinite() || !out.ddq.allFinite()) return {};
  warn_of_joints(robot_, std::vector<double>(out.q.begin(), out.q.end()), false, file.csv().file());
  return out;
}

JointDynamics::JointDynamics(const Robot& robot, const Load& load, const DynamicsOptions& options, const Pose<double>& start, bool direct,
                             bool programs)
    : robot_(robot),
      load_(load),
      options_(options),
      start_(start),
      direct_(direct),
      programs_(programs && !direct && has_encoder_efforts(robot, options, start)),
      kinematics_(robot),
      dynamics_(robot) {
  require_pose_from_joints(robot);
}

void JointDynamics::take(const ActuatedJoints& joints) {
  joints_ = joints;
  motion_.reset();
}

const ActuatedMotion& JointDynamics::motion() {
  if (!motion_) motion_ = motion_from_joints(robot_, joints_, start_, kinematics_);
  return *motion_;
}

bool JointDynamics::by_program(Formulation f, VecX<double>& answer, Outcome& outcome) {
  if (!programs_ || !has_inverse_dynamics(robot_, load_, f)) return false;
  Encoders& encoders = encoders_.try_emplace(f, robot_, f, load_).first->second;
  Pose<double> pose = start_;
  outcome = encoders.efforts(joints_.q.data(), joints_.dq.data(), joints_.ddq.data(), pose, answer.data(), encoders.memory);
  return outcome.answered();
}

Outcome JointDynamics::by_library(Formulation f, const VecX<double>& given, VecX<double>& answer) {
  const ActuatedMotion& m = motion();
  if (!m.outcome.answered()) return m.outcome;
  Outcome outcome;
  if (direct_) {
    if (!massive_) require_mass(robot_, load_, kinematics_, dynamics_);
    massive_ = true;
    outcome = direct_dynamics(robot_, f, load_, m.outcome, m.motion.Vr, given, kinematics_, dynamics_);
    answer = dynamics_.acceleration;
    return outcome;
  }
  outcome = inverse_dynamics(robot_, f, load_, m.outcome, m.motion.Vr, m.motion.dVr, kinematics_, dynamics_);
  if (outcome.answered()) outcome = redistributed(robot_, options_, kinematics_, dynamics_, outcome);
  if (outcome.answered()) answer = dynamics_.effort;
  return outcome;
}

Outcome JointDynamics::operator()(Formulation formulation, const VecX<double>& given, VecX<double>& answer) {
  Outcome outcome;
  if (by_program(formulation, answer, outcome)) return outcome;
  answer.setConstant(std::nan(""));
  return by_library(formulation, given, answer);
}

}  // namespace gough::command
