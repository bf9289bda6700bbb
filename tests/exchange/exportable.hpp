#pragma once

#include "gough/exchange/cut_tree.hpp"
#include "tests/robots.hpp"

namespace gough::test {

// The robots of the catalog that exports do not refuse.
inline std::vector<std::string> exportable_catalog() {
  std::vector<std::string> out;
  for (const std::string& name : catalog())
    if (unknown_to_others(load_robot(name)).empty()) out.push_back(name);
  return out;
}

}  // namespace gough::test
