#include <memory>

#include "benchmarks/peers/contestant.hpp"
#include "gough/dynamics/front_door.hpp"

namespace gough::peers {
namespace {

// The library as it is called: from a pose, all kinematics included.
Contestant library(const Scene& scene) {
  struct Memory {
    KinematicsData<double> kinematics;
    DynamicsData<double> data;
    Load load;
  };
  const auto m = std::make_shared<Memory>(Memory{KinematicsData<double>(scene.robot), DynamicsData<double>(scene.robot), {}});
  const auto direct = [m, &scene](int s) -> const VecX<double>& {
    direct_dynamics(scene.robot, Formulation::platform_legs, m->load, scene.poses[s], scene.V[s], scene.effort[s], m->kinematics, m->data);
    return m->data.acceleration;
  };
  const auto inverse = [m, &scene](int s) -> const VecX<double>& {
    inverse_dynamics(scene.robot, Formulation::platform_legs, m->load, scene.poses[s], scene.V[s], scene.A[s], m->kinematics, m->data);
    return m->data.effort;
  };
  return {"gough", direct, inverse, 0.0, 0.0};
}

}  // namespace

std::vector<Contestant> our_contestants(const Scene& scene) {
  return {library(scene)};  // compiled programs: add them here, after the reference
}

}  // namespace gough::peers
