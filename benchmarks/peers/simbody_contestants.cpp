#include "benchmarks/peers/contestant.hpp"
#include "benchmarks/peers/simbody_peer.hpp"
#include "benchmarks/peers/tree_builder.hpp"

namespace gough::peers {
namespace {

// An engine with the scene's states in its own form.
struct Prepared {
  SimbodyPeer peer;
  std::vector<SimbodyPeer::State> states;

  Prepared(const Scene& scene, const Tree& tree) : peer(tree) {
    for (const KinematicsData<double>& k : scene.kinematics) states.push_back(peer.set(tree_state(scene.robot, tree, k)));
  }
};

}  // namespace

std::vector<Contestant> simbody_contestants(const Scene& scene) {
  const Tree tree = make_tree(scene.robot);
  const auto m = std::make_shared<Prepared>(scene, tree);
  const auto direct = [m, &scene](int s) -> const VecX<double>& { return m->peer.forward(m->states[s], scene.effort[s]); };
  const auto inverse = [m](int s) -> const VecX<double>& { return m->peer.inverse(m->states[s]); };
  Contestant out{"Simbody", direct, inverse, 1e-9, 1e-9};
  if (tree.massless) out.direct = {};  // its loops lose rank beside bodies of next to no mass
  return {out};
}

std::vector<Simulator> simbody_simulators(const Scene& scene) {
  const Tree tree = make_tree(scene.robot);
  if (tree.massless) return {};
  const auto m = std::make_shared<Prepared>(scene, tree);
  return {{"Simbody, RK3", [m](const SwingTask& task) { return m->peer.swing(m->states[0], task, false); }},
          {"Simbody, RK Merson", [m](const SwingTask& task) { return m->peer.swing(m->states[0], task, true); }}};
}

}  // namespace gough::peers
