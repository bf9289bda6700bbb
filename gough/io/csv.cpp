#include "gough/io/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gough/io/number.hpp"
#include "gough/model/input_error.hpp"
#include "gough/model/printable.hpp"

namespace gough {
namespace {

constexpr std::size_t kLongestLine = 1'000'000;  // bytes
constexpr std::size_t kMostColumns = 10'000;
constexpr double kLargestCell = 1e30;  // its powers that the models have are finite

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\""), end = text.find_last_not_of(" \t\r\"");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

// Cells of a line and the column where each begins.
std::vector<std::pair<std::string, int>> cells(const std::string& line) {
  std::vector<std::pair<std::string, int>> out;
  std::size_t begin = 0;
  while (true) {
    const std::size_t comma = line.find(',', begin);
    out.emplace_back(trimmed(line.substr(begin, comma == std::string::npos ? comma : comma - begin)), static_cast<int>(begin) + 1);
    if (comma == std::string::npos) return out;
    begin = comma + 1;
  }
}

// A cell inside a message.
std::string shortened(const std::string& cell) { return printable_line(cell.substr(0, 40)); }

}  // namespace

CsvReader::CsvReader(std::istream& in, std::string file) : in_(in), file_(std::move(file)) {
  std::string line;
  if (!next_line(line)) throw InputError({file_, 1, 1}, "the file is empty; its first line must name the columns");
  for (const auto& [name, column] : cells(line)) {
    if (name.empty()) throw InputError({file_, line_, column}, "a column without a name");
    if (!is_utf8(name)) throw InputError({file_, line_, column}, fmt::format("column '{}' is not UTF-8", shortened(name)));
    if (columns_.size() == kMostColumns) throw InputError({file_, line_, column}, fmt::format("more than {} columns", kMostColumns));
    if (!places_.emplace(name, static_cast<int>(columns_.size())).second)
      throw InputError({file_, line_, column}, fmt::format("column '{}' comes twice", shortened(name)));
    columns_.push_back(name);
  }
  status_column_ = find("status");
}

int CsvReader::find(const std::string& name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? -1 : found->second;
}

bool CsvReader::next_line(std::string& text) {
  std::streambuf& in = *in_.rdbuf();
  for (int c = in.sbumpc(); c != EOF; c = in.sbumpc()) {
    ++line_;
    text.clear();
    for (; c != EOF && c != '\n'; c = in.sbumpc()) {
      if (text.size() > kLongestLine) throw InputError({file_, line_, 1}, "this line is too long for a table of numbers");
      text += static_cast<char>(c);
    }
    if (line_ == 1 && text.rfind("\xEF\xBB\xBF", 0) == 0) text.erase(0, 3);  // byte order mark
    const std::string bare = trimmed(text);
    if (!bare.empty() && bare[0] != '#') return true;
  }
  return false;
}

bool CsvReader::next(std::vector<double>& row) {
  std::string line;
  if (!next_line(line)) return false;
  const auto found = cells(line);
  if (found.size() != columns_.size())
    throw InputError({file_, line_, 1}, fmt::format("{} values for {} columns", found.size(), columns_.size()));
  row.resize(found.size());
  if (status_column_ >= 0) status_ = found[status_column_].first;
  const bool gaps = status_column_ >= 0 && status_ != "ok";
  for (std::size_t k = 0; k < found.size(); ++k) {
    const std::string& text = found[k].first;
    row[k] = std::nan("");
    if (static_cast<int>(k) == status_column_ || (gaps && text.empty())) continue;
    const std::optional<double> value = read_number(text);
    if (!value)
      throw InputError({file_, line_, found[k].second},
                       fmt::format("'{}' in column '{}' is not a finite number", shortened(text), shortened(columns_[k])));
    if (std::abs(*value) > kLargestCell)
      throw InputError({file_, line_, found[k].second},
                       fmt::format("'{}' in column '{}' is out of range; expected numbers between {:g} and {:g}", shortened(text),
                                   shortened(columns_[k]), -kLargestCell, kLargestCell));
    row[k] = *value;
  }
  return true;
}

}  // namespace gough
