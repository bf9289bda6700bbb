#include "tests/oracles/joint_coordinates.hpp"

// Springs between points in the oracle of random robots.
namespace gough::oracle {

void Linkage::add_ropes(const std::vector<std::vector<int>>& last) {
  const auto body_of = [&](const test::SketchEnd& end) {
    return end.leg == -2 ? -1 : end.leg == -1 ? platform_ + end.part : last[end.leg][end.part];
  };
  for (const test::SketchSpring& spring : sketch_.springs)
    ropes_.push_back({body_of(spring.a), body_of(spring.b), spring.a.point, spring.b.point, spring.stiffness, spring.free_length,
                      spring.damping, spring.pull / sketch_.scale});
}

void Linkage::pull_ropes(const Configuration& at, ForcedMotion& motion) const {
  for (const Rope& rope : ropes_) {
    const auto point = [&](int body, const V3& home) { return body < 0 ? home : at.moved[body].point(home); };
    const auto moving = [&](int body, const V3& at_point) {
      return body < 0 ? V3(V3::Zero()) : V3(velocity_at(motion.twist[body], at_point));
    };
    const V3 a = point(rope.a, rope.from), b = point(rope.b, rope.to), along = (b - a).normalized();
    const double length = (b - a).norm(), rate = along.dot(moving(rope.b, b) - moving(rope.a, a)), longer = length - rope.free_length;
    const V3 pull = (rope.stiffness * longer + rope.damping * rate + rope.pull) * along;
    if (rope.a >= 0) motion.resultant[rope.a] -= wrench_at(a, pull, V3::Zero());
    if (rope.b >= 0) motion.resultant[rope.b] += wrench_at(b, pull, V3::Zero());
    motion.potential += 0.5 * rope.stiffness * longer * longer + rope.pull * length;
    motion.dissipation += rope.damping * rate * rate;
  }
}

}  // namespace gough::oracle
