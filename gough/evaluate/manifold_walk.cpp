#include "gough/evaluate/manifold_walk.hpp"

#include <cmath>

#include "gough/math/cayley.hpp"
#include "gough/math/rotation.hpp"
#include "gough/math/rotation_jacobian.hpp"

namespace gough {
namespace {

constexpr int kMostManifoldSteps = 8;
constexpr double kLastStep = 1e-10;  // after a step as short as this only rounding is left

bool turns(int component) { return component >= 3 && component < 6; }

}  // namespace

ManifoldWalk::ManifoldWalk(const Robot& robot, const PosePorts& ports) : robot_(robot), ports_(ports), turns_(robot.mobility) {
  const Mobility& m = robot.mobility;
  bool dependent = false;
  for (const int c : m.dependent) dependent |= turns(c);
  if (dependent) rotation_ = turns_.count() == 0 ? Rotation::found : robot.motion.turns_freely() ? Rotation::mixed : Rotation::kept;
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
void ManifoldWalk::add_free_turns(const double* out, std::size_t stride, const Mat3<double>& inverse, NacelleStep& step) const {
  const Mobility& m = robot_.mobility;
  const std::size_t nd = m.dependent.size(), n = static_cast<std::size_t>(m.n);
  const auto Psi = [&](std::size_t d, int k) { return out[(nd + d * n + static_cast<std::size_t>(k)) * stride]; };
  Mat3<double> by_rate = Mat3<double>::Zero();
  for (int k = 0; k < turns_.count(); ++k) {
    by_rate(turns_.axis(k), k) = 1.0;
    for (std::size_t d = 0; d < nd; ++d)
      if (turns(m.dependent[d])) by_rate(m.dependent[d] - 3, k) = Psi(d, turns_.component(k));
  }
  const Vec3<double> a = turns_.rates(inverse, step.segment<3>(3), by_rate, Vec3<double>::Zero());
  for (int k = 0; k < turns_.count(); ++k) {
    step(3 + turns_.axis(k)) += a(k);
    for (std::size_t d = 0; d < nd; ++d) step(m.dependent[d]) += Psi(d, turns_.component(k)) * a(k);
  }
}

void ManifoldWalk::move(const NacelleStep& step, const Mat3<double>& inverse, Traveller& traveller) const {
  traveller.at.p += step.head<3>();
  if (rotation_ == Rotation::found) traveller.at.R = turned_by<double>(traveller.at.R, step.segment<3>(3));
  if (rotation_ == Rotation::mixed) {
    const Vec3<double> change = inverse * step.segment<3>(3);
    for (const int c : robot_.mobility.dependent)
      if (turns(c)) traveller.turn(c - 3) += change(c - 3);
    traveller.at.R = rotation_exp(traveller.turn) * robot_.home.R;
  }
  for (std::size_t k = 0; k < robot_.nacelle.joints.size(); ++k) {
    const double by = step(6 + static_cast<Eigen::Index>(k));
    if (robot_.nacelle.joints[k].revolute) turn_by(traveller.at.z[k].c, traveller.at.z[k].s, by);
    else traveller.at.z[k].d += by;
  }
}

ManifoldWalk::State ManifoldWalk::advance(const double* out, std::size_t stride, Stop stop, Traveller& traveller) const {
  const std::vector<int>& dependent = robot_.mobility.dependent;
  NacelleStep step = NacelleStep::Zero(robot_.nacelle.freedoms());
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
