#include "gough/kinematics/working_mode.hpp"

#include <cassert>
#include <random>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/leg_geometry.hpp"
#include "gough/kinematics/leg_newton.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/tip_residuals.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

// The inverse of `joint_value`.
JointPosition<double> position_at(const Joint& joint, double value) {
  if (!joint.revolute) return prismatic_position(value);
  return joint.home * revolute_position(value - joint.home_value);
}

double distance(const Leg& leg, const LegData<double>& data, const std::vector<double>& q) {
  double gap = 0.0;
  for (int j = 0; j < leg.freedoms(); ++j) {
    const double difference = joint_value(leg.joints[j], data.q[j]) - q[j];
    gap = std::max(gap, leg.joints[j].revolute ? std::abs(std::remainder(difference, 2.0 * kPi)) : std::abs(difference));
  }
  return gap;
}

bool known(const Leg& leg, const std::vector<WorkingMode>& modes, const std::vector<double>& q) {
  for (const WorkingMode& mode : modes) {
    double gap = 0.0;
    for (int j = 0; j < leg.freedoms(); ++j) {
      const double difference = mode.q[j] - q[j];
      gap = std::max(gap, leg.joints[j].revolute ? std::abs(std::remainder(difference, 2.0 * kPi)) : std::abs(difference));
    }
    if (gap < 1e-6) return true;
  }
  return false;
}

std::vector<double> values(const Leg& leg, const LegData<double>& d) {
  std::vector<double> q;
  for (int j = 0; j < leg.freedoms(); ++j) q.push_back(joint_value(leg.joints[j], d.q[j]));
  return q;
}

}  // namespace

std::vector<WorkingMode> working_modes(const Robot& robot, int index, const KinematicsData<double>& data) {
  assert(has_leg(robot, index));
  assert(fits(robot, data));
  const Leg& leg = robot.legs[index];
  std::vector<WorkingMode> modes{{values(leg, data.legs[index]), true}};
  LegData<double> d = data.legs[index];
  const double closure = 1e-8 * robot.length;
  const auto keep = [&] {
    tip_residuals(leg, data.nacelle, d);
    if (!(d.residual.cwiseAbs().maxCoeff() <= closure) || !tips_aligned(leg, data.nacelle, d)) return;
    const std::vector<double> q = values(leg, d);
    if (!known(leg, modes, q)) modes.push_back({q, false});
  };
  if (leg.solver.closed_form) {
    Leg other = leg;
    std::vector<SolverStep*> roots;
    for (SolverStep& step : other.solver.steps)
      if (step.sign_is_mode) roots.push_back(&step);
    for (unsigned bits = 1; bits < (1u << roots.size()); ++bits) {
      for (std::size_t r = 0; r < roots.size(); ++r) roots[r]->sign *= (((bits ^ (bits - 1)) >> r) & 1u) ? -1.0 : 1.0;
      solve_leg(other, data.nacelle, d);
      if (d.reach > kReachMargin) keep();
    }
  } else {  // seeded random starts find what Newton can find
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> angle(-kPi, kPi), factor(-1.0, 1.0);
    for (int start = 0; start < 400; ++start) {
      for (int j = 0; j < leg.freedoms(); ++j)
        d.q[j] = leg.joints[j].revolute ? revolute_position(angle(random))
                                        : prismatic_position(leg.joints[j].home_value + robot.length * factor(random));
      if (newton_leg(robot, leg, data.nacelle, d).ok()) keep();
    }
  }
  return modes;
}

std::optional<Robot> take_working_mode(const Robot& robot, int index, std::size_t mode, KinematicsData<double>& data) {
  assert(has_leg(robot, index));
  assert(fits(robot, data));
  const std::vector<WorkingMode> modes = working_modes(robot, index, data);
  if (mode >= modes.size()) return {};
  Robot out = robot;
  Leg& leg = out.legs[index];
  LegData<double>& d = data.legs[index];
  const std::vector<double>& q = modes[mode].q;
  if (!leg.solver.closed_form) {  // Newton follows from here
    for (int j = 0; j < leg.freedoms(); ++j) d.q[j] = position_at(leg.joints[j], q[j]);
    d.followed = d.latest = d.q;
    data.followed = data.latest = data.pose;
    place_leg(leg, d);
    return out;
  }
  // the signs of the square roots that give these joints
  LegData<double> trial = d;
  const LegSolver& kept = robot.legs[index].solver;
  std::vector<std::size_t> roots;
  for (std::size_t s = 0; s < kept.steps.size(); ++s)
    if (kept.steps[s].sign_is_mode) roots.push_back(s);
  for (unsigned bits = 0; bits < (1u << roots.size()); ++bits) {
    for (std::size_t r = 0; r < roots.size(); ++r)
      leg.solver.steps[roots[r]].sign = kept.steps[roots[r]].sign * ((bits >> r) & 1u ? -1.0 : 1.0);
    solve_leg(leg, data.nacelle, trial);
    if (distance(leg, trial, q) < 1e-6) {
      d = trial;
      return out;
    }
  }
  return {};
}

}  // namespace gough
