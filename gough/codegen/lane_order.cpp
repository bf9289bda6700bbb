#include "gough/codegen/lane_order.hpp"

#include <algorithm>
#include <utility>

namespace gough {

namespace {

// Statements among which the next one is looked for. All of them is a tenth faster on a Gough–Stewart platform's inverse dynamics with
// clang; but GCC keeps to the order, and on programs above 3000 operations then spends half its time on numbers that wait.
constexpr int kWindow = 300;

}  // namespace

std::vector<int> latency_order(const std::vector<LaneStatement>& statements) {
  const int size = static_cast<int>(statements.size());
  std::vector<std::vector<int>> users(size);
  std::vector<int> waiting_for(size, 0), ready(size, 0), path(size, 0), out;
  for (int s = size - 1; s >= 0; --s) {
    path[s] += statements[s].latency;
    for (int n : statements[s].needs) {
      users[n].push_back(s);
      path[n] = std::max(path[n], path[s]);
    }
    waiting_for[s] = static_cast<int>(statements[s].needs.size());
  }
  std::vector<bool> done(size, false);
  for (int cycle = 0, first = 0; first < size;) {
    int best = -1;
    for (int s = first; s < std::min(size, first + kWindow); ++s) {
      if (done[s] || waiting_for[s] > 0) continue;
      const auto later = [&](int x) { return std::pair(std::max(ready[x], cycle), -path[x]); };
      if (best < 0 || later(s) < later(best)) best = s;
    }
    cycle = std::max(cycle, ready[best]);
    out.push_back(best);
    done[best] = true;
    for (int u : users[best]) {
      ready[u] = std::max(ready[u], cycle + statements[best].latency);
      --waiting_for[u];
    }
    cycle += statements[best].operations;
    while (first < size && done[first]) ++first;
  }
  return out;
}

}  // namespace gough
