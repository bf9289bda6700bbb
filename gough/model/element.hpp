#pragma once

#include <string>
#include <vector>

#include "gough/math/types.hpp"

// A leg as kinematic elements, [O, Section 3.1] and docs/theory.md, section 4.
namespace gough {

struct Leg;

enum class ElementType { bar, spindle, telescopic, screw };
std::string to_string(ElementType type);

// A rigid body of an element. It turns with the lower or the upper end of the element and moves with A or with B.
struct ElementBody {
  int joint = -1;                            // joint of the leg whose body it is
  bool spins = false;                        // behind the element's own revolute: turns with the upper end
  bool at_end = false;                       // behind the element's own slide: moves with B
  Vec3<double> line = Vec3<double>::Zero();  // x in the body's frame
  Vec3<double> from = Vec3<double>::Zero();  // the point that it moves with, A or B, in the body's frame
};

// Address of a body among the elements of a leg; element -1 is the base.
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
  Vec3<double> mark = Vec3<double>::Zero();       // unit vector across x, in the upper body: θ is its angle about x
  Vec3<double> reference = Vec3<double>::Zero();  // vector in world axes whose part across x is θ = 0
  bool actuated = false;
  bool pivot = false;  // an element without a line, for a body between joints at one point: x is any direction, d = 0
  std::vector<ElementBody> bodies;
  ElementPlace carrier;  // the body that carries A
};

// The elements of a leg, from where its joints stand at home. `bodies` are the home placements of its bodies.
std::vector<Element> find_elements(const Leg& leg, const std::vector<Placement<double>>& bodies);

// Address of the body behind a joint of the leg. Element -1 for the base and for bodies that belong to no element: those between joints at
// one point and those behind the revolutes of a rigid tip.
ElementPlace element_place(const std::vector<Element>& elements, int joint);

// [O]'s name of a leg, e.g. B̲B: one letter per element (B, Sp, T, S), the actuated ones underlined, the
// branches of a leg with several tips in brackets.
std::string notation(const Leg& leg);

// The same for all legs, equal ones counted: 2B̲B.
std::string notation(const std::vector<Leg>& legs);

}  // namespace gough
