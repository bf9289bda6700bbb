#include "gough/evaluate/machine_graph.hpp"

#include <algorithm>
#include <bit>

namespace gough {

std::size_t MachineGraph::Hash::operator()(const MachineNode& n) const {
  std::size_t h = static_cast<std::size_t>(n.op) | n.width << 8 | n.minus_product << 12 | n.minus_addend << 13;
  for (int x : {n.immediate, n.index, n.from[0], n.from[1], n.from[2]}) h = (h ^ static_cast<unsigned>(x)) * 0x9E3779B97F4A7C15ull;
  return h ^ h >> 32;
}

void MachineGraph::reserve(std::size_t size) {
  nodes.reserve(size);
  known_.reserve(size);
}

int MachineGraph::add(const MachineNode& node) {
  const auto [place, fresh] = known_.try_emplace(node, static_cast<int>(nodes.size()));
  if (fresh) nodes.push_back(node);
  return place->second;
}

int MachineGraph::add(MachineOp op, int width, int a, int b, int immediate) {
  MachineNode node;
  node.op = op, node.width = static_cast<std::uint8_t>(width), node.immediate = immediate, node.from = {a, b, -1};
  return add(node);
}

int MachineGraph::input(int index) {
  MachineNode node;
  node.width = static_cast<std::uint8_t>(states), node.index = index;
  return add(node);
}

int MachineGraph::constant(const PoolEntry& values, int width) {
  std::array<std::uint64_t, 5> key{};
  for (int k = 0; k < std::min(width, 4); ++k) key[k] = std::bit_cast<std::uint64_t>(values[k]);
  key[4] = static_cast<std::uint64_t>(width);
  const auto [place, fresh] = constants_.try_emplace(key, -1);
  if (!fresh) return place->second;
  MachineNode node;
  node.op = MachineOp::constant, node.width = static_cast<std::uint8_t>(width), node.index = static_cast<int>(pool.size());
  pool.push_back(values);
  return place->second = add(node);
}

std::vector<int> MachineGraph::needed() const {
  std::vector<char> live(nodes.size(), 0);
  for (int o : outputs) live[o] = 1;
  for (std::size_t n = nodes.size(); n-- > 0;)
    for (int f : nodes[n].from)
      if (live[n] && f >= 0) live[f] = 1;
  std::vector<int> out;
  for (std::size_t n = 0; n < nodes.size(); ++n)
    if (live[n] && !nodes[n].leaf()) out.push_back(static_cast<int>(n));
  return out;
}

}  // namespace gough
