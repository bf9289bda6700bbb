#include "gough/model/nacelle_share.hpp"

#include <algorithm>

namespace gough {
namespace {

bool ends_on(const Leg& leg, int body) {
  return std::any_of(leg.tips.begin(), leg.tips.end(), [&](const Tip& tip) { return tip.nacelle.body == body; });
}

}  // namespace

double nacelle_part(const Robot& robot, int leg, int body) {
  assert(leg >= 0 && leg < static_cast<int>(robot.legs.size()));
  assert(body >= 0 && body < robot.nacelle.bodies());
  const auto ending = std::count_if(robot.legs.begin(), robot.legs.end(), [&](const Leg& l) { return ends_on(l, body); });
  if (ending == 0) return 1.0 / static_cast<double>(robot.legs.size());
  return ends_on(robot.legs[leg], body) ? 1.0 / static_cast<double>(ending) : 0.0;
}

std::vector<NacelleShare> nacelle_shares(const Robot& robot) {
  std::vector<NacelleShare> out;
  for (int body = 0; body < robot.nacelle.bodies(); ++body) {
    if (robot.body({-1, body}).mass == 0.0) continue;
    for (int leg = 0; leg < static_cast<int>(robot.legs.size()); ++leg)
      if (const double part = nacelle_part(robot, leg, body); part > 0.0) out.push_back({leg, body, part});
  }
  return out;
}

RigidBody share_body(const Robot& robot, const NacelleShare& share) {
  const RigidBody& whole = robot.body({-1, share.body});
  return {share.part * whole.mass, whole.com, share.part * whole.inertia};
}

}  // namespace gough
