#include "benchmarks/peers/contestant.hpp"
#include "benchmarks/peers/mujoco_peer.hpp"
#include "benchmarks/peers/tree_builder.hpp"

namespace gough::peers {
namespace {

// An engine with the scene's states in its own form.
struct Prepared {
  MujocoPeer peer;
  std::vector<PeerState> states;

  Prepared(const Scene& scene, const Tree& tree) : peer(tree) {
    for (const KinematicsData<double>& k : scene.kinematics) states.push_back(peer.set(tree_state(scene.robot, tree, k)));
  }
};

}  // namespace

std::vector<Contestant> mujoco_contestants(const Scene& scene) {
  const auto m = std::make_shared<Prepared>(scene, make_tree(scene.robot));
  const auto direct = [m, &scene](int s) -> const VecX<double>& { return m->peer.forward(m->states[s], scene.effort[s]); };
  const auto repaired = [m, &scene](int s) -> const VecX<double>& { return m->peer.forward_repaired(m->states[s], scene.effort[s]); };
  const auto inverse = [m](int s) -> const VecX<double>& { return m->peer.inverse(m->states[s]); };
  return {{"MuJoCo", direct, inverse, kInfinity, 1e-9}, {"MuJoCo, repaired", repaired, {}, 1e-6, kInfinity, false}};
}

std::vector<Simulator> mujoco_simulators(const Scene& scene) {
  const auto m = std::make_shared<Prepared>(scene, make_tree(scene.robot));
  return {{"MuJoCo, Euler", [m](const SwingTask& task) { return m->peer.swing(m->states[0], task, false); }},
          {"MuJoCo, RK4", [m](const SwingTask& task) { return m->peer.swing(m->states[0], task, true); }}};
}

}  // namespace gough::peers
