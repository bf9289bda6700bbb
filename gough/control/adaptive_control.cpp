#include "gough/control/adaptive_control.hpp"

#include <algorithm>
#include <numeric>

#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/reference_regressor.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/linear_algebra.hpp"

namespace gough {

AdaptiveControl::AdaptiveControl(const Robot& robot, const Load& carried, double lambda, double lambda_s,
                                 const LinearParameters& parameters, const std::vector<AdaptedParameter>& adapted, double rate)
    : ControlLaw(robot, carried, rate),
      lambda_(lambda),
      lambda_s_(lambda_s),
      parameters_(parameters),
      adapted_(adapted),
      error_(robot),
      motion_(robot),
      s_(VecX<double>::Zero(robot.mobility.n)),
      V_(s_),
      dV_(s_) {
  W_.setZero(robot.mobility.n, parameters.beta.cols());
  for (const AdaptedParameter& a : adapted_) estimates_.push_back(parameters.values[a.index]);
}

std::vector<double> AdaptiveControl::estimated_of(const std::vector<virtual_work::Parameter>& all) const {
  std::vector<double> out;
  for (const AdaptedParameter& a : adapted_) {
    double sum = 0.0;
    for (std::size_t k = 0; k < all.size(); ++k) sum += parameters_.beta(a.index, static_cast<Eigen::Index>(k)) * all[k].value;
    out.push_back(sum);
  }
  return out;
}

Outcome AdaptiveControl::efforts(const Measurement& measured, const Reference& reference) {
  error_(model, kinematics, reference);
  V_ = reference.Vr - lambda_ * error_.e;
  s_ = measured.Vr - V_;
  dV_ = reference.dVr - lambda_ * error_.de - lambda_s_ * s_;
  motion_(model, kinematics, V_, dV_);
  virtual_work::reference_regressor(model, kinematics, motion_.data, dynamics, W_);
  dynamics.force.setZero();
  for (std::size_t k = 0; k < parameters_.values.size(); ++k) dynamics.force += parameters_.values[k].value * W_.col(parameters_.column[k]);
  least_norm_efforts(model, kinematics, dynamics);
  return {};
}

void AdaptiveControl::advance(double dt) {
  for (std::size_t k = 0; k < adapted_.size(); ++k) {
    const AdaptedParameter& a = adapted_[k];
    double& p = parameters_.values[a.index].value;
    p = std::clamp(p - dt * a.gain * W_.col(parameters_.column[a.index]).dot(s_), a.min, a.max);
    estimates_[k].value = p;
  }
}

LinearParameters physical_linear_parameters(const Robot& robot, const Load& load) {
  LinearParameters out{virtual_work::parameters(robot, load), {}, {}};
  const auto count = static_cast<Eigen::Index>(out.values.size());
  out.column.resize(out.values.size());
  std::iota(out.column.begin(), out.column.end(), 0);
  out.beta = MatX<double>::Identity(count, count);
  return out;
}

VecX<double> parameter_influence(const Robot& robot, const Load& load) {
  const int n = robot.mobility.n, states = 20;
  KinematicsData<double> kinematics(robot);
  DynamicsData<double> dynamics(robot);
  std::mt19937_64 random(1);
  MatX<double> W(n, static_cast<Eigen::Index>(virtual_work::parameters(robot, load).size()));
  VecX<double> sum = VecX<double>::Zero(W.cols());
  for (int state = 0; state < states; ++state) {
    Pose<double> pose;
    if (!sample_pose(robot, 0.5, 1e-2, random, pose, kinematics).answered()) continue;
    velocity(robot, random_vector(n, random), kinematics);
    platform_legs::mass_and_bias(robot, load, kinematics, dynamics);
    acceleration(robot, VecX<double>(10.0 * random_vector(n, random)), kinematics);
    virtual_work::regressor(robot, kinematics, dynamics, W);
    const Solver acceleration_of = positive_solver(dynamics.mass);
    for (Eigen::Index k = 0; k < W.cols(); ++k) sum(k) += W.col(k).dot(acceleration_of(W.col(k))) / states;
  }
  return sum;
}

double adaptation_gain(double influence, double lambda_s, double time) { return lambda_s / (time * influence); }

}  // namespace gough
