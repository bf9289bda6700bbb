#include "apps/gough/explain.hpp"
#include "gough/explain/formula.hpp"

namespace gough::command {
namespace {

using namespace explain;

Json matrix_json(const WrittenMatrix& m) {
  Json rows = Json::array(), row_units = Json::array(), columns = Json::array(), column_units = Json::array(), value = Json::array();
  Json structure = Json::array();
  for (const Label& r : m.rows) {
    rows.push_back(plain(r.name));
    row_units.push_back(r.unit);
  }
  for (const Label& c : m.columns) {
    columns.push_back(plain(c.name));
    column_units.push_back(c.unit);
  }
  for (Eigen::Index r = 0; r < m.value.rows(); ++r) {
    Json row = Json::array();
    std::string kinds;
    for (Eigen::Index c = 0; c < m.value.cols(); ++c) {
      row.push_back(m.value(r, c));
      if (!m.structure.empty()) kinds += static_cast<char>(entry_of(m, r, c));
    }
    value.push_back(is_vector(m) ? row[0] : row);
    structure.push_back(kinds);
  }
  Json out{{"symbol", plain(m.symbol)},
           {"meaning", plain_prose(m.meaning)},
           {"equations", m.equations},
           {"rows", rows},
           {"row_units", row_units}};
  if (!is_vector(m)) {
    out["columns"] = columns;
    out["column_units"] = column_units;
  }
  out["value"] = value;
  if (!m.structure.empty()) out["structure"] = structure;
  return out;
}

Json table_json(const WrittenTable& t) {
  const auto cells = [](const std::vector<std::string>& row) {
    Json out = Json::array();
    for (const std::string& cell : row) out.push_back(plain_prose(cell));
    return out;
  };
  Json rows = Json::array();
  for (const auto& row : t.rows) rows.push_back(cells(row));
  return {{"title", plain_prose(t.title)}, {"equations", plain_prose(t.equations)}, {"header", cells(t.header)}, {"rows", rows}};
}

void insert(const WrittenMatrix& m, Json& out) {
  Json* at = &out;
  for (const std::string& key : m.path) at = &(*at)[key];
  *at = matrix_json(m);
}

Json part_json(const Part& part) {
  Json out{{"formulation", std::string(name(part.formulation))}};
  if (!part.refused.empty()) {
    out["refused"] = part.refused;
    return out;
  }
  out["source"] = plain_prose(part.source);
  Json tables = Json::array();
  for (const Section& section : part.sections)
    for (const Item& item : section.items)
      if (const auto* t = std::get_if<WrittenTable>(&item)) {
        Json table = table_json(*t);
        table["section"] = plain_prose(section.title);
        tables.push_back(table);
      }
  out["tables"] = tables;
  for_each_matrix(part, [&](const WrittenMatrix& m) { insert(m, out); });
  return out;
}

}  // namespace

Json explain_json(const WrittenModel& model) {
  Json out{{"robot", model.name}, {"description", model.description}, {"reference", model.reference}};
  out["structure"] = {{"states", model.states},
                      {"seed", model.seed},
                      {"legend", "0 and 1: these numbers at every state; c: another number that stays; v: varies"}};
  out["state"] = Json::object();
  for (const WrittenMatrix& m : model.state) insert(m, out["state"]);
  out["formulations"] = Json::object();
  for (const Part& part : model.parts) out["formulations"][std::string(1, letter(part.formulation))] = part_json(part);
  return out;
}

}  // namespace gough::command
