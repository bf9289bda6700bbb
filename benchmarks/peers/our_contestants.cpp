#include <memory>

#include "benchmarks/peers/contestant.hpp"
#include "gough/dynamics/front_door.hpp"
#include "gough/program/compiled.hpp"
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

// A program compiled for the robot, with its inputs ready in arrays as a controller has them.
class Compiled {
 public:
  Compiled(const Scene& scene, const ModelChoice& choice, const CompiledProgram& run, std::size_t outputs)
      : run_(run), out_(static_cast<Eigen::Index>(outputs)) {
    for (int s = 0; s < scene.states(); ++s) inputs_.push_back(program_inputs(scene.robot, choice, scene.kinematics[s], scene.effort[s]));
  }
  const VecX<double>& operator()(int s) {
    run_(inputs_[s].data(), out_.data());
    return out_;
  }

 private:
  CompiledProgram run_;
  std::vector<std::vector<double>> inputs_;
  VecX<double> out_;
};

// Nothing where the robot has no such model or the machine no C compiler.
std::function<const VecX<double>&(int)> compiled(const Scene& scene, Model model, Formulation formulation) {
  const ModelChoice choice{model, formulation, Source::pose};
  try {
    const Program program = record(scene.robot, choice);
    const auto fast = compile(program);
    if (!fast) return {};
    const auto call = std::make_shared<Compiled>(scene, choice, *fast, program.outputs.size());
    return [call](int s) -> const VecX<double>& { return (*call)(s); };
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace

std::vector<Contestant> our_contestants(const Scene& scene) {
  std::vector<Contestant> out{library(scene)};
  const auto direct = compiled(scene, Model::ddm, Formulation::platform_legs);
  const auto inverse = compiled(scene, Model::idm, Formulation::platform_legs);
  if (direct || inverse) out.push_back({kCompiled, direct, inverse, 1e-9, 1e-9});
  if (const auto by_E = compiled(scene, Model::idm, Formulation::elements)) out.push_back({"gough, compiled E", {}, by_E, kInfinity, 1e-9});
  return out;
}

}  // namespace gough::peers
