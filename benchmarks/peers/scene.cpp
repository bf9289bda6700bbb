#include <time.h>

#include "benchmarks/peers/contestant.hpp"
#include "benchmarks/peers/tree_builder.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/kinematics/sampling.hpp"

namespace gough::peers {

Scene::Scene(const std::string& name, bool keep_rotors, int states, unsigned seed) : robot(comparable(load_robot(name), keep_rotors)) {
  std::mt19937_64 random(seed);
  KinematicsData<double> k(robot);
  DynamicsData<double> data(robot);
  for (int s = 0; s < states; ++s) {
    Pose<double> pose;
    sample_pose(robot, 0.8, 1e-3, random, pose, k);
    poses.push_back(pose);
    V.push_back(0.1 * random_vector(robot.mobility.n, random));
    A.push_back(random_vector(robot.mobility.n, random));
    const VecX<double> other = random_vector(robot.mobility.n, random);
    inverse_dynamics(robot, Formulation::virtual_work, {}, pose, V.back(), other, k, data);
    effort.push_back(data.effort);
    inverse_dynamics(robot, Formulation::virtual_work, {}, pose, V.back(), A.back(), k, data);
    kinematics.push_back(k);
  }
}

double processor_time() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace gough::peers
