#include "gough/kinematics/working_mode.hpp"

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/leg_geometry.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

// The inverse of `joint_value`.
JointPosition<double> position_at(const Joint& joint, double value) {
  if (!joint.revolute) return prismatic_position(value);
  const JointPosition<double> turn = revolute_position(value - joint.home_value);
  return {joint.home.c * turn.c - joint.home.s * turn.s, joint.home.s * turn.c + joint.home.c * turn.s, 0.0};
}

double distance(const Leg& leg, const LegData<double>& data, const std::vector<double>& q) {
  double gap = 0.0;
  for (int j = 0; j < leg.freedoms(); ++j) {
    const double difference = joint_value(leg.joints[j], data.q[j]) - q[j];
    gap = std::max(gap, leg.joints[j].revolute ? std::abs(std::remainder(difference, 2.0 * kPi)) : std::abs(difference));
  }
  return gap;
}

}  // namespace

bool take_working_mode(Robot& robot, int index, std::size_t mode, KinematicsData<double>& data) {
  const std::vector<WorkingMode> modes = working_modes(robot, index, data);
  if (mode >= modes.size()) return false;
  Leg& leg = robot.legs[index];
  LegData<double>& d = data.legs[index];
  const std::vector<double>& q = modes[mode].q;
  if (!leg.solver.closed_form) {  // Newton follows from here
    for (int j = 0; j < leg.freedoms(); ++j) d.q[j] = position_at(leg.joints[j], q[j]);
    d.followed = d.q;
    data.followed = data.pose;
    place_leg(leg, d);
    return true;
  }
  // the signs of the square roots that give these joints
  LegData<double> trial = d;
  LegSolver kept = leg.solver;
  std::vector<std::size_t> roots;
  for (std::size_t s = 0; s < kept.steps.size(); ++s)
    if (kept.steps[s].sign_is_mode) roots.push_back(s);
  for (unsigned bits = 0; bits < (1u << roots.size()); ++bits) {
    for (std::size_t r = 0; r < roots.size(); ++r)
      leg.solver.steps[roots[r]].sign = kept.steps[roots[r]].sign * ((bits >> r) & 1u ? -1.0 : 1.0);
    solve_leg(leg, data.nacelle, trial);
    if (distance(leg, trial, q) < 1e-6) {
      d = trial;
      return true;
    }
  }
  leg.solver = kept;
  return false;
}

}  // namespace gough
