#include "gough/program/record_position.hpp"

#include <cassert>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/program/robot_ports.hpp"

namespace gough {
namespace {

using R = Recorded;

// J_inv⁺ q: for more actuators than freedoms what fits best.
VecX<R> free_of_actuators(const KinematicsData<R>& k, VecX<R> q) {
  apply_qt(k.Jinv_qr, q);
  VecX<R> out = q.head(k.Jinv.cols());
  solve_r(k.Jinv_qr, out);
  return out;
}

}  // namespace

void record_position(const Robot& robot, Recorder& recorder, KinematicsData<R>& k) {
  assert(fits(robot, k));
  PosePorts(robot).record(recorder, k);
  inverse_geometry_closed(robot, k);
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    if (!robot.legs[i].solver.closed_form) place_leg(robot.legs[i], k.legs[i]);
  eliminate(robot, k);
}

VecX<R> record_rates(const Robot& robot, Recorder& recorder, Port (*port)(const Robot&, int)) {
  VecX<R> out(robot.mobility.n);
  for (int c = 0; c < robot.mobility.n; ++c) out(c) = recorder.input(port(robot, c));
  return out;
}

// q̇_a = J_inv V_r, and q̈_a = J_inv V̇_r + what V_r alone makes of it.
void record_actuated_motion(const Robot& robot, Recorder& recorder, KinematicsData<R>& k) {
  assert(fits(robot, k));
  const std::size_t na = robot.actuators.size();
  VecX<R> dq(na), ddq(na);
  for (std::size_t a = 0; a < na; ++a) dq(a) = recorder.input(actuator_rate_port(robot, a));
  for (std::size_t a = 0; a < na; ++a) ddq(a) = recorder.input(actuator_acceleration_port(robot, a));
  velocity(robot, free_of_actuators(k, dq), k);
  acceleration(robot, VecX<R>(VecX<R>::Zero(robot.mobility.n)), k);
  acceleration(robot, free_of_actuators(k, ddq - k.ddqa), k);
}

}  // namespace gough
