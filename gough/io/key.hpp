#pragma once

#include <cstddef>
#include <optional>
#include <vector>

// How a TOML file's keys are described. For each table there is one function template `keys(visitor, spec)` in gough::schema that names
// every key once; readers, writers and reference pages are visitors.
namespace gough::schema {

enum class Check { none, positive, not_negative, not_zero, name };

struct KeyRange {
  double least, most;
};

// What one key means. `lengths` lists the admissible numbers of entries of a list, `choices` the words of a string, `range` the numbers
// where they are others than its unit and check have (gough/io/key_range.hpp).
struct Key {
  const char* name;
  const char* unit;
  const char* doc;
  bool required = false;
  Check check = Check::none;
  std::vector<std::size_t> lengths = {};
  std::vector<const char*> choices = {};
  std::optional<KeyRange> range = {};
};

constexpr bool kRequired = true;

}  // namespace gough::schema
