#pragma once

#include <string>
#include <vector>

#include "gough/math/types.hpp"

// The body-oriented view of a leg: kinematic elements, [O, Section 3.1].
namespace gough {

struct Leg;

enum class ElementType { bar, spindle, telescopic, screw };
std::string to_string(ElementType type);

// A body of an element: what turns with its lower or its upper end, and moves with A or with B.
struct ElementBody {
  int joint = -1;                            // of the leg, whose body it is
  bool spins = false;                        // behind the element's own revolute
  bool at_end = false;                       // behind its own slide: moves with B
  Vec3<double> line = Vec3<double>::Zero();  // x in the body's frame
  Vec3<double> from = Vec3<double>::Zero();  // A, or B where it moves with that, in the body's frame
};

// What a part of a leg is fixed to: a body of an element, or the base (element -1).
struct ElementPlace {
  int element = -1;
  bool spins = false, at_end = false;
};

// A line from A along x to B = A + d x. A and x belong to the lower body, B to the upper one; a bar has only one.
struct Element {
  std::string name;
  ElementType type = ElementType::bar;
  std::vector<int> extrinsic;                     // joints at A that turn x
  std::vector<int> intrinsic;                     // joints along x: spin and extension
  int lower = -1;                                 // joint whose body carries A and x; -1 is the base
  int upper = -1;                                 // joint whose body carries B
  Vec3<double> a = Vec3<double>::Zero();          // A in the lower body
  Vec3<double> x = Vec3<double>::Zero();          // direction in the lower body
  Vec3<double> b = Vec3<double>::Zero();          // B in the upper body
  Vec3<double> x_upper = Vec3<double>::Zero();    // direction in the upper body
  Vec3<double> mark = Vec3<double>::Zero();       // unit vector of the upper body across x: its angle about x is θ,
  Vec3<double> reference = Vec3<double>::Zero();  // counted from this base vector, seen across x
  bool actuated = false;
  bool pivot = false;  // no line: stands for a body between joints at one point; x is any direction, d = 0
  std::vector<ElementBody> bodies;
  ElementPlace carrier;  // of A
};

// The elements of a leg, from where its joints stand at home. `bodies` are the home placements of its bodies.
std::vector<Element> find_elements(const Leg& leg, const std::vector<Placement<double>>& bodies);

// Where the body behind a joint of the leg is among its elements; element -1 for the base and for a body that no element has: one between
// joints at one point, or behind the revolutes of a rigid tip.
ElementPlace element_place(const std::vector<Element>& elements, int joint);

// [O]'s name of a leg, e.g. B̲B: one letter per element (B, Sp, T, S), the actuated ones underlined, the
// branches of a leg with several tips in brackets.
std::string notation(const Leg& leg);

// The same for all legs, equal ones counted: 2B̲B.
std::string notation(const std::vector<Leg>& legs);

}  // namespace gough
