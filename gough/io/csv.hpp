#pragma once

#include <istream>
#include <string>
#include <unordered_map>
#include <vector>

namespace gough {

// A table of numbers with named columns, read row by row: first line the names, then numbers. Blank lines and lines
// that begin with # are passed over. A column `status` holds text; where that is not `ok`, other cells may be empty, which
// is read as not a number. Lines have at most a million bytes, tables at most 10,000 columns, numbers at most the size 1e30.
// Throws InputError with file:line:column.
class CsvReader {
 public:
  CsvReader(std::istream& in, std::string file);

  const std::vector<std::string>& columns() const { return columns_; }

  // Position of a column, or -1.
  int find(const std::string& name) const;

  // Reads the next row; false at the end.
  bool next(std::vector<double>& row);

  // Of the last row; empty where the table has none.
  const std::string& status() const { return status_; }

  int line() const { return line_; }
  const std::string& file() const { return file_; }

 private:
  std::istream& in_;
  std::string file_;
  int line_ = 0;
  std::vector<std::string> columns_;
  std::unordered_map<std::string, int> places_;
  int status_column_ = -1;
  std::string status_;

  bool next_line(std::string& text);
};

}  // namespace gough
