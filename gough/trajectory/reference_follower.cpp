#include "gough/trajectory/reference_follower.hpp"

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/rotation.hpp"
#include "gough/program/entry_ports.hpp"
#include "gough/program/record_position.hpp"
#include "gough/program/robot_ports.hpp"
#include "gough/trajectory/partly_free_rotation.hpp"

namespace gough {
namespace {

// Entry of γ, the part of V̇_N that V_r alone makes.
Port turning_port(int component) {
  static const char* const kNames[] = {"rx", "ry", "rz"};
  const std::string axis = kNames[component - 3];
  return {"gamma." + axis, "rad/s2", PortKind::entry, component, "angular acceleration along " + axis + " while V_r is constant"};
}

// Pose and V_r → rows of Ψ of the platform's rotation, then γ of it.
Program record_turns(const Robot& robot) {
  Recorder recorder(robot.name + "_turns");
  KinematicsData<Recorded> k(robot);
  record_position(robot, recorder, k);
  velocity(robot, record_rates(robot, recorder, velocity_port), k);
  acceleration(robot, VecX<Recorded>(VecX<Recorded>::Zero(robot.mobility.n)), k);
  for (int r = 3; r < 6; ++r)
    for (int c = 0; c < robot.mobility.n; ++c) recorder.output(mobility_port(robot, r, c), k.Psi(r, c));
  for (int r = 3; r < 6; ++r) recorder.output(turning_port(r), k.gamma(r));
  StatusPorts(robot, StatusDepth::rank).record(recorder, k, {});
  return recorder.finish();
}

bool by_programs_alone(const Robot& robot) { return robot.has_closed_forms() && !dependent_in_closed_form(robot); }

}  // namespace

ReferenceFollower::Programs::Programs(const Robot& robot)
    : evaluator(robot), memory(evaluator), manifold(evaluator.robot()), manifold_memory(manifold) {
  const int free = free_rotations(robot);
  if (free == 0 || free == 3) return;
  turns = std::make_unique<Evaluator::Ready>(evaluator.robot(), record_turns(evaluator.robot()));
  found.resize(turns->outputs);
}

ReferenceFollower::ReferenceFollower(const Robot& robot)
    : robot_(robot), data_(robot), Psi_(MatX<double>::Zero(robot.nacelle.freedoms(), robot.mobility.n)), last_(robot.home) {
  if (by_programs_alone(robot)) programs_ = std::make_unique<Programs>(robot);
}

void ReferenceFollower::take_dependent_from_last(Pose<double>& pose) const {
  Vec3<double> phi = rotation_vector(pose.R * robot_.home.R.transpose()), last = rotation_vector(last_.R * robot_.home.R.transpose());
  bool turned = false;
  for (const int c : robot_.mobility.dependent) {
    if (c < 3) pose.p(c) = last_.p(c);
    else if (c >= 6) pose.z[c - 6] = last_.z[c - 6];
    else phi(c - 3) = last(c - 3), turned = true;
  }
  if (turned) pose.R = rotation_exp(phi) * robot_.home.R;
}

Outcome ReferenceFollower::by_programs(const NacelleMotion& motion, Reference& out) {
  set_pose(robot_, motion, out.pose);
  take_dependent_from_last(out.pose);
  Programs& p = *programs_;
  const Outcome outcome = p.manifold(out.pose, p.manifold_memory);
  if (p.manifold_memory.by_library || !outcome.answered()) return {Status::not_converged, kInfinity};
  set_free_rates(robot_, motion, out);
  if (!p.turns) return outcome;
  // V_r first, with the Ψ that V_r does not enter; then γ of it
  const auto run = [&] {
    return p.evaluator.evaluate(*p.turns, out.pose, {out.Vr.data(), static_cast<std::size_t>(out.Vr.size())}, {}, p.memory, p.found.data());
  };
  if (!run().answered()) return {Status::not_converged, kInfinity};
  const Eigen::Index n = robot_.mobility.n;
  Psi_.middleRows(3, 3) = Eigen::Map<const Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor>>(p.found.data(), 3, n);
  PartlyFreeRotation turn(robot_, motion, out.pose.R, Psi_);
  turn.velocity(out.Vr);
  (void)run();
  turn.acceleration(Eigen::Map<const Vec3<double>>(p.found.data() + 3 * n), out.dVr);
  return outcome;
}

Outcome ReferenceFollower::operator()(const NacelleMotion& motion, Reference& out) {
  Outcome outcome{Status::not_converged, kInfinity};
  if (programs_ && started_) outcome = by_programs(motion, out);
  if (!outcome.answered()) outcome = projected_motion(robot_, motion, data_, out);
  started_ = outcome.answered();
  if (started_) last_ = out.pose;
  return outcome;
}

}  // namespace gough
