#pragma once

#include <random>
#include <string>
#include <vector>

#include "gough/math/rotation.hpp"
#include "gough/model/robot.hpp"

// A robot as it is drawn before any file is written: every point, axis and mass where it stands at home, in world axes. Lengths are in
// units of `Sketch::scale` metres, so that robots of a millimetre and of a kilometre are drawn, walked and solved alike.
namespace gough::test {

using V3 = Vec3<double>;
using M3 = Mat3<double>;
using Frame = Placement<double>;

// Random numbers of a sketch.
class Dice {
 public:
  explicit Dice(std::mt19937_64& random) : random_(random) {}
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  bool chance(double share) { return uniform(0, 1) < share; }
  int below(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  double log_uniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
  V3 vector(double size = 1.0) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }
  V3 direction();
  V3 across(const V3& axis);  // a unit vector normal to it
  M3 rotation() { return rotation_exp(uniform(0.2, 3.0) * direction()); }

 private:
  std::mt19937_64& random_;
};

struct Mass {
  double mass = 0.0;
  V3 com = V3::Zero();      // world, at home
  M3 inertia = M3::Zero();  // central, world axes, at home
};

// Friction and motors are kept in SI units, as files give them.
struct Motor {
  int axis = -1;  // which axis of its joint it drives; -1: no motor
  double rotor = 0.0, gear = 1.0, viscous = 0.0, coulomb = 0.0;
};

// A joint as a file names it: R, P, U, S, C (a turn, then a slide, about one axis), or H.
struct SketchJoint {
  std::string name;
  char type = 'R';
  V3 point = V3::Zero();
  std::vector<V3> axes;        // unit, one for each freedom
  std::vector<double> values;  // where each freedom stands at home
  int parent = -1;             // joint of the leg; -1 is the base
  Mass body;                   // behind its last axis
  Friction friction;
  JointSpring spring;  // N m/rad or N/m; rad or units of the sketch
  Motor motor;
  double screw = 0.0;  // of type H: rad of turn for each unit of its slide

  int freedoms() const { return static_cast<int>(axes.size()); }
  bool turns(int axis) const { return type != 'P' && type != 'H' && !(type == 'C' && axis == 1); }
};

// A kinematic element: the joint at A and the joint along the line, if any.
struct SketchElement {
  std::string name, type;      // bar, telescopic, spindle, screw
  std::string joint;           // R, U, S or fixed
  int outer = -1, inner = -1;  // joints of the leg
  V3 start = V3::Zero(), end = V3::Zero();
  double zero_length = 0.0;  // of a telescopic or screw: where its slide stands at 0
};

struct SketchTip {
  char kind = 'S';  // S, U, R, or F: rigid
  int joint = 0;    // whose last body ends here
  V3 point = V3::Zero();
  std::vector<V3> axes;  // U: on the leg, on the nacelle; R: the axis
  int on = 0;            // nacelle body
  Friction friction;
};

// A joint that closes a loop between bodies of a leg.
struct SketchLegLoop {
  char kind = 'R';
  int a = 0, b = 0;  // joints whose last bodies meet; -1 is the base
  V3 point = V3::Zero();
  std::vector<V3> axes;
  Friction friction;
};

// A joint that follows others: both of one freedom.
struct SketchCoupling {
  int joint = 0;
  std::vector<std::pair<int, double>> terms;  // joint and ratio, in units of the sketch
};

struct SketchLeg {
  std::string name;
  std::vector<SketchJoint> joints;
  std::vector<SketchElement> elements;  // empty: the leg can be written by joints only
  V3 parallelogram = V3::Zero();        // not zero: the last two elements are its rods, from the first to the second
  std::vector<SketchTip> tips;
  std::vector<SketchLegLoop> loops;       // with any the leg is written by joints
  std::vector<SketchCoupling> couplings;  // likewise
};

// A nacelle body and the joint it hangs on.
struct SketchHinge {
  std::string name;
  int parent = 0;  // nacelle body
  bool revolute = true;
  V3 point = V3::Zero(), axis = V3::UnitZ();
  Mass body;
  Friction friction;
  double screw = 0.0;  // of a slide that turns: rad for each unit
  Motor motor;         // axis 0: driven
};

struct SketchLoop {
  char kind = 'R';
  int a = 0, b = 0;  // nacelle bodies
  V3 point = V3::Zero();
  std::vector<V3> axes;
  Friction friction;
};

// Where a spring is held: a body of a leg, behind a joint, or of the nacelle, or the base.
struct SketchEnd {
  int leg = -2;  // -1: of the nacelle, -2: the base
  int part = 0;  // joint of the leg, or nacelle body
  V3 point = V3::Zero();
};

struct SketchSpring {
  SketchEnd a, b;
  double stiffness = 0.0, damping = 0.0, pull = 0.0;  // SI
  double free_length = 0.0;
};

// Legs written once, with `copies`.
struct CopyGroup {
  int first = 0;
  V3 axis = V3::UnitZ();
  std::vector<double> angles_deg;
};

struct Sketch {
  std::string family;
  double scale = 1.0;  // metres for one unit of length
  double pace = 1.0;   // typical rate, 1/s: makes inertia forces as large as weight
  V3 gravity = V3::Zero();
  Frame home;
  Mass platform;
  std::vector<SketchHinge> hinges;
  std::vector<SketchLoop> loops;
  std::vector<SketchLeg> legs;
  std::vector<SketchSpring> springs;
  std::vector<CopyGroup> copies;  // of the legs they name, the others are written one by one
  bool underactuated = false;
};

// How a robot is written; `random` takes for each leg and joint what fits.
enum class Writing { random, elements, joints };
std::string robot_text(const Sketch& sketch, Writing writing, std::mt19937_64& random);

}  // namespace gough::test
