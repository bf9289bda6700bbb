#pragma once

#include "tests/oracles/joint_coordinates.hpp"

// Motions of a sketched robot from home to far configurations, in small steps along its closed linkage.
namespace gough::test {

// How far a configuration is from every singularity: of the legs, of the closing rows, of the actuators, of the free components chosen;
// 0 is singular, 1 is far.
struct Distances {
  double leg = 1.0, closing = 1.0, actuated = 1.0, free = 1.0;
  int mobility = 0;
  bool clear = true;  // the rank is beyond doubt
  double least() const { return std::min(std::min(leg, closing), std::min(actuated, free)); }
};
Distances distances(const oracle::Linkage& linkage, const oracle::Configuration& at, const std::vector<int>& free);

// Determinant of a leg's own joints in the rows of its tips; 1 where they are not as many.
double leg_determinant(const oracle::Linkage& linkage, const oracle::Configuration& at, int leg);

// Whether the sketch is a robot at home: no singularity, no idle motion, enough motors, and the same mobility beside home.
bool regular_home(const Sketch& sketch, std::mt19937_64& random);

// Whether every motor moves at home; one that loops hold fast has an effort that only rounding tells.
bool motors_move(const Sketch& sketch);

struct Walk {
  oracle::Configuration end;
  bool shortened = false;                   // by a singularity
  Distances distance;                       // at the end
  std::vector<oracle::Configuration> path;  // from the first step to the end
};

// A random walk, at most 0.3 in length and 0.5 rad at full `reach`, that stops before it comes nearer than `margin` to a singularity.
Walk random_walk(const oracle::Linkage& linkage, const std::vector<int>& free, double reach, double margin, std::mt19937_64& random);

}  // namespace gough::test
