#include "apps/gough/explain.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "apps/gough/command.hpp"
#include "apps/gough/explain_status.hpp"
#include "apps/gough/state_options.hpp"
#include "apps/gough/typed_motion.hpp"
#include "apps/gough/warn.hpp"
#include "gough/explain/formula.hpp"
#include "gough/io/files.hpp"
#include "gough/kinematics/inverse_geometry.hpp"

namespace gough::command {
namespace {

// The model as the file's name asks for it.
std::string page(const explain::WrittenModel& model, const std::string& format) {
  if (format == ".html") return explain_html(model);
  if (format == ".tex") return explain_latex(model);
  return explain_json(model).dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string format_of(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension();
  if (extension != ".html" && extension != ".tex" && extension != ".json")
    throw InputError({file, 0, 0}, "expected a file that ends in .html, .tex or .json");
  return extension;
}

int run_explain(const DynamicsOptions& o) {
  const std::string format = o.output.empty() ? "" : format_of(o.output);
  require_writable(o.output);
  const Robot robot = open_robot(o.robot);
  KinematicsData<double> k(robot);
  const Load load = load_of(robot, o);
  const TypedMotion state = typed_motion(robot, o, k);
  const Outcome& outcome = state.outcome;
  if (!outcome.answered()) {
    fmt::print("{}", status_text(outcome, explanation(robot, state, k, outcome)));
    return kStatus;
  }
  const explain::WrittenModel model = explain::written_model(robot, formulations(o.formulation, false), load, k);
  if (model.parts.size() == 1 && !model.parts[0].refused.empty()) throw InputError({}, model.parts[0].refused);
  if (format.empty()) {
    emit(explain_text(model), "");
  } else {
    write_text(o.output, page(model, format));
    fmt::print("wrote {}\n", o.output);
    for (const explain::Part& part : model.parts)
      if (!part.refused.empty()) fmt::print("  without {}: {}\n", letter(part.formulation), part.refused);
  }
  if (!outcome.ok()) fmt::print("{}", status_text(outcome, explanation(robot, state, k, outcome)));
  return outcome.ok() ? kOk : kStatus;
}

}  // namespace

std::string part_title(const explain::Part& part) {
  return fmt::format("Formulation {}, {}", letter(part.formulation), name(part.formulation));
}

bool is_vector(const explain::WrittenMatrix& matrix) { return matrix.columns.size() == 1 && matrix.columns[0].name.empty(); }

explain::Entry entry_of(const explain::WrittenMatrix& matrix, Eigen::Index row, Eigen::Index column) {
  return matrix.structure.empty() ? explain::Entry::varying : matrix.structure[row * matrix.value.cols() + column];
}

explain::WrittenMatrix shown(const explain::WrittenMatrix& m) {
  constexpr Eigen::Index kMany = 16;
  const Eigen::Index rows = m.value.rows(), columns = m.value.cols();
  if (columns < kMany || columns < 2 * rows) return m;
  explain::WrittenMatrix out{m.path,
                             m.symbol + "^{T}",
                             m.meaning + "; transposed, so that an entry has its column's unit over its row's",
                             m.equations,
                             m.columns,
                             m.rows,
                             m.value.transpose(),
                             {}};
  if (!m.structure.empty())
    for (Eigen::Index c = 0; c < columns; ++c)
      for (Eigen::Index r = 0; r < rows; ++r) out.structure.push_back(entry_of(m, r, c));
  return out;
}

std::vector<Eigen::Index> column_blocks(const explain::WrittenMatrix& m, std::size_t line) {
  std::size_t names = explain::plain(m.symbol).size();
  for (const explain::Label& row : m.rows) names = std::max(names, explain::plain(row.name).size());
  std::vector<Eigen::Index> out{0};
  std::size_t width = names;
  for (Eigen::Index c = 0; c < m.value.cols(); ++c) {
    const std::size_t own = std::max<std::size_t>(9, explain::plain(m.columns[c].name).size()) + 2;
    if (c > out.back() && width + own > line) {
      out.push_back(c);
      width = names;
    }
    width += own;
  }
  out.push_back(m.value.cols());
  return out;
}

bool is_blank(const explain::WrittenMatrix& m, Eigen::Index from, Eigen::Index to) {
  bool out = to - from < m.value.cols();
  for (Eigen::Index r = 0; r < m.value.rows(); ++r)
    for (Eigen::Index c = from; c < to; ++c) out &= entry_of(m, r, c) == explain::Entry::zero;
  return out;
}

std::string block_name(const explain::WrittenMatrix& m, Eigen::Index from, Eigen::Index to) {
  if (from == 0 && to == m.value.cols()) return "";
  const std::string columns = to - from == 1 ? fmt::format("column {}", to) : fmt::format("columns {} to {}", from + 1, to);
  if (!is_blank(m, from, to)) return columns;
  const std::string first = "$" + m.columns[from].name + "$", last = "$" + m.columns[to - 1].name + "$";
  return to - from == 1 ? fmt::format("{}, {}, is 0", columns, first) : fmt::format("{}, {} to {}, are 0", columns, first, last);
}

std::string legend(const explain::WrittenModel& model, const std::string& how) {
  if (model.states == 0) return "No other regular pose was found in the workspace: which entries vary is not known.";
  return fmt::format("{} Judged by this state and {} random ones of the workspace with random rates and accelerations (seed {}).", how,
                     model.states, model.seed);
}

void add_explain(CLI::App& app, int& exit_code) {
  const Subcommand sub(app, "explain", "The model of a robot as the sources of the four formulations write it, with its names and numbers");
  auto o = std::make_shared<DynamicsOptions>();
  o->formulation = "all";
  add_acceleration_options(sub, *o, add_state_options(sub, *o).joints);
  sub.option("--formulation", o->formulation,
             "E kinematic elements, V virtual work, P platform and legs, N natural orthogonal complement, or all (default)")
      .one_of({"E", "V", "P", "N", "all"});
  sub.option("-o,--output", o->output, "write a page (.html), an article (.tex) or all matrices (.json) instead of the text");
  sub.footer(
      "E  elements, motion basis, kinematic coordinates, constraints, local forces, and the linear implicit model A Γ + b = 0\n"
      "V  the matrix Ω_b and the Jacobian of every body, and which parameters have an effect: the base parameters\n"
      "P  Denavit-Hartenberg parameters, J_i, B_i and G_i of every leg, Ψ, M_rob and c_rob\n"
      "N  twists, the maps T and L_i, the matrices M and N; of legs with six axes Z and Y\n"
      "Equations are cited as docs/theory.md and the sources number them. The numbers are those of the state that the options give (home "
      "at\n"
      "rest if absent); which entries are always 0, 1 or the same is found from random states. The text shows one leg of each form; files\n"
      "have them all. A page needs no network; an article needs amsmath.\n"
      "Examples:\n  gough explain five_bar\n  gough explain delta --formulation E -o delta.html\n"
      "  gough explain gough_stewart --twist 0,0,0.2,0,0,0.5 -o model.tex\n  gough explain my_robot.toml --payload 2 -o model.json");
  sub.callback([=, &exit_code] { exit_code = run_explain(*o); });
}

}  // namespace gough::command
