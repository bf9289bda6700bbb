#include <fmt/format.h>

#include "gough/dynamics/orthogonal_complement.hpp"
#include "gough/dynamics/six_axis_row.hpp"
#include "gough/explain/formula.hpp"
#include "gough/explain/labels.hpp"

// Formulation N: natural orthogonal complement.
namespace gough::explain {
namespace {

bool has_actuated_rates(const Robot& robot) { return static_cast<int>(robot.actuators.size()) == robot.mobility.n; }

// Twists of bodies at the origins of their frames, in columns.
MatX<double> twists(const TreeData<double>& tree) {
  MatX<double> out(6, static_cast<Eigen::Index>(tree.body.size()));
  for (std::size_t b = 0; b < tree.body.size(); ++b)
    out.col(static_cast<Eigen::Index>(b)) << tree.velocity[b].linear, tree.velocity[b].angular;
  return out;
}

Section nacelle_section(const Robot& robot, const KinematicsData<double>& k, const ComplementWorkspace<double>& s) {
  Section out{"Nacelle", {}, ""};
  std::vector<Label> bodies;
  for (const std::string& name : robot.nacelle.body_names) bodies.push_back({text(name), "1"});
  out.items.push_back(matrix({"nacelle", "twists"}, "t", "twists of its bodies at the origins of their frames, linear part first",
                             "[A]; docs/theory.md, section 1", spatial_labels(LabelKind::rate), bodies, twists(k.nacelle)));
  const auto rates = nacelle_labels(robot, LabelKind::rate), u = independent_labels(robot, LabelKind::rate);
  const auto forces = nacelle_labels(robot, LabelKind::force);
  out.items.push_back(matrix({"T"}, "T",
                             has_actuated_rates(robot) ? "$V_{N} = T u$, $T = \\Psi J_{\\text{inv}}^{-1}$" : "$V_{N} = T u$, $T = \\Psi$",
                             "[A]; docs/theory.md (7.1)", rates, u, s.T_));
  out.items.push_back(
      matrix({"dT"}, "\\dot{T}", "its rate", "docs/theory.md, section 7", nacelle_labels(robot, LabelKind::acceleration), u, s.dT));
  out.items.push_back(matrix({"M_N"}, "M_{N}", "mass matrix of the free nacelle", "docs/theory.md (7.3)", forces,
                             nacelle_labels(robot, LabelKind::acceleration), s.nacelle_I));
  out.items.push_back(matrix({"C_N"}, "C_{N}", "its centrifugal and Coriolis terms", "docs/theory.md (7.3)", forces, rates, s.nacelle_C));
  return out;
}

Section leg_of_complement(const Robot& robot, int index, const KinematicsData<double>& k, const ComplementWorkspace<double>& s) {
  Section out = leg_section(robot, index, "Legs");
  const Leg& leg = robot.legs[index];
  const auto rates = joint_labels(leg, LabelKind::rate), forces = joint_labels(leg, LabelKind::force);
  const auto u = independent_labels(robot, LabelKind::rate);
  std::vector<Label> bodies;
  for (const Joint& joint : leg.joints) bodies.push_back({text(joint.name), "1"});
  const auto path = [&](const char* key) { return std::vector<std::string>{"legs", leg.name, key}; };
  out.items.push_back(matrix(path("twists"), of("t", leg.name), "twists of its bodies at the origins of their frames",
                             "[A]; docs/theory.md, section 1", spatial_labels(LabelKind::rate), bodies, twists(k.legs[index])));
  out.items.push_back(matrix(path("L"), of("L", leg.name), "$\\dot{q}_{i} = L_{i} u$", "[A]; docs/theory.md (7.1)", rates, u, s.L[index]));
  out.items.push_back(matrix(path("dL"), of("\\dot{L}", leg.name), "its rate", "docs/theory.md, section 7",
                             joint_labels(leg, LabelKind::acceleration), u, s.dL[index]));
  out.items.push_back(matrix(path("M"), of("M", leg.name), "mass matrix of the free leg, rotors included", "docs/theory.md (7.3)", forces,
                             joint_labels(leg, LabelKind::acceleration), s.I[index]));
  out.items.push_back(
      matrix(path("C"), of("C", leg.name), "its centrifugal and Coriolis terms", "docs/theory.md (7.3)", forces, rates, s.C[index]));
  return out;
}

// Why a leg has no row in the closed form of six axes; empty where it has one.
std::string without_row(const Leg& leg) {
  int actuated = 0;
  bool serial = true;
  for (int j = 0; j < leg.freedoms(); ++j) {
    actuated += leg.joints[j].actuator >= 0;
    serial &= leg.joints[j].parent == j - 1;
  }
  if (leg.freedoms() != 6)
    return fmt::format("{} has {} joint{} before its tip, not six", named(leg.name), leg.freedoms(), leg.freedoms() == 1 ? "" : "s");
  if (!serial || leg.tips.size() != 1 || leg.tips[0].kind != TipKind::rigid || !leg.loops.empty() || !leg.couplings.empty())
    return fmt::format("{} is not a chain of six joints with a rigid tip", named(leg.name));
  if (actuated != 1) return fmt::format("{} has {} actuators, not one", named(leg.name), actuated);
  return leg.tips[0].nacelle.body == 0 ? "" : fmt::format("{} does not end at the platform", named(leg.name));
}

// Z q̇ = Y t of [A], for robots whose legs all have six axes.
Section six_axes(const Robot& robot, const KinematicsData<double>& k) {
  Section out{"Legs of six axes", {}, ""};
  for (const Leg& leg : robot.legs)
    if (const std::string why = without_row(leg); !why.empty()) {
      out.items.push_back(Paragraph{"$Z \\dot{q} = Y t$ of [A] is for legs of six axes with one actuator each: " + why +
                                    ". Rows of $J_{\\text{inv}}$ stand for it (docs/theory.md (2.4))."});
      return out;
    }
  const auto count = static_cast<Eigen::Index>(robot.legs.size());
  MatX<double> Z = MatX<double>::Zero(count, count), Y(count, 6);
  std::vector<Label> rows, rates;
  for (Eigen::Index i = 0; i < count; ++i) {
    const Leg& leg = robot.legs[i];
    const orthogonal_complement::SixAxisRow row = orthogonal_complement::six_axis_row(robot, static_cast<int>(i), k);
    Z(i, i) = row.zeta;
    Y.row(i) = row.y.transpose();
    rows.push_back({text(leg.name), "1"});
    for (const Joint& joint : leg.joints)
      if (joint.actuator >= 0) rates.push_back({text(robot.actuators[joint.actuator].name), unit_of(LabelKind::rate, joint.revolute)});
  }
  out.items.push_back(matrix(
      {"Z"}, "Z", "$Z \\dot{q} = Y t$, $t = V_{P}$ with its linear part first: on each row the passive joints do no work, up to a factor",
      "[A]; docs/theory.md, section 7", rows, rates, Z));
  out.items.push_back(matrix({"Y"}, "Y", "likewise", "[A]; docs/theory.md, section 7", rows, spatial_labels(LabelKind::rate), Y));
  return out;
}

Section equations(const Robot& robot, const KinematicsData<double>& k, const ComplementWorkspace<double>& s) {
  Section out{"Equations of motion", {}, ""};
  const bool actuated = has_actuated_rates(robot);
  const auto rates = independent_labels(robot, LabelKind::rate), forces = independent_labels(robot, LabelKind::force);
  const auto accelerations = independent_labels(robot, LabelKind::acceleration);
  const int n = robot.mobility.n;
  const MatX<double> Lambda = actuated ? MatX<double>(MatX<double>::Identity(n, n)) : MatX<double>(k.Jinv.transpose());
  const VecX<double> du = actuated ? k.ddqa : k.dVr;
  out.items.push_back(DisplayedFormula{"M \\dot{u} + N u = \\tau_{W} + \\Lambda \\tau", "[A]; docs/theory.md (7.2)"});
  out.items.push_back(Paragraph{actuated ? "The independent rates are those of the actuated joints, $u = \\dot{q}_{a}$."
                                         : "There are more or fewer actuators than freedoms: the independent rates are $u = V_{r}$."});
  out.items.push_back(
      matrix({"M"}, "M", "$M = T^{T} M_{N} T + \\sum_{i} L_{i}^{T} M_{i} L_{i}$", "[A]; docs/theory.md (7.2)", forces, accelerations, s.M));
  out.items.push_back(matrix({"N"}, "N", "$N = T^{T} (M_{N} \\dot{T} + C_{N} T) + \\sum_{i} L_{i}^{T} (M_{i} \\dot{L}_{i} + C_{i} L_{i})$",
                             "[A]; docs/theory.md (7.2)", forces, rates, s.N));
  out.items.push_back(matrix({"tau_W"}, "\\tau_{W}", "gravity, friction, springs and wrenches from outside", "[A]; docs/theory.md (7.2)",
                             forces, one_column(), s.applied));
  out.items.push_back(matrix({"Lambda"}, "\\Lambda",
                             actuated ? "the rows of $L_{i}$ that pick the actuators" : "$\\Lambda = J_{\\text{inv}}^{T}$",
                             "[A]; docs/theory.md (7.2)", forces, actuator_labels(robot, LabelKind::force), Lambda));
  out.items.push_back(matrix({"u"}, "u", "at the state", "docs/theory.md (7.1)", rates, one_column(), s.u));
  out.items.push_back(matrix({"du"}, "\\dot{u}", "at the state", "docs/theory.md (7.1)", accelerations, one_column(), du));
  add_efforts(robot, Lambda, s.M * du + s.N * s.u - s.applied, "\\tau = \\Lambda^{-1} (M \\dot{u} + N u - \\tau_{W})",
              "[A]; docs/theory.md (7.2)", out);
  return out;
}

}  // namespace

Part complement_part(const Robot& robot, const Load& load, const KinematicsData<double>& k) {
  const Formulation one[] = {Formulation::orthogonal_complement};
  DynamicsData<double> data(robot, one);
  orthogonal_complement::complement_matrices(robot, load, k, data);
  Part out{Formulation::orthogonal_complement, "[A]: Angeles; docs/theory.md, section 7", {}, ""};
  out.sections.push_back(nacelle_section(robot, k, *data.complement));
  for (int i = 0; i < static_cast<int>(robot.legs.size()); ++i) out.sections.push_back(leg_of_complement(robot, i, k, *data.complement));
  out.sections.push_back(six_axes(robot, k));
  out.sections.push_back(equations(robot, k, *data.complement));
  return out;
}

}  // namespace gough::explain
