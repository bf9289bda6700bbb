#pragma once

#include <string>
#include <vector>

namespace gough {

// A table as the bytes of a NumPy archive (.npz): one array of doubles for each column, uncompressed. `rows` holds row after row.
std::string npz(const std::vector<std::string>& columns, const std::vector<double>& rows);

}  // namespace gough
