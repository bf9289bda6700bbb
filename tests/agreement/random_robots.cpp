#include "tests/agreement/random_robots.hpp"

#include <stdexcept>

#include "tests/agreement/loop_drawings.hpp"
#include "tests/agreement/screw_drawings.hpp"
#include "tests/agreement/walk.hpp"

namespace gough::test {
namespace {

struct Family {
  std::string name;
  Draw draw;
};
using Families = std::vector<Family>;

// Six legs that drive six freedoms.
Families hexapods() {
  return {
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
  };
}

// Legs in a plane, or about a point.
Families planar_and_spherical() {
  return {
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
  };
}

// Other joints, and most of these with fewer than six freedoms.
Families other_joints() {
  return {
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
  };
}

// Elements that spin or slide in unusual places.
Families spindles_and_rails() {
  return {
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
  };
}

// Parallelograms, legs with several tips, a paradoxical loop.
Families several_tips() {
  return {
      {"delta with parallelograms", delta("Rt*/B U/B", true)},
      {"delta with skew parallelograms", delta("R*/B U/B", false)},
      {"linear delta with parallelograms", delta("F/T* U/B", false)},
      {"two-tip legs with unequal rods", unequal_rods},
      {"two-tip legs of unequal kinds", branched_legs},
      {"R-R-R bricard", bricard},
  };
}

// Articulated nacelles.
Families nacelles() {
  return {
      {"H4-like nacelle", articulated_delta(false)},
      {"Par4-like nacelle", articulated_delta(true)},
      {"free nacelle hinge", free_nacelle(true, "U/T*", "S")},
      {"free nacelle slide", free_nacelle(false, "R*/B U/B", "S")},
      {"nacelle in a chain", chained_nacelle},
      {"nacelle loop revolute", nacelle_loop('R')},
      {"nacelle loop ball", nacelle_loop('S')},
      {"nacelle loop universal", nacelle_loop('U')},
  };
}

// Redundant, under-actuated, serial and mixed robots.
Families mixed() {
  return {
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
}

// Four-bars and parallelograms inside the legs.
Families tied_legs() {
  return {
      {"R(4R)RRR among struts", tied(in_space({{1, "R* R Rl Rl R R R", "F"}, {5, "U/T*", "S"}}), 2)},
      {"3-(4R)US and struts", tied(in_space({{3, "Rl* Rl U", "S"}, {3, "U/T*", "S"}}), 0)},
      {"delta of revolute parallelograms", tied(in_space({{3, "Pk* Rk Rl Rl Rk Rk", "F"}}), 2)},
      {"3-R(4R)S", tied(in_space({{3, "R* Rl Rl", "S"}}), 1)},
      {"3-R(4R)R planar", tied(in_plane({{3, "Rn* Rn Rn Rn", "F"}}), 1)},
      {"serial with four-bars", tied(arm("R* Rl* Rl R*"), 1)},
  };
}

// Joints that follow others: a leg has fewer freedoms than joints.
Families geared_legs() {
  return {
      {"6-R(RR)RRRR geared", geared(in_space({{6, "R* R R R R R R", "F"}}), 1, 2)},
      {"6-(PP)US geared", geared(in_space({{6, "P* P U", "S"}}), 0, 1)},
      {"3-(RR)RR planar geared", geared(in_plane({{3, "Rn* Rn Rn Rn", "F"}}), 0, 1)},
      {"serial geared", geared(arm("R* R R* R*"), 0, 1)},
      {"five-bar geared", geared(in_plane({{1, "Rn*/B Rn/B", "Rn"}, {1, "Rn* Rn Rn", "F"}}), 1, 2)},
  };
}

// Helical joints in legs and on the nacelle, motors on the nacelle.
Families screws_and_wrists() {
  return {
      {"6-UHS", in_space({{6, "U =Hx*", "S"}})},
      {"6-HUS", in_space({{6, "H* U", "S"}})},
      {"3-HRS", in_space({{3, "H* R", "S"}})},
      {"3-HRRR tripteron", in_space({{3, "Hk* Rk Rk Rk", "F"}})},
      {"2-RHRRRR among struts", in_space({{2, "R H* R R R R", "F"}, {4, "U/T*", "S"}})},
      {"H-H-U", in_space({{6, "H* H C", "U"}})},
      {"serial HRH", arm("H* R* H*")},
      {"free nacelle screw", driven_nacelle(free_nacelle(false, "U/T*", "S"))},
      {"driven nacelle hinge", driven_nacelle(free_nacelle(true, "U/T*", "S"))},
      {"tricept with a wrist", wrist(in_space({{3, "U/T*", "S"}, {1, "U/T", "F"}}), "RR")},
      {"6-UPS with a spindle", wrist(ring({6, "U/T*", "S"}), "R")},
      {"3-RRR planar with a quill", wrist(in_plane({{3, "Rn*/B Rn/B", "Rn"}}), "PR")},
      {"delta with a screw", wrist(delta("Rt*/B U/B", true), "H")},
  };
}

const Families& families() {
  static const Families all = [] {
    Families out;
    for (const auto& group : {hexapods, planar_and_spherical, other_joints, spindles_and_rails, several_tips, nacelles, mixed, tied_legs,
                              geared_legs, screws_and_wrists}) {
      const Families drawn = group();
      out.insert(out.end(), drawn.begin(), drawn.end());
    }
    return out;
  }();
  return all;
}

const Draw& draw_of(const std::string& family) {
  for (const Family& f : families())
    if (f.name == family) return f.draw;
  throw std::logic_error("no family " + family);
}

}  // namespace

const std::vector<std::string>& robot_families() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const Family& family : families()) out.push_back(family.name);
    return out;
  }();
  return names;
}

Sketch random_sketch(const std::string& family, std::mt19937_64& random, Within legs) {
  Dice dice(random);
  const Draw& draw = draw_of(family);
  for (int attempt = 0; attempt < 2000; ++attempt) {
    Sketch sketch;
    sketch.family = family;
    draw(sketch, dice);
    const double rarer = 1.0 / (1.0 + attempt / 100.0);  // many loops have seldom a regular home
    if (legs == Within::screws || legs == Within::all) add_screws(sketch, 0.6 * rarer, dice);
    if (legs == Within::loops || legs == Within::all) add_leg_loops(sketch, 0.6 * rarer, dice);
    if (legs != Within::nothing && legs != Within::screws) add_couplings(sketch, (legs == Within::couplings ? 0.6 : 0.2) * rarer, dice);
    turn_about(sketch, dice);
    if (!regular_home(sketch, random)) continue;
    if ((legs == Within::screws || legs == Within::all) && !motors_move(sketch)) continue;
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
