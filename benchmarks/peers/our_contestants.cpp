#include <memory>

#include "benchmarks/peers/contestant.hpp"
#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/evaluate/fast_program.hpp"
#include "gough/program/models.hpp"

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

// A program recorded for the robot, with its inputs ready in arrays as a controller has them.
class OwnProgram {
 public:
  OwnProgram(const Scene& scene, const ModelChoice& choice)
      : run_(record(scene.robot, choice)), out_(static_cast<Eigen::Index>(run_.outputs())) {
    for (int s = 0; s < scene.states(); ++s) inputs_.push_back(program_inputs(scene.robot, choice, scene.kinematics[s], scene.effort[s]));
  }
  const VecX<double>& operator()(int s) {
    run_(inputs_[s].data(), out_.data());
    return out_;
  }

 private:
  FastProgram run_;
  std::vector<std::vector<double>> inputs_;
  VecX<double> out_;
};

// Nothing where the robot has no such model.
std::function<const VecX<double>&(int)> by_program(const Scene& scene, Model model, Formulation formulation) {
  const ModelChoice choice{model, formulation, Source::pose};
  try {
    const auto call = std::make_shared<OwnProgram>(scene, choice);
    return [call](int s) -> const VecX<double>& { return (*call)(s); };
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace

std::vector<Contestant> our_contestants(const Scene& scene) {
  std::vector<Contestant> out{library(scene)};
  const auto direct = by_program(scene, Model::ddm, Formulation::platform_legs);
  const auto inverse = by_program(scene, Model::idm, Formulation::platform_legs);
  if (direct || inverse) out.push_back({kProgram, direct, inverse, 1e-9, 1e-9});
  if (const auto by_E = by_program(scene, Model::idm, Formulation::elements))
    out.push_back({"gough, program E", {}, by_E, kInfinity, 1e-9});
  return out;
}

}  // namespace gough::peers
