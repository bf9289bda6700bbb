#pragma once

#include <random>

#include "gough/program/program.hpp"

namespace gough::test {

using States = std::vector<std::vector<double>>;

inline States random_numbers(std::mt19937_64& random, std::size_t inputs, std::size_t count) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  States out(count, std::vector<double>(inputs));
  for (auto& state : out)
    for (double& x : state) x = number(random);
  return out;
}

// Operations of every kind on random operands of any age, so that many numbers are waited for at once. Numbers stay small and depend on
// each operand with slopes that add up to about 1, so that rounding does not grow; signs are taken of inputs only.
class RandomOperations {
 public:
  Program program;

  RandomOperations(std::mt19937_64& random, int inputs, int length) : random_(random), inputs_(inputs) {
    program.name = "random";
    for (int i = 0; i < inputs; ++i) program.inputs.push_back({"in" + std::to_string(i), "1"});
    program.constants = {0.5, -0.25, 1.5, 0.125};
    for (int i = 0; i < program.first_result(); ++i)
      if (i != constant(2)) numbers_.push_back(i);
    while (static_cast<int>(program.code.size()) < length) {
      numbers_.push_back(step());
      if (random() % 8 == 0) program.results.push_back(numbers_.back());
    }
    program.results.insert(program.results.end(), {0, constant(1), numbers_.back(), numbers_.back()});
    for (std::size_t o = 0; o < program.results.size(); ++o) program.outputs.push_back({"out" + std::to_string(o), "1"});
  }

 private:
  std::mt19937_64& random_;
  int inputs_;
  std::vector<std::int32_t> numbers_;

  std::int32_t constant(int k) const { return program.first_constant() + k; }
  std::int32_t any() { return numbers_[random_() % numbers_.size()]; }
  std::int32_t input() { return static_cast<std::int32_t>(random_() % inputs_); }
  std::int32_t write(Op op, std::int32_t a, std::int32_t b) {
    program.code.push_back({op, a, b});
    return program.operands() - 1;
  }
  std::int32_t write(Op op, std::int32_t a) { return write(op, a, a); }
  std::int32_t above_one() { return write(Op::add, write(Op::multiply, write(Op::multiply, any(), any()), constant(0)), constant(2)); }

  std::int32_t step() {
    switch (random_() % 14) {
      case 0: return write(Op::sine, any());
      case 1: return write(Op::cosine, any());
      case 2: return write(Op::copy_sign, any(), input());
      case 3: return write(Op::minimum, any(), any());
      case 4: return write(Op::negate, any());
      case 5: return write(Op::multiply, constant(0), write(Op::coulomb_sign, input()));
      case 6: return write(Op::reciprocal, above_one());
      case 7: return write(Op::divide, any(), above_one());
      case 8: return write(Op::multiply, constant(0), write(Op::square_root, above_one()));
      case 9: return write(Op::multiply, constant(1), write(Op::subtract, write(Op::negate, any()), any()));
      default: return write(Op::multiply, constant(3), sum());
    }
  }

  std::int32_t sum() {
    std::int32_t out = any();
    for (int k = static_cast<int>(random_() % 6); k >= 0; --k) {
      const std::int32_t term = random_() % 3 ? write(Op::multiply, any(), any()) : any();
      out = random_() % 2 ? write(Op::add, out, term) : random_() % 2 ? write(Op::subtract, out, term) : write(Op::subtract, term, out);
    }
    return out;
  }
};

}  // namespace gough::test
