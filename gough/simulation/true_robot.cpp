#include "gough/simulation/true_robot.hpp"

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/dynamics/joint_effort.hpp"
#include "gough/model/changed_robot.hpp"
#include "gough/model/friction.hpp"
#include "gough/model/names.hpp"

namespace gough {

Robot true_robot(const Robot& model, const PlantSpec& spec) {
  Robot robot = model;
  if (spec.gravity) robot.gravity = *spec.gravity;
  for (const MassSpec& mass : spec.mass) {
    bool found = false;
    for (const NamedBody& named : named_bodies(robot)) {
      if (!matches(mass.body, named.name)) continue;
      found = true;
      RigidBody& body = robot.body(named.id);
      body.mass *= mass.scale;
      body.inertia *= mass.scale;
    }
    if (!found) no_such_body(robot, mass.body, mass.place);
  }
  for_each_friction(robot, [&](Friction& f) {
    f.viscous *= spec.friction;
    f.coulomb *= spec.friction;
  });
  refresh(robot);
  return robot;
}

bool is_frictionless(const Robot& robot) {
  bool out = true;
  for_each_friction(robot, [&](const Friction& f) { out &= !has_friction(f); });
  for (const Spring& spring : robot.springs) out &= spring.damping == 0.0;
  return out;
}

VecX<double> holding_efforts(const Plant& plant, const Pose<double>& pose) {
  const Robot& robot = plant.robot();
  const VecX<double> rest = VecX<double>::Zero(robot.mobility.n);
  KinematicsData<double> kinematics(robot);
  DynamicsData<double> data(robot);
  const VecX<double> none = VecX<double>::Zero(static_cast<Eigen::Index>(robot.actuators.size()));
  if (static_cast<int>(robot.actuators.size()) < robot.mobility.n) return none;
  const Outcome outcome = inverse_dynamics(robot, Formulation::platform_legs, plant.load(), pose, rest, rest, kinematics, data);
  return outcome.answered() ? data.effort : none;
}

}  // namespace gough
