#include "gough/control/adaptive_control.hpp"

#include <algorithm>
#include <numeric>

#include "gough/control/adaptive_model.hpp"
#include "gough/dynamics/platform_legs.hpp"
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
      s_(VecX<double>::Zero(robot.mobility.n)),
      V_(s_),
      dV_(s_) {
  model_.emplace(model, record_adaptive_model(model, parameters, adapted));
  state_.resize(3 * static_cast<std::size_t>(s_.size()) + adapted.size());
  out_.resize(model_->outputs);
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
  const Outcome mobile = error_(evaluator, measured, reference, memory);
  if (!mobile.answered()) return mobile;
  V_ = reference.Vr - lambda_ * error_.e;
  s_ = measured.Vr - V_;
  dV_ = reference.dVr - lambda_ * error_.de - lambda_s_ * s_;
  double* in = state_.data();
  for (const VecX<double>* v : {&measured.Vr, static_cast<const VecX<double>*>(&V_), static_cast<const VecX<double>*>(&dV_)})
    in = std::copy(v->begin(), v->end(), in);
  for (const AdaptedParameter& a : adapted_) *in++ = parameters_.values[a.index].value;
  const Outcome outcome = evaluator.evaluate(*model_, measured.pose, state_, {}, memory, out_.data());
  std::copy_n(out_.data(), effort.size(), effort.data());
  return outcome;
}

// The columns of W stand behind the efforts.
void AdaptiveControl::advance(double dt) {
  const double* column = out_.data() + effort.size();
  for (std::size_t k = 0; k < adapted_.size(); ++k, column += s_.size()) {
    const AdaptedParameter& a = adapted_[k];
    double& p = parameters_.values[a.index].value;
    p = std::clamp(p - dt * a.gain * Eigen::Map<const VecX<double>>(column, s_.size()).dot(s_), a.min, a.max);
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
