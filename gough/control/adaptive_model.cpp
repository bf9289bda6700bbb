#include "gough/control/adaptive_model.hpp"

#include <fmt/format.h>

#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/reference_regressor.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/program/pose_ports.hpp"
#include "gough/program/robot_ports.hpp"
#include "gough/program/status_ports.hpp"

namespace gough {
namespace {

using R = Recorded;

VecX<R> rate_inputs(const Robot& robot, Recorder& recorder, const char* prefix, Port (*port)(const Robot&, int)) {
  VecX<R> out(robot.mobility.n);
  for (int c = 0; c < robot.mobility.n; ++c) {
    Port p = port(robot, c);
    p.name = prefix + p.name;
    out(c) = recorder.input(p);
  }
  return out;
}

}  // namespace

Program record_adaptive_model(const Robot& robot, const LinearParameters& parameters, const std::vector<AdaptedParameter>& adapted) {
  Recorder recorder(robot.name + "_adaptive");
  KinematicsData<R> k(robot);
  DynamicsData<R> d(robot);
  PosePorts(robot).record(recorder, k);
  inverse_geometry_closed(robot, k);
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    if (!robot.legs[i].solver.closed_form) place_leg(robot.legs[i], k.legs[i]);
  eliminate(robot, k);
  velocity(robot, rate_inputs(robot, recorder, "", velocity_port), k);
  const VecX<R> V = rate_inputs(robot, recorder, "reference_", velocity_port);
  const VecX<R> dV = rate_inputs(robot, recorder, "reference_", acceleration_port);
  std::vector<R> values;
  for (const virtual_work::Parameter& p : parameters.values) values.push_back(R(p.value));
  for (const AdaptedParameter& a : adapted) {
    const virtual_work::Parameter& p = parameters.values[a.index];
    values[a.index] = recorder.input({p.name, p.unit, PortKind::other, a.index, "estimate of " + p.name});
  }
  ReferenceMotion<R> motion(robot);
  motion(robot, k, V, dV);
  MatX<R> W = MatX<R>::Zero(robot.mobility.n, parameters.beta.cols());
  virtual_work::reference_regressor(robot, k, motion.data, d, W);
  d.force.setZero();
  for (std::size_t p = 0; p < values.size(); ++p)
    for (int c = 0; c < robot.mobility.n; ++c) d.force(c) += values[p] * W(c, parameters.column[p]);
  least_norm_efforts(robot, k, d);
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) recorder.output(effort_port(robot, a), d.effort(static_cast<int>(a)));
  for (const AdaptedParameter& a : adapted)
    for (int c = 0; c < robot.mobility.n; ++c)
      recorder.output({fmt::format("W.{}.{}", robot.mobility.free[c].name, parameters.values[a.index].name), "", PortKind::entry, c},
                      W(c, parameters.column[a.index]));
  StatusPorts(robot, StatusDepth::rank).record(recorder, k, {});
  return recorder.finish();
}

}  // namespace gough
