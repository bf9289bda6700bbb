#include <fmt/format.h>

#include "apps/gough/explain.hpp"
#include "gough/explain/formula.hpp"
#include "gough/model/printable.hpp"

namespace gough::command {
namespace {

using namespace explain;

constexpr std::size_t kLine = 100;  // characters of a matrix beside each other, units left out

std::string with_unit(const Label& label) {
  const std::string name = plain(label.name);
  return label.unit == "1" ? name : fmt::format("{} ({})", name, label.unit);
}

std::string entry_text(const WrittenMatrix& m, Eigen::Index r, Eigen::Index c) {
  const std::string out = number(m.value(r, c));
  return entry_of(m, r, c) == Entry::varying && !m.structure.empty() ? out + "*" : out;
}

std::string text_block(const WrittenMatrix& m, Eigen::Index from, Eigen::Index to) {
  std::vector<std::string> header{plain(m.symbol)};
  for (Eigen::Index c = from; c < to; ++c) header.push_back(m.columns[c].name.empty() ? "value" : with_unit(m.columns[c]));
  header.emplace_back("unit");
  Table table(header);
  for (Eigen::Index r = 0; r < m.value.rows(); ++r) {
    std::vector<std::string> row{plain(m.rows[r].name)};
    for (Eigen::Index c = from; c < to; ++c) row.push_back(entry_text(m, r, c));
    row.push_back(m.rows[r].unit == "1" ? "" : m.rows[r].unit);
    table.add(row);
  }
  return table.text();
}

std::string item_text(const WrittenMatrix& matrix) {
  const WrittenMatrix m = shown(matrix);
  std::string out = fmt::format("\n{}: {}  {}\n", plain(m.symbol), plain_prose(m.meaning), m.equations);
  const std::vector<Eigen::Index> blocks = column_blocks(m, kLine);
  for (std::size_t b = 0; b + 1 < blocks.size(); ++b)
    out += is_blank(m, blocks[b], blocks[b + 1]) ? "  " + plain_prose(block_name(m, blocks[b], blocks[b + 1])) + "\n"
                                                 : text_block(m, blocks[b], blocks[b + 1]);
  return out;
}

std::string item_text(const Paragraph& p) { return "\n" + plain_prose(p.text) + "\n"; }

std::string item_text(const DisplayedFormula& f) { return fmt::format("\n    {}    {}\n", plain(f.formula), f.equations); }

std::string item_text(const WrittenTable& t) {
  std::vector<std::string> header;
  for (const std::string& h : t.header) header.push_back(plain_prose(h));
  Table table(header);
  for (const auto& cells : t.rows) {
    std::vector<std::string> row;
    for (const std::string& cell : cells) row.push_back(plain_prose(cell));
    table.add(row);
  }
  return fmt::format("\n{}  {}\n{}", plain_prose(t.title), plain_prose(t.equations), table.text());
}

}  // namespace

std::string explain_text(const WrittenModel& model) {
  std::string out = fmt::format("{}: {}\n", model.name, model.description);
  for (const std::string& fact : model.facts) out += "  " + plain_prose(fact) + "\n";
  out += "\n" + legend(model, "An entry with * varies with the state; the others are the same at every state.") + "\n";
  out += "An entry's unit is its row's over its column's.\n";
  for (const WrittenMatrix& m : model.state) out += item_text(m);
  for (const Part& part : model.parts) {
    out += fmt::format("\n==== {} ====\n", part_title(part));
    if (!part.refused.empty()) {
      out += part.refused + "\n";
      continue;
    }
    out += plain_prose(part.source) + "\n";
    for (const Section& section : part.sections) {
      out += fmt::format("\n-- {}{}\n", plain_prose(section.title),
                         section.alike.empty() ? "" : fmt::format(", in the form of {}; -o FILE has its numbers", section.alike));
      if (!section.alike.empty()) continue;
      for (const Item& item : section.items) out += std::visit([](const auto& i) { return item_text(i); }, item);
    }
  }
  return printable(out);
}

}  // namespace gough::command
