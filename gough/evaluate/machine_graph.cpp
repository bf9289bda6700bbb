#include "gough/evaluate/machine_graph.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace gough {

std::size_t MachineGraph::hash(const MachineNode& n) {
  std::size_t h = static_cast<std::size_t>(n.op) | n.width << 8 | n.minus_product << 12 | n.minus_addend << 13;
  for (int x : {n.immediate, n.index, n.from[0], n.from[1], n.from[2]}) h = (h ^ static_cast<unsigned>(x)) * 0x9E3779B97F4A7C15ull;
  return h ^ h >> 32;
}

std::size_t MachineGraph::constant_hash(const PoolEntry& values, int width) {
  auto h = static_cast<std::uint64_t>(width);
  for (int k = 0; k < std::min(width, 4); ++k) h = (std::rotl(h, 23) ^ std::bit_cast<std::uint64_t>(values[k])) * 0x9E3779B97F4A7C15ull;
  return h ^ h >> 32;
}

// By their bits, so that zeros have signs.
bool MachineGraph::same_constant(const MachineNode& node, const PoolEntry& values, int width) const {
  if (node.width != width) return false;
  for (int k = 0; k < std::min(width, 4); ++k)
    if (std::bit_cast<std::uint64_t>(pool[node.index][k]) != std::bit_cast<std::uint64_t>(values[k])) return false;
  return true;
}

// Twice as many places once half of them are taken.
void MachineGraph::Table::make_room() {
  if (2 * (taken + 1) <= places.size()) return;
  const std::vector<Place> old = std::exchange(places, std::vector<Place>(std::max<std::size_t>(64, 2 * places.size())));
  for (const Place& p : old)
    if (p.node >= 0) at(p.hash, [](int) { return false; }) = p;
}

void MachineGraph::reserve(std::size_t size) {
  nodes.reserve(size);
  known_.places.resize(std::bit_ceil(2 * size + 64));
}

int MachineGraph::add(const MachineNode& node) {
  known_.make_room();
  const std::size_t h = hash(node);
  Table::Place& place = known_.at(h, [&](int n) { return nodes[n] == node; });
  if (place.node < 0) {
    place = {h, static_cast<int>(nodes.size())};
    ++known_.taken;
    nodes.push_back(node);
  }
  return place.node;
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
  constants_.make_room();
  const std::size_t h = constant_hash(values, width);
  Table::Place& place = constants_.at(h, [&](int n) { return same_constant(nodes[n], values, width); });
  if (place.node >= 0) return place.node;
  MachineNode node;
  node.op = MachineOp::constant, node.width = static_cast<std::uint8_t>(width), node.index = static_cast<int>(pool.size());
  pool.push_back(values);
  place = {h, add(node)};
  ++constants_.taken;
  return place.node;
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
