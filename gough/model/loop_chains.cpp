#include "gough/model/loop_chains.hpp"

#include <algorithm>
#include <cmath>

namespace gough {
namespace {

constexpr double kRounding = 1e-14;

// Joints from the base to a body, in order.
std::vector<int> joints_to(const Leg& leg, int body) {
  std::vector<int> out;
  leg.inward(body, [&](int j) { out.push_back(j); });
  std::reverse(out.begin(), out.end());
  return out;
}

// Rounding of a change of frames would hide zeros and ones.
Placement<double> without_rounding(Placement<double> x) {
  for (double& v : x.R.reshaped())
    if (std::abs(v - std::nearbyint(v)) < kRounding) v = std::nearbyint(v) + 0.0;
  for (double& v : x.p)
    if (std::abs(v) < kRounding) v = 0.0;
  return x;
}

void find_chains(const Leg& leg, LegLoop& loop) {
  std::vector<int> to_a = joints_to(leg, loop.a.body), to_b = joints_to(leg, loop.b.body);
  std::size_t shared = 0;
  while (shared < to_a.size() && shared < to_b.size() && to_a[shared] == to_b[shared]) ++shared;
  const int first = shared < to_a.size() ? to_a[shared] : to_b[shared];
  const Placement<double> origin = leg.joints[first].placement.inverse();
  loop.chains.joints.clear();
  loop.joints.clear();
  const auto add = [&](const std::vector<int>& path, const TipSide& side) -> TipSide {
    int parent = -1;
    for (std::size_t k = shared; k < path.size(); ++k) {
      Joint joint;
      joint.revolute = leg.joints[path[k]].revolute;
      joint.screw = leg.joints[path[k]].screw;
      joint.parent = parent;
      joint.placement = parent < 0 ? without_rounding(origin * leg.joints[path[k]].placement) : leg.joints[path[k]].placement;
      parent = static_cast<int>(loop.joints.size());
      loop.chains.joints.push_back(joint);
      loop.joints.push_back(path[k]);
    }
    return {parent, parent < 0 ? without_rounding(origin * side.frame) : side.frame};
  };
  loop.near = add(to_a, loop.a);
  loop.far = add(to_b, loop.b);
}

}  // namespace

void find_chains(Leg& leg) {
  for (LegLoop& loop : leg.loops) find_chains(leg, loop);
}

}  // namespace gough
