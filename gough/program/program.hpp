#pragma once

#include <limits>
#include <string>
#include <vector>

#include "gough/record/recorded.hpp"

// A model as a straight line of operations: no branch, no loop, no call but square root (and sine and cosine where angles enter).
namespace gough {

// What a number going in or out is. `component` counts within the kind: an axis, an entry of a matrix row by row, a joint of the nacelle or
// of all legs, an actuator, a freedom, a parameter.
enum class PortKind {
  other,
  position,  // of the platform's origin
  rotation,  // entry of the platform's rotation matrix
  cosine,    // of an angle; the sine is the next port
  sine,
  length,  // position of a sliding joint
  actuator_position,
  actuator_rate,
  actuator_acceleration,
  velocity,      // of the platform, V_r
  acceleration,  // V̇_r
  effort,
  payload,  // mass, first moments and moments of inertia of what the platform carries
  entry,    // of a matrix or vector that the model gives
  margin,   // of the state's status (status_ports.hpp)
};

// A number going in or out.
struct Port {
  std::string name, unit;
  PortKind kind = PortKind::other;
  int component = 0;
  std::string meaning = {};                                   // in words, for who reads the emitted header
  double example = std::numeric_limits<double>::quiet_NaN();  // of an input: its value at the robot's home, if that is not any number
};

// Operations as the sources count them. A change of sign costs nothing: it goes into the addition that follows.
struct OperationCount {
  int add = 0, mul = 0, div = 0, sqrt = 0, trig = 0;
  int other = 0;  // sign, copysign, minimum
  int total() const { return add + mul + div + sqrt + trig + other; }
  bool operator==(const OperationCount&) const = default;
};

// Operands are numbered: inputs first, then constants, then one result for each instruction.
struct Instruction {
  Op op = Op::add;
  std::int32_t a = 0, b = 0;  // b repeats a where there is one operand
  bool operator==(const Instruction&) const = default;
};

class Program {
 public:
  std::string name;
  std::vector<Port> inputs, outputs;
  std::vector<double> constants;
  std::vector<Instruction> code;
  std::vector<std::int32_t> results;  // operand of each output

  int first_constant() const { return static_cast<int>(inputs.size()); }
  int first_result() const { return first_constant() + static_cast<int>(constants.size()); }
  int operands() const { return first_result() + static_cast<int>(code.size()); }

  OperationCount count() const;

  // One state, `work` having room for `operands()` numbers. The plain way, for tests and small jobs; batch.hpp is the fast one.
  void evaluate(const double* in, double* out, double* work) const;
  std::vector<double> evaluate(const std::vector<double>& in) const;
};

// Collects inputs and outputs while a model is recorded, then makes the Program: dead code gone, common factors taken out, divisions by one
// number shared, operations in an order that keeps few numbers alive.
class Recorder {
 public:
  explicit Recorder(std::string name) { program_.name = std::move(name); }
  Recorded input(const Port& port);
  Recorded input(const std::string& name, const std::string& unit) { return input(Port{name, unit}); }
  void output(const Port& port, const Recorded& x);
  void output(const std::string& name, const std::string& unit, const Recorded& x) { output(Port{name, unit}, x); }
  Recorded sum_of_outputs() const;  // of those so far: no number where one of them is none
  Program finish();

 private:
  Tape tape_;
  Program program_;
  std::vector<std::int32_t> inputs_, outputs_;
};

}  // namespace gough
