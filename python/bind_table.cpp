#include <pybind11/stl.h>

#include "gough/io/files.hpp"
#include "gough/io/table_columns.hpp"
#include "python/bind.hpp"

namespace gough::python {
namespace {

py::dict read_table(const std::shared_ptr<Robot>& robot, const std::string& file) {
  std::ifstream in = open_file(file);
  CsvReader csv(in, file);
  const TableColumns columns(*robot, csv, TableColumns::Others::kept);
  std::vector<std::vector<double>> values(columns.all().size());
  std::vector<std::string> status;
  std::vector<double> row;
  while (columns.next(csv, row)) {
    for (std::size_t c = 0; c < row.size(); ++c) values[c].push_back(row[c]);
    status.push_back(csv.status());
  }
  py::dict out;
  for (std::size_t c = 0; c < values.size(); ++c) {
    const TableColumn& column = columns.all()[c];
    if (column.kind == ColumnKind::status) out["status"] = status;
    else out[py::str(column.name)] = py::array_t<double>(static_cast<py::ssize_t>(values[c].size()), values[c].data());
  }
  return out;
}

}  // namespace

void bind_table(py::module_& m) {
  m.def(
      "read_table", &read_table, py::arg("robot"), py::arg("file"),
      "A table of states (docs/tables.md), as `gough trajectory`, `simulate`, `ik`, `fk`, `idm` and `ddm` write them: a dict of one array\n"
      "for each column, by its name, in SI units (roll, pitch, yaw in degrees); 'status' is a list of text. Empty cells are NaN.");
}

}  // namespace gough::python
