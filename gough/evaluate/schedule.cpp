#include "gough/evaluate/schedule.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "gough/evaluate/estimate.hpp"

namespace gough {
namespace {

// Takes operations one after another. Entries of the queues are not changed: one whose operation has changed is passed over.
class Scheduler {
 public:
  Scheduler(const Schedule& schedule, const ScheduleOptions& options)
      : all_(schedule.operations), users_(schedule.users), options_(options), states_(all_.size()) {
    const int size = static_cast<int>(all_.size());
    for (int k = 0; k < size; ++k) {
      states_[k].uses_left = all_[k].outputs + all_[k].last_user - all_[k].first_user;
      states_[k].waits = all_[k].operands;
    }
    for (int k = 0; k < size; ++k) {
      for (int i = 0; i < all_[k].operands; ++i) states_[k].ends += states_[all_[k].operand[i]].uses_left == 1;
      if (states_[k].waits == 0) enter(k, later_);
    }
    while (static_cast<int>(order.size()) < size) {
      admit();
      issue(take(tidy(ready_) ? ready_ : later_));
    }
  }
  std::vector<int> order;

 private:
  struct State {
    int waits = 0;      // operands that are not there
    int uses_left = 0;  // of its result
    int starts = 0;     // cycle in which its operands are there
    int ends = 0;       // operands that nobody needs after it
    bool waiting = false, ready = false;
  };
  // When it may start, how few it ends and its place among equals as the digits of a number, the lower the better; the operation.
  using Entry = std::pair<std::uint64_t, int>;
  using Queue = std::priority_queue<Entry, std::vector<Entry>, std::greater<>>;

  const std::vector<Schedule::Operation>& all_;
  const std::vector<int>& users_;
  const ScheduleOptions options_;
  std::vector<State> states_;
  Queue ready_, later_;
  int cycle_ = 0;

  Entry entry(int k) const {
    const State& s = states_[k];
    const std::uint64_t start = s.ready ? 0 : s.starts, few = 3 - s.ends;
    const std::uint32_t place = options_.longest_first ? ~static_cast<std::uint32_t>(all_[k].to_end) : k;
    return {start << 34 | few << 32 | place, k};
  }

  void enter(int k, Queue& queue) {
    states_[k].waiting = true;
    queue.push(entry(k));
  }

  // Whether there is anything in it, with something valid in front.
  bool tidy(Queue& queue) const {
    while (!queue.empty()) {
      const int k = queue.top().second;
      if (states_[k].waiting && queue.top() == entry(k)) return true;
      queue.pop();
    }
    return false;
  }

  int take(Queue& queue) {
    tidy(queue);
    const int k = queue.top().second;
    queue.pop();
    states_[k].waiting = false;
    return k;
  }

  // What can start by now.
  void admit() {
    while (tidy(later_) && states_[later_.top().second].starts <= cycle_ + options_.slack) {
      const int k = take(later_);
      states_[k].ready = true;
      enter(k, ready_);
    }
  }

  void issue(int k) {
    order.push_back(all_[k].node);
    for (int i = 0; i < all_[k].operands; ++i)
      if (--states_[all_[k].operand[i]].uses_left == 1) last_use(all_[k].operand[i]);
    for (int u = all_[k].first_user; u < all_[k].last_user; ++u) {
      State& user = states_[users_[u]];
      user.starts = std::max(user.starts, cycle_ + all_[k].latency);
      if (--user.waits == 0) enter(users_[u], later_);
    }
    if (static_cast<int>(order.size()) % options_.rate == 0) ++cycle_;
  }

  // One user is left, which ends its wait.
  void last_use(int k) {
    for (int u = all_[k].first_user; u < all_[k].last_user; ++u) {
      State& user = states_[users_[u]];
      ++user.ends;
      if (user.waiting) enter(users_[u], user.ready ? ready_ : later_);
    }
  }
};

}  // namespace

Schedule::Schedule(const MachineGraph& graph) {
  const std::vector<int> written = graph.needed();
  std::vector<int> place(graph.nodes.size(), -1);
  operations.resize(written.size());
  for (std::size_t k = 0; k < written.size(); ++k) {
    Operation& o = operations[k];
    place[written[k]] = static_cast<int>(k);
    o.node = written[k];
    o.latency = latency(graph.nodes[o.node]);
    for (int f : graph.nodes[o.node].from)
      if (f >= 0 && place[f] >= 0 &&
          std::find(o.operand.begin(), o.operand.begin() + o.operands, place[f]) == o.operand.begin() + o.operands)
        o.operand[o.operands++] = place[f];
    for (int i = 0; i < o.operands; ++i) ++operations[o.operand[i]].last_user;
  }
  for (int o : graph.outputs)
    if (place[o] >= 0) ++operations[place[o]].outputs;
  int end = 0;
  for (Operation& o : operations) {
    end += o.last_user;
    o.first_user = o.last_user = end - o.last_user;
  }
  users.resize(end);
  for (std::size_t k = 0; k < operations.size(); ++k)
    for (int i = 0; i < operations[k].operands; ++i) users[operations[operations[k].operand[i]].last_user++] = static_cast<int>(k);
  for (auto o = operations.rbegin(); o != operations.rend(); ++o) {
    for (int u = o->first_user; u < o->last_user; ++u) o->to_end = std::max(o->to_end, operations[users[u]].to_end);
    o->to_end += o->latency;
  }
}

std::vector<int> Schedule::order(const ScheduleOptions& options) const { return std::move(Scheduler(*this, options).order); }

}  // namespace gough
