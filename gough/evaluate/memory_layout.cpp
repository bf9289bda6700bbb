#include "gough/evaluate/memory_layout.hpp"

#include <algorithm>
#include <numeric>

namespace gough {
namespace {

constexpr int kRegisterCost = 8;  // bytes that set a register
constexpr int kMostIndices = 7;
constexpr int kBaseDistance = 15;  // windows between bases, so that few of those with an index coincide

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

int index_value(std::size_t index) { return 2 * static_cast<int>(index) + 1; }

}  // namespace

// With AVX-512 a displacement of one byte counts what is read, so that parts are large and bases suffice.
MemoryLayout::MemoryLayout(const MachineGraph& graph, const RegisterAllocation& allocation,
                           const std::vector<x86::GeneralRegister>& spare) {
  const bool wide = graph.states == 8;
  slots_.slots = true;
  if (wide) slots_.part_bytes = 256 * 64, constants_.part_bytes = 256 * 8;
  else slots_.lowest = 1;
  std::vector<int> constant_times(graph.pool.size(), 0), slot_times(allocation.slots.size(), 0);
  for (const MachineInstruction& i : allocation.code) {
    if (i.last.where == MachinePlace::constant) ++constant_times[i.last.index];
    if (i.last.where == MachinePlace::slot) ++slot_times[i.last.index];
  }
  const std::vector<int> widths = constant_widths(graph);
  constants_.place(widths, constant_times);
  slots_.place(allocation.slots, slot_times);
  share(spare, wide ? 0 : kMostIndices);
  for (Area* area : {&constants_, &slots_}) area->settle(area->views(indices_));
  frame = slots_.end;
  pool.resize(constants_.end / 8);
  for (std::size_t c = 0; c < widths.size(); ++c) std::copy_n(graph.pool[c].begin(), widths[c], pool.begin() + constants_.places[c] / 8);
}

// Wide numbers first, each on a boundary of its size, those that are used most before others.
void MemoryLayout::Area::place(const std::vector<int>& widths, const std::vector<int>& times) {
  std::vector<int> order(widths.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return std::pair(-widths[a], -times[a]) < std::pair(-widths[b], -times[b]); });
  places.resize(widths.size());
  int end = 0;
  for (int k : order) {
    places[k] = end;
    uses.resize(end / part_bytes + 1);
    uses.back() += times[k];
    end += 8 * widths[k];
  }
  heaviest.resize(uses.size());
  std::iota(heaviest.begin(), heaviest.end(), 0);
  std::stable_sort(heaviest.begin(), heaviest.end(), [&](int a, int b) { return uses[a] > uses[b]; });
}

// Bytes beyond those of the shortest addresses, with so many registers of its own and so many indices.
long MemoryLayout::Area::cost(int own, int indices) const {
  const int indexed = 4 * indices * (own + slots);
  long out = kRegisterCost * own;
  for (int k = own; k < static_cast<int>(heaviest.size()); ++k) out += uses[heaviest[k]] * (k < own + indexed ? 1 : slots ? 4 : 3);
  return out;
}

// The shares of the registers that make the code shortest.
void MemoryLayout::share(const std::vector<x86::GeneralRegister>& spare, int most_indices) {
  const int all = static_cast<int>(spare.size());
  std::array<int, 3> best{};
  long least = -1;
  for (int indices = 0; indices <= std::min(all, most_indices); ++indices)
    for (int constants = 0; constants <= all - indices; ++constants)
      for (int slots = 0; slots <= all - indices - constants; ++slots) {
        const long cost = kRegisterCost * indices + constants_.cost(constants, indices) + slots_.cost(slots, indices);
        if (least < 0 || cost < least) least = cost, best = {constants, slots, indices};
      }
  auto next = spare.begin();
  const auto taken = [&](int count) { return std::vector(next, next + count); };
  constants_.point_at(taken(best[0]), best[2] > 0), next += best[0];
  slots_.point_at(taken(best[1]), best[2] > 0), next += best[1];
  indices_ = taken(best[2]);
}

void MemoryLayout::Area::point_at(const std::vector<x86::GeneralRegister>& own, bool indexed) {
  int window = slots && indexed ? kBaseDistance : lowest;
  for (x86::GeneralRegister r : own) {
    bases.push_back({window, r});
    window += indexed ? kBaseDistance : 1;
  }
}

// Those without an index first. The stack pointer is a base too, but without an index it reaches half a window.
std::vector<MemoryLayout::View> MemoryLayout::Area::views(const std::vector<x86::GeneralRegister>& indices) const {
  std::vector<View> out = bases, all = bases;
  if (slots) all.push_back({0, x86::rsp});
  for (const View& b : all)
    for (std::size_t i = 0; i < indices.size(); ++i)
      for (int shift = 0; shift < 4; ++shift) out.push_back({b.window + (index_value(i) << shift), b.base, indices[i], shift});
  const auto indexed = out.begin() + static_cast<std::ptrdiff_t>(bases.size());
  std::stable_sort(indexed, out.end(), [](const View& a, const View& b) { return a.window < b.window; });
  std::vector<View> distinct;
  for (const View& v : out)
    if (std::none_of(distinct.begin(), distinct.end(), [&](const View& d) { return d.window == v.window; })) distinct.push_back(v);
  return distinct;
}

// Parts beyond the views are in the lowest windows that are free.
void MemoryLayout::Area::settle(const std::vector<View>& views) {
  std::vector<View> of_part(heaviest.size());
  int free = lowest;
  for (std::size_t k = 0; k < heaviest.size(); ++k) {
    View& view = of_part[heaviest[k]];
    const auto taken = [&](int window) {
      return std::any_of(views.begin(), views.end(), [&](const View& v) { return v.window == window; });
    };
    if (k < views.size()) view = views[k];
    else {
      while (taken(free)) ++free;
      view = {free++};
    }
  }
  for (int& p : places) {
    const View& view = of_part[p / part_bytes];
    const int inside = p % part_bytes;
    p = begin(view.window) + inside;
    x86::EncodedOperand operand = slots ? x86::at(x86::rsp, p) : x86::in_pool(p);
    if (view.base != x86::no_register) {
      operand = x86::at(view.base, view.index, view.shift);
      operand.displacement = inside - part_bytes / 2;
    }
    operands.push_back(operand);
  }
  for (const View& v : of_part) end = std::max(end, begin(v.window + 1));
}

bool MemoryLayout::uses(x86::GeneralRegister r) const {
  const auto is = [r](const View& v) { return v.base == r; };
  return std::any_of(constants_.bases.begin(), constants_.bases.end(), is) || std::any_of(slots_.bases.begin(), slots_.bases.end(), is) ||
         std::find(indices_.begin(), indices_.end(), r) != indices_.end();
}

void MemoryLayout::point(x86::Encoder& code) const {
  for (const Area* area : {&constants_, &slots_})
    for (const View& b : area->bases) {
      const int middle = area->begin(b.window) + area->part_bytes / 2;
      code.address(b.base, area->slots ? x86::at(x86::rsp, middle) : x86::in_pool(middle));
    }
  for (std::size_t i = 0; i < indices_.size(); ++i) code.set(indices_[i], static_cast<std::uint64_t>(index_value(i) * slots_.part_bytes));
}

}  // namespace gough
