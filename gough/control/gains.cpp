#include "gough/control/gains.hpp"

#include "gough/dynamics/platform_legs.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/math/rotation.hpp"

namespace gough {

Gains second_order_gains(int size, double bandwidth_hz, double damping_ratio) {
  const double omega = 2.0 * kPi * bandwidth_hz;
  return {VecX<double>::Constant(size, omega * omega), VecX<double>::Constant(size, 2.0 * damping_ratio * omega), VecX<double>::Zero(size)};
}

Gains joint_gains(const Robot& robot, const RigidBody& payload, double bandwidth_hz, double damping_ratio) {
  KinematicsData<double> kinematics(robot);
  DynamicsData<double> dynamics(robot);
  (void)position(robot, robot.home, kinematics);
  velocity(robot, VecX<double>(VecX<double>::Zero(robot.mobility.n)), kinematics);
  platform_legs::mass_and_bias(robot, {payload, {}}, kinematics, dynamics);
  const MatX<double> back = pseudo_inverse(kinematics.Jinv);
  const VecX<double> inertia = (back.transpose() * dynamics.mass * back).diagonal();
  Gains gains = second_order_gains(static_cast<int>(robot.actuators.size()), bandwidth_hz, damping_ratio);
  gains.kp.array() *= inertia.array();
  gains.kd.array() *= inertia.array();
  return gains;
}

}  // namespace gough
