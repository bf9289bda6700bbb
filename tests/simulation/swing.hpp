#pragma once

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/model/friction.hpp"
#include "gough/simulation/integrator.hpp"
#include "tests/robots.hpp"

namespace gough::test {

// A robot without friction that swings about a pose near home. Its motors give what holds it there at rest, constantly: constant efforts τ
// have the potential −τᵀ q_a, so that E − τᵀ (q_a − q_a0) is conserved, and without them every robot would fall out of its workspace at
// once.
struct Swing {
  Robot robot;
  std::unique_ptr<Plant> plant;
  MotionState state;
  PlantInput input;
  InputAt constant;
  StateTerms here;
  VecX<double> qa_start;

  Swing(const Robot& catalog_robot, const Vec3<double>& gravity, double speed, unsigned seed) : robot(without_friction(catalog_robot)) {
    robot.gravity = gravity;
    plant = std::make_unique<Plant>(robot, RigidBody{}, std::vector<WrenchPoint>{}, false);
    std::mt19937_64 random(seed);
    KinematicsData<double> k(robot);
    DynamicsData<double> d(robot);
    EXPECT_TRUE(sample_pose(robot, 0.3, 1e-2, random, state.pose, k).ok());
    state.Vr = speed * random_vector(robot.mobility.n, random);
    const VecX<double> rest = VecX<double>::Zero(robot.mobility.n);
    EXPECT_TRUE(inverse_dynamics(robot, Formulation::platform_legs, {}, state.pose, rest, rest, k, d).answered());
    input = plant->input();
    input.effort = d.effort;
    here = plant->terms();
    EXPECT_TRUE(plant->inspect(state, 0.0, here).ok());
    qa_start = here.qa;
  }

  // Of the state that was inspected last.
  double energy(double& kinetic) const {
    kinetic = here.kinetic;
    return here.kinetic + here.potential - input.effort.dot(here.qa - qa_start);
  }
};

}  // namespace gough::test
