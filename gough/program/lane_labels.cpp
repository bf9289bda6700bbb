#include "gough/program/lane_labels.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>

namespace gough {
namespace {

class Labelling {
 public:
  explicit Labelling(const LaneGraph& graph) : graph_(graph), parent_(graph.nodes.size()), classes_in_(graph.nodes.size()) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (std::size_t n = 0; n < graph.nodes.size(); ++n)
      if (graph.nodes[n].uses > 0 && !graph.nodes[n].leaf()) alike_[graph.nodes[n].shape].push_back(static_cast<int>(n));
    alike_count_.assign(graph.nodes.size(), 0);
    for (const auto& [shape, nodes] : alike_)
      for (int n : nodes) alike_count_[n] = nodes.size();
    count_legs();
    out_.label.assign(graph.nodes.size(), -1);
    join_parts();
    label_parts();
    label_rest();
    choose_registers();
  }
  const LaneLabels& result() const { return out_; }

 private:
  const LaneGraph& graph_;
  LaneLabels out_;
  int legs_ = 2;
  std::unordered_map<std::uint64_t, std::vector<int>> alike_;
  std::vector<int> parent_;                          // nodes that hang together
  std::vector<std::set<std::uint64_t>> classes_in_;  // shapes of which the part has the one node of its leg

  std::vector<std::size_t> alike_count_;  // nodes of the same shape

  std::size_t alike(int node) const { return alike_count_[node]; }

  // The number by which most operations are alike.
  void count_legs() {
    std::map<std::size_t, std::size_t> count;
    for (const auto& [shape, nodes] : alike_)
      if (nodes.size() > 1 && nodes.size() <= kLanes) count[nodes.size()] += nodes.size();
    std::size_t best = 0;
    for (const auto& [size, sum] : count)
      if (sum > best) {
        best = sum;
        legs_ = static_cast<int>(size);
      }
  }

  int root(int n) {
    while (parent_[n] != n) n = parent_[n] = parent_[parent_[n]];
    return n;
  }

  // A part has at most one node of those that occur once in each leg.
  void join(int a, int b) {
    a = root(a);
    b = root(b);
    if (a == b) return;
    if (classes_in_[a].size() < classes_in_[b].size()) std::swap(a, b);
    for (std::uint64_t c : classes_in_[b])
      if (classes_in_[a].count(c)) return;
    classes_in_[a].insert(classes_in_[b].begin(), classes_in_[b].end());
    classes_in_[b].clear();
    parent_[b] = a;
  }

  void join_parts() {
    const auto legs = static_cast<std::size_t>(legs_);
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n)
      if (alike(static_cast<int>(n)) == legs) classes_in_[n].insert(graph_.nodes[n].shape);
    for (bool exactly : {true, false})
      for (std::size_t n = graph_.nodes.size(); n-- > 0;) {
        const std::size_t own = alike(static_cast<int>(n));
        if (own == 0 || (exactly ? own != legs : own % legs != 0)) continue;
        for (const LaneTerm& t : graph_.nodes[n].terms) {
          const std::size_t other = alike(t.node);
          if (other > 0 && (exactly ? other == legs : other % legs == 0)) join(static_cast<int>(n), t.node);
        }
      }
  }

  void label_parts() {
    std::vector<std::vector<int>> once;
    for (const auto& [shape, nodes] : alike_)
      if (nodes.size() == static_cast<std::size_t>(legs_)) once.push_back(nodes);
    std::sort(once.begin(), once.end(), [&](const auto& a, const auto& b) {
      const std::size_t sa = classes_in_[root(a[0])].size(), sb = classes_in_[root(b[0])].size();
      return sa != sb ? sa > sb : a < b;
    });
    std::unordered_map<int, int> of_part;
    for (const std::vector<int>& nodes : once) {
      std::set<int> free;
      for (int k = 0; k < legs_; ++k) free.insert(k);
      for (int n : nodes)
        if (const auto found = of_part.find(root(n)); found != of_part.end()) free.erase(found->second);
      for (int n : nodes)
        if (!of_part.count(root(n)) && !free.empty()) {
          of_part[root(n)] = *free.begin();
          free.erase(free.begin());
        }
    }
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n)
      if (const auto found = of_part.find(root(static_cast<int>(n))); found != of_part.end()) out_.label[n] = found->second;
  }

  // Nodes that are alike but not once in each leg go with an operand, if there is one by which they differ.
  void label_rest() {
    std::map<int, std::vector<std::uint64_t>> levels;
    for (const auto& [shape, nodes] : alike_)
      if (nodes.size() > 1) levels[graph_.nodes[nodes[0]].height].push_back(shape);
    for (const auto& [height, shapes] : levels)
      for (std::uint64_t shape : shapes) label_alike(alike_[shape]);
  }

  void label_alike(const std::vector<int>& nodes) {
    if (std::any_of(nodes.begin(), nodes.end(), [&](int n) { return out_.label[n] >= 0; })) return;
    const std::size_t width = graph_.nodes[nodes[0]].terms.size();
    std::size_t most = 1;
    std::vector<int> best;
    for (std::size_t k = 0; k < width; ++k) {
      std::vector<int> labels;
      for (int n : nodes) labels.push_back(out_.label[graph_.nodes[n].terms[k].node]);
      const std::set<int> distinct(labels.begin(), labels.end());
      if (distinct.count(-1) || distinct.size() <= most) continue;
      most = distinct.size();
      best = labels;
    }
    for (std::size_t k = 0; k < best.size(); ++k) out_.label[nodes[k]] = best[k];
  }

  // Legs of one kind into one register, where there are kinds; else the first four.
  void choose_registers() {
    std::map<unsigned, double> together;  // operations of legs, these as bits
    for (const auto& [shape, nodes] : alike_) {
      unsigned legs = 0;
      for (int n : nodes)
        if (out_.label[n] >= 0) legs |= 1u << out_.label[n];
      if (nodes.size() > 1) together[legs] += static_cast<double>(graph_.nodes[nodes[0]].terms.size());
    }
    unsigned best = 0;
    double least = 1e300;
    for (unsigned second = 0; second < 1u << legs_; ++second) {
      const int there = std::popcount(second);
      if (there > kRegister || legs_ - there > kRegister) continue;
      double registers = 0.01 * there;  // quotients of two are faster than those of four
      for (const auto& [legs, count] : together) registers += count * (((legs & second) != 0) + ((legs & ~second) != 0));
      if (registers >= least) continue;
      least = registers;
      best = second;
    }
    int next[] = {0, kRegister};
    for (int k = 0; k < legs_; ++k) out_.lanes.push_back(next[best >> k & 1]++);
    for (int& label : out_.label)
      if (label >= 0) label = out_.lanes[label];
  }
};

}  // namespace

LaneLabels find_lane_labels(const LaneGraph& graph) { return Labelling(graph).result(); }

}  // namespace gough
