#pragma once

#include "gough/program/lanes.hpp"

namespace gough {

// What a plan costs, in instructions, roughly; kept up to date while bundles are packed and taken apart. A number is an instruction to take
// out of a register or to put into one, half of one where it comes from memory for all lanes.
class LaneCost {
 public:
  explicit LaneCost(LanePlan& plan);  // nothing packed
  double total() const { return 0.1 * static_cast<double>(total_); }

  // Packs what makes the whole cheaper.
  void choose();

 private:
  // A node, as far as it is wanted by itself.
  struct Number {
    int bundle = -1;
    int wanted = 0;      // how often
    int extraction = 0;  // what it costs to take it out of its bundle
  };
  LanePlan& plan_;
  long total_ = 0;  // tenths of an instruction
  std::vector<Number> numbers_;
  std::vector<char> packed_;                  // bundles
  std::vector<int> broadcast_, gathered_;     // how often
  std::vector<int> packed_sources_;           // of a side: of the bundles it could be read from. Side s is half s % 2 of column s / 2
  std::vector<int> owner_;                    // of a column: its bundle
  std::vector<int> users_, last_user_;        // sides that could be read from a bundle, of one bundle after another
  std::vector<int> register_cost_;            // of a bundle, packed
  std::vector<int> number_cost_;              // of its own nodes, one by one
  std::vector<int> terms_, last_term_;        // of a bundle's own nodes, of one bundle after another
  std::vector<std::array<int, kLanes>> own_;  // nodes of a bundle that no other bundle had before, then −1

  const LaneSide& side(int s) const { return plan_.columns[s / 2].side[s % 2]; }
  std::span<const int> users(int b) const { return part(users_, last_user_, b); }
  static std::span<const int> part(const std::vector<int>& all, const std::vector<int>& ends, int b) {
    const int begin = b == 0 ? 0 : ends[b - 1];
    return {all.data() + begin, static_cast<std::size_t>(ends[b] - begin)};
  }
  void find_users();
  void find_terms();
  void pack(const std::vector<char>& which);
  void improve();
  void flip(int b);
  void reopen_neighbours(int b, std::vector<char>& open) const;
  void count_side(int s, int sign);
  void count_extraction(int node, int sign);
  void want(int node, int sign);
};

}  // namespace gough
