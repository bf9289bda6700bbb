#pragma once

#include <functional>

#include "gough/evaluate/fast_program.hpp"

namespace gough {

// Iterations of one program for many rows, some rows at a time side by side in `places` places: number i of place s at in[i * places + s],
// outputs likewise. `start` writes the next row's inputs into a place, false where there is none left; `advance` reads a place's outputs
// and writes its next inputs, false where its row is done with. What a row comes to does not depend on its place or its neighbours.
void run_side_by_side(const FastProgram& program, std::size_t places, double* in, double* out,
                      const std::function<bool(std::size_t)>& start, const std::function<bool(std::size_t)>& advance);

}  // namespace gough
