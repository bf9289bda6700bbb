#include "gough/evaluate/assemble.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "gough/evaluate/memory_layout.hpp"

namespace gough {
namespace {

using namespace x86;

// What machine code calls: functions of `n` numbers in place.
void sines_in_place(double* x, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) x[k] = std::sin(x[k]);
}
void cosines_in_place(double* x, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) x[k] = std::cos(x[k]);
}
void arc_tangents_in_place(double* x, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) x[k] = std::atan(x[k]);
}

auto function_of(MachineOp op) {
  return op == MachineOp::sine ? sines_in_place : op == MachineOp::cosine ? cosines_in_place : arc_tangents_in_place;
}

constexpr VectorOpcode kMove{1, 1, 0x28}, kBroadcast{1, 2, 0x19};
constexpr VectorOpcode kCompareToMask{1, 1, 0xC2, true, 0x11, true}, kCompareOneToMask{3, 1, 0xC2, true, 0x11, true};
constexpr VectorOpcode kSpreadMask{2, 2, 0x38, true, -1, true};

VectorOpcode load_opcode(int width) { return width == 1 ? VectorOpcode{3, 1, 0x10} : VectorOpcode{1, 1, 0x10}; }
VectorOpcode store_opcode(int width) { return width == 1 ? VectorOpcode{3, 1, 0x11} : VectorOpcode{1, 1, 0x11}; }

VectorOpcode arithmetic_opcode(MachineOp op, bool packed) {
  const std::uint8_t prefix = packed ? 1 : 3;
  switch (op) {
    case MachineOp::add: return {prefix, 1, 0x58};
    case MachineOp::multiply: return {prefix, 1, 0x59};
    case MachineOp::subtract: return {prefix, 1, 0x5C};
    case MachineOp::minimum: return {prefix, 1, 0x5D};
    case MachineOp::divide: return {prefix, 1, 0x5E};
    case MachineOp::square_root: return {prefix, 1, 0x51};
    case MachineOp::less: return {prefix, 1, 0xC2, false, 0x11};
    case MachineOp::bit_and: return {1, 1, 0x54};
    case MachineOp::bit_or: return {1, 1, 0x56};
    case MachineOp::bit_xor: return {1, 1, 0x57};
    default: throw std::logic_error("no instruction");
  }
}

VectorOpcode fused_opcode(const MachineInstruction& i) {
  const int form = i.fused_form == 132 ? 0x98 : i.fused_form == 213 ? 0xA8 : 0xB8;
  const int opcode = form + 4 * i.node.minus_product + 2 * i.node.minus_addend + (i.node.width == 1);
  return {1, 2, static_cast<std::uint8_t>(opcode), true};
}

// Inputs or outputs of a batch: number i is i strides behind the first. One register serves eight of them; those beyond the registers
// share one, the rover, which holds group `current`.
struct Columns {
  std::vector<GeneralRegister> bases;
  GeneralRegister rover = no_register;
  int current = -1;
};

class Assembler {
 public:
  Assembler(const MachineGraph& graph, const RegisterAllocation& allocation)
      : graph_(graph), allocation_(allocation), layout_(graph, allocation, spare_registers()) {
    batch() ? batch_function() : single_function();
    functions_called();
    code.finish(layout_.pool);
  }
  Encoder code;

 private:
  struct Call {
    MachineOp op;
    int width;
    std::size_t distance;
  };
  const MachineGraph& graph_;
  const RegisterAllocation& allocation_;
  Columns in_, out_;
  MemoryLayout layout_;
  std::vector<Call> calls_;

  static constexpr GeneralRegister kStride = r8, kStride3 = r9, kStride5 = r10, kStride7 = r11;
  static constexpr GeneralRegister kSaved[] = {rbp, rbx, r12, r13, r14, r15};

  bool batch() const { return graph_.states > 1; }
  std::vector<GeneralRegister> spare_registers();
  void enter();
  void leave();
  void single_function();
  void batch_function();
  void loop();
  void functions_called();
  void write_all();
  void write(const MachineInstruction& i);
  void write_operation(const MachineInstruction& i);
  void write_call(const MachineInstruction& i);
  EncodedOperand operand(const MachinePlace& place);
  EncodedOperand column(Columns& c, int i);
};

// What neither inputs nor outputs take; low ones first, as registers from r8 on make instructions longer, and those that belong to the
// caller last.
std::vector<GeneralRegister> Assembler::spare_registers() {
  if (!batch()) return {rax, rcx, rdx, r8, r9, r10, r11, rbx, rbp, r12, r13, r14, r15};
  const std::vector<GeneralRegister> all{r12, r14, r15, r13, rdi, rsi, rbp, rdx, rcx, rbx, rax};
  auto next = all.begin();
  const auto columns = [&](std::size_t count, std::size_t most) {
    Columns out;
    const std::size_t groups = (count + 7) / 8;
    for (std::size_t k = 0; k < std::min(groups, most); ++k) out.bases.push_back(*next++);
    if (groups > most) out.rover = *next++;
    return out;
  };
  in_ = columns(static_cast<std::size_t>(graph_.inputs), 4);
  out_ = columns(graph_.outputs.size(), 2);
  std::vector<GeneralRegister> out(next, all.end());
  std::reverse(out.begin(), out.end());
  return out;
}

// Registers that belong to the caller, then the stack; its old place is kept above the slots.
void Assembler::enter() {
  for (GeneralRegister r : kSaved)
    if (batch() || layout_.uses(r)) code.push(r);
  code.move(rax, in_register(rsp));
  code.add(rsp, -(layout_.frame + 128));
  code.align_stack();
  code.store(at(rsp, layout_.frame + 32), rax);
}

void Assembler::leave() {
  code.zero_upper();
  code.move(rsp, at(rsp, layout_.frame + 32));
  std::for_each(std::rbegin(kSaved), std::rend(kSaved), [&](GeneralRegister r) {
    if (batch() || layout_.uses(r)) code.pop(r);
  });
  code.give_back();
}

// in: rdi, out: rsi
void Assembler::single_function() {
  enter();
  layout_.point(code);
  write_all();
  leave();
}

// blocks: rdi, stride: rsi, in: rdx, out: rcx
void Assembler::batch_function() {
  enter();
  code.store(at(rsp, layout_.frame + 40), rdi);
  code.move(kStride, in_register(rsi));
  code.address(kStride3, at(kStride, kStride, 1));
  code.address(kStride5, at(kStride, kStride, 2));
  code.address(kStride7, at(kStride3, kStride, 2));
  code.move(rax, in_register(rcx));
  if (!in_.bases.empty()) code.move(in_.bases[0], in_register(rdx));
  if (!out_.bases.empty()) code.move(out_.bases[0], in_register(rax));
  for (const Columns* c : {&in_, &out_})
    for (std::size_t k = 1; k < c->bases.size(); ++k) code.address(c->bases[k], at(c->bases[k - 1], kStride, 3));
  layout_.point(code);
  loop();
  leave();
}

void Assembler::loop() {
  code.align(64);
  const std::size_t again = code.bytes.size();
  write_all();
  for (const Columns* c : {&in_, &out_})
    for (GeneralRegister r : c->bases) code.add(r, 8 * graph_.states);
  code.decrement(at(rsp, layout_.frame + 40));
  code.jump_if_not_zero(again);
}

void Assembler::write_all() {
  for (const MachineInstruction& i : allocation_.code) write(i);
}

void Assembler::write(const MachineInstruction& i) {
  const int width = i.node.width;
  switch (i.kind) {
    case MachineInstruction::load:
      if (i.last.where == MachinePlace::constant && width == 8)
        return code.vector(kBroadcast, width, i.result, 0, layout_.constant(i.last.index));
      return code.vector(load_opcode(width), width, i.result, 0, operand(i.last));
    case MachineInstruction::store: return code.vector(store_opcode(width), width, i.first, 0, operand(i.last));
    case MachineInstruction::copy: return code.vector(kMove, width, i.result, 0, in_register(i.first));
    case MachineInstruction::call: return write_call(i);
    case MachineInstruction::operation: return write_operation(i);
  }
}

void Assembler::write_operation(const MachineInstruction& i) {
  const int width = i.node.width;
  const bool packed = width > 1;
  const EncodedOperand last = operand(i.last);
  switch (i.node.op) {
    case MachineOp::fused: return code.vector(fused_opcode(i), width, i.result, i.first, last);
    case MachineOp::square_root: return code.vector(arithmetic_opcode(i.node.op, packed), width, i.result, packed ? 0 : i.last.index, last);
    case MachineOp::broadcast: return code.vector(width == 4 ? kBroadcast : VectorOpcode{3, 1, 0x12}, width, i.result, 0, last);
    case MachineOp::pair: return code.vector({1, 1, static_cast<std::uint8_t>(last.memory ? 0x16 : 0x14)}, 1, i.result, i.first, last);
    case MachineOp::join: return code.vector({1, 3, 0x18, false, 1}, 4, i.result, i.first, last);
    case MachineOp::upper_half: return code.vector({1, 3, 0x19, false, 1}, 4, i.last.index, 0, in_register(i.result));
    case MachineOp::second: return code.vector({1, 3, 0x05, false, 1}, 1, i.result, 0, last);
    case MachineOp::permute: return code.vector({1, 3, 0x01, true, i.node.immediate}, 4, i.result, 0, last);
    case MachineOp::less:
      if (width < 8 && std::max({i.result, i.first, last.memory ? 0 : int{last.base}}) < 16) break;
      code.vector(packed ? kCompareToMask : kCompareOneToMask, width, 1, i.first, last);
      return code.vector(kSpreadMask, width, i.result, 0, in_register(1));
    default: break;
  }
  // A register above 7 makes an instruction longer as its last operand only.
  const VectorOpcode opcode = arithmetic_opcode(i.node.op, packed);
  if (i.node.commutes() && !last.memory && last.base > 7) return code.vector(opcode, width, i.result, last.base, in_register(i.first));
  code.vector(opcode, width, i.result, i.first, last);
}

void Assembler::write_call(const MachineInstruction& i) {
  code.push(rdi);
  EncodedOperand slot = layout_.slot_address(i.last.index);
  slot.displacement += 8;  // of what was pushed
  code.address(rdi, slot);
  calls_.push_back({i.node.op, i.node.width, code.call_later()});
  code.pop(rdi);
}

// Around each function that is called the general registers are kept. The stack is on a boundary of 16 bytes where it should be.
void Assembler::functions_called() {
  constexpr GeneralRegister kept[] = {rax, rcx, rdx, rsi, r8, r9, r10, r11};
  for (MachineOp op : {MachineOp::sine, MachineOp::cosine, MachineOp::arc_tangent})
    for (int width : {1, 2, 4, 8}) {
      const auto here = [&](const Call& c) { return c.op == op && c.width == width; };
      if (std::none_of(calls_.begin(), calls_.end(), here)) continue;
      for (const Call& c : calls_)
        if (here(c)) code.call_here(c.distance);
      for (GeneralRegister r : kept) code.push(r);
      code.set(rsi, static_cast<std::uint64_t>(width));
      code.set(rax, reinterpret_cast<std::uint64_t>(function_of(op)));
      code.zero_upper();
      code.call(rax);
      std::for_each(std::rbegin(kept), std::rend(kept), [&](GeneralRegister r) { code.pop(r); });
      code.give_back();
    }
}

EncodedOperand Assembler::operand(const MachinePlace& place) {
  switch (place.where) {
    case MachinePlace::vector_register: return in_register(place.index);
    case MachinePlace::input: return batch() ? column(in_, place.index) : at(rdi, place.index * 8);
    case MachinePlace::output: return batch() ? column(out_, place.index) : at(rsi, place.index * 8);
    case MachinePlace::constant: {
      EncodedOperand out = layout_.constant(place.index);
      out.repeated = graph_.states == 8;
      return out;
    }
    case MachinePlace::slot: return layout_.slot(place.index);
    case MachinePlace::nowhere: break;
  }
  return {};
}

EncodedOperand Assembler::column(Columns& c, int i) {
  const int group = i / 8;
  const bool fixed = group < static_cast<int>(c.bases.size());
  if (!fixed && c.current != group) {
    code.times(c.rover, kStride, group * 8);
    code.add(c.rover, c.bases[0]);
    c.current = group;
  }
  const GeneralRegister base = fixed ? c.bases[group] : c.rover;
  switch (i % 8) {
    case 0: return at(base);
    case 1: return at(base, kStride, 0);
    case 2: return at(base, kStride, 1);
    case 3: return at(base, kStride3, 0);
    case 4: return at(base, kStride, 2);
    case 5: return at(base, kStride5, 0);
    case 6: return at(base, kStride3, 1);
    default: return at(base, kStride7, 0);
  }
}

}  // namespace

std::vector<std::uint8_t> assemble(const MachineGraph& graph, const RegisterAllocation& allocation) {
  return std::move(Assembler(graph, allocation).code.bytes);
}

}  // namespace gough
