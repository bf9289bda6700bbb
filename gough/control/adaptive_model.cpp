#include "gough/control/adaptive_model.hpp"

#include <fmt/format.h>

#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/reference_regressor.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/program/record_position.hpp"
#include "gough/program/robot_ports.hpp"

namespace gough {
namespace {

using R = Recorded;

// A port of the platform's motion as one of the reference's.
template <Port (*port)(const Robot&, int)>
Port of_reference(const Robot& robot, int freedom) {
  Port out = port(robot, freedom);
  out.name = "reference_" + out.name;
  return out;
}

}  // namespace

Program record_adaptive_model(const Robot& robot, const LinearParameters& parameters, const std::vector<AdaptedParameter>& adapted,
                              const ForC& tolerance) {
  Recorder recorder(robot.name + "_adaptive");
  KinematicsData<R> k(robot);
  DynamicsData<R> d(robot);
  record_position(robot, recorder, k);
  velocity(robot, record_rates(robot, recorder, velocity_port), k);
  const VecX<R> V = record_rates(robot, recorder, of_reference<velocity_port>);
  const VecX<R> dV = record_rates(robot, recorder, of_reference<acceleration_port>);
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
  record_rank_status(robot, recorder, k, tolerance);
  return recorder.finish();
}

}  // namespace gough
