#pragma once

#include "gough/program/program.hpp"

// Exact derivatives of Programs, as Programs: the instructions are replayed on the recording scalar and their derivatives written down
// beside them, so that they can be counted, emitted, batched and differentiated again.
namespace gough {

// The instructions of a program once more, on the active tape: every operand's number, of which program.results are the outputs.
std::vector<Recorded> replay(const Program& program, const std::vector<Recorded>& inputs);

// What one input does along a direction: `factor`, times an operand of the program if one is named.
struct Seed {
  int input = 0;
  double factor = 1.0;
  std::int32_t operand = -1;
};

// A direction in which the inputs of a program move. Rotations are no vector space, so it may depend on where they are.
struct Tangent {
  std::string name, unit;
  std::vector<Seed> seeds;
};

// The directions that the inputs' kinds tell: rx, ry, rz turn a rotation matrix about the world's axes (Ṙ = [e]× R), a pair of cosine and
// sine turns together, and every other input is a direction by itself.
std::vector<Tangent> tangents(const Program& program);

enum class Mode { forward, reverse, automatic };  // automatic: whichever takes fewer operations

// Derivatives of all outputs along all tangents, outputs `output/tangent`, row by row. Throws std::logic_error for a program that takes a
// minimum, which has none.
Program jacobian(const Program& program, const std::vector<Tangent>& tangents, Mode mode = Mode::automatic);

// A scalar made of the outputs, and its derivatives with respect to all inputs by one reverse sweep: outputs `value`, then `value/input`.
Program gradient(const Program& program, int output);
Program gradient_of_squares(const Program& program);   // Σ y²
Program gradient_of_weighted(const Program& program);  // Σ w y, the weights w being inputs `weight.output` after those of the program
                                                       // and not differentiated by

}  // namespace gough
