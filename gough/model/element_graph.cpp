#include "gough/model/element_graph.hpp"

#include <algorithm>
#include <cmath>

#include "gough/model/robot.hpp"

namespace gough {
namespace {

// Whether the tips stand right at the ends of these elements, one each.
bool tips_at_ends(const Leg& leg, std::size_t first) {
  if (leg.tips.size() != leg.elements.size() - first) return false;
  for (std::size_t t = 0; t < leg.tips.size(); ++t) {
    const Element& e = leg.elements[first + t];
    if (leg.tips[t].leg.body != e.upper || (leg.tips[t].leg.frame.p - e.b).norm() > 1e-12) return false;
  }
  return true;
}

// The second axis of a joint with two is across the element: its spin is then lost only where the leg itself is singular.
bool axis_across(const Element& e) { return std::abs(e.x.z()) < 1e-9; }

// By hand only where the divisors vanish where the leg is singular and nowhere else, which a closed form of its geometry tells too.
Elimination find_elimination(const Leg& leg, const ElementGraph& graph) {
  const Element& first = leg.elements.front();
  const bool slide = graph.extends[0] && !graph.spins[0];
  if (!leg.solver.closed_form) return Elimination::stacked;
  if (leg.elements.size() == 1 && first.extrinsic.size() == 2 && axis_across(first) && slide && tips_at_ends(leg, 0))
    return Elimination::telescopic;
  if (leg.elements.size() < 2 || !tips_at_ends(leg, 1)) return Elimination::stacked;
  for (std::size_t e = 1; e < leg.elements.size(); ++e) {
    const Element& bar = leg.elements[e];
    const std::size_t turns = bar.extrinsic.size();
    const bool on_first = bar.carrier.element == 0 && bar.carrier.at_end;
    if (!on_first || bar.pivot || graph.extends[e] || graph.spins[e] || turns < 1 || turns > 2) return Elimination::stacked;
    if (turns == 2 && !axis_across(bar)) return Elimination::stacked;
  }
  if (first.extrinsic.size() == 1 && !graph.extends[0] && !graph.spins[0]) return Elimination::bar_then_bars;
  if (first.extrinsic.empty() && slide) return Elimination::slide_then_bars;
  return Elimination::stacked;
}

}  // namespace

ElementGraph element_graph(const Leg& leg) {
  ElementGraph out;
  for (const Element& e : leg.elements) {
    bool spins = false, extends = false;
    for (int j : e.intrinsic) (leg.joints[j].revolute ? spins : extends) = true;
    out.spins.push_back(spins);
    out.extends.push_back(extends);
    out.rows += 1 + !spins + !extends + std::max(0, 3 - static_cast<int>(e.extrinsic.size()));
  }
  for (const Tip& tip : leg.tips) {
    std::vector<int> wrist;
    int j = tip.leg.body;
    for (; j >= 0 && element_place(leg.elements, j).element < 0; j = leg.joints[j].parent) wrist.insert(wrist.begin(), j);
    out.ends.push_back(element_place(leg.elements, j));
    out.wrist.push_back(wrist);
    out.rows += 3 + (tip.kind == TipKind::rigid ? std::max(0, 3 - static_cast<int>(wrist.size())) : angular_rows(tip.kind));
  }
  if (!leg.elements.empty()) out.elimination = find_elimination(leg, out);
  return out;
}

}  // namespace gough
