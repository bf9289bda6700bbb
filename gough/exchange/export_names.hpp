#pragma once

#include <set>
#include <string>
#include <vector>

namespace gough {

// A name as XML, MuJoCo, SDF and URDF take it: control characters and what else XML has no place for become `_`, and so do spaces at the
// ends and the `::` by which SDF scopes names; `__…__`, which SDF reserves, gets an `x` before it.
std::string export_name(const std::string& name);

// Names that differ, once they are as `export_name` makes them.
class ExportNames {
 public:
  // With parts, as .x and .y, these behind the name are kept for it too.
  std::string unique(const std::string& name, const std::vector<std::string>& parts = {});

 private:
  std::set<std::string> used_{"world"};  // formats reserve it
};

}  // namespace gough
