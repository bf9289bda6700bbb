#include <fmt/format.h>

#include "apps/gough/explain.hpp"
#include "gough/explain/formula.hpp"
#include "gough/io/files.hpp"

namespace gough::command {
namespace {

using namespace explain;

constexpr std::size_t kLine = 104;  // characters beside each other on a page as wide as it gets

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --faint: #8a929c; --line: #d5dae0; --vary: #0b57a4; --band: #f5f7f9; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e7eb; --paper: #16191d; --faint: #7d8590; --line: #363c44; --vary: #7ab8ff; --band: #1e2329; }
}
@media print { :root { --ink: #000; --paper: #fff; --faint: #888; --line: #bbb; --vary: #0b3d74; --band: #fff; color-scheme: light; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 66rem; padding: 2rem 1.5rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 "Latin Modern Roman", "STIX Two Text", Georgia, "Times New Roman", serif; }
h1 { font-size: 2rem; margin: 0 0 .2rem; } h2 { margin: 3rem 0 .3rem; padding-top: .6rem; border-top: 2px solid var(--ink); font-size: 1.5rem; }
h3 { margin: 2rem 0 .4rem; font-size: 1.15rem; } p { margin: .5rem 0; } .lead { font-size: 1.1rem; } .source, .cite { color: var(--faint); }
.cite { font-size: .85rem; margin-left: .6rem; } .matrix .cite { white-space: nowrap; } nav a { margin-right: 1.2rem; color: var(--vary); }
math { font-family: "Latin Modern Math", "STIX Two Math", "Cambria Math", "DejaVu Math TeX Gyre", math; }
ul { padding-left: 1.2rem; } .refused { padding: .6rem .9rem; border-left: 4px solid var(--vary); background: var(--band); }
.shown { display: flex; align-items: center; justify-content: space-between; gap: 1rem; margin: .8rem 0; overflow-x: auto; overflow-y: hidden; }
figure { margin: 1.1rem 0; break-inside: avoid; } figcaption { margin-bottom: .35rem; } .scroll { overflow-x: auto; padding-bottom: .2rem; }
.matrix { display: flex; align-items: center; gap: .6rem; margin-bottom: .5rem; }
table { border-collapse: collapse; font-size: .86rem; font-variant-numeric: tabular-nums lining-nums; }
.m th { font-weight: normal; color: var(--faint); padding: .1rem .55rem; white-space: nowrap; text-align: right; }
.m td { text-align: right; padding: .12rem .55rem; white-space: nowrap; } .m .u { text-align: left; }
.m td.first { border-left: 1.5px solid var(--ink); } .m td.last { border-right: 1.5px solid var(--ink); }
.m .unit { font-size: .75rem; }
.z { color: var(--faint); } .v { color: var(--vary); } .k { font-weight: 600; }
.t th, .t td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.t th { border-bottom: 1.5px solid var(--ink); font-weight: 600; }
details { margin: .3rem 0; } summary { cursor: pointer; color: var(--vary); }
@media print { body { max-width: none; padding: 0; font-size: 10pt; } details::details-content { content-visibility: visible; block-size: auto; }
  nav { display: none; } .scroll { overflow: visible; } .m { font-size: 7pt; } .m th, .m td { padding: .05rem .25rem; } }
)";

std::string html_prose(const std::string& prose) {
  return each_part(
      prose, [](const std::string& f) { return mathml(f); }, escaped);
}

// kg m2 as kg m².
std::string html_unit(const std::string& unit) {
  std::string out;
  for (char c : unit == "1" ? "" : unit) out += c == '2' ? "²" : c == ' ' ? "\u202f" : std::string(1, c);
  return escaped(out);
}

std::string cell_number(const WrittenMatrix& m, Eigen::Index r, Eigen::Index c, const std::string& edge) {
  const Entry entry = entry_of(m, r, c);
  const char* kind = m.structure.empty() ? "" : entry == Entry::zero ? "z" : entry == Entry::varying ? "v" : "k";
  std::string text = number(m.value(r, c));
  if (text[0] == '-') text = "−" + text.substr(1);
  return fmt::format("<td class=\"{}{}\">{}</td>", kind, edge, text);
}

// Columns `from` to `to` of a matrix, with names and units around them.
std::string html_block(const WrittenMatrix& m, Eigen::Index from, Eigen::Index to) {
  std::string names, units, out = "<table class=\"m\">";
  bool has_units = false;
  for (Eigen::Index c = from; c < to; ++c) {
    const Label& column = m.columns[c];
    names += "<th>" + (column.name.empty() ? "" : mathml(column.name)) + "</th>";
    units += "<th class=\"unit\">" + html_unit(column.unit) + "</th>";
    has_units |= !html_unit(column.unit).empty();
  }
  if (!is_vector(m)) out += "<tr><th></th>" + names + "<th></th></tr>";
  if (has_units) out += "<tr><th></th>" + units + "<th></th></tr>";
  for (Eigen::Index r = 0; r < m.value.rows(); ++r) {
    out += "<tr><th>" + mathml(m.rows[r].name) + "</th>";
    for (Eigen::Index c = from; c < to; ++c)
      out += cell_number(m, r, c, std::string(c == from ? " first" : "") + (c + 1 == to ? " last" : ""));
    out += "<th class=\"u unit\">" + html_unit(m.rows[r].unit) + "</th></tr>";
  }
  return out + "</table>";
}

std::string item_html(const WrittenMatrix& matrix) {
  const WrittenMatrix m = shown(matrix);
  std::string out =
      fmt::format("<figure><figcaption>{}<span class=\"cite\">{}</span></figcaption>", html_prose(m.meaning), escaped(m.equations));
  const std::vector<Eigen::Index> blocks = column_blocks(m, kLine);
  for (std::size_t b = 0; b + 1 < blocks.size(); ++b) {
    const std::string part = html_prose(block_name(m, blocks[b], blocks[b + 1]));
    if (is_blank(m, blocks[b], blocks[b + 1])) out += "<p class=\"source\">" + part + "</p>";
    else
      out += fmt::format("<div class=\"scroll matrix\"><span>{}</span>{}<span class=\"cite\">{}</span></div>", mathml(m.symbol + " ="),
                         html_block(m, blocks[b], blocks[b + 1]), part);
  }
  return out + "</figure>\n";
}

std::string item_html(const Paragraph& p) { return "<p>" + html_prose(p.text) + "</p>\n"; }

std::string item_html(const DisplayedFormula& f) {
  return fmt::format("<div class=\"shown\"><span></span>{}<span class=\"cite\">{}</span></div>\n", mathml(f.formula, true),
                     escaped(f.equations));
}

std::string item_html(const WrittenTable& t) {
  const auto row = [](const std::vector<std::string>& cells, const char* tag) {
    std::string out;
    for (const std::string& cell : cells) out += fmt::format("<{0}>{1}</{0}>", tag, html_prose(cell));
    return "<tr>" + out + "</tr>";
  };
  std::string out =
      fmt::format("<figure><figcaption>{}<span class=\"cite\">{}</span></figcaption><div class=\"scroll\"><table class=\"t\">{}",
                  html_prose(t.title), html_prose(t.equations), row(t.header, "th"));
  for (const auto& cells : t.rows) out += row(cells, "td");
  return out + "</table></div></figure>\n";
}

std::string section_html(const Section& section) {
  std::string items;
  for (const Item& item : section.items) items += std::visit([](const auto& i) { return item_html(i); }, item);
  if (section.alike.empty()) return "<h3>" + html_prose(section.title) + "</h3>\n" + items;
  return "<details><summary>" + html_prose(section.title) + ", in the form of " + escaped(section.alike) + "</summary>\n" + items +
         "</details>\n";
}

std::string part_html(const Part& part) {
  std::string out = fmt::format("<h2 id=\"{}\">{}</h2>\n", letter(part.formulation), part_title(part));
  if (!part.refused.empty()) return out + "<p class=\"refused\">" + escaped(part.refused) + "</p>\n";
  out += "<p class=\"source\">" + html_prose(part.source) + "</p>\n";
  for (const Section& section : part.sections) out += section_html(section);
  return out;
}

}  // namespace

std::string explain_html(const WrittenModel& model) {
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<title>{0}: model</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n<p class=\"lead\">{2}</p>\n",
      escaped(model.name), kStyle, escaped(model.description));
  if (!model.reference.empty()) out += "<p class=\"source\">" + escaped(model.reference) + "</p>\n";
  out += "<nav>";
  for (const Part& part : model.parts) out += fmt::format("<a href=\"#{}\">{}</a>", letter(part.formulation), part_title(part));
  out += "</nav>\n<ul>\n";
  for (const std::string& fact : model.facts) out += "<li>" + html_prose(fact) + "</li>\n";
  out += "</ul>\n<p>" +
         legend(model,
                "Entries <span class=\"k\">in bold</span> are the same at every state, <span class=\"z\">faint zeros</span> are always "
                "0, <span class=\"v\">coloured</span> ones vary.") +
         " An entry’s unit is its row’s over its column’s.</p>\n<h3>The state</h3>\n";
  for (const WrittenMatrix& m : model.state) out += item_html(m);
  for (const Part& part : model.parts) out += part_html(part);
  return out + "</body>\n</html>\n";
}

}  // namespace gough::command
