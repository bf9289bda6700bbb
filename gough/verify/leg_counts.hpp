#pragma once

#include <string>
#include <vector>

#include "gough/program/models.hpp"

// What inverse dynamics costs as a robot has more legs. [A] finds Λ⁻¹(…) dear and asks for a recursive algorithm; formulation P is one, and
// its operations grow along a straight line.
namespace gough {

// A platform on so many actuated UPS struts (an even number, six or more), in pairs on a ring: with six legs the anchors and bodies of
// gough_stewart.
std::string ring_robot_text(int legs);
Robot ring_robot(int legs);

// A way to the efforts, and the operations of its program for each number of legs.
struct LegCounts {
  Formulation formulation = Formulation::platform_legs;
  Source source = Source::pose;  // actuators: forward geometry by steps of Newton's method, then the efforts
  std::vector<int> totals;

  std::string name() const;  // "P, pose"
};

// Steps of Newton's method that `Source::actuators` is counted with: what leads from a pose nearby to rounding.
constexpr int kCountedSteps = 3;

// Records the programs of every ring. By P from the pose and from encoders, by E from vision, by N from the pose; or only those wanted.
std::vector<LegCounts> count_by_legs(const std::vector<int>& legs);
LegCounts count_by_legs(const std::vector<int>& legs, Formulation formulation, Source source);

// The straight line of least squares through the totals, and the largest distance of one from it, relative to the line's value there.
struct LegLine {
  double per_leg = 0.0, at_none = 0.0, deviation = 0.0;
};
LegLine line_through(const std::vector<int>& legs, const std::vector<int>& totals);

}  // namespace gough
