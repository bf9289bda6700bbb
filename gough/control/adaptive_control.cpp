#include "gough/control/adaptive_control.hpp"

#include <Eigen/Cholesky>
#include <algorithm>

#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/reference_regressor.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/velocity.hpp"

namespace gough {

AdaptiveControl::AdaptiveControl(const Robot& robot, const Load& carried, double lambda, double lambda_s,
                                 const std::vector<AdaptedParameter>& adapted, double rate)
    : ControlLaw(robot, carried, rate),
      lambda_(lambda),
      lambda_s_(lambda_s),
      adapted_(adapted),
      error_(robot),
      motion_(robot),
      s_(VecX<double>::Zero(robot.mobility.n)),
      V_(s_),
      dV_(s_) {
  const std::vector<virtual_work::Parameter> all = virtual_work::parameters(robot, carried);
  p_.resize(static_cast<Eigen::Index>(all.size()));
  for (std::size_t k = 0; k < all.size(); ++k) p_(k) = all[k].value;
  W_.setZero(robot.mobility.n, p_.size());
  for (const AdaptedParameter& a : adapted_) estimates_.push_back(all[a.index]);
}

Outcome AdaptiveControl::efforts(const Measurement& measured, const Reference& reference) {
  error_(model, kinematics, reference);
  V_ = reference.Vr - lambda_ * error_.e;
  s_ = measured.Vr - V_;
  dV_ = reference.dVr - lambda_ * error_.de - lambda_s_ * s_;
  motion_(model, kinematics, V_, dV_);
  virtual_work::reference_regressor(model, kinematics, motion_.data, dynamics, W_);
  dynamics.force.noalias() = W_ * p_;
  least_norm_efforts(model, kinematics, dynamics);
  return {};
}

void AdaptiveControl::advance(double dt) {
  for (std::size_t k = 0; k < adapted_.size(); ++k) {
    const AdaptedParameter& a = adapted_[k];
    p_(a.index) = std::clamp(p_(a.index) - dt * a.gain * W_.col(a.index).dot(s_), a.min, a.max);
    estimates_[k].value = p_(a.index);
  }
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
    const Eigen::LLT<MatX<double>> mass(dynamics.mass);
    for (Eigen::Index k = 0; k < W.cols(); ++k) sum(k) += W.col(k).dot(mass.solve(W.col(k))) / states;
  }
  return sum;
}

double adaptation_gain(double influence, double lambda_s, double time) { return lambda_s / (time * influence); }

}  // namespace gough
