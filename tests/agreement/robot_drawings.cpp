#include "tests/agreement/robot_drawings.hpp"

namespace gough::test {
namespace {

Setting spatial(Dice& dice, bool symmetric = false) {
  Setting s;
  s.centre = V3(0, 0, dice.uniform(0.7, 1.3)) + (symmetric ? V3(V3::Zero()) : dice.vector(0.2));
  s.triad = rotation_exp(dice.uniform(0, 3) * dice.direction());
  s.ring = dice.uniform(0.3, 0.7);
  return s;
}

Setting planar(Dice& dice) {
  Setting s;
  s.layout = Layout::planar;
  s.centre = {dice.uniform(-0.2, 0.2), dice.uniform(-0.2, 0.2), 0};
  s.ring = dice.uniform(0.25, 0.5);
  return s;
}

Setting spherical(Dice& dice) {
  Setting s;
  s.layout = Layout::spherical;
  s.centre = dice.vector(0.2);
  return s;
}

void add_legs(Sketch& sketch, const Setting& setting, const std::vector<Pattern>& patterns, Dice& dice) {
  int count = 0, index = 0;
  for (const Pattern& pattern : patterns) count += pattern.count;
  for (const Pattern& pattern : patterns)
    for (int k = 0; k < pattern.count; ++k) sketch.legs.push_back(draw_leg(pattern, setting, index++, count, dice));
  sketch.home.p = setting.centre + (setting.layout == Layout::spatial ? dice.vector(0.1) : V3(V3::Zero()));
}

// Equal legs around the z axis, as copies of the first.
void add_copies(Sketch& sketch, const Setting& setting, const Pattern& pattern, Dice& dice) {
  CopyGroup group;
  group.first = static_cast<int>(sketch.legs.size());
  for (int k = 0; k < pattern.count; ++k) group.angles_deg.push_back(k == 0 ? 0.0 : 360.0 * k / pattern.count + dice.uniform(-20, 20));
  const SketchLeg first = draw_leg(pattern, setting, 0, pattern.count, dice);
  for (double angle : group.angles_deg) sketch.legs.push_back(turned(first, rotation_exp(radians(angle) * V3::UnitZ())));
  sketch.copies.push_back(group);
  sketch.home.p = V3(0, 0, setting.centre.z());
}

// A leg whose last element becomes two rods. Across the arm's axis the arm must stand at zero, for files give one vector for both ends.
void make_parallelogram(SketchLeg& leg, bool along_axis, Dice& dice) {
  const SketchJoint& arm = leg.joints[leg.elements[0].outer >= 0 ? leg.elements[0].outer : 0];
  const V3 axis = arm.type == 'P' ? dice.direction() : arm.axes[0];
  const V3 vector = dice.uniform(0.15, 0.4) * (along_axis ? axis : (axis + dice.vector(0.5)).normalized());
  if (!along_axis && arm.type != 'P') leg.joints[leg.elements[0].outer].values[0] = 0.0;
  double_rod(leg, vector);
}

// Further bodies on the platform, each with legs of its own.
void hang(Sketch& sketch, const std::string& name, int parent, bool revolute, Dice& dice) {
  sketch.hinges.push_back({name, parent, revolute, sketch.home.p + dice.vector(0.4), dice.direction(), {}, {}, 0.0, {}});
}

// Masses far beside the lines of spindles and screws come with `dress`; here the legs have little else.
void serial(Sketch& sketch, const std::string& joints, Dice& dice) { add_legs(sketch, spatial(dice), {{1, joints, "F"}}, dice); }

}  // namespace

Draw ring(const Pattern& pattern) {
  return [pattern](Sketch& sketch, Dice& dice) {
    if (dice.chance(0.3)) add_copies(sketch, spatial(dice, true), pattern, dice);
    else add_legs(sketch, spatial(dice), {pattern}, dice);
  };
}

Draw in_space(const std::vector<Pattern>& patterns) {
  return [patterns](Sketch& sketch, Dice& dice) { add_legs(sketch, spatial(dice), patterns, dice); };
}

Draw in_plane(const std::vector<Pattern>& patterns) {
  return [patterns](Sketch& sketch, Dice& dice) { add_legs(sketch, planar(dice), patterns, dice); };
}

Draw on_sphere(const std::vector<Pattern>& patterns) {
  return [patterns](Sketch& sketch, Dice& dice) { add_legs(sketch, spherical(dice), patterns, dice); };
}

Draw underactuated(const Draw& draw) {
  return [draw](Sketch& sketch, Dice& dice) {
    draw(sketch, dice);
    sketch.underactuated = true;
  };
}

Draw delta(const std::string& joints, bool along_axis) {
  return [=](Sketch& sketch, Dice& dice) {
    const Pattern pattern{3, joints, "S"};
    if (dice.chance(0.5)) {
      add_copies(sketch, spatial(dice, true), pattern, dice);
      SketchLeg first = sketch.legs[0];
      make_parallelogram(first, along_axis, dice);
      for (std::size_t k = 0; k < 3; ++k)
        sketch.legs[k] = turned(first, rotation_exp(radians(sketch.copies[0].angles_deg[k]) * V3::UnitZ()));
      return;
    }
    add_legs(sketch, spatial(dice), {pattern}, dice);
    for (SketchLeg& leg : sketch.legs) make_parallelogram(leg, along_axis, dice);
  };
}

void unequal_rods(Sketch& sketch, Dice& dice) {
  add_legs(sketch, spatial(dice), {{3, "R*/B U/B", "S"}}, dice);
  for (SketchLeg& leg : sketch.legs) {
    make_parallelogram(leg, true, dice);
    leg.joints.back().point += dice.vector(0.05);
    leg.tips.back().point += dice.vector(0.05);
    leg.elements.clear();
    leg.parallelogram.setZero();
  }
}

void branched_legs(Sketch& sketch, Dice& dice) {
  add_legs(sketch, spatial(dice), {{3, "R* U", "S"}}, dice);
  for (SketchLeg& leg : sketch.legs) {
    SketchJoint second = leg.joints[1];
    second.name = "j3";
    second.parent = 0;
    second.point += dice.vector(0.4);
    second.axes = {dice.direction(), dice.direction()};
    while (second.axes[0].cross(second.axes[1]).norm() < 0.5) second.axes[1] = dice.direction();
    SketchJoint slide = second;
    slide.name = "j4";
    slide.type = 'P';
    slide.axes = {dice.direction()};
    slide.values = {dice.uniform(-0.3, 0.3)};
    slide.parent = 2;
    slide.motor.axis = 0;
    SketchTip tip = leg.tips[0];
    tip.point += dice.vector(0.3);
    tip.joint = 3;
    leg.joints.push_back(second);
    leg.joints.push_back(slide);
    leg.tips.push_back(tip);
  }
}

void bricard(Sketch& sketch, Dice& dice) {
  const V3 line = dice.direction(), through = dice.vector(0.3);
  const M3 R = rotation_exp(kPi * line);
  const auto image = [&](const V3& x) { return V3(through + R * (x - through)); };
  std::vector<V3> points, axes;
  for (int k = 0; k < 3; ++k) {
    points.push_back(V3(0.8 - 0.8 * k, 0.5, 0.5 * k) + dice.vector(0.4));
    axes.push_back(dice.direction());
  }
  Setting setting = spatial(dice);
  sketch.home.p = (points[2] + image(points[0])) / 2 + dice.vector(0.1);
  const bool both = dice.chance(0.3);
  for (int side = 0; side < 2; ++side) {
    const V3 tip = side == 0 ? points[2] + dice.vector(0.2) : image(points[0]) + dice.vector(0.2);
    SketchLeg leg = draw_leg_between({1, side == 0 || both ? "R* R R" : "R R R", "F"}, setting, 0, points[0], tip, dice);
    for (int k = 0; k < 3; ++k) {
      leg.joints[k].point = side == 0 ? points[k] : image(points[2 - k]);
      leg.joints[k].axes = {side == 0 ? axes[k] : V3(R * axes[2 - k])};
    }
    sketch.legs.push_back(leg);
  }
}

Draw free_nacelle(bool revolute, const std::string& joints, const std::string& tip) {
  return [=](Sketch& sketch, Dice& dice) {
    add_legs(sketch, spatial(dice), {{4, joints, tip}, {3, joints, tip, 1}}, dice);
    hang(sketch, "wing", 0, revolute, dice);
  };
}

void chained_nacelle(Sketch& sketch, Dice& dice) {
  add_legs(sketch, spatial(dice), {{3, "U/T*", "S"}, {2, "R*/B U/B", "S", 1}, {3, "U/T*", "S", 2}}, dice);
  hang(sketch, "wing", 0, true, dice);
  hang(sketch, "tail", 1, dice.chance(0.5), dice);
}

Draw nacelle_loop(char kind) {
  return [kind](Sketch& sketch, Dice& dice) {
    add_legs(sketch, spatial(dice), {{4, "U/T*", "S"}, {2, "U/T*", "S", 2}, {1, "R*/B U/B", "S", 3}}, dice);
    const V3 n = dice.direction(), e = dice.across(n), f = n.cross(e), o = sketch.home.p;
    const auto point = [&](double x, double y) { return V3(o + x * e + y * f); };
    hang(sketch, "crank", 0, true, dice);
    hang(sketch, "coupler", 1, true, dice);
    hang(sketch, "rocker", 0, true, dice);
    const V3 places[] = {point(-0.3, dice.uniform(-0.1, 0.1)), point(-0.2, dice.uniform(0.3, 0.5)), point(0.3, dice.uniform(-0.1, 0.1))};
    for (int k = 0; k < 3; ++k) {
      sketch.hinges[k].point = places[k];
      sketch.hinges[k].axis = n;
    }
    SketchLoop loop;
    loop.kind = kind;
    loop.a = 2;
    loop.b = 3;
    loop.point = point(0.25, dice.uniform(0.3, 0.6));
    if (kind == 'R') loop.axes = {n};
    if (kind == 'U') loop.axes = {e, f};
    sketch.loops.push_back(loop);
  };
}

Draw articulated_delta(bool loop) {
  return [loop](Sketch& sketch, Dice& dice) {
    const Setting setting = spatial(dice);
    const V3 n = V3::UnitZ(), c = setting.centre;
    sketch.home.p = c;
    const V3 side(0, dice.uniform(0.15, 0.3), 0), along(dice.uniform(0.2, 0.35), 0, 0);
    sketch.hinges = {{"bar_a", 0, true, c + side, n, {}, {}, 0.0, {}}, {"bar_b", 0, true, c - side, n, {}, {}, 0.0, {}}};
    if (loop) {
      sketch.hinges.push_back({"link", 1, true, c + side + along, n, {}, {}, 0.0, {}});
      sketch.loops.push_back({'R', 3, 2, c - side + along, {n}, {}});
    }
    for (int k = 0; k < 4; ++k) {
      const double angle = kPi / 2 * k + kPi / 4 + dice.uniform(-0.4, 0.4);
      const V3 out(std::cos(angle), std::sin(angle), 0);
      SketchLeg leg = draw_leg_between({1, "Rt*/B U/B", "S", k < 2 ? 1 : 2}, setting, k, V3(dice.uniform(0.8, 1.1) * out),
                                       c + dice.uniform(0.2, 0.5) * out + (k < 2 ? 1.0 : -1.0) * side, dice);
      make_parallelogram(leg, true, dice);
      sketch.legs.push_back(leg);
    }
  };
}

void six_three(Sketch& sketch, Dice& dice) {
  const Setting setting = spatial(dice);
  add_legs(sketch, setting, {{6, "U/T*", "S"}}, dice);
  for (int k = 0; k < 6; k += 2) {
    const V3 base = sketch.legs[k + 1].joints[0].point;
    sketch.legs[k + 1] = draw_leg_between({1, "U/T*", "S"}, setting, k, base, sketch.legs[k].tips[0].point, dice);
  }
}

Draw arm(const std::string& joints) {
  return [joints](Sketch& sketch, Dice& dice) { serial(sketch, joints, dice); };
}

void translational_upu(Sketch& sketch, Dice& dice) {
  const Setting setting = spatial(dice);
  for (int k = 0; k < 3; ++k) {
    SketchLeg leg = draw_leg({1, "U/T*", "S"}, setting, k, 3, dice);
    const V3 u = dice.across(leg.tips[0].point - leg.joints[0].point), x = (leg.tips[0].point - leg.joints[0].point).normalized();
    const V3 first = (u + dice.uniform(-0.4, 0.4) * x).normalized(), second = first.cross(x).normalized();
    leg.joints[0].axes = {first, second};
    leg.tips[0].kind = 'U';
    leg.tips[0].axes = {second, first};
    sketch.legs.push_back(leg);
  }
  sketch.home.p = setting.centre;
}

}  // namespace gough::test
