#include "apps/gough/state_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/gough/state.hpp"
#include "gough/io/files.hpp"

namespace gough::command {

StateFile::StateFile(const Robot& robot, const std::string& file)
    : in_(open_file(file)),
      csv_(in_, file),
      columns_(robot, csv_, TableColumns::Others::refused),
      time_(columns_.find("t")),
      total_(count_lines(file)) {}

std::vector<int> StateFile::need(const std::vector<std::string>& names, const std::string& what, const std::string& source) const {
  const Place header{csv_.file(), csv_.line(), 1};
  const std::vector<int> out = columns_.find_all(names);
  if (out.empty() && !names.empty())
    throw InputError(header,
                     fmt::format("no {}; expected the columns {}, which `gough {} --states` adds", what, fmt::join(names, ","), source));
  for (int c : out)
    if (columns_.all()[c].unit.raw)
      throw InputError(header, fmt::format("column '{}' is in a drive's unit; expected {}", columns_.all()[c].name,
                                           si_unit(columns_.all()[c].quantity)));
  return out;
}

bool StateFile::next() {
  if (!columns_.next(csv_, row_)) return false;
  progress_.update(++done_, total_);
  return true;
}

}  // namespace gough::command
