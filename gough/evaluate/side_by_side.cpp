#include "gough/evaluate/side_by_side.hpp"

#include <vector>

namespace gough {

void run_side_by_side(const FastProgram& program, std::size_t places, double* in, double* out,
                      const std::function<bool(std::size_t)>& start, const std::function<bool(std::size_t)>& advance) {
  std::vector<bool> going(places, false);
  std::size_t used = 0;
  while (used < places && start(used)) going[used++] = true;
  while (used > 0) {
    program.batch(used, places, in, out);
    for (std::size_t place = 0; place < used; ++place)
      if (going[place] && !advance(place)) going[place] = start(place);
    while (used > 0 && !going[used - 1]) --used;
  }
}

}  // namespace gough
