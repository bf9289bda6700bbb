#include "gough/explain/labels.hpp"

#include <fmt/format.h>

#include "gough/explain/formula.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/math/linear_algebra.hpp"

namespace gough::explain {

std::string unit_of(LabelKind kind, bool turns) {
  if (kind == LabelKind::force) return turns ? "N m" : "N";
  const std::string over = kind == LabelKind::rate ? "/s" : "/s2";
  return (turns ? "rad" : "m") + over;
}

std::vector<Label> spatial_labels(LabelKind kind) {
  std::vector<Label> out;
  for (bool turns : {false, true})
    for (const char* axis : {"x", "y", "z"}) {
      const std::string letter = kind == LabelKind::force ? (turns ? "n" : "f") : turns ? "\\omega" : "v";
      const std::string base = kind == LabelKind::acceleration ? "\\dot{" + letter + "}" : letter;
      out.push_back({base + "_{" + axis + "}", unit_of(kind, turns)});
    }
  return out;
}

std::vector<Label> nacelle_labels(const Robot& robot, LabelKind kind) {
  std::vector<Label> out = spatial_labels(kind);
  for (const Joint& joint : robot.nacelle.joints) out.push_back({text(joint.name), unit_of(kind, joint.revolute)});
  return out;
}

std::vector<Label> free_labels(const Robot& robot, LabelKind kind) {
  const std::vector<Label> all = nacelle_labels(robot, kind);
  std::vector<Label> out;
  for (const FreeComponent& c : robot.mobility.free) out.push_back(all[c.index]);
  return out;
}

std::vector<Label> joint_labels(const Leg& leg, LabelKind kind) {
  std::vector<Label> out;
  for (const Joint& joint : leg.joints) out.push_back({text(joint.name), unit_of(kind, joint.revolute)});
  return out;
}

std::vector<Label> actuator_labels(const Robot& robot, LabelKind kind) {
  std::vector<Label> out;
  for (const Actuator& a : robot.actuators) out.push_back({text(a.name), unit_of(kind, a.revolute)});
  return out;
}

std::vector<Label> independent_labels(const Robot& robot, LabelKind kind) {
  const bool actuated = static_cast<int>(robot.actuators.size()) == robot.mobility.n;
  return actuated ? actuator_labels(robot, kind) : free_labels(robot, kind);
}

std::vector<Label> row_labels(const Robot&, const Leg& leg) {
  std::vector<Label> out;
  const auto add = [&](const std::string& name, TipKind kind) {
    for (const char* axis : {"x", "y", "z"}) out.push_back({text(name) + "\\ v_{" + axis + "}", "m/s"});
    for (int k = 3; k < rows(kind); ++k) out.push_back({text(name) + fmt::format("\\ \\omega_{{{}}}", k - 2), "rad/s"});
  };
  for (const Tip& tip : leg.tips) add(tip.name, tip.kind);
  for (const LegLoop& loop : leg.loops) add(loop.name, loop.kind);
  for (const Coupling& coupling : leg.couplings)
    out.push_back({text(leg.joints[coupling.joint].name + " follows"), unit_of(LabelKind::rate, leg.joints[coupling.joint].revolute)});
  return out;
}

WrittenMatrix matrix(std::vector<std::string> path, std::string symbol, std::string meaning, std::string equations, std::vector<Label> rows,
                     std::vector<Label> columns, const MatX<double>& value) {
  assert(static_cast<Eigen::Index>(rows.size()) == value.rows());
  assert(static_cast<Eigen::Index>(columns.size()) == value.cols());
  return {std::move(path), std::move(symbol), std::move(meaning), std::move(equations), std::move(rows), std::move(columns), value, {}};
}

std::string of(const std::string& symbol, const std::string& name) { return symbol + "_{" + text(name) + "}"; }

std::string named(const std::string& name) { return "$" + text(name) + "$"; }

std::string digits(double x) { return fmt::format("{:.6g}", std::abs(x) < 1e-14 ? 0.0 : x); }

int alike(const Robot& robot, int leg) {
  const auto same = [](const Leg& a, const Leg& b) {
    if (a.joints.size() != b.joints.size() || a.tips.size() != b.tips.size() || a.loops.size() != b.loops.size()) return false;
    if (a.couplings.size() != b.couplings.size() || notation(a) != notation(b)) return false;
    for (std::size_t j = 0; j < a.joints.size(); ++j)
      if (a.joints[j].name != b.joints[j].name || a.joints[j].parent != b.joints[j].parent ||
          std::string(letter(a.joints[j])) != letter(b.joints[j]))
        return false;
    for (std::size_t t = 0; t < a.tips.size(); ++t)
      if (a.tips[t].kind != b.tips[t].kind) return false;
    return true;
  };
  for (int before = 0; before < leg; ++before)
    if (same(robot.legs[before], robot.legs[leg])) return before;
  return leg;
}

Section leg_section(const Robot& robot, int leg, const std::string& title) {
  const int first = alike(robot, leg);
  return {title + ": " + named(robot.legs[leg].name), {}, first == leg ? "" : robot.legs[first].name};
}

void add_efforts(const Robot& robot, const MatX<double>& on_efforts, const VecX<double>& force, const std::string& formula,
                 const std::string& equations, Section& section) {
  if (static_cast<int>(robot.actuators.size()) < robot.mobility.n) {
    section.items.push_back(
        Paragraph{fmt::format("{} has fewer actuators than freedoms: no efforts give any acceleration at will, and "
                              "there is no inverse dynamics.",
                              named(robot.name))});
    return;
  }
  const bool redundant = static_cast<int>(robot.actuators.size()) > robot.mobility.n;
  section.items.push_back(matrix(
      {"efforts"}, formula, redundant ? "the efforts of least norm, from the matrices above" : "the efforts, from the matrices above",
      equations, actuator_labels(robot, LabelKind::force), one_column(), shortest_solution(on_efforts, force).x));
}

}  // namespace gough::explain
