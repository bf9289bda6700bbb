#include "gough/evaluate/estimate.hpp"

#include <algorithm>

namespace gough {
namespace {

// Processors of about 2020.
constexpr int kEntering = 5, kUnderWay = 400;
constexpr int kLoadLatency = 6, kStoreLatency = 4, kCallLatency = 60;

// Units of one kind: in each cycle so many of them may start something.
class Units {
 public:
  explicit Units(int count) : count_(count) {}

  // The first cycle from `ready` on in which one is free for `cycles`.
  int start(int ready, int cycles = 1) {
    while (!free(ready, cycles)) ++ready;
    for (int k = 0; k < cycles; ++k) ++busy_[ready + k];
    return ready;
  }

 private:
  int count_;
  std::vector<int> busy_;

  bool free(int from, int cycles) {
    if (static_cast<int>(busy_.size()) < from + cycles) busy_.resize(2 * (from + cycles), 0);
    for (int k = 0; k < cycles; ++k)
      if (busy_[from + k] == count_) return false;
    return true;
  }
};

class Processor {
 public:
  explicit Processor(const RegisterAllocation& allocation) : slots_(allocation.slots.size(), 0) {
    for (int pass = 0; pass < 2; ++pass)
      for (const MachineInstruction& i : allocation.code) enter(i);
  }
  int cycles() const { return left_.empty() ? 0 : left_.back(); }

 private:
  std::array<int, kMostRegisters> registers_{};  // when their numbers are there
  std::vector<int> slots_;
  std::vector<int> left_;  // when each instruction so far has left
  Units arithmetic_{2}, divider_{1}, moves_{1}, loads_{2}, stores_{1};

  void enter(const MachineInstruction& i) {
    const int count = static_cast<int>(left_.size());
    int ready = count / kEntering;
    if (count >= kUnderWay) ready = std::max(ready, left_[count - kUnderWay]);
    const int done = finished(i, ready);
    left_.push_back(left_.empty() ? done : std::max(done, left_.back()));
  }

  int last_operand(const MachineInstruction& i, int ready) {
    if (i.last.where == MachinePlace::vector_register) return std::max(ready, registers_[i.last.index]);
    if (!i.last.in_memory()) return ready;
    if (i.last.where == MachinePlace::slot) ready = std::max(ready, slots_[i.last.index]);
    return loads_.start(ready) + kLoadLatency;
  }

  // When the instruction is done, which entered in cycle `ready`.
  int finished(const MachineInstruction& i, int ready) {
    if (i.first >= 0) ready = std::max(ready, registers_[i.first]);
    switch (i.kind) {
      case MachineInstruction::store: return stored(i, stores_.start(ready) + kStoreLatency);
      case MachineInstruction::load: return registers_[i.result] = last_operand(i, ready);
      case MachineInstruction::copy: return registers_[i.result] = ready;
      case MachineInstruction::call: registers_.fill(ready + kCallLatency); return stored(i, ready + kCallLatency);
      case MachineInstruction::operation: break;
    }
    ready = last_operand(i, ready);
    if (i.node.op == MachineOp::fused) ready = std::max(ready, registers_[i.result]);
    return registers_[i.result] = started(i.node, ready) + latency(i.node);
  }

  int stored(const MachineInstruction& i, int done) {
    if (i.last.where == MachinePlace::slot) slots_[i.last.index] = done;
    return done;
  }

  int started(const MachineNode& node, int ready) {
    switch (node.op) {
      case MachineOp::divide: return divider_.start(ready, node.width == 4 ? 8 : 4);
      case MachineOp::square_root: return divider_.start(ready, node.width == 4 ? 12 : 6);
      case MachineOp::broadcast:
      case MachineOp::pair:
      case MachineOp::join:
      case MachineOp::upper_half:
      case MachineOp::second:
      case MachineOp::permute: return moves_.start(ready);
      default: return arithmetic_.start(ready);
    }
  }
};

}  // namespace

int latency(const MachineNode& node) {
  switch (node.op) {
    case MachineOp::fused: return 4;
    case MachineOp::divide: return 14;
    case MachineOp::square_root: return 20;
    case MachineOp::permute: return 6;
    case MachineOp::add:
    case MachineOp::subtract:
    case MachineOp::multiply:
    case MachineOp::join:
    case MachineOp::upper_half:
    case MachineOp::broadcast: return 3;
    default: return 1;
  }
}

int estimated_cycles(const RegisterAllocation& allocation) { return Processor(allocation).cycles(); }

}  // namespace gough
