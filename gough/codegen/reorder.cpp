#include "gough/codegen/reorder.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

#include "gough/codegen/c_body.hpp"

namespace gough {
namespace {

bool slow(Op op) { return op == Op::divide || op == Op::reciprocal || op == Op::square_root || is_call(op); }

// Keeps, for every operation that could be next, what speaks for it. Products and changes of sign that are used once go
// with what uses them, as CBody writes them.
class Schedule {
 public:
  explicit Schedule(const Program& program)
      : first_(program.first_result()),
        code_(program.code),
        joined_(program.code.size(), false),
        operands_(program.code.size()),
        users_(program.code.size()),
        waits_(program.code.size(), 0),
        round_(program.code.size(), kLast),
        left_(program.operands(), 0) {
    join(program);
    for (std::int32_t r : program.results) ++left_[r];
    const int size = static_cast<int>(code_.size());
    for (int k = 0; k < size; ++k) {
      if (joined_[k]) continue;
      for (std::int32_t operand : operands_[k]) {
        ++left_[operand];
        if (operand < first_) continue;
        users_[operand - first_].push_back(k);
        ++waits_[k];
      }
    }
    find_rounds();
    for (int k = 0; k < size; ++k)
      if (!joined_[k] && waits_[k] == 0) ready_.insert(place(k));
  }

  std::vector<int> order() {
    std::vector<int> out;
    while (!ready_.empty()) {
      const int k = std::get<2>(*ready_.begin());
      ready_.erase(ready_.begin());
      write(k, out);
      for (std::int32_t operand : operands_[k]) use(operand);
      for (int user : users_[k])
        if (--waits_[user] == 0) ready_.insert(place(user));
    }
    return out;
  }

 private:
  static constexpr int kLast = std::numeric_limits<int>::max();
  using Place = std::tuple<int, int, int>;

  int first_;
  const std::vector<Instruction>& code_;
  std::vector<bool> joined_;                         // goes with the operation that uses it
  std::vector<std::vector<std::int32_t>> operands_;  // with those of what goes with it, each once
  std::vector<std::vector<int>> users_;
  std::vector<int> waits_;
  std::vector<int> round_;  // how many slow operations a slow one that needs this has before it; kLast: none needs it
  std::vector<int> left_;   // uses to come
  std::set<Place> ready_;   // by round, by numbers ended, most first, and by place

  void join(const Program& program) {
    const std::vector<int> uses = operand_uses(program);
    for (std::size_t k = 0; k < code_.size(); ++k) {
      const Instruction& i = code_[k];
      joined_[k] = written_in_place(i.op, uses[first_ + static_cast<int>(k)]);
      for (std::int32_t operand : {i.a, i.b}) {
        if (operand < first_ || !joined_[operand - first_]) operands_[k].push_back(operand);
        else operands_[k].insert(operands_[k].end(), operands_[operand - first_].begin(), operands_[operand - first_].end());
      }
      std::sort(operands_[k].begin(), operands_[k].end());
      operands_[k].erase(std::unique(operands_[k].begin(), operands_[k].end()), operands_[k].end());
    }
  }

  void write(int k, std::vector<int>& out) const {
    const Instruction& i = code_[k];
    for (std::int32_t operand : i.a == i.b ? std::vector{i.a} : std::vector{i.a, i.b})
      if (operand >= first_ && joined_[operand - first_]) write(operand - first_, out);
    out.push_back(k);
  }

  void find_rounds() {
    const int size = static_cast<int>(code_.size());
    std::vector<int> before(code_.size(), 0);
    for (int k = 0; k < size; ++k) {
      for (std::int32_t operand : operands_[k])
        if (operand >= first_) before[k] = std::max(before[k], before[operand - first_]);
      before[k] += slow(code_[k].op) ? 1 : 0;
    }
    for (int k = size - 1; k >= 0; --k) {
      for (int user : users_[k]) round_[k] = std::min(round_[k], round_[user]);
      if (slow(code_[k].op)) round_[k] = std::min(round_[k], before[k]);
    }
  }

  Place place(int k) const { return {round_[k], -ends(k), k}; }

  // Inputs and constants are in memory anyway.
  int ends(int k) const {
    return static_cast<int>(
        std::count_if(operands_[k].begin(), operands_[k].end(), [&](std::int32_t o) { return o >= first_ && left_[o] == 1; }));
  }

  // With one use left, the last user becomes more urgent.
  void use(std::int32_t operand) {
    if (--left_[operand] != 1 || operand < first_) return;
    for (int user : users_[operand - first_])
      if (ready_.erase({round_[user], -(ends(user) - 1), user}) > 0) ready_.insert(place(user));
  }
};

}  // namespace

Program in_batch_order(const Program& program) {
  Program out = program;
  std::vector<std::int32_t> image(program.operands());
  for (int k = 0; k < program.first_result(); ++k) image[k] = k;
  out.code.clear();
  for (int k : Schedule(program).order()) {
    const Instruction& i = program.code[k];
    image[program.first_result() + k] = program.first_result() + static_cast<std::int32_t>(out.code.size());
    out.code.push_back({i.op, image[i.a], image[i.b]});
  }
  for (std::int32_t& r : out.results) r = image[r];
  return out;
}

}  // namespace gough
