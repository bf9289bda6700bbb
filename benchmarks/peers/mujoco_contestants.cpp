#include "benchmarks/peers/contestant.hpp"
#include "benchmarks/peers/mujoco_peer.hpp"
#include "benchmarks/peers/tree_builder.hpp"

namespace gough::peers {

std::vector<Contestant> mujoco_contestants(const Scene& scene) {
  const Tree tree = make_tree(scene.robot);
  const auto peer = std::make_shared<MujocoPeer>(tree);
  const auto states = std::make_shared<std::vector<PeerState>>();
  for (const KinematicsData<double>& k : scene.kinematics) states->push_back(peer->set(tree_state(scene.robot, tree, k)));
  const auto direct = [=, &scene](int s) -> const VecX<double>& { return peer->forward((*states)[s], scene.effort[s]); };
  const auto repaired = [=, &scene](int s) -> const VecX<double>& { return peer->forward_repaired((*states)[s], scene.effort[s]); };
  const auto inverse = [=](int s) -> const VecX<double>& { return peer->inverse((*states)[s]); };
  return {{"MuJoCo", direct, inverse, kInfinity, 1e-9}, {"MuJoCo, repaired", repaired, {}, 1e-6, kInfinity, false}};
}

}  // namespace gough::peers
