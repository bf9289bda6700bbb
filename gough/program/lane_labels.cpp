#include "gough/program/lane_labels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace gough {
namespace {

class Labelling {
 public:
  explicit Labelling(const LaneGraph& graph) : graph_(graph), parent_(graph.nodes.size()), next_(graph.nodes.size()) {
    std::iota(parent_.begin(), parent_.end(), 0);
    std::iota(next_.begin(), next_.end(), 0);
    count_legs();
    kinds_in_.assign(graph.nodes.size(), 0);
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
  std::size_t legs_ = 2;
  std::vector<int> parent_;    // nodes that hang together
  std::vector<int> next_;      // in a ring: the part's nodes of kinds that occur once in each leg
  std::vector<int> kinds_in_;  // of a part: how many such nodes

  // Nodes of the same kind.
  std::size_t alike(int node) const { return graph_.nodes[node].kind < 0 ? 0 : graph_.alike(graph_.nodes[node].kind).size(); }

  // The number by which most operations are alike.
  void count_legs() {
    std::array<std::size_t, kLanes + 1> count{};
    for (int k = 0; k < graph_.kinds(); ++k)
      if (const std::size_t size = graph_.alike(k).size(); size > 1 && size <= kLanes) count[size] += size;
    std::size_t best = 0;
    for (std::size_t size = 2; size <= kLanes; ++size)
      if (count[size] > best) {
        best = count[size];
        legs_ = size;
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
    if (kinds_in_[a] < kinds_in_[b]) std::swap(a, b);
    if (kinds_in_[b] > 0) {
      int n = b;
      do {
        for (int other : graph_.alike(graph_.nodes[n].kind))
          if (root(other) == a) return;
        n = next_[n];
      } while (n != b);
      std::swap(next_[a], next_[b]);
    }
    kinds_in_[a] += kinds_in_[b];
    parent_[b] = a;
  }

  void join_parts() {
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) kinds_in_[n] = alike(static_cast<int>(n)) == legs_;
    for (bool exactly : {true, false})
      for (std::size_t n = graph_.nodes.size(); n-- > 0;) {
        const std::size_t own = alike(static_cast<int>(n));
        if (own == 0 || (exactly ? own != legs_ : own % legs_ != 0)) continue;
        for (const LaneTerm& t : graph_.nodes[n].terms) {
          const std::size_t other = alike(t.node);
          if (other > 0 && (exactly ? other == legs_ : other % legs_ == 0)) join(static_cast<int>(n), t.node);
        }
      }
  }

  void label_parts() {
    std::vector<std::array<int, 3>> once;  // kinds: how large the part of their first node is, this node, and the kind
    for (int k = 0; k < graph_.kinds(); ++k)
      if (const auto nodes = graph_.alike(k); nodes.size() == legs_) once.push_back({-kinds_in_[root(nodes[0])], nodes[0], k});
    std::sort(once.begin(), once.end());
    std::vector<int> of_part(graph_.nodes.size(), -1);
    for (const auto& [size, first, kind] : once) {
      unsigned free = (1u << legs_) - 1;
      for (int n : graph_.alike(kind))
        if (const int label = of_part[root(n)]; label >= 0) free &= ~(1u << label);
      for (int n : graph_.alike(kind))
        if (of_part[root(n)] < 0 && free != 0) {
          of_part[root(n)] = std::countr_zero(free);
          free &= free - 1;
        }
    }
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) out_.label[n] = of_part[root(static_cast<int>(n))];
  }

  // Nodes that are alike but not once in each leg go with an operand, if there is one by which they differ.
  void label_rest() {
    std::vector<std::array<int, 2>> several;  // kinds, operands first
    for (int k = 0; k < graph_.kinds(); ++k)
      if (graph_.alike(k).size() > 1) several.push_back({graph_.nodes[graph_.alike(k)[0]].height, k});
    std::sort(several.begin(), several.end());
    for (const auto& [height, kind] : several) label_alike(graph_.alike(kind));
  }

  void label_alike(std::span<const int> nodes) {
    if (std::any_of(nodes.begin(), nodes.end(), [&](int n) { return out_.label[n] >= 0; })) return;
    const std::size_t width = graph_.nodes[nodes[0]].terms.size();
    int most = 1;
    std::size_t best = width;
    for (std::size_t k = 0; k < width; ++k) {
      unsigned labels = 0;
      const auto unlabelled = [&](int n) {
        const int label = out_.label[graph_.nodes[n].terms[k].node];
        if (label >= 0) labels |= 1u << label;
        return label < 0;
      };
      if (std::any_of(nodes.begin(), nodes.end(), unlabelled) || std::popcount(labels) <= most) continue;
      most = std::popcount(labels);
      best = k;
    }
    if (best == width) return;
    for (int n : nodes) out_.label[n] = out_.label[graph_.nodes[n].terms[best].node];
  }

  // Legs of one kind into one register, where there are kinds; else the first four.
  void choose_registers() {
    std::array<double, 1 << kLanes> together{};  // operations of legs, these as bits
    for (int k = 0; k < graph_.kinds(); ++k) {
      unsigned legs = 0;
      for (int n : graph_.alike(k))
        if (out_.label[n] >= 0) legs |= 1u << out_.label[n];
      if (graph_.alike(k).size() > 1) together[legs] += static_cast<double>(graph_.nodes[graph_.alike(k)[0]].terms.size());
    }
    unsigned best = 0;
    double least = 1e300;
    for (unsigned second = 0; second < 1u << legs_; ++second) {
      const int there = std::popcount(second);
      if (there > kRegister || static_cast<int>(legs_) - there > kRegister) continue;
      double registers = 0.01 * there;  // quotients of two are faster than those of four
      for (unsigned legs = 0; legs < 1u << legs_; ++legs) registers += together[legs] * (((legs & second) != 0) + ((legs & ~second) != 0));
      if (registers >= least) continue;
      least = registers;
      best = second;
    }
    int next[] = {0, kRegister};
    for (std::size_t k = 0; k < legs_; ++k) out_.lanes.push_back(next[best >> k & 1]++);
    for (int& label : out_.label)
      if (label >= 0) label = out_.lanes[label];
  }
};

}  // namespace

LaneLabels find_lane_labels(const LaneGraph& graph) { return Labelling(graph).result(); }

}  // namespace gough
