#include "tests/agreement/random_legs.hpp"

// Masses, friction and motors of a sketch.
namespace gough::test {
namespace {

// Any distribution of mass: central inertia tr(Σ) 1 − Σ of a second moment Σ.
Mass random_mass(const V3& near, double spread, Dice& dice) {
  Mass out;
  out.mass = dice.log_uniform(0.05, 20.0);
  out.com = near + dice.vector(spread);
  M3 root;
  for (int k = 0; k < 3; ++k) root.col(k) = dice.vector(0.2);
  const M3 second = out.mass * root * root.transpose();
  out.inertia = second.trace() * M3::Identity() - second;
  return out;
}

struct Dresser {
  Sketch& sketch;
  Dice& dice;
  double turning, sliding;  // typical effort in SI units
  bool frictionless, massless_legs, on_the_line;

  Friction friction(bool revolute) {
    if (frictionless || dice.chance(0.4)) return {};
    const double unit = revolute ? turning : sliding;
    Friction out{dice.uniform(0, 0.3) * unit / sketch.pace, dice.uniform(0, 0.3) * unit};
    if (!revolute) out.viscous /= sketch.scale;
    if (dice.chance(0.3)) out.viscous = 0.0;
    if (dice.chance(0.3)) out.coulomb = 0.0;
    return out;
  }

  void dress_motor(Motor& motor, bool revolute) {
    if (motor.axis < 0) return;
    const Friction f = friction(revolute);
    motor.viscous = f.viscous;
    motor.coulomb = f.coulomb;
    if (dice.chance(0.3)) return;
    motor.gear = (dice.chance(0.3) ? -1 : 1) * dice.log_uniform(1, 100) / (revolute ? 1.0 : sketch.scale);
    const double reflected = dice.uniform(0, 1.0) * (revolute ? sketch.scale * sketch.scale : 1.0);
    motor.rotor = reflected / (motor.gear * motor.gear);
  }

  void leg(SketchLeg& leg) {
    for (std::size_t j = 0; j < leg.joints.size(); ++j) {
      SketchJoint& joint = leg.joints[j];
      const V3 next = j + 1 < leg.joints.size() ? leg.joints[j + 1].point : leg.tips[0].point;
      joint.friction = friction(joint.turns(0));
      dress_motor(joint.motor, joint.turns(joint.motor.axis));
      if (massless_legs || dice.chance(0.1)) continue;
      joint.body = random_mass(joint.point + dice.uniform(0, 1) * (next - joint.point), on_the_line ? 0.0 : 0.2, dice);
    }
    for (SketchTip& tip : leg.tips)
      if (tip.kind != 'F') tip.friction = friction(true);
    for (SketchLegLoop& loop : leg.loops)
      if (loop.kind != 'F') loop.friction = friction(true);
  }
};

// The rods of a parallelogram are equal: one body and one friction in the file serves both.
void match_rods(SketchLeg& leg) {
  if (leg.parallelogram.norm() == 0.0) return;
  const SketchJoint& a = leg.joints[leg.joints.size() - 2];
  SketchJoint& b = leg.joints.back();
  b.body = a.body;
  b.body.com -= leg.parallelogram;
  b.friction = a.friction;
  b.values = a.values;
  leg.tips[1].friction = leg.tips[0].friction;
}

}  // namespace

void match_copies(Sketch& sketch) {
  for (const CopyGroup& group : sketch.copies)
    for (std::size_t k = 0; k < group.angles_deg.size(); ++k) {
      const SketchLeg& first = sketch.legs[group.first];
      const M3 R = rotation_exp(radians(group.angles_deg[k]) * group.axis);
      std::vector<int> on;
      for (const SketchTip& tip : sketch.legs[group.first + k].tips) on.push_back(tip.on);
      SketchLeg copy = k == 0 ? first : turned(first, R);
      for (std::size_t t = 0; t < on.size(); ++t) copy.tips[t].on = on[t];
      sketch.legs[group.first + k] = copy;
    }
}

void dress(Sketch& sketch, Dice& dice) {
  const double scales[] = {1e-3, 0.1, 1, 1, 1, 30, 1e3};
  sketch.scale = scales[dice.below(7)];
  const double weight = dice.chance(0.1) ? 0.0 : dice.uniform(1, 20);
  sketch.gravity = weight / (dice.chance(0.5) ? sketch.scale : 1.0) * dice.direction();
  sketch.pace = std::sqrt(1.0 + sketch.gravity.norm());
  const double effort = sketch.pace * sketch.pace * sketch.scale;
  Dresser dresser{sketch, dice, effort * sketch.scale, effort, dice.chance(0.15), dice.chance(0.08), dice.chance(0.15)};
  sketch.platform = random_mass(sketch.home.p, 0.2, dice);
  for (SketchHinge& hinge : sketch.hinges) {
    hinge.body = random_mass(hinge.point, 0.2, dice);
    hinge.friction = dresser.friction(hinge.revolute);
    dresser.dress_motor(hinge.motor, hinge.revolute);
  }
  for (SketchLoop& loop : sketch.loops)
    if (loop.kind != 'F') loop.friction = dresser.friction(true);
  for (SketchLeg& leg : sketch.legs) {
    dresser.leg(leg);
    match_rods(leg);
  }
  match_copies(sketch);
  for (std::size_t i = 0; i < sketch.legs.size(); ++i) sketch.legs[i].name = std::string("leg_") + static_cast<char>('a' + i);
}

bool follows(const SketchLeg& leg, const SketchJoint& joint) {
  for (const SketchCoupling& coupling : leg.couplings)
    if (&leg.joints[coupling.joint] == &joint) return true;
  return false;
}

namespace {

SketchEnd random_end(const Sketch& sketch, Dice& dice) {
  std::vector<SketchEnd> ends{{-2, 0, {}}, {-1, 0, {}}};
  for (std::size_t h = 0; h < sketch.hinges.size(); ++h) ends.push_back({-1, static_cast<int>(h) + 1, {}});
  for (std::size_t i = 0; i < sketch.legs.size(); ++i) {
    bool copied = false;  // only the first copy is written
    for (const CopyGroup& group : sketch.copies) copied |= static_cast<int>(i) >= group.first && i < group.first + group.angles_deg.size();
    for (std::size_t j = 0; !copied && j < sketch.legs[i].joints.size() && sketch.legs[i].parallelogram.norm() == 0.0; ++j)
      ends.push_back({static_cast<int>(i), static_cast<int>(j), {}});
  }
  SketchEnd out = ends[dice.below(static_cast<int>(ends.size()))];
  out.point = dice.vector(1.0);
  return out;
}

}  // namespace

void add_springs(Sketch& sketch, Dice& dice) {
  const double force = sketch.pace * sketch.pace * sketch.scale;
  for (SketchLeg& leg : sketch.legs) {
    for (SketchJoint& joint : leg.joints)
      if (joint.freedoms() == 1 && dice.chance(0.3) && !follows(leg, joint))
        joint.spring = {dice.uniform(0.1, 1) * force * (joint.type == 'R' ? sketch.scale : 1.0 / sketch.scale), dice.uniform(-1, 1)};
    if (leg.parallelogram.norm() > 0.0) leg.joints.back().spring = leg.joints[leg.joints.size() - 2].spring;
  }
  for (const CopyGroup& group : sketch.copies)
    for (std::size_t k = 1; k < group.angles_deg.size(); ++k)
      for (std::size_t j = 0; j < sketch.legs[group.first].joints.size(); ++j)
        sketch.legs[group.first + k].joints[j].spring = sketch.legs[group.first].joints[j].spring;
  for (int count = 1 + dice.below(4); count > 0; --count) {
    SketchSpring spring{random_end(sketch, dice), random_end(sketch, dice)};
    if (spring.a.leg == spring.b.leg && spring.a.part == spring.b.part) continue;
    if (dice.chance(0.7)) {
      spring.stiffness = dice.uniform(0.1, 1) * force / sketch.scale;
      if (dice.chance(0.6)) spring.free_length = dice.uniform(0, 1.5);
    }
    if (dice.chance(0.4)) spring.damping = dice.uniform(0, 0.3) * force / sketch.scale / sketch.pace;
    if (dice.chance(0.3) || (spring.stiffness == 0.0 && spring.damping == 0.0)) spring.pull = dice.uniform(-1, 1) * force;
    sketch.springs.push_back(spring);
  }
}

void turn_about(Sketch& sketch, Dice& dice) {
  const M3 Q = dice.chance(0.15) ? M3(M3::Identity()) : dice.rotation();
  for (SketchLeg& leg : sketch.legs) leg = turned(leg, Q);
  for (SketchHinge& hinge : sketch.hinges) {
    hinge.point = Q * hinge.point;
    hinge.axis = Q * hinge.axis;
  }
  for (SketchLoop& loop : sketch.loops) {
    loop.point = Q * loop.point;
    for (V3& axis : loop.axes) axis = Q * axis;
  }
  for (CopyGroup& group : sketch.copies) group.axis = Q * group.axis;
  sketch.home.p = Q * sketch.home.p;
  // copies turn the platform's side about the same numbers in platform axes: its frame may be turned about that axis only
  sketch.home.R = dice.rotation();
  if (!sketch.copies.empty()) sketch.home.R = rotation_exp(dice.uniform(-2, 2) * sketch.copies[0].axis);
  if (dice.chance(0.2)) sketch.home.R.setIdentity();
}

}  // namespace gough::test
