#pragma once

#include <fstream>

#include "apps/gough/output.hpp"
#include "gough/io/table_columns.hpp"

namespace gough::command {

// Whether programs are worth making for a table of so many rows: they take as long to be made as the library takes for some hundreds. A
// pipe, whose rows are not known (0), is answered by the library, so that it gives what the same rows in a file give.
constexpr bool worth_programs(std::size_t rows) { return rows >= 500; }

// A table of states of `--states`, read row by row with a progress bar.
class StateFile {
 public:
  StateFile(const Robot& robot, const std::string& file);

  const CsvReader& csv() const { return csv_; }
  const TableColumns& columns() const { return columns_; }
  std::size_t total() const { return total_; }
  bool timed() const { return time_ >= 0; }

  // Columns that a command cannot do without, in SI units; `source` is the command that adds them.
  std::vector<int> need(const std::vector<std::string>& names, const std::string& what, const std::string& source) const;

  bool next();
  const std::vector<double>& row() const { return row_; }
  VecX<double> numbers(const std::vector<int>& columns) const { return cells(columns, row_); }
  double time() const { return timed() ? row_[time_] : static_cast<double>(done_ - 1); }  // or the row's number
  Place place() const { return {csv_.file(), csv_.line(), 1}; }
  const std::string& status() const { return csv_.status(); }  // as the file has it

 private:
  std::ifstream in_;
  CsvReader csv_;
  TableColumns columns_;
  int time_;
  std::size_t total_, done_ = 0;
  std::vector<double> row_;
  Progress progress_;
};

}  // namespace gough::command
