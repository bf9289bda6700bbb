#include "gough/model/friction.hpp"

#include "gough/model/changed_robot.hpp"

namespace gough {

std::vector<FrictionPoint> find_friction_points(const Robot& robot) {
  std::vector<FrictionPoint> out;
  int row = 0;
  const auto add = [&](FrictionPoint::Kind kind, int leg, std::size_t index, const Friction& friction, int size) {
    if (friction.coulomb == 0.0) return;
    out.push_back({kind, leg, static_cast<int>(index), friction.coulomb, row, size});
    row += size;
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    for (std::size_t j = 0; j < leg.joints.size(); ++j)
      add(FrictionPoint::Kind::leg_joint, static_cast<int>(i), j, leg.joints[j].friction, 1);
    for (std::size_t t = 0; t < leg.tips.size(); ++t) add(FrictionPoint::Kind::tip, static_cast<int>(i), t, leg.tips[t].friction, 3);
    for (std::size_t l = 0; l < leg.loops.size(); ++l) add(FrictionPoint::Kind::leg_loop, static_cast<int>(i), l, leg.loops[l].friction, 3);
  }
  const Nacelle& nacelle = robot.nacelle;
  for (std::size_t j = 0; j < nacelle.joints.size(); ++j) add(FrictionPoint::Kind::nacelle_joint, -1, j, nacelle.joints[j].friction, 1);
  for (std::size_t l = 0; l < nacelle.loops.size(); ++l) add(FrictionPoint::Kind::loop, -1, l, nacelle.loops[l].friction, 3);
  return out;
}

int friction_rows(const std::vector<FrictionPoint>& friction_points) {
  return friction_points.empty() ? 0 : friction_points.back().first + friction_points.back().size;
}

Robot without_coulomb(Robot robot) {
  return changed(std::move(robot), [](Robot& r) { for_each_friction(r, [](Friction& f) { f.coulomb = 0.0; }); });
}

Robot without_friction(Robot robot) {
  return changed(std::move(robot), [](Robot& r) {
    for_each_friction(r, [](Friction& f) { f = {}; });
    for (Spring& spring : r.springs) spring.damping = 0.0;
  });
}

}  // namespace gough
