#include "gough/evaluate/manifold_walk.hpp"

#include <Eigen/LU>
#include <cmath>

#include "gough/math/rotation.hpp"
#include "gough/math/rotation_jacobian.hpp"

namespace gough {
namespace {

constexpr int kMostManifoldSteps = 8;
constexpr double kLastStep = 1e-10;  // after a step as short as this only rounding is left

bool turns(int component) { return component >= 3 && component < 6; }

// (cos, sin) turned by 2 atan(angle / 2), and one step towards length one.
void turn_by(JointPosition<double>& q, double angle) {
  const double t = 0.5 * angle, scale = 1.0 / (1.0 + t * t), c = (1.0 - t * t) * scale, s = angle * scale;
  const double x = q.c * c - q.s * s, y = q.s * c + q.c * s, length = 0.5 * (3.0 - x * x - y * y);
  q.c = x * length;
  q.s = y * length;
}

// Cayley's map of w, the angle to third order.
void turn_by(Mat3<double>& R, const Vec3<double>& w) {
  const Vec3<double> a = 0.5 * w;
  const double scale = 2.0 / (1.0 + a.squaredNorm());
  for (int k = 0; k < 3; ++k) {
    const Vec3<double> across = a.cross(R.col(k));
    R.col(k) += scale * (across + a.cross(across));
  }
}

}  // namespace

Pose<double> constant_pose(const Robot& robot, const double* coordinates) {
  const Mobility& m = robot.mobility;
  Pose<double> out = robot.home;
  Vec3<double> turn = Vec3<double>::Zero();
  double z[kMaxNacelleJoints] = {};
  for (int k = 0; k < m.n; ++k) {
    const int index = m.free[k].index;
    const double by = coordinates[k] - (index < 3 ? robot.home.p(index) : 0.0);
    for (int c = 0; c < robot.nacelle.freedoms(); ++c) {
      const double change = (m.dependent.empty() ? (c == index ? 1.0 : 0.0) : m.Psi(c, k)) * by;
      (c < 3 ? out.p(c) : c < 6 ? turn(c - 3) : z[c - 6]) += change;
    }
  }
  if (turn != Vec3<double>::Zero()) out.R = orthonormal(rotation_exp(turn) * robot.home.R);
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k)
    out.z[k] = out.z[k] * (robot.nacelle.joints[k].revolute ? revolute_position(z[k]) : prismatic_position(z[k]));
  return out;
}

Pose<double> constant_pose(const Robot& robot, const Pose<double>& pose) {
  const Vec3<double> turn = rotation_vector(pose.R * robot.home.R.transpose());
  double coordinates[6 + kMaxNacelleJoints];
  for (int k = 0; k < robot.mobility.n; ++k) {
    const int c = robot.mobility.free[k].index;
    coordinates[k] = c < 3   ? pose.p(c)
                     : c < 6 ? turn(c - 3)
                             : difference(robot.nacelle.joints[c - 6].revolute, pose.z[c - 6], robot.home.z[c - 6]);
  }
  return constant_pose(robot, coordinates);
}

ManifoldWalk::ManifoldWalk(const Robot& robot, const PosePorts& ports) : robot_(robot), ports_(ports) {
  const Mobility& m = robot.mobility;
  bool dependent = false;
  for (int k = 0; k < m.n; ++k)
    if (turns(m.free[k].index)) turns_[turn_count_++] = k;
  for (const int c : m.dependent) dependent |= turns(c);
  if (dependent) rotation_ = turn_count_ == 0 ? Rotation::found : ports.turns_freely() ? Rotation::mixed : Rotation::kept;
  for (int c = 0; c < robot.nacelle.freedoms(); ++c) scale_[c] = robot.nacelle.angular(c) ? 1.0 : 1.0 / robot.length;
}

void ManifoldWalk::begin(const Pose<double>& pose, double farthest, Traveller& traveller) const {
  traveller.at = pose;
  traveller.farthest = farthest;
  traveller.last = kInfinity;
  traveller.steps = 0;
  if (robot_.mobility.constant) traveller.at = constant_pose(robot_, pose);
  else ports_.hold(traveller.at);
  if (rotation_ == Rotation::mixed) traveller.turn = rotation_vector(traveller.at.R * robot_.home.R.transpose());
}

// The free rotations' rates a with J_l⁻¹ (ω_d + Ψ_ω a) = 0 in the free components, and what they add to the others.
void ManifoldWalk::add_free_turns(const double* out, std::size_t stride, const Mat3<double>& inverse, Step& step) const {
  const Mobility& m = robot_.mobility;
  const std::size_t nd = m.dependent.size(), n = static_cast<std::size_t>(m.n);
  const auto Psi = [&](std::size_t d, int k) { return out[(nd + d * n + static_cast<std::size_t>(k)) * stride]; };
  const Vec3<double> so_far = inverse * step.segment<3>(3);
  Mat3<double> A = Mat3<double>::Identity();
  Vec3<double> right = Vec3<double>::Zero();
  for (int c = 0; c < turn_count_; ++c) {
    Vec3<double> w = Vec3<double>::Zero();
    w(m.free[turns_[c]].index - 3) = 1.0;
    for (std::size_t d = 0; d < nd; ++d)
      if (turns(m.dependent[d])) w(m.dependent[d] - 3) = Psi(d, turns_[c]);
    for (int r = 0; r < turn_count_; ++r) A(r, c) = inverse.row(m.free[turns_[r]].index - 3).dot(w);
    right(c) = -so_far(m.free[turns_[c]].index - 3);
  }
  const Vec3<double> a = A.inverse() * right;
  for (int c = 0; c < turn_count_; ++c) {
    step(m.free[turns_[c]].index) += a(c);
    for (std::size_t d = 0; d < nd; ++d) step(m.dependent[d]) += Psi(d, turns_[c]) * a(c);
  }
}

void ManifoldWalk::move(const Step& step, const Mat3<double>& inverse, Traveller& traveller) const {
  traveller.at.p += step.head<3>();
  if (rotation_ == Rotation::found) turn_by(traveller.at.R, step.segment<3>(3));
  if (rotation_ == Rotation::mixed) {
    const Vec3<double> change = inverse * step.segment<3>(3);
    for (const int c : robot_.mobility.dependent)
      if (turns(c)) traveller.turn(c - 3) += change(c - 3);
    traveller.at.R = rotation_exp(traveller.turn) * robot_.home.R;
  }
  for (std::size_t k = 0; k < robot_.nacelle.joints.size(); ++k) {
    const double by = step(6 + static_cast<Eigen::Index>(k));
    if (robot_.nacelle.joints[k].revolute) turn_by(traveller.at.z[k], by);
    else traveller.at.z[k].d += by;
  }
}

ManifoldWalk::State ManifoldWalk::advance(const double* out, std::size_t stride, Stop stop, Traveller& traveller) const {
  const std::vector<int>& dependent = robot_.mobility.dependent;
  Step step = Step::Zero(robot_.nacelle.freedoms());
  for (std::size_t d = 0; d < dependent.size(); ++d) step(dependent[d]) = out[d * stride];
  Mat3<double> inverse = Mat3<double>::Identity();
  if (rotation_ == Rotation::mixed) {
    inverse = left_jacobian_inverse(traveller.turn);
    add_free_turns(out, stride, inverse, step);
  }
  double longest = 0.0, sum = 0.0;
  for (Eigen::Index c = 0; c < step.size(); ++c) {
    longest = std::max(longest, std::abs(step(c)) * scale_[c]);
    sum += step(c);
  }
  if (!std::isfinite(sum) || longest > traveller.farthest) return State::lost;
  move(step, inverse, traveller);
  const double left = longest * longest * std::max(1.0, longest / (traveller.last * traveller.last));
  traveller.farthest = std::max(0.5 * longest, kLastStep);
  traveller.last = longest;
  if (longest <= kLastStep || (stop == Stop::foretold && traveller.steps > 0 && left < 1e-16)) return State::arrived;
  return ++traveller.steps == kMostManifoldSteps ? State::lost : State::going;
}

}  // namespace gough
