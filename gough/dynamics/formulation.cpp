#include "gough/dynamics/formulation.hpp"

namespace gough {

std::string_view name(Formulation f) {
  static constexpr std::string_view kNames[] = {"kinematic elements", "virtual work", "platform and legs", "natural orthogonal complement"};
  return kNames[static_cast<int>(f)];
}

}  // namespace gough
