#pragma once

#include "gough/model/input_error.hpp"

namespace gough {

// The same error with `place` in front of its message, unless the message begins with that file already.
inline InputError placed_error(const InputError& error, const Place& place) {
  const std::string what = error.what();
  return what.rfind(place.file + ":", 0) == 0 ? error : InputError(place, what);
}

}  // namespace gough
