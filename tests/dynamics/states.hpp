#pragma once

#include "gough/dynamics/data.hpp"
#include "tests/robots.hpp"

namespace gough::test {

// A random state with positions, velocities and accelerations filled, and a load with a payload and a wrench on the platform,
// on a leg body and on a nacelle body.
struct State {
  KinematicsData<double> kinematics;
  VecX<double> Vr, dVr;
  Load load;

  State(const Robot& robot, std::mt19937_64& random, bool loaded = true) : kinematics(robot) {
    regular_pose(robot, random, kinematics);
    Vr = 2.0 * random_vector(robot.mobility.n, random);
    dVr = 10.0 * random_vector(robot.mobility.n, random);
    velocity(robot, Vr, kinematics);
    acceleration(robot, dVr, kinematics);
    if (!loaded) return;
    load.payload = {0.7, 0.1 * robot.length * random_vector(3, random), Vec3<double>(0.01, 0.02, 0.015).asDiagonal()};
    load.wrenches.push_back(
        {-1, 0, 0.1 * robot.length * random_vector(3, random), 20 * random_vector(3, random), 5 * random_vector(3, random)});
    load.wrenches.push_back(
        {0, robot.legs[0].freedoms() - 1, 0.1 * random_vector(3, random), 10 * random_vector(3, random), random_vector(3, random)});
    if (!robot.nacelle.joints.empty())
      load.wrenches.push_back({-1, 1, 0.1 * random_vector(3, random), 10 * random_vector(3, random), random_vector(3, random)});
  }
};

inline double relative_error(const VecX<double>& a, const VecX<double>& b) {
  return (a - b).cwiseAbs().maxCoeff() / std::max(1e-3, b.cwiseAbs().maxCoeff());
}

}  // namespace gough::test
