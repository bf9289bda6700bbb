#include "gough/evaluate/manifold_program.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <cmath>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/math/rotation.hpp"
#include "gough/math/rotation_jacobian.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {
namespace {

constexpr int kMostProjections = 8;
constexpr double kNear = 0.05;        // longest first step, robot lengths or rad: farther away the library looks where it goes
constexpr double kFar = 0.5;          // of a pose that is only given
constexpr double kClosedPose = 1e-9;  // by which a pose may be off and still be kept, as `project_whole` has it
constexpr double kLastStep = 1e-10;   // after a step as short as this only rounding is left

Program record_manifold(const Robot& robot, const PosePorts& pose, const StatusPorts& status) {
  Recorder recorder(robot.name + "_manifold");
  KinematicsData<Recorded> k(robot);
  pose.record(recorder, k);
  inverse_geometry_closed(robot, k, Poses::beside);
  eliminate(robot, k);
  const Mobility& m = robot.mobility;
  const auto nd = static_cast<Eigen::Index>(m.dependent.size());
  k.constraint_bias = k.residual;
  apply_qt(k.Cd, k.constraint_bias);
  auto head = k.constraint_bias.head(nd);
  solve_r(k.Cd, head);
  for (Eigen::Index c = 0; c < nd; ++c) recorder.output(fmt::format("d{}", m.dependent[c]), "m or rad", head(c));
  for (Eigen::Index c = 0; c < nd; ++c)
    for (int f = 0; f < m.n; ++f) recorder.output(fmt::format("Psi.{}.{}", m.dependent[c], m.free[f].name), "", k.Psi(m.dependent[c], f));
  status.record(recorder, k, {});
  return recorder.finish();
}

bool has_program(const Robot& robot) {
  for (const Leg& leg : robot.legs)
    if (!leg.solver.closed_form) return false;
  return !robot.mobility.dependent.empty();
}

bool turns(int component) { return component >= 3 && component < 6; }

}  // namespace

ManifoldProgram::Ready::Ready(const Robot& robot)
    : pose(robot), status(robot, StatusDepth::rank), run(record_manifold(robot, pose, status)) {}

ManifoldProgram::ManifoldProgram(const Robot& robot) : robot_(&robot) {
  if (has_program(robot)) ready_ = std::make_shared<const Ready>(robot);
}

ManifoldProgram::Memory::Memory(const ManifoldProgram& program)
    : data(*program.robot_),
      goal(VecX<double>::Zero(program.robot_->mobility.n)),
      error(goal),
      step(VecX<double>::Zero(program.robot_->nacelle.freedoms())) {
  if (!program.ready_) return;
  in.resize(program.ready_->run.inputs());
  out.resize(program.ready_->run.outputs());
}

// The free rotations' rates a with J_l⁻¹ (ω_d + Ψ_ω a) = what their coordinates still lack.
void ManifoldProgram::add_free_turns(const Vec3<double>& turn, Memory& memory) const {
  const Mobility& m = robot_->mobility;
  const double* Psi = memory.out.data() + m.dependent.size();
  const auto column = [&](int k) {
    Vec3<double> w = Vec3<double>::Zero();
    if (turns(m.free[k].index)) w(m.free[k].index - 3) = 1.0;
    for (std::size_t d = 0; d < m.dependent.size(); ++d)
      if (turns(m.dependent[d])) w(m.dependent[d] - 3) = Psi[d * static_cast<std::size_t>(m.n) + static_cast<std::size_t>(k)];
    return w;
  };
  const Mat3<double> inverse = left_jacobian_inverse(turn);
  const Vec3<double> so_far = inverse * memory.step.segment<3>(3);
  Mat3<double> A = Mat3<double>::Identity();
  Vec3<double> right = Vec3<double>::Zero();
  int rows[3] = {}, count = 0;
  for (int k = 0; k < m.n; ++k)
    if (turns(m.free[k].index)) rows[count++] = k;
  for (int r = 0; r < count; ++r) {
    const int axis = m.free[rows[r]].index - 3;
    right(r) = memory.error(rows[r]) - so_far(axis);
    for (int c = 0; c < count; ++c) A(r, c) = inverse.row(axis).dot(column(rows[c]));
  }
  const Vec3<double> a = A.inverse() * right;
  for (int r = 0; r < count; ++r) memory.error(rows[r]) = a(r);
}

// From the program's answer at `pose`; false where it is no number.
bool ManifoldProgram::find_step(const Pose<double>& pose, Memory& memory) const {
  const Mobility& m = robot_->mobility;
  const double* Psi = memory.out.data() + m.dependent.size();
  memory.error = free_coordinates(*robot_, pose);
  const Vec3<double> turn = rotation_vector(pose.R * robot_->home.R.transpose());
  memory.error = memory.goal - memory.error;
  bool turning = false;
  const auto move = [&](int k, double by) {
    memory.step(m.free[k].index) += by;
    for (std::size_t d = 0; d < m.dependent.size(); ++d)
      memory.step(m.dependent[d]) += Psi[d * static_cast<std::size_t>(m.n) + static_cast<std::size_t>(k)] * by;
  };
  memory.step.setZero();
  for (std::size_t d = 0; d < m.dependent.size(); ++d) memory.step(m.dependent[d]) = memory.out[d];
  for (int k = 0; k < m.n; ++k) {
    if (turns(m.free[k].index)) turning = true;
    else move(k, memory.error(k));
  }
  if (turning) {
    add_free_turns(turn, memory);
    for (int k = 0; k < m.n; ++k)
      if (turns(m.free[k].index)) move(k, memory.error(k));
  }
  return memory.step.allFinite();
}

// Steps of at most `farthest`, each shorter than the one before; not_converged, and the pose as it was, where they are not.
Outcome ManifoldProgram::follow(double farthest, Pose<double>& pose, Memory& memory) const {
  Pose<double> at = pose;
  memory.goal = free_coordinates(*robot_, pose);
  for (int k = 0; k < kMostProjections; ++k) {
    ready_->pose.fill(at, memory.in.data());
    ready_->run(memory.in.data(), memory.out.data());
    if (!find_step(at, memory)) break;
    double longest = 0.0;
    for (Eigen::Index c = 0; c < memory.step.size(); ++c) {
      const bool angular = c < 6 ? c >= 3 : robot_->nacelle.joints[c - 6].revolute;
      longest = std::max(longest, std::abs(memory.step(c)) / (angular ? 1.0 : robot_->length));
    }
    if (longest > farthest) break;
    farthest = std::max(0.5 * longest, kLastStep);
    at = moved(*robot_, at, memory.step);
    if (longest > kLastStep) continue;
    const Outcome outcome = ready_->status.judge(memory.out.data() + memory.out.size() - ready_->status.size());
    if (!outcome.has_position()) break;
    pose = at;
    return outcome;
  }
  return {Status::not_converged, kInfinity};
}

// A whole pose that closes is kept to the last digit, but for the nacelle's joints.
bool ManifoldProgram::find(const GivenPose& given, Pose<double>& pose, Memory& memory) const {
  pose = given.pose;
  if (robot_->mobility.dependent.empty()) return true;
  if (!ready_ || follow(kFar, pose, memory).status == Status::not_converged) return false;
  if (!given.whole) return true;
  if ((pose.p - given.pose.p).norm() > kClosedPose * robot_->length || (pose.R - given.pose.R).norm() > kClosedPose) return false;
  pose.p = given.pose.p;
  pose.R = given.pose.R;
  return true;
}

Outcome ManifoldProgram::operator()(Pose<double>& pose, Memory& memory) const {
  memory.by_library = false;
  if (robot_->mobility.dependent.empty()) return {};
  if (ready_)
    if (const Outcome outcome = follow(kNear, pose, memory); outcome.status != Status::not_converged) return outcome;
  memory.by_library = true;
  return project_near(*robot_, pose, memory.data);
}

}  // namespace gough
