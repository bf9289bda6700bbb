#include "gough/evaluate/manifold_walk.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <cmath>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/math/rotation.hpp"
#include "gough/math/rotation_jacobian.hpp"

namespace gough {
namespace {

constexpr int kMostSteps = 8;
constexpr double kLastStep = 1e-10;  // after a step as short as this only rounding is left

bool turns(int component) { return component >= 3 && component < 6; }

}  // namespace

ManifoldStep::ManifoldStep(const Robot& robot)
    : robot_(robot), pose_(robot), status_(robot, StatusDepth::rank), inputs_(pose_.ports().size()) {}

bool ManifoldStep::exists(const Robot& robot) {
  for (const Leg& leg : robot.legs)
    if (!leg.solver.closed_form) return false;
  return !robot.mobility.dependent.empty();
}

Program ManifoldStep::record() const {
  Recorder recorder(robot_.name + "_manifold");
  KinematicsData<Recorded> k(robot_);
  pose_.record(recorder, k);
  inverse_geometry_closed(robot_, k, Poses::beside);
  eliminate(robot_, k);
  const Mobility& m = robot_.mobility;
  const auto nd = static_cast<Eigen::Index>(m.dependent.size());
  k.constraint_bias = k.residual;
  apply_qt(k.Cd, k.constraint_bias);
  auto head = k.constraint_bias.head(nd);
  solve_r(k.Cd, head);
  for (Eigen::Index c = 0; c < nd; ++c) recorder.output(fmt::format("d{}", m.dependent[c]), "m or rad", head(c));
  for (Eigen::Index c = 0; c < nd; ++c)
    for (int f = 0; f < m.n; ++f) recorder.output(fmt::format("Psi.{}.{}", m.dependent[c], m.free[f].name), "", k.Psi(m.dependent[c], f));
  status_.record(recorder, k, {});
  return recorder.finish();
}

ManifoldWalk::ManifoldWalk(const Robot& robot, const ManifoldStep& step)
    : robot_(robot),
      step_(step),
      out_(step.outputs()),
      goal_(VecX<double>::Zero(robot.mobility.n)),
      error_(goal_),
      by_(VecX<double>::Zero(robot.nacelle.freedoms())) {}

void ManifoldWalk::begin(const Pose<double>& pose, double farthest, double* in, std::size_t stride) {
  at_ = pose;
  farthest_ = farthest;
  steps_ = 0;
  free_coordinates(robot_, pose, goal_);
  step_.pose().fill_column(at_, in, stride);
}

ManifoldWalk::State ManifoldWalk::advance(const double* out, double* in, std::size_t stride) {
  for (std::size_t k = 0; k < out_.size(); ++k) out_[k] = out[k * stride];
  if (!find_step()) return State::lost;
  const double step = longest();
  if (step > farthest_) return State::lost;
  farthest_ = std::max(0.5 * step, kLastStep);
  at_ = moved(robot_, at_, by_);
  if (step > kLastStep) {
    if (++steps_ == kMostSteps) return State::lost;
    step_.pose().fill_column(at_, in, stride);
    return State::going;
  }
  outcome_ = step_.status().judge(out_.data() + step_.status_at());
  return outcome_.answered() || outcome_.status == Status::type2_singular ? State::arrived : State::lost;
}

double ManifoldWalk::longest() const {
  double out = 0.0;
  for (Eigen::Index c = 0; c < by_.size(); ++c) {
    const bool angular = c < 6 ? c >= 3 : robot_.nacelle.joints[c - 6].revolute;
    out = std::max(out, std::abs(by_(c)) / (angular ? 1.0 : robot_.length));
  }
  return out;
}

double ManifoldWalk::Psi(std::size_t dependent, int free) const {
  const auto n = static_cast<std::size_t>(robot_.mobility.n);
  return out_[robot_.mobility.dependent.size() + dependent * n + static_cast<std::size_t>(free)];
}

// A free component, and what depends on it.
void ManifoldWalk::move(int free, double by) {
  const Mobility& m = robot_.mobility;
  by_(m.free[free].index) += by;
  for (std::size_t d = 0; d < m.dependent.size(); ++d) by_(m.dependent[d]) += Psi(d, free) * by;
}

// The free rotations' rates a with J_l⁻¹ (ω_d + Ψ_ω a) = what their coordinates still lack, into error_.
void ManifoldWalk::find_free_turns(const Vec3<double>& turn) {
  const Mobility& m = robot_.mobility;
  const auto column = [&](int k) {
    Vec3<double> w = Vec3<double>::Zero();
    if (turns(m.free[k].index)) w(m.free[k].index - 3) = 1.0;
    for (std::size_t d = 0; d < m.dependent.size(); ++d)
      if (turns(m.dependent[d])) w(m.dependent[d] - 3) = Psi(d, k);
    return w;
  };
  const Mat3<double> inverse = left_jacobian_inverse(turn);
  const Vec3<double> so_far = inverse * by_.segment<3>(3);
  Mat3<double> A = Mat3<double>::Identity();
  Vec3<double> right = Vec3<double>::Zero();
  int rows[3] = {}, count = 0;
  for (int k = 0; k < m.n; ++k)
    if (turns(m.free[k].index)) rows[count++] = k;
  for (int r = 0; r < count; ++r) {
    const int axis = m.free[rows[r]].index - 3;
    right(r) = error_(rows[r]) - so_far(axis);
    for (int c = 0; c < count; ++c) A(r, c) = inverse.row(axis).dot(column(rows[c]));
  }
  const Vec3<double> a = A.inverse() * right;
  for (int r = 0; r < count; ++r) error_(rows[r]) = a(r);
}

// From the program's answer; false where it is no number.
bool ManifoldWalk::find_step() {
  const Mobility& m = robot_.mobility;
  free_coordinates(robot_, at_, error_);
  error_ = goal_ - error_;
  bool turning = false;
  by_.setZero();
  for (std::size_t d = 0; d < m.dependent.size(); ++d) by_(m.dependent[d]) = out_[d];
  for (int k = 0; k < m.n; ++k) {
    if (turns(m.free[k].index)) turning = true;
    else move(k, error_(k));
  }
  if (turning) {
    find_free_turns(rotation_vector(at_.R * robot_.home.R.transpose()));
    for (int k = 0; k < m.n; ++k)
      if (turns(m.free[k].index)) move(k, error_(k));
  }
  return by_.allFinite();
}

}  // namespace gough
