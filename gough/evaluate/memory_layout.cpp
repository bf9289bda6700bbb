#include "gough/evaluate/memory_layout.hpp"

#include <algorithm>
#include <numeric>

namespace gough {
namespace {

constexpr int kWorthARegister = 6;  // uses of a part

// Operations on bits read 16 bytes for a single number too. Of eight numbers, which are equal, one is enough.
std::vector<int> constant_widths(const MachineGraph& graph) {
  std::vector<int> out(graph.pool.size(), 1);
  if (graph.states == 8) return out;
  for (const MachineNode& n : graph.nodes)
    if (n.op == MachineOp::constant) out[n.index] = std::max<int>(out[n.index], n.width);
  for (const MachineNode& n : graph.nodes)
    for (int f : n.from)
      if (n.bits() && f >= 0 && graph.nodes[f].op == MachineOp::constant)
        out[graph.nodes[f].index] = std::max(2, out[graph.nodes[f].index]);
  return out;
}

}  // namespace

MemoryLayout::MemoryLayout(const MachineGraph& graph, const RegisterAllocation& allocation, const std::vector<x86::GeneralRegister>& spare)
    : wide_(graph.states == 8) {
  std::vector<int> constant_times(graph.pool.size(), 0), slot_times(allocation.slots.size(), 0);
  for (const MachineInstruction& i : allocation.code) {
    if (i.last.where == MachinePlace::constant) ++constant_times[i.last.index];
    if (i.last.where == MachinePlace::slot) ++slot_times[i.last.index];
  }
  const std::vector<int> widths = constant_widths(graph);
  pool.resize(place(false, widths, constant_times, constants_) / 8);
  for (std::size_t c = 0; c < widths.size(); ++c) std::copy_n(graph.pool[c].begin(), widths[c], pool.begin() + constants_[c] / 8);
  frame = place(true, allocation.slots, slot_times, slots_);
  std::vector<std::pair<int, Part>> best;
  for (const auto& [part, weight] : weights_) best.push_back({-weight, part});
  std::sort(best.begin(), best.end());
  for (std::size_t k = 0; k < std::min(best.size(), spare.size()); ++k)
    if (-best[k].first >= kWorthARegister) middles_.emplace(best[k].second, spare[k]);
}

int MemoryLayout::place(bool slots, const std::vector<int>& widths, const std::vector<int>& times, std::vector<int>& places) {
  std::vector<int> order(widths.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return std::pair(-widths[a], -times[a]) < std::pair(-widths[b], -times[b]); });
  places.resize(widths.size());
  int end = 0;
  for (int k : order) {
    places[k] = end;
    weights_[{slots, end / part_bytes(slots)}] += times[k];
    end += 8 * widths[k];
  }
  return end;
}

bool MemoryLayout::uses(x86::GeneralRegister r) const {
  return std::any_of(middles_.begin(), middles_.end(), [r](const auto& m) { return m.second == r; });
}

void MemoryLayout::point(x86::Encoder& code) const {
  for (const auto& [part, r] : middles_) {
    const int middle = part.second * part_bytes(part.first) + part_bytes(part.first) / 2;
    code.address(r, part.first ? x86::at(x86::rsp, middle) : x86::in_pool(middle));
  }
}

x86::EncodedOperand MemoryLayout::near(bool slot, int place) const {
  const auto found = middles_.find({slot, place / part_bytes(slot)});
  if (found != middles_.end()) return x86::at(found->second, place % part_bytes(slot) - part_bytes(slot) / 2);
  return slot ? x86::at(x86::rsp, place) : x86::in_pool(place);
}

}  // namespace gough
