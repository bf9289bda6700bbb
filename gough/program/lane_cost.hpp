#pragma once

#include "gough/program/lanes.hpp"

namespace gough {

// What a plan costs, in instructions, roughly; kept up to date while bundles are packed and taken apart. A number is an instruction to take
// out of a register or to put into one, half of one where it comes from memory for all lanes.
class LaneCost {
 public:
  explicit LaneCost(LanePlan& plan);  // nothing packed
  double total() const { return total_; }

  // Packs what makes the whole cheaper.
  void choose();

 private:
  struct Column {
    int bundle, column;
  };
  LanePlan& plan_;
  double total_ = 0.0;
  std::vector<int> wanted_, broadcast_, gathered_;  // how often
  std::vector<std::vector<Column>> users_;          // columns that could be read from a bundle

  void pack(const std::vector<char>& which);
  void improve();
  void flip(int b);
  void reopen_neighbours(int b, std::vector<char>& open) const;
  void count_bundle(int b, int sign);
  void count_column(const Column& c, int sign);
  void count_number(int node, int sign);
  void count_extraction(int node, int sign);
  void want(int node, int sign);
};

}  // namespace gough
