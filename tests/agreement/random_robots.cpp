#include "tests/agreement/random_robots.hpp"

#include <functional>
#include <stdexcept>

#include "tests/agreement/random_legs.hpp"
#include "tests/agreement/walk.hpp"

namespace gough::test {
namespace {

using Draw = std::function<void(Sketch&, Dice&)>;

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

// Legs of one kind, sometimes as copies.
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

// A leg whose last element becomes two rods. Across the arm's axis the arm must stand at zero, for files give one vector for both ends.
void make_parallelogram(SketchLeg& leg, bool along_axis, Dice& dice) {
  const SketchJoint& arm = leg.joints[leg.elements[0].outer >= 0 ? leg.elements[0].outer : 0];
  const V3 axis = arm.type == 'P' ? dice.direction() : arm.axes[0];
  const V3 vector = dice.uniform(0.15, 0.4) * (along_axis ? axis : (axis + dice.vector(0.5)).normalized());
  if (!along_axis && arm.type != 'P') leg.joints[leg.elements[0].outer].values[0] = 0.0;
  double_rod(leg, vector);
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

// Two rods of different length, root and tip: no parallelogram, written by joints.
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

// Arm and two rods of different kinds: one extends, one ends in a universal joint.
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

// Two legs R-R-R whose six axes are symmetric about a line: Bricard's linkage, one freedom where six are counted away.
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

// Further bodies on the platform, each with legs of its own.
void hang(Sketch& sketch, const std::string& name, int parent, bool revolute, Dice& dice) {
  sketch.hinges.push_back({name, parent, revolute, sketch.home.p + dice.vector(0.4), dice.direction(), {}, {}});
}

Draw free_nacelle(bool revolute, const std::string& joints, const std::string& tip) {
  return [=](Sketch& sketch, Dice& dice) {
    add_legs(sketch, spatial(dice), {{4, joints, tip}, {3, joints, tip, 1}}, dice);
    hang(sketch, "wing", 0, revolute, dice);
  };
}

// Two bodies in a row on the platform, eight struts.
void chained_nacelle(Sketch& sketch, Dice& dice) {
  add_legs(sketch, spatial(dice), {{3, "U/T*", "S"}, {2, "R*/B U/B", "S", 1}, {3, "U/T*", "S", 2}}, dice);
  hang(sketch, "wing", 0, true, dice);
  hang(sketch, "tail", 1, dice.chance(0.5), dice);
}

// A four-bar inside the nacelle: two cranks and a coupler, closed by a revolute (planar) or by a ball and a universal joint.
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

// H4: four arms with parallelograms, two on each of two bars that hang on the tool. `loop`: a link joins the bars too (Par4).
Draw articulated_delta(bool loop) {
  return [loop](Sketch& sketch, Dice& dice) {
    const Setting setting = spatial(dice);
    const V3 n = V3::UnitZ(), c = setting.centre;
    sketch.home.p = c;
    const V3 side(0, dice.uniform(0.15, 0.3), 0), along(dice.uniform(0.2, 0.35), 0, 0);
    sketch.hinges = {{"bar_a", 0, true, c + side, n, {}, {}}, {"bar_b", 0, true, c - side, n, {}, {}}};
    if (loop) {
      sketch.hinges.push_back({"link", 1, true, c + side + along, n, {}, {}});
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

// The ends of two struts meet on the platform.
void six_three(Sketch& sketch, Dice& dice) {
  const Setting setting = spatial(dice);
  add_legs(sketch, setting, {{6, "U/T*", "S"}}, dice);
  for (int k = 0; k < 6; k += 2) {
    const V3 base = sketch.legs[k + 1].joints[0].point;
    sketch.legs[k + 1] = draw_leg_between({1, "U/T*", "S"}, setting, k, base, sketch.legs[k].tips[0].point, dice);
  }
}

// Masses far beside the lines of spindles and screws come with `dress`; here the legs have little else.
void serial(Sketch& sketch, const std::string& joints, Dice& dice) { add_legs(sketch, spatial(dice), {{1, joints, "F"}}, dice); }

Draw arm(const std::string& joints) {
  return [joints](Sketch& sketch, Dice& dice) { serial(sketch, joints, dice); };
}

// Translations only: universal joints whose axes are parallel in pairs, at base and platform.
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

const std::vector<std::pair<std::string, Draw>>& table() {
  static const std::vector<std::pair<std::string, Draw>> families{
      {"6-UPS", ring({6, "U/T*", "S"})},
      {"6-3 UPS", six_three},
      {"6-SPU", in_space({{6, "S/T*", "U"}})},
      {"6-UCU screws", in_space({{6, "U/Sc*2", "U"}})},
      {"6-UCU spun screws", in_space({{5, "U/Sc*2", "U"}, {1, "U/T*", "S"}})},
      {"6-RUS", ring({6, "R*/B U/B", "S"})},
      {"6-RSS idle spins left out", in_space({{6, "R*/B V/B", "S"}})},
      {"6-PUS", ring({6, "F/T* U/B", "S"})},
      {"hexaglide", in_space({{6, "Fn/T* U/B", "S"}})},
      {"6-RRRRRR", in_space({{6, "R* R R R R R", "F"}})},
      {"6-RRRRRR motor in the middle", in_space({{2, "R R R* R R R", "F"}, {2, "R R R R* R R", "F"}, {2, "R R* R R R R", "F"}})},
      {"6-RRPRRR", in_space({{6, "R R P* R R R", "F"}})},
      {"6-UPS by joints", in_space({{6, "U =Px*", "S"}})},
      {"6-URS motor at the elbow", in_space({{6, "U/B R*/B", "S"}})},
      {"3-RRR planar", in_plane({{3, "Rn*/B Rn/B", "Rn"}})},
      {"3-RPR planar", in_plane({{3, "Rn/T*", "Rn"}})},
      {"3-PRR planar", in_plane({{3, "F/T* Rn/B", "Rn"}})},
      {"3-RRR planar by joints", in_plane({{1, "Rn* Rn Rn", "F"}, {2, "Rn Rn* Rn", "F"}})},
      {"3-RPR planar motors mixed", in_plane({{1, "Rn* Pp", "Rn"}, {1, "Rn Pp*", "Rn"}, {1, "Rn*/B Rn/B", "Rn"}})},
      {"4-RRR planar redundant", in_plane({{4, "Rn*/B Rn/B", "Rn"}})},
      {"5-bar", in_plane({{1, "Rn*/B Rn/B", "Rn"}, {1, "Rn*/B Rn/B", "F"}})},
      {"5-bar by joints", in_plane({{1, "Rn* Rn", "Rn"}, {1, "Rn* Rn", "F"}})},
      {"5-bar with slides", in_plane({{1, "Rn/T*", "Rn"}, {1, "Rn* Pp*", "F"}})},
      {"5-bar underactuated", underactuated(in_plane({{1, "Rn*/B Rn/B", "Rn"}, {1, "Rn/B Rn/B", "F"}}))},
      {"spherical 3-RRR", on_sphere({{3, "Ro* Ro", "Ro"}})},
      {"spherical five-bar", on_sphere({{1, "Ro* Ro", "Ro"}, {1, "Ro* Ro", "F"}})},
      {"spherical 4-RRR redundant", on_sphere({{4, "Ro*/B Ro/B", "Ro"}})},
      {"3-RPS", ring({3, "Rt/T*", "S"})},
      {"3-RPS skew axes", in_space({{3, "R/T*", "S"}})},
      {"3-PRS", ring({3, "F/T* Rt/B", "S"})},
      {"3-PRS by joints", in_space({{3, "P* R", "S"}})},
      {"3-RRS parallel axes", in_space({{3, "Rl*/B Rl/B", "S"}})},
      {"R-R-S with skew axes", in_space({{3, "R* R", "S"}})},
      {"R-R-S elements with skew axes", ring({3, "R*/B R/B", "S"})},
      {"3-CS", in_space({{3, "C*2", "S"}})},
      {"3-CS spun", in_space({{2, "C*", "S"}, {1, "C*2", "S"}})},
      {"C-R-S", in_space({{3, "C*2 R", "S"}, {3, "R C*", "S"}})},
      {"C-C-U", in_space({{6, "C*2 C", "U"}})},
      {"C-U-S with rigid end", in_space({{6, "C*2 =R U R", "F"}})},
      {"R-C-R on universal tips", in_space({{6, "R* C R", "U"}})},
      {"3-UPU", in_space({{3, "U/T*", "U"}})},
      {"3-UPU translational", translational_upu},
      {"4-UPU", in_space({{2, "U/T*", "U"}, {2, "U/T", "U"}})},
      {"3-RUU", in_space({{3, "R*/B U/B", "U"}})},
      {"3-PUU", in_space({{3, "F/T* U/B", "U"}})},
      {"3-URU", in_space({{3, "U*/B R/B", "U"}})},
      {"3-RRRRR", in_space({{3, "R* R R R R", "F"}})},
      {"4-RRRRR", in_space({{2, "R* R R R R", "F"}, {2, "R R R R R", "F"}})},
      {"3-PRRRR", in_space({{3, "P* R R R R", "F"}})},
      {"tripteron P-R-R-R", in_space({{3, "Pk* Rk Rk Rk", "F"}})},
      {"tripteron P-R-R on revolute tips", in_space({{3, "Fk/T* Rk/B Rk/B", "Rk"}})},
      {"spindles on revolutes", in_space({{3, "R/Sp* R/B", "S"}, {3, "R*/Sp R/B", "S"}})},
      {"spindles on revolutes and universal tips", in_space({{2, "R/Sp*", "U"}, {2, "U/T*", "S"}})},
      {"spindles on universals", in_space({{3, "U/Sp*", "U"}})},
      {"spindles on universals and revolute ends", in_space({{6, "U/Sp* R/B", "U"}})},
      {"screws on revolutes", in_space({{3, "R/Sc*2", "U"}})},
      {"screws on revolutes, then bars", in_space({{6, "R/Sc*2 R/B", "U"}})},
      {"telescopics on balls", in_space({{6, "V/T*", "S"}})},
      {"telescopics in the middle", in_space({{6, "R/B R/T*", "S"}})},
      {"rails that spin", in_space({{6, "F/Sc*2 R/B", "S"}})},
      {"base spindles", in_space({{6, "F/Sp* R/B R/B", "S"}})},
      {"delta with parallelograms", delta("Rt*/B U/B", true)},
      {"delta with skew parallelograms", delta("R*/B U/B", false)},
      {"linear delta with parallelograms", delta("F/T* U/B", false)},
      {"two-tip legs with unequal rods", unequal_rods},
      {"two-tip legs of unequal kinds", branched_legs},
      {"R-R-R bricard", bricard},
      {"H4-like nacelle", articulated_delta(false)},
      {"Par4-like nacelle", articulated_delta(true)},
      {"free nacelle hinge", free_nacelle(true, "U/T*", "S")},
      {"free nacelle slide", free_nacelle(false, "R*/B U/B", "S")},
      {"nacelle in a chain", chained_nacelle},
      {"nacelle loop revolute", nacelle_loop('R')},
      {"nacelle loop ball", nacelle_loop('S')},
      {"nacelle loop universal", nacelle_loop('U')},
      {"7-UPS redundant", in_space({{7, "U/T*", "S"}})},
      {"redundant turns and slides", in_space({{4, "R*/B U/B", "S"}, {4, "F/T* U/B", "S"}})},
      {"3-RRS all driven", in_space({{3, "R* R*", "S"}})},
      {"6-UPS underactuated", underactuated(in_space({{4, "U/T*", "S"}, {2, "U/T", "S"}}))},
      {"serial RRR", arm("R* R* R*")},
      {"serial RRRP", arm("R* R* R* P*")},
      {"serial RRRRRR", arm("R* R* R* R* R* R*")},
      {"serial PPP with wrist", arm("P* P* P* R* =R* =R*")},
      {"serial elements", arm("R*/B R*/B R*/B")},
      {"serial C underactuated", underactuated(arm("C*2 R* R*"))},
      {"serial underactuated", underactuated(arm("R* R R*"))},
      {"two arms hold one body", in_space({{2, "R* R* R* R* R* R*", "F"}})},
      {"mixed legs", in_space({{2, "U/T*", "S"}, {1, "R*/B U/B", "S"}, {1, "F/T* U/B", "S"}, {1, "R* R R R R R", "F"}, {1, "S/T*", "U"}})},
      {"mixed legs of fewer freedoms", in_space({{1, "U/T*", "S"}, {1, "R/T*", "S"}, {1, "R* R R R* R", "F"}})},
      {"tricept", in_space({{3, "U/T*", "S"}, {1, "U/T", "F"}})},
      {"passive middle leg", in_space({{4, "U/T*", "S"}, {1, "R P R R", "F"}})},
      {"driven balls", in_space({{3, "S*/B", "U"}, {3, "U/T*", "S"}})},
  };
  return families;
}

const Draw& draw_of(const std::string& family) {
  for (const auto& [name, draw] : table())
    if (name == family) return draw;
  throw std::logic_error("no family " + family);
}

}  // namespace

const std::vector<std::string>& robot_families() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const auto& [name, draw] : table()) out.push_back(name);
    return out;
  }();
  return names;
}

Sketch random_sketch(const std::string& family, std::mt19937_64& random) {
  Dice dice(random);
  const Draw& draw = draw_of(family);
  for (int attempt = 0; attempt < 2000; ++attempt) {
    Sketch sketch;
    sketch.family = family;
    draw(sketch, dice);
    turn_about(sketch, dice);
    if (!regular_home(sketch, random)) continue;
    dress(sketch, dice);
    return sketch;
  }
  throw std::logic_error("family " + family + " has no regular home");
}

std::string random_robot(const std::string& family, std::mt19937_64& random) {
  return robot_text(random_sketch(family, random), Writing::random, random);
}

bool writable_by_elements(const Sketch& sketch) {
  for (const SketchLeg& leg : sketch.legs)
    if (!leg.elements.empty()) return true;
  return false;
}

TwoTexts random_robot_two_ways(const std::string& family, std::mt19937_64& random) {
  const Sketch sketch = random_sketch(family, random);
  return {robot_text(sketch, Writing::elements, random), robot_text(sketch, Writing::joints, random)};
}

}  // namespace gough::test
