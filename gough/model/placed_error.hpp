#pragma once

#include "gough/model/input_error.hpp"

namespace gough {

// An error with the place of what led to it, unless it names that file already.
inline InputError placed_error(const InputError& error, const Place& place) {
  const std::string what = error.what();
  return what.rfind(place.file + ":", 0) == 0 ? error : InputError(place, what);
}

}  // namespace gough
