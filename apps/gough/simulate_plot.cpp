#include "apps/gough/simulate_plot.hpp"

#include "gough/io/svg_plot.hpp"

namespace gough::command {
namespace {

// The columns of the log that a panel shows.
struct Shown {
  std::string label;
  std::vector<std::string> columns;
};

std::vector<Shown> shown(const Simulation& run) {
  std::vector<Shown> out;
  for (const bool revolute : {true, false}) {
    Shown efforts{revolute ? "effort (N m)" : "effort (N)", {}};
    for (const Actuator& a : run.model().actuators)
      if (a.revolute == revolute) efforts.columns.push_back("tau_" + a.name);
    out.push_back(efforts);
  }
  out.push_back({"position error (m)", {"position_error"}});
  out.push_back({"rotation error (rad)", {"rotation_error"}});
  out.push_back({"energy (J)", {"kinetic", "potential"}});
  for (const virtual_work::Parameter& p : run.estimates()) out.push_back({p.name + " (" + p.unit + ")", {"estimate_" + p.name}});
  return out;
}

std::vector<double> column(const Simulation& run, std::size_t index) {
  std::vector<double> out;
  for (std::size_t i = index; i < run.rows().size(); i += run.columns().size()) out.push_back(run.rows()[i]);
  return out;
}

// A line's name in the legend: the actuator's, without what the panel says already.
std::string line_name(const std::string& column) { return column.starts_with("tau_") ? column.substr(4) : column; }

}  // namespace

std::string simulation_plot(const Simulation& run) {
  std::vector<PlotPanel> panels;
  for (const Shown& s : shown(run)) {
    PlotPanel panel{s.label, {}};
    bool moves = false;
    for (std::size_t c = 0; c < run.columns().size(); ++c)
      if (std::find(s.columns.begin(), s.columns.end(), run.columns()[c]) != s.columns.end()) {
        panel.lines.push_back({line_name(run.columns()[c]), column(run, c)});
        for (double y : panel.lines.back().y) moves = moves || y != 0.0;
      }
    if (moves) panels.push_back(panel);  // a Delta has no rotation error to show
  }
  return svg_plot(run.model().name + ", simulated", "t (s)", column(run, 0), panels);
}

}  // namespace gough::command
