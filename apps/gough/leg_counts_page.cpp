#include <fmt/format.h>

#include "apps/gough/counts.hpp"
#include "gough/io/svg_plot.hpp"
#include "gough/verify/leg_counts.hpp"

namespace gough::command {
namespace {

const std::vector<int> kLegs{6, 8, 12, 18, 24, 36, 48};

}  // namespace

std::string leg_counts_page() {
  const std::vector<LegCounts> counts = count_by_legs(kLegs);
  std::string out = fmt::format(
      R"(# Operations by number of legs

What inverse dynamics costs as a platform stands on more legs: operations of one state, all kinds together, counted as in
[operation-counts.md](operation-counts.md). Written by `gough docs leg-counts`, the figure by `gough docs leg-counts.svg`.

[A] ends its inverse dynamics with φ = Λ⁻¹(M q̈ + N q̇ − τ_W), finds it of order n³ in the freedoms and not recursive, and expects that a recursive
algorithm can be had. Formulation P ([theory.md](theory.md#6-formulation-p-platform-and-legs)) is one: each leg is passed through once outward and
once inward, and what is dense is as small as the platform's freedoms, however many legs there are.

![Operations of inverse dynamics over the number of legs](leg-counts.svg)

The robots are rings of actuated UPS struts in pairs, made for this table: with six legs the anchors and bodies of gough_stewart, with more legs the same
pairs closer together. All legs are actuated, so with more than six of them actuation is redundant and efforts have least norm. `P, encoders` is
forward geometry by {} steps of Newton's method and then P; `E, vision` takes the measured lines of the struts. N works in the actuated rates with
six legs, which needs J_inv⁻¹, and in V_r with more, which does not: so its six legs lie above its own line.

| legs |)",
      kCountedSteps);
  for (const LegCounts& way : counts) out += fmt::format(" {} |", way.name());
  out += "\n|--:|";
  for (std::size_t w = 0; w < counts.size(); ++w) out += "--:|";
  for (std::size_t k = 0; k < kLegs.size(); ++k) {
    out += fmt::format("\n| {} |", kLegs[k]);
    for (const LegCounts& way : counts) out += fmt::format(" {} |", way.totals[k]);
  }
  out +=
      "\n\nThe straight line of least squares through each column, and the largest distance of a count from it, relative to the line "
      "there:\n\n"
      "| | operations per leg | besides | largest distance |\n|---|--:|--:|--:|\n";
  for (const LegCounts& way : counts) {
    const LegLine line = line_through(kLegs, way.totals);
    out += fmt::format("| {} | {:.0f} | {:.0f} | {:.1f} % |\n", way.name(), line.per_leg, line.at_none, 100.0 * line.deviation);
  }
  return out;
}

std::string leg_counts_plot() {
  const std::vector<LegCounts> counts = count_by_legs(kLegs);
  PlotPanel panel{"operations of one state", {}};
  for (const LegCounts& way : counts) panel.lines.push_back({way.name(), std::vector<double>(way.totals.begin(), way.totals.end())});
  return svg_plot("Inverse dynamics of a platform on many UPS legs", "legs", std::vector<double>(kLegs.begin(), kLegs.end()), {panel});
}

}  // namespace gough::command
