#include "gough/evaluate/batch_order.hpp"

#include <algorithm>
#include <map>

namespace gough {

std::vector<UnplacedStep> stored_early(const std::vector<UnplacedStep>& steps) {
  std::map<std::int32_t, std::vector<UnplacedStep>> stores;
  for (const UnplacedStep& s : steps)
    if (s.step.kind == BatchKind::store) stores[s.step.operand[0]].push_back(s);
  std::vector<UnplacedStep> out;
  for (const UnplacedStep& s : steps) {
    if (s.step.kind == BatchKind::store) continue;
    out.push_back(s);
    if (const auto it = stores.find(s.step.out); it != stores.end()) out.insert(out.end(), it->second.begin(), it->second.end());
  }
  return out;
}

std::vector<UnplacedStep> kind_by_kind(const std::vector<UnplacedStep>& steps, std::size_t numbers) {
  std::vector<std::vector<std::size_t>> users(numbers), ready(static_cast<std::size_t>(BatchKind::count));
  std::vector<int> waits_for(steps.size(), 0);
  const auto kind_of = [&](std::size_t i) { return static_cast<std::size_t>(steps[i].step.kind); };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (int k = 0; k < steps[i].operands; ++k) users[steps[i].step.operand[k]].push_back(i);
    waits_for[i] = steps[i].operands;
    if (waits_for[i] == 0) ready[kind_of(i)].push_back(i);
  }
  const auto shorter = [](const auto& a, const auto& b) { return a.size() < b.size(); };
  std::vector<UnplacedStep> out;
  while (out.size() < steps.size()) {
    std::vector<std::size_t>& kind = *std::max_element(ready.begin(), ready.end(), shorter);
    for (std::size_t k = 0; k < kind.size(); ++k) {  // grows while steps of the same kind become ready
      const UnplacedStep& s = steps[kind[k]];
      out.push_back(s);
      if (s.step.kind == BatchKind::store) continue;
      for (std::size_t user : users[s.step.out])
        if (--waits_for[user] == 0) ready[kind_of(user)].push_back(user);
    }
    kind.clear();
  }
  return out;
}

BatchOrder in_slots(std::vector<UnplacedStep> steps, std::size_t numbers) {
  BatchOrder out;
  std::vector<std::size_t> last(numbers, 0);
  for (std::size_t i = 0; i < steps.size(); ++i)
    for (int k = 0; k < steps[i].operands; ++k) last[steps[i].step.operand[k]] = i;
  std::vector<std::int32_t> slot(numbers, -1), free;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    BatchStep& s = steps[i].step;
    for (int k = 0; k < steps[i].operands; ++k) {
      const std::int32_t operand = s.operand[k];
      s.operand[k] = slot[operand];
      if (last[operand] != i) continue;
      last[operand] = steps.size();  // once, though it may stand twice in the step
      free.push_back(s.operand[k]);
    }
    if (s.kind != BatchKind::store) {
      if (free.empty()) free.push_back(out.slots++);
      slot[s.out] = free.back();
      s.out = free.back();
      free.pop_back();
    }
    out.steps.push_back(s);
  }
  out.steps.emplace_back().kind = BatchKind::end;
  return out;
}

}  // namespace gough
