#include <fmt/format.h>

#include <algorithm>

#include "apps/gough/explain.hpp"
#include "gough/explain/formula.hpp"

namespace gough::command {
namespace {

using namespace explain;

constexpr std::size_t kLine = 100;        // characters of small print that fit between the margins
constexpr std::size_t kRows = 30;         // of a table on one page
constexpr Eigen::Index kMatrixRows = 48;  // of a matrix on one page
constexpr std::size_t kWideCell = 34;     // characters beyond which a table's column breaks its lines

const char* const kPreamble = R"(\documentclass[a4paper]{article}
\usepackage{amsmath}
\setlength{\textwidth}{165mm}
\setlength{\textheight}{240mm}
\setlength{\oddsidemargin}{-3mm}
\setlength{\topmargin}{-15mm}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
\raggedbottom
\allowdisplaybreaks
)";

constexpr const char* kLineBelow = "\u0332";  // of an actuated element's letter

// Letters that LaTeX's fonts have no sign for are written as their code points.
std::string latex_letters(const std::string& text) {
  std::string out;
  for (std::size_t k = 0; k < text.size();) {
    const unsigned char c = text[k];
    const std::size_t size = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    unsigned code = size == 1 ? c : c & (0xFF >> (size + 1));
    for (std::size_t j = 1; j < size && k + j < text.size(); ++j) code = (code << 6) | (static_cast<unsigned char>(text[k + j]) & 0x3F);
    if (text.compare(k + size, 2, kLineBelow) == 0) out += "\\underline{" + text.substr(k, size) + "}";
    else if (code < 0x20 && code != '\n') out += ' ';
    else if (code < 0x80 || (code >= 0xC0 && code <= 0x17F)) out += text.substr(k, size);
    else if (code == 0x2019) out += "'";
    else if (code == 0x2013 || code == 0x2212) out += "--";
    else if (code < 0x300 || code > 0x36F) out += fmt::format("[U+{:04X}]", code);
    k += size;
  }
  return out;
}

std::string latex_words(const std::string& words) {
  std::string out;
  for (char c : words) {
    if (std::string("_{}$&#%").find(c) != std::string::npos) out += std::string("\\") + c;
    else if (c == '\\') out += "\\textbackslash{}";
    else if (c == '~') out += "\\textasciitilde{}";
    else if (c == '^') out += "\\textasciicircum{}";
    else if (c == '<' || c == '>') out += std::string("$") + c + "$";
    else out += c;
  }
  return latex_letters(out);
}

// Where the group ends whose brace is open at `from`.
std::size_t end_of_group(const std::string& formula, std::size_t from) {
  int depth = 1;
  for (std::size_t k = from; k < formula.size(); ++k) {
    if (formula[k] == '\\') ++k;
    else if (formula[k] == '{') ++depth;
    else if (formula[k] == '}' && --depth == 0) return k;
  }
  return formula.size();
}

// A formula that is one \text{…} stays words, which may break at the end of a line.
std::string latex_formula(const std::string& formula) {
  const bool words = formula.rfind("\\text{", 0) == 0 && end_of_group(formula, 6) + 1 == formula.size();
  if (!words || formula == text("")) return "$" + latex_letters(formula) + "$";
  return latex_letters(formula.substr(6, formula.size() - 7));
}

std::string latex_prose(const std::string& prose) { return each_part(prose, latex_formula, latex_words); }

std::string latex_unit(const std::string& unit) {
  if (unit == "1") return "";
  std::string out;
  for (char c : unit) out += c == '2' ? "^{2}" : c == ' ' ? "\\," : std::string(1, c);
  return "\\mathrm{" + out + "}";
}

std::string latex_number(const WrittenMatrix& m, Eigen::Index r, Eigen::Index c) {
  const Entry entry = entry_of(m, r, c);
  if (!m.structure.empty() && entry == Entry::zero) return "\\cdot";
  std::string out = number(m.value(r, c));
  if (const std::size_t e = out.find('e'); e != std::string::npos)
    out = out.substr(0, e) + fmt::format("\\cdot 10^{{{}}}", std::stoi(out.substr(e + 1)));
  if (out == "no number") return "\\text{no number}";
  return !m.structure.empty() && entry != Entry::varying ? "\\mathbf{" + out + "}" : out;
}

// Columns `from` to `to` of a matrix, so many rows from `first` on, with names and units around them.
std::string latex_block(const WrittenMatrix& m, Eigen::Index from, Eigen::Index to, Eigen::Index first) {
  std::string out = "\\begin{array}{r|" + std::string(static_cast<std::size_t>(to - from), 'r') + "|l}\n";
  std::string names, units;
  for (Eigen::Index c = from; c < to; ++c) {
    names += " & " + latex_letters(m.columns[c].name);
    units += " & " + latex_unit(m.columns[c].unit);
  }
  if (!is_vector(m)) out += names + " & \\\\\n" + (units.find("mathrm") == std::string::npos ? "" : units + " & \\\\\n") + "\\hline\n";
  for (Eigen::Index r = first; r < std::min(m.value.rows(), first + kMatrixRows); ++r) {
    out += latex_letters(m.rows[r].name);
    for (Eigen::Index c = from; c < to; ++c) out += " & " + latex_number(m, r, c);
    out += " & " + latex_unit(m.rows[r].unit) + " \\\\\n";
  }
  return out + "\\end{array}\n";
}

std::string item_latex(const WrittenMatrix& matrix) {
  const WrittenMatrix m = shown(matrix);
  std::string out = fmt::format("\n{} \\hfill {{\\footnotesize {}}}\\nopagebreak\n", latex_prose(m.meaning), latex_words(m.equations));
  const std::vector<Eigen::Index> blocks = column_blocks(m, kLine);
  for (std::size_t b = 0; b + 1 < blocks.size(); ++b) {
    const std::string part = latex_prose(block_name(m, blocks[b], blocks[b + 1]));
    if (is_blank(m, blocks[b], blocks[b + 1])) {
      out += "\n{\\footnotesize " + part + "}\n";
      continue;
    }
    for (Eigen::Index first = 0; first < m.value.rows(); first += kMatrixRows) {
      const bool whole = m.value.rows() <= kMatrixRows;
      const std::string rows = whole ? "" : fmt::format(" rows {} to {}", first + 1, std::min(m.value.rows(), first + kMatrixRows));
      out += fmt::format("{{\\scriptsize\\[ {} = {}{} \\]}}\n", latex_letters(m.symbol), latex_block(m, blocks[b], blocks[b + 1], first),
                         part.empty() && whole ? "" : "\\quad\\text{" + part + rows + "}");
    }
  }
  return out;
}

std::string item_latex(const Paragraph& p) { return "\n" + latex_prose(p.text) + "\n"; }

std::string item_latex(const DisplayedFormula& f) {
  return fmt::format("\n\\[ {} \\]\n\\hspace*{{\\fill}}{{\\footnotesize {}}}\n", latex_letters(f.formula), latex_words(f.equations));
}

std::string item_latex(const WrittenTable& t) {
  std::string columns;
  for (std::size_t c = 0; c < t.header.size(); ++c) {
    std::size_t widest = 0;
    for (const auto& row : t.rows) widest = std::max(widest, plain_prose(row[c]).size());
    columns += widest > kWideCell ? "p{0.62\\textwidth}" : "l";
  }
  const auto line = [](const std::vector<std::string>& cells) {
    std::string out;
    for (const std::string& cell : cells) out += (out.empty() ? "" : " & ") + latex_prose(cell) + " ";
    return out + "\\\\\n";
  };
  std::string out = fmt::format("\n{} \\hfill {{\\footnotesize {}}}\n", latex_prose(t.title), latex_prose(t.equations));
  for (std::size_t from = 0; from < t.rows.size(); from += kRows) {
    out += "\n{\\footnotesize\\begin{tabular}{" + columns + "}\\hline\n" + line(t.header) + "\\hline\n";
    for (std::size_t r = from; r < std::min(t.rows.size(), from + kRows); ++r) out += line(t.rows[r]);
    out += "\\hline\\end{tabular}}\n";
  }
  return out;
}

}  // namespace

std::string explain_latex(const WrittenModel& model) {
  std::string out = kPreamble + fmt::format("\\title{{{}}}\n\\author{{{}}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle\n\n",
                                            latex_words(model.name), latex_words(model.description));
  if (!model.reference.empty()) out += latex_words(model.reference) + "\n\n";
  out += "\\begin{itemize}\n";
  for (const std::string& fact : model.facts) out += "\\item " + latex_prose(fact) + "\n";
  out += "\\end{itemize}\n\n" +
         legend(model, "Entries in bold are the same at every state, those that are always 0 are dots, the others vary.") +
         " An entry's unit is its row's over its column's.\n\n\\section{The state}\n";
  for (const WrittenMatrix& m : model.state) out += item_latex(m);
  for (const Part& part : model.parts) {
    out += fmt::format("\n\\section{{{}}}\n", part_title(part));
    if (!part.refused.empty()) {
      out += latex_words(part.refused) + "\n";
      continue;
    }
    out += latex_prose(part.source) + "\n";
    for (const Section& section : part.sections) {
      out += fmt::format("\n\\subsection{{{}}}\n", latex_prose(section.title));
      for (const Item& item : section.items) out += std::visit([](const auto& i) { return item_latex(i); }, item);
    }
  }
  return out + "\\end{document}\n";
}

}  // namespace gough::command
