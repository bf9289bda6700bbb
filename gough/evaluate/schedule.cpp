#include "gough/evaluate/schedule.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace gough {
namespace {

constexpr int kSlack = 2;  // cycles that an operation may be early
constexpr int kRate = 3;   // operations that start in a cycle

// Cycles until a result is there, on processors of about 2020.
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

class Scheduler {
 public:
  explicit Scheduler(const MachineGraph& graph) : graph_(graph), states_(graph.nodes.size()), users_(graph.nodes.size()) {
    const std::vector<int> written = graph.needed();
    for (std::size_t k = 0; k < written.size(); ++k) enter_graph(written[k], static_cast<int>(k));
    for (int o : graph.outputs) ++states_[o].uses_left;
    for (int n : written)
      for (int f : operands(n)) states_[n].ends += states_[f].uses_left == 1;
    for (int n : written)
      if (states_[n].waits == 0) wait(n);
    while (!ready_.empty() || !later_.empty()) {
      admit();
      issue(take(ready_.empty() ? later_ : ready_));
    }
  }
  std::vector<int> order;

 private:
  struct State {
    int place = -1;     // as written
    int waits = 0;      // operands that are not there
    int uses_left = 0;  // of its result
    int starts = 0;     // cycle in which its operands are there
    int ends = 0;       // operands that nobody needs after it
    bool waiting = false, ready = false;
  };
  using Key = std::tuple<int, int, int, int>;

  const MachineGraph& graph_;
  std::vector<State> states_;
  std::vector<std::vector<int>> users_;
  std::set<Key> ready_, later_;
  int cycle_ = 0;

  // Each once, without inputs and constants.
  std::vector<int> operands(int n) const {
    std::vector<int> out;
    for (int f : graph_.nodes[n].from)
      if (f >= 0 && !graph_.nodes[f].leaf() && std::find(out.begin(), out.end(), f) == out.end()) out.push_back(f);
    return out;
  }

  void enter_graph(int n, int place) {
    states_[n].place = place;
    for (int f : operands(n)) {
      users_[f].push_back(n);
      ++states_[f].uses_left;
      ++states_[n].waits;
    }
  }

  Key key(int n) const { return {states_[n].ready ? 0 : states_[n].starts, -states_[n].ends, states_[n].place, n}; }

  void wait(int n) {
    states_[n].waiting = true;
    later_.insert(key(n));
  }

  int take(std::set<Key>& from) {
    const int n = std::get<3>(*from.begin());
    from.erase(from.begin());
    states_[n].waiting = false;
    return n;
  }

  // What can start by now.
  void admit() {
    while (!later_.empty() && std::get<0>(*later_.begin()) <= cycle_ + kSlack) {
      const int n = take(later_);
      states_[n].waiting = states_[n].ready = true;
      ready_.insert(key(n));
    }
  }

  void issue(int n) {
    order.push_back(n);
    for (int f : operands(n))
      if (--states_[f].uses_left == 1) last_use(f);
    for (int u : users_[n]) {
      states_[u].starts = std::max(states_[u].starts, cycle_ + latency(graph_.nodes[n]));
      if (--states_[u].waits == 0) wait(u);
    }
    if (order.size() % kRate == 0) ++cycle_;
  }

  // One user is left, which ends its wait.
  void last_use(int f) {
    for (int u : users_[f]) {
      std::set<Key>& in = states_[u].ready ? ready_ : later_;
      if (states_[u].waiting) in.erase(key(u));
      ++states_[u].ends;
      if (states_[u].waiting) in.insert(key(u));
    }
  }
};

}  // namespace

std::vector<int> schedule(const MachineGraph& graph) { return std::move(Scheduler(graph).order); }

}  // namespace gough
