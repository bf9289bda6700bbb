#include "gough/evaluate/registers.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace gough {
namespace {

constexpr int kNever = 1 << 30;
constexpr std::int64_t kStoreSpared = 3;  // times as far: a number that is in memory anyway

// Gives up the register whose number is used last; one that is in memory anyway, which saves a store, counts as farther than it is.
// Operands that are not in a register are read from memory where the instruction can.
class RegisterAllocator {
 public:
  RegisterAllocator(const MachineGraph& graph, const std::vector<int>& order, int registers)
      : graph_(graph), registers_(registers), numbers_(graph.nodes.size()) {
    holds_.fill(-1);
    find_uses(order);
    next_output_.assign(graph.outputs.size(), -1);
    for (int o = static_cast<int>(graph.outputs.size()) - 1; o >= 0; --o)
      next_output_[o] = std::exchange(numbers_[graph.outputs[o]].first_output, o);
    out.code.reserve(2 * order.size());
    for (std::size_t n = 0; n < graph.nodes.size(); ++n)
      if (graph.nodes[n].leaf()) outputs_from_memory(static_cast<int>(n));
    for (position_ = 0; position_ < static_cast<int>(order.size()); ++position_) step(order[position_]);
  }
  RegisterAllocation out;

 private:
  struct Number {
    int next = 0, last = 0;  // in `uses_`: the first that is not past, and behind the last
    bool used = false;
    int first_output = -1;  // that it is
    int held_by = -1;       // register
    int slot = -1;
  };
  const MachineGraph& graph_;
  const int registers_;
  std::vector<Number> numbers_;
  std::vector<int> uses_;         // positions in the order, of one number after another
  std::vector<int> next_output_;  // that is the same number
  std::array<int, kMostRegisters> holds_{};
  std::array<std::priority_queue<int, std::vector<int>, std::greater<>>, 9> free_slots_;  // by width
  unsigned pinned_ = 0;                                                                   // registers of the present operands
  int position_ = -1;

  void find_uses(const std::vector<int>& order) {
    for (int n : order)
      for (int f : graph_.nodes[n].from)
        if (f >= 0) ++numbers_[f].last;
    int end = 0;
    for (Number& x : numbers_) {
      x.used = x.last > 0;
      end += x.last;
      x.next = x.last = end - x.last;
    }
    uses_.resize(end);
    for (std::size_t p = 0; p < order.size(); ++p)
      for (int f : graph_.nodes[order[p]].from)
        if (f >= 0) uses_[numbers_[f].last++] = static_cast<int>(p);
  }

  int width(int n) const { return graph_.nodes[n].width; }
  bool held(int n) const { return numbers_[n].held_by >= 0; }
  bool in_memory(int n) const { return graph_.nodes[n].leaf() || numbers_[n].slot >= 0; }
  int next_use(int n) {
    Number& x = numbers_[n];
    while (x.next < x.last && uses_[x.next] <= position_) ++x.next;
    return x.next < x.last ? uses_[x.next] : kNever;
  }
  bool ends(int n) { return next_use(n) == kNever; }

  MachinePlace memory(int n) const {
    const MachineNode& node = graph_.nodes[n];
    if (node.op == MachineOp::input) return {MachinePlace::input, node.index};
    if (node.op == MachineOp::constant) return {MachinePlace::constant, node.index};
    return {MachinePlace::slot, numbers_[n].slot};
  }
  MachinePlace anywhere(int n) const { return held(n) ? MachinePlace{MachinePlace::vector_register, numbers_[n].held_by} : memory(n); }

  void write(MachineInstruction::Kind kind, int width, int result, int first, MachinePlace last) {
    MachineInstruction i;
    i.kind = kind, i.node.width = static_cast<std::uint8_t>(width), i.result = result, i.first = first, i.last = last;
    out.code.push_back(i);
  }
  void write_outputs(int n, int r) {
    for (int o = numbers_[n].first_output; o >= 0; o = next_output_[o])
      write(MachineInstruction::store, graph_.states, -1, r, {MachinePlace::output, o});
  }
  void outputs_from_memory(int n) {
    if (numbers_[n].first_output < 0) return;
    const int r = emptied(cheapest());
    write(MachineInstruction::load, width(n), r, -1, memory(n));
    write_outputs(n, r);
    pinned_ = 0;
  }

  void hold(int r, int n) { holds_[r] = n, numbers_[n].held_by = r; }
  void drop(int n) {
    if (!held(n)) return;
    holds_[numbers_[n].held_by] = -1;
    numbers_[n].held_by = -1;
  }
  void release_slot(int n) {
    if (numbers_[n].slot < 0) return;
    free_slots_[width(n)].push(numbers_[n].slot);
    numbers_[n].slot = -1;
  }
  int new_slot(int width) {
    auto& free = free_slots_[width];
    if (free.empty()) {
      out.slots.push_back(width);
      return static_cast<int>(out.slots.size()) - 1;
    }
    const int s = free.top();
    free.pop();
    return s;
  }

  int cheapest() {
    int best = -1;
    std::int64_t most = -1;
    for (int r = 0; r < registers_; ++r) {
      if (pinned_ >> r & 1) continue;
      if (holds_[r] < 0) return r;
      const std::int64_t distance = (next_use(holds_[r]) - position_) * (in_memory(holds_[r]) ? kStoreSpared : 1);
      if (distance > most) best = r, most = distance;
    }
    return best;
  }

  // Puts aside what the register holds.
  int emptied(int r) {
    if (const int n = holds_[r]; n >= 0) {
      if (!in_memory(n)) {
        numbers_[n].slot = new_slot(width(n));
        write(MachineInstruction::store, width(n), -1, r, memory(n));
      }
      drop(n);
    }
    pinned_ |= 1u << r;
    return r;
  }

  // Into a register; it stays there for later uses where that costs no other number its place.
  int loaded(int n) {
    if (held(n)) return numbers_[n].held_by;
    const int r = cheapest(), old = holds_[r];
    const bool keep = !ends(n) && (old < 0 || (in_memory(old) && next_use(old) > next_use(n)));
    emptied(r);
    write(MachineInstruction::load, width(n), r, -1, memory(n));
    if (keep) hold(r, n);
    return r;
  }

  void step(int n) {
    const MachineNode& node = graph_.nodes[n];
    pinned_ = 0;
    for (int f : node.from)
      if (f >= 0 && held(f)) pinned_ |= 1u << numbers_[f].held_by;
    if (node.call()) return call(n);
    MachineInstruction i;
    i.node = node;
    if (node.op == MachineOp::fused) fused(i);
    else if (node.from[1] < 0) one_operand(i);
    else two_operands(i);
    // The result may have the register of an operand that ends here; the slots of operands are free only after the instruction.
    for (int f : node.from)
      if (f >= 0 && ends(f)) drop(f);
    pinned_ = 0;
    if (i.result < 0) i.result = emptied(cheapest());
    for (int f : node.from)
      if (f >= 0 && ends(f)) release_slot(f);
    hold(i.result, n);
    out.code.push_back(i);
    write_outputs(n, i.result);
    if (!numbers_[n].used) drop(n);
  }

  // Functions keep no vector register. The argument is in the result's slot, which is read and written.
  void call(int n) {
    const int argument = graph_.nodes[n].from[0], r = loaded(argument);
    numbers_[n].slot = new_slot(width(n));
    write(MachineInstruction::store, width(n), -1, r, memory(n));
    for (int k = 0; k < registers_; ++k)
      if (holds_[k] >= 0 && ends(holds_[k])) drop(holds_[k]);
      else emptied(k);
    pinned_ = 0;
    if (ends(argument)) release_slot(argument);
    MachineInstruction i;
    i.kind = MachineInstruction::call, i.node = graph_.nodes[n], i.last = memory(n);
    out.code.push_back(i);
    outputs_from_memory(n);
    if (!numbers_[n].used) release_slot(n);
  }

  void one_operand(MachineInstruction& i) {
    const int a = i.node.from[0];
    const bool root_of_many = i.node.op == MachineOp::square_root && i.node.width > 1;
    if (i.node.op == MachineOp::broadcast || i.node.op == MachineOp::permute || root_of_many) i.last = anywhere(a);
    else i.last = {MachinePlace::vector_register, loaded(a)};
  }

  void two_operands(MachineInstruction& i) {
    int a = i.node.from[0], b = i.node.from[1];
    if (i.node.commutes() && !held(a) && (held(b) || next_use(a) > next_use(b))) std::swap(a, b);
    i.first = loaded(a);
    const bool reads_too_much = i.node.bits() && i.node.width == 1 && graph_.nodes[b].op == MachineOp::input;  // 16 bytes instead of 8
    if (a == b) i.last = {MachinePlace::vector_register, i.first};
    else if (reads_too_much) i.last = {MachinePlace::vector_register, loaded(b)};
    else i.last = anywhere(b);
  }

  // Which of the three factors and addend the result overwrites: one that ends here, else one that must be loaded; else one is copied.
  int overwritten(const std::array<int, 3>& x) {
    const auto unique = [&](int k) { return std::count(x.begin(), x.end(), x[k]) == 1; };
    for (int k : {2, 0, 1})
      if (held(x[k]) && ends(x[k]) && unique(k)) return k;
    const auto away = std::count_if(x.begin(), x.end(), [&](int f) { return !held(f); });
    const int far = farthest(x);
    for (int k : {2, 0, 1})
      if (!held(x[k]) && unique(k) && (k != far || away == 1)) return k;
    return 2;
  }

  // Of those in memory the one that is used last.
  int farthest(const std::array<int, 3>& x) {
    int out = -1;
    for (int k = 0; k < 3; ++k)
      if (!held(x[k]) && (out < 0 || next_use(x[k]) > next_use(x[out]))) out = k;
    return out;
  }

  void fused(MachineInstruction& i) {
    const std::array<int, 3> x = i.node.from;
    const int lost = overwritten(x);
    const int far = farthest(x);
    const bool reused = held(x[lost]) && ends(x[lost]) && std::count(x.begin(), x.end(), x[lost]) == 1;
    if (reused) {
      i.result = numbers_[x[lost]].held_by;
      drop(x[lost]);
    } else {
      const MachinePlace from = anywhere(x[lost]);
      i.result = emptied(cheapest());
      if (from.in_memory()) write(MachineInstruction::load, i.node.width, i.result, -1, from);
      else write(MachineInstruction::copy, i.node.width, i.result, from.index, {});
    }
    int first = lost == 0 ? 1 : 0, last = lost == 2 ? 1 : 2;
    if (first == far || (held(x[last]) && !held(x[first]))) std::swap(first, last);
    i.first = loaded(x[first]);
    i.last = x[first] == x[last] ? MachinePlace{MachinePlace::vector_register, i.first} : anywhere(x[last]);
    i.fused_form = lost == 2 ? 231 : last == 2 ? 213 : 132;
  }
};

}  // namespace

RegisterAllocation allocate_registers(const MachineGraph& graph, const std::vector<int>& order, int registers) {
  return std::move(RegisterAllocator(graph, order, registers).out);
}

}  // namespace gough
