#include "benchmarks/peers/contestant.hpp"
#include "benchmarks/peers/simbody_peer.hpp"
#include "benchmarks/peers/tree_builder.hpp"

namespace gough::peers {

std::vector<Contestant> simbody_contestants(const Scene& scene) {
  const Tree tree = make_tree(scene.robot);
  const auto peer = std::make_shared<SimbodyPeer>(tree);
  const auto states = std::make_shared<std::vector<SimbodyPeer::State>>();
  for (const KinematicsData<double>& k : scene.kinematics) states->push_back(peer->set(tree_state(scene.robot, tree, k)));
  const auto direct = [=, &scene](int s) -> const VecX<double>& { return peer->forward((*states)[s], scene.effort[s]); };
  const auto inverse = [=](int s) -> const VecX<double>& { return peer->inverse((*states)[s]); };
  return {{"Simbody", direct, inverse, 1e-8, 1e-9}};
}

}  // namespace gough::peers
