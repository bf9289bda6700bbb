#include "apps/gough/identify_structure.hpp"

#include <fmt/format.h>

#include "apps/gough/command.hpp"
#include "apps/gough/output.hpp"

namespace gough::command {
namespace {

constexpr double kSureGap = 1e4;  // below, a slightly different robot may have another rank
constexpr std::size_t kWidth = 90;

// Words in lines of at most kWidth characters; a sign stays with what follows it.
std::vector<std::string> wrapped(const std::string& text) {
  std::vector<std::string> out(1);
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(text.find(" + ", at + 1), text.find(" - ", at + 1));
    end = std::min(end, text.size());
    const std::string term = text.substr(at, end - at);
    if (out.back().size() + term.size() > kWidth) out.push_back(term.substr(1));
    else out.back() += term;
    at = end;
  }
  return out;
}

std::string name_list(const BaseParameters& b, const std::vector<int>& which) {
  std::string out, line = " ";
  for (int k : which) {
    if (line.size() + b.all[k].name.size() > kWidth + 30) out += line + "\n", line = " ";
    line += " " + b.all[k].name;
  }
  return which.empty() ? "" : out + line + "\n";
}

std::string gap_text(double gap) { return gap < kInfinity ? fmt::format("{:.1e}", gap) : "infinite"; }

void print_table(const Robot& robot, const BaseParameters& b) {
  const VecX<double> values = b.values();
  fmt::print("{}: {} parameters, of which {} base parameters remain ({} regrouped, {} without effect, {} taken as known)\n\n", robot.name,
             b.all.size(), b.rank(), b.regrouped.size(), b.dropped.size(), b.known.size());
  Table table({"base parameter", "value", "unit", "group"});
  for (int i = 0; i < b.rank(); ++i) {
    const std::vector<std::string> lines = wrapped(b.expression(i));
    table.add({b.name(i), number(values(i)), b.all[b.base[i]].unit, lines[0]});
    for (std::size_t k = 1; k < lines.size(); ++k) table.add({"", "", "", lines[k]});
  }
  fmt::print("{}", table.text());
  if (!b.dropped.empty()) fmt::print("\nwithout effect on any effort:\n{}", name_list(b, b.dropped));
  if (!b.known.empty()) fmt::print("\ntaken as known, 0: {}\n", plural(static_cast<int>(b.known.size()), "parameter"));
  fmt::print("\nrank {}: singular value {:.2e}, the next one {} times smaller\n", b.rank(),
             b.rank() > 0 ? b.singular_values(b.rank() - 1) : 0.0, gap_text(b.gap()));
  if (b.gap() < kSureGap) fmt::print("warning: the gap is small; the rank may be another with slightly different sizes\n");
}

Json structure_json(const Robot& robot, const BaseParameters& b) {
  const VecX<double> values = b.values();
  const auto names = [&](const std::vector<int>& which) {
    Json out = Json::array();
    for (int k : which) out.push_back(b.all[k].name);
    return out;
  };
  Json base = Json::array();
  for (int i = 0; i < b.rank(); ++i) {
    Json terms = Json::object();
    terms[b.name(i)] = 1.0;
    for (int k : b.regrouped)
      if (b.beta(i, k) != 0.0) terms[b.all[k].name] = b.beta(i, k);
    base.push_back({{"name", b.name(i)}, {"unit", b.all[b.base[i]].unit}, {"value", values(i)}, {"terms", terms}});
  }
  Json out{{"robot", robot.name}, {"parameters", b.all.size()}, {"rank", b.rank()}};
  out["gap"] = b.gap() < kInfinity ? Json(b.gap()) : Json(nullptr);
  out["sure"] = b.gap() >= kSureGap;
  out["base"] = base;
  out["no_effect"] = names(b.dropped);
  out["known"] = names(b.known);
  return out;
}

}  // namespace

void add_base_options(const Subcommand& sub, BaseOptions& options) {
  sub.number("--base-states", options.states, 1, 100000,
             "random states that decide which parameters depend (default: by the robot's size)");
  sub.number("--seed", options.seed, 0, 9e15, "of everything random (1)");
  sub.flag("--zeros-known", options.zeros_known, "A parameter that is 0 in the robot file is known to be 0: massless rods stay massless");
  sub.flag("!--no-friction", options.friction, "Leave out friction and effort offsets");
}

int print_structure(const Robot& robot, const StructureOptions& options) {
  const BaseParameters b = base_parameters(robot, options.load, options.base);
  if (options.json) emit(structure_json(robot, b));
  else print_table(robot, b);
  return kOk;
}

}  // namespace gough::command
