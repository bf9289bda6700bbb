#include "gough/kinematics/sampling.hpp"

#include <cassert>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {

VecX<double> random_vector(int size, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  VecX<double> out(size);
  for (double& x : out) x = uniform(random);
  return out;
}

Pose<double> near_home(const Robot& robot, double fraction, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  VecX<double> coordinates(robot.mobility.n);
  for (int k = 0; k < robot.mobility.n; ++k) {
    const FreeComponent& c = robot.mobility.free[k];
    const double home = c.index < 3 ? robot.home.p(c.index) : 0.0;
    coordinates(k) = home + fraction * (c.min + uniform(random) * (c.max - c.min) - home);
  }
  return pose_from_free(robot, coordinates);
}

Outcome sample_pose(const Robot& robot, double fraction, double margin, std::mt19937_64& random, Pose<double>& pose,
                    KinematicsData<double>& data) {
  assert(fits(robot, data));
  Outcome outcome;
  for (int draw = 0; draw < 1000; ++draw) {
    pose = near_home(robot, fraction, random);
    outcome = project(robot, pose, data);
    if (outcome.ok() && outcome.measure > margin) return outcome;
  }
  return outcome.ok() ? Outcome{Status::type2_singular, outcome.measure} : outcome;
}

}  // namespace gough
