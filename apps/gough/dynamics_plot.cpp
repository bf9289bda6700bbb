#include "apps/gough/dynamics_plot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/io/files.hpp"
#include "gough/io/svg_plot.hpp"

namespace gough::command {
namespace {

struct Answer {
  std::string name, label;  // label of its axis, with the unit
};

std::vector<Answer> answer_kinds(const Robot& robot, bool direct) {
  std::vector<Answer> out;
  if (!direct)
    for (const Actuator& a : robot.actuators) out.push_back({a.name, a.revolute ? "effort (N m)" : "effort (N)"});
  else
    for (const FreeComponent& c : robot.mobility.free)
      out.push_back({c.name, c.angular ? "angular acceleration (rad/s²)" : "acceleration (m/s²)"});
  return out;
}

}  // namespace

void plot_answers(const Robot& robot, const DynamicsOptions& o, bool direct, const std::vector<double>& times, bool timed,
                  const std::vector<double>& answers) {
  const std::vector<Answer> kinds = answer_kinds(robot, direct);
  const std::vector<Formulation> wanted = formulations(o.formulation, direct);
  const std::size_t columns = kinds.size() * wanted.size();
  std::vector<PlotPanel> panels;
  for (std::size_t c = 0; c < columns; ++c) {
    const Answer& kind = kinds[c % kinds.size()];
    PlotLine line{wanted.size() > 1 ? fmt::format("{}.{}", letter(wanted[c / kinds.size()]), kind.name) : kind.name, {}};
    for (std::size_t row = 0; row < times.size(); ++row) line.y.push_back(answers[row * columns + c]);
    auto panel = std::find_if(panels.begin(), panels.end(), [&](const PlotPanel& p) { return p.label == kind.label; });
    if (panel == panels.end()) panel = panels.insert(panels.end(), {kind.label, {}});
    panel->lines.push_back(std::move(line));
  }
  write_text(o.plot, svg_plot(fmt::format("{}: {}", robot.name, direct ? "direct dynamics" : "inverse dynamics"), timed ? "t (s)" : "row",
                              times, panels));
}

}  // namespace gough::command
