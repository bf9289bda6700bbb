#pragma once

#include <stdexcept>
#include <string>

namespace gough {

// A place in a user's file; line 0 means "not from a file".
struct Place {
  std::string file;
  int line = 0;
  int column = 0;

  bool operator==(const Place&) const { return true; }  // places do not count when descriptions are compared
};

// The one exception for bad user input: `file:line:column: what is wrong; what was expected`.
class InputError : public std::runtime_error {
 public:
  InputError(const Place& place, const std::string& message) : std::runtime_error(prefix(place) + message) {}

 private:
  static std::string prefix(const Place& place) {
    if (place.file.empty()) return "";
    if (place.line == 0) return place.file + ": ";
    return place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": ";
  }
};

}  // namespace gough
