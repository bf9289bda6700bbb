#include "gough/dynamics/sampled_motion.hpp"

#include <algorithm>

#include "gough/dynamics/massless.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {
namespace {

constexpr int kStates = 3, kDraws = 6;
constexpr double kSameMotion = 1e-10;    // of a rotation, or of the rate of the motions
constexpr double kSameDynamics = 1e-11;  // of the largest mass or force

// Components of V_r, radians and robot lengths alike.
VecX<double> random_rates(const Robot& robot, double size, std::mt19937_64& random) {
  VecX<double> out = size * random_vector(robot.mobility.n, random);
  for (int c = 0; c < robot.mobility.n; ++c)
    if (!robot.mobility.free[c].angular) out(c) *= robot.length;
  return out;
}

// M_rob and c_rob differ by no more than rounding, each free component measured by the root of its own mass.
bool same_terms(const DynamicsData<double>& a, const DynamicsData<double>& b, const VecX<double>& acceleration) {
  const VecX<double> unit = a.mass.diagonal().cwiseSqrt();
  const MatX<double> masses = (a.mass - b.mass).cwiseAbs();
  const VecX<double> forces = (a.bias - b.bias).cwiseAbs().cwiseQuotient(unit);
  const double largest = std::max(a.bias.cwiseQuotient(unit).cwiseAbs().maxCoeff(), unit.cwiseProduct(acceleration).cwiseAbs().maxCoeff());
  return (masses.array() <= kSameDynamics * (unit * unit.transpose()).array()).all() && (forces.array() <= kSameDynamics * largest).all();
}

}  // namespace

SampledMotion::SampledMotion(const Robot& robot) : robot_(robot), rate_(std::sqrt(9.81 / robot.length)) {
  std::mt19937_64 random(1);
  double step = 0.01;  // rad, or robot lengths; small, for a pose out of reach takes long to be refused
  for (int draw = 0; draw < kDraws && states_.size() < kStates; ++draw) {
    KinematicsData<double> state(robot);
    Pose<double> pose = moved(robot, robot.home, robot.mobility.Psi * random_rates(robot, step, random));
    if (!project_near(robot, pose, state).answered()) {
      step /= 10;
      continue;
    }
    velocity(robot, random_rates(robot, rate_, random), state);
    acceleration(robot, random_rates(robot, rate_ * rate_, random), state);
    states_.push_back(state);
  }
  if (states_.size() < kStates) states_.clear();
}

bool SampledMotion::never_turns(int body) const {
  return std::all_of(states_.begin(), states_.end(),
                     [&](const auto& s) { return s.nacelle.velocity[body].angular.norm() < kSameMotion * rate_; });
}

bool SampledMotion::turns_with_platform(int body) const {
  return std::all_of(states_.begin(), states_.end(), [&](const auto& s) {
    const Vec3<double> relative = s.nacelle.velocity[body].angular - s.nacelle.velocity[0].angular;
    return relative.norm() < kSameMotion * rate_;
  });
}

bool SampledMotion::turn_alike(int leg, int a, int b) const {
  const auto between = [&](const KinematicsData<double>& s) -> Mat3<double> {
    return s.legs[leg].body[a].R.transpose() * s.legs[leg].body[b].R;
  };
  return std::all_of(states_.begin(), states_.end(), [&](const auto& s) {
    const Vec3<double> relative = s.legs[leg].velocity[a].angular - s.legs[leg].velocity[b].angular;
    return relative.norm() < kSameMotion * rate_ && (between(s) - between(first())).norm() < kSameMotion;
  });
}

bool SampledMotion::same_speed(int leg, int a, int b) const {
  const bool turns = robot_.legs[leg].joints[a].revolute;
  if (turns != robot_.legs[leg].joints[b].revolute) return false;
  const double largest = kSameMotion * rate_ * (turns ? 1.0 : robot_.length);
  const auto all_near = [&](double sign) {
    return std::all_of(states_.begin(), states_.end(),
                       [&](const auto& s) { return std::abs(s.legs[leg].dq(a) - sign * s.legs[leg].dq(b)) < largest; });
  };
  return all_near(1.0) || all_near(-1.0);
}

bool SampledMotion::same_dynamics(const Robot& other) const {
  DynamicsData<double> a(robot_), b(other);
  for (const KinematicsData<double>& state : states_) {
    KinematicsData<double> k = state;  // whose accelerations change
    platform_legs::mass_and_bias(robot_, {}, k, a);
    platform_legs::mass_and_bias(other, {}, k, b);
    if (!massless_freedom(robot_, a.mass).empty() || !same_terms(a, b, state.dVr)) return false;
  }
  return true;
}

}  // namespace gough
