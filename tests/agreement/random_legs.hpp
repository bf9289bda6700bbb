#pragma once

#include "tests/agreement/sketch.hpp"

// Legs drawn by short patterns: joints from the base on, one word for each.
//   R, P, U, S, C, H        a joint; `=R` at the same point as the one before
//   R/B, U/T, F/T, U/Sp …   an element: the joint at its start (R, U, S, V: a ball whose idle spin is left out, F: none) and its kind, a
//                           bar, a telescopic strut, a spindle (Sp) or a screw (Sc)
//   Rn, Rl, Rt, Rk, Ro, Px  how an axis lies: along the robot's normal, along the leg's own direction, tangential, along the leg's own
//                           axis of a triad, through the centre, along the link, (p) across the normal; anyhow without a letter
//   R*, C*2, U/T*           the motor's axis; behind the kind of an element: on the axis along it, of a screw the slide (*2) or the spin
//   (*)
namespace gough::test {

// Where the legs stand.
enum class Layout { spatial, planar, spherical };

struct Setting {
  Layout layout = Layout::spatial;
  V3 normal = V3::UnitZ();
  V3 centre = V3::Zero();  // of the platform
  M3 triad = M3::Identity();
  double base = 1.0, ring = 0.5;  // radii
};

struct Pattern {
  int count = 1;
  std::string joints, tip;  // tip: S, U, R or F, with letters for its axes
  int on = 0;               // nacelle body
};

// Leg `index` of `count` around the robot.
SketchLeg draw_leg(const Pattern& pattern, const Setting& setting, int index, int count, Dice& dice);
SketchLeg draw_leg_between(const Pattern& pattern, const Setting& setting, int index, const V3& base, const V3& tip, Dice& dice);

// Of a helical joint: rad for each unit of length, of either hand.
double random_screw(Dice& dice);

// Makes two rods of a leg's last element, `vector` apart on both ends.
void double_rod(SketchLeg& leg, const V3& vector);

// The whole leg turned about the world's origin.
SketchLeg turned(const SketchLeg& leg, const M3& R);

// Copies as their first are: only what is turned differs, and the nacelle bodies that their tips are on.
void match_copies(Sketch& sketch);

// Whether a joint follows others: its angle may be known but for whole turns.
bool follows(const SketchLeg& leg, const SketchJoint& joint);

// Masses, friction and motors for all that is drawn, and the scale.
void dress(Sketch& sketch, Dice& dice);

// Springs in some joints of legs and between points of bodies.
void add_springs(Sketch& sketch, Dice& dice);
// The whole robot turned and its home frame chosen.
void turn_about(Sketch& sketch, Dice& dice);

}  // namespace gough::test
