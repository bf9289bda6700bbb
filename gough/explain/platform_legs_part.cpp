#include <fmt/format.h>

#include "gough/dynamics/joint_effort.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/tree_wrenches.hpp"
#include "gough/explain/denavit_hartenberg.hpp"
#include "gough/explain/formula.hpp"
#include "gough/explain/labels.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/math/rotation.hpp"

// Formulation P: platform and legs.
namespace gough::explain {
namespace {

WrittenTable link_table(const Leg& leg, const LegData<double>& data) {
  WrittenTable out{
      "Modified Denavit-Hartenberg parameters at the state",
      "[BK, Table 1]",
      {"joint", "before", "type", "$\\gamma$ (deg)", "$b$ (m)", "$\\alpha$ (deg)", "$d$ (m)", "$\\theta$ (deg)", "$r$ (m)", "varies"},
      {}};
  for (const DenavitHartenberg& link : denavit_hartenberg(leg, data)) {
    const Joint& joint = leg.joints[link.joint];
    out.rows.push_back({named(joint.name), link.before < 0 ? "base" : named(leg.joints[link.before].name), letter(joint),
                        digits(degrees(link.gamma)), digits(link.b), digits(degrees(link.alpha)), digits(link.d),
                        digits(degrees(link.theta)), digits(link.r),
                        joint.revolute    ? "$\\theta$"
                        : joint.helical() ? "$\\theta, r$"
                                          : "$r$"});
  }
  return out;
}

Section leg_kinematics(const Robot& robot, int index, const KinematicsData<double>& k) {
  Section out = leg_section(robot, index, "Kinematics of the legs");
  const Leg& leg = robot.legs[index];
  out.items.push_back(link_table(leg, k.legs[index]));
  LegData<double> rows = k.legs[index];
  world_rows(robot, leg, k.nacelle, rows);
  const auto names = row_labels(robot, leg), joints = joint_labels(leg, LabelKind::rate), nacelle = nacelle_labels(robot, LabelKind::rate);
  out.items.push_back(matrix({"legs", leg.name, "J"}, of("J", leg.name), "loop equations $J_{i} \\dot{q}_{i} = B_{i} V_{N}$, in base axes",
                             "[BK, Eq. 4]; docs/theory.md (2.1)", names, joints, rows.J.a));
  out.items.push_back(matrix({"legs", leg.name, "B"}, of("B", leg.name), "$J_{vi}$ of [BK]", "[BK, Eqs. 5, 29]; docs/theory.md (2.1)",
                             names, nacelle, rows.B));
  MatX<double> G = MatX<double>::Zero(leg.rows, robot.nacelle.freedoms());
  joint_map(robot, index, k, G);
  out.items.push_back(matrix({"legs", leg.name, "G"}, of("G", leg.name), "$\\dot{q}_{i} = G_{i} V_{N}$, $G_{i} = J_{i}^{+} B_{i}$",
                             "[BK, Eq. 30]; docs/theory.md (2.2)", joints, nacelle, G.topRows(leg.freedoms())));
  return out;
}

Section leg_dynamics(const Robot& robot, int index, const PlatformLegsWorkspace<double>& work, const VecX<double>& effort) {
  Section out = leg_section(robot, index, "Dynamics of the free legs");
  const Leg& leg = robot.legs[index];
  const auto forces = joint_labels(leg, LabelKind::force);
  out.items.push_back(matrix({"legs", leg.name, "tau"}, of("\\tau", leg.name),
                             "efforts of all joints of the free leg: Newton-Euler recursion, rotors, friction, springs",
                             "[BK, Eq. 9]; docs/theory.md, section 6", forces, one_column(), effort));
  out.items.push_back(matrix({"legs", leg.name, "M"}, of("M", leg.name), "mass matrix of the free leg, rotors included",
                             "[BK, Eq. 21]; docs/theory.md (6.3)", forces, joint_labels(leg, LabelKind::acceleration),
                             work.leg_mass[index]));
  return out;
}

Section platform_kinematics(const Robot& robot, const KinematicsData<double>& k) {
  Section out{"Kinematics of the nacelle", {}, ""};
  const auto nacelle = nacelle_labels(robot, LabelKind::rate), free = free_labels(robot, LabelKind::rate);
  out.items.push_back(matrix({"Psi"}, "\\Psi", "$V_{N} = \\Psi V_{r}$", "[BK, Eq. 1]; docs/theory.md (2.3)", nacelle, free, k.Psi));
  out.items.push_back(matrix({"gamma"}, "\\gamma", "$\\dot{V}_{N} = \\Psi \\dot{V}_{r} + \\gamma$, $\\gamma = \\dot{\\Psi} V_{r}$",
                             "[BK, Eq. 18]; docs/theory.md (2.3)", nacelle_labels(robot, LabelKind::acceleration), one_column(), k.gamma));
  out.items.push_back(matrix({"Jinv"}, "J_{\\text{inv}}",
                             "$\\dot{q}_{a} = J_{\\text{inv}} V_{r}$: rows of $G_{i} \\Psi$ of actuated joints",
                             "[BK, Eqs. 6, 31]; docs/theory.md (2.4)", actuator_labels(robot, LabelKind::rate), free, k.Jinv));
  return out;
}

// w_N: what the free nacelle needs on V_N.
VecX<double> free_nacelle(const Robot& robot, const KinematicsData<double>& k, std::vector<Wrench<double>> wrenches) {
  VecX<double> out = VecX<double>::Zero(robot.nacelle.freedoms());
  project_nacelle(robot, k, wrenches, out);
  for (int b = 1; b < robot.nacelle.bodies(); ++b) {
    const int c = robot.nacelle.column(b);
    const Joint& joint = robot.nacelle.joint(b);
    out(c) += rotor_inertia(robot, joint) * k.dVN(c) + resisting_effort<double>(joint, k.pose.z[b - 1], k.VN(c));
  }
  return out;
}

// What every body of the nacelle needs, cut from the others.
std::vector<Wrench<double>> nacelle_wrenches(const Robot& robot, const Load& load, const KinematicsData<double>& k) {
  std::vector<Wrench<double>> out;
  std::vector<std::vector<Wrench<double>>> legs;
  for (const Leg& leg : robot.legs) legs.emplace_back(leg.joints.size());
  for (int b = 0; b < robot.nacelle.bodies(); ++b)
    out.push_back(newton_euler<double>(moments<double>(nacelle_body(robot, load, b)), k.nacelle.body[b], k.nacelle.velocity[b],
                                       k.nacelle.acceleration[b], robot.gravity));
  outside_wrenches<double>(robot, load, k, legs, out);
  return out;
}

Section robot_dynamics(const Robot& robot, const KinematicsData<double>& k, const DynamicsData<double>& data, const VecX<double>& w,
                       const VecX<double>& force) {
  Section out{"Dynamics of the robot", {}, ""};
  const auto on_nacelle = nacelle_labels(robot, LabelKind::force), on_free = free_labels(robot, LabelKind::force);
  const auto free = free_labels(robot, LabelKind::acceleration);
  out.items.push_back(DisplayedFormula{"J_{\\text{inv}}^{T} \\tau = \\Psi^{T} (w_{N} + \\sum_{i} G_{i}^{T} \\tau_{i})",
                                       "[BK, Eq. 15]; docs/theory.md (6.2)"});
  out.items.push_back(matrix({"w_N"}, "w_{N}", "$w_{P}$ of [BK]: what the free nacelle needs", "[BK, Eq. 10]; docs/theory.md (6.1)",
                             on_nacelle, one_column(), w));
  out.items.push_back(matrix({"M_N"}, "M_{N}", "mass matrix of the free nacelle", "[BK, Eq. 11]; docs/theory.md (6.3)", on_nacelle,
                             nacelle_labels(robot, LabelKind::acceleration), data.platform_legs->nacelle_mass));
  out.items.push_back(
      DisplayedFormula{"M_{\\text{rob}} \\dot{V}_{r} + c_{\\text{rob}} = J_{\\text{inv}}^{T} \\tau ,\\quad M_{\\text{rob}} = "
                       "\\Psi^{T} (M_{N} + \\sum_{i} G_{i}^{T} M_{i} G_{i}) \\Psi",
                       "[BK, Eqs. 19, 21, 22]; docs/theory.md (6.3)"});
  out.items.push_back(
      matrix({"M_rob"}, "M_{\\text{rob}}", "mass matrix of the robot", "[BK, Eq. 21]; docs/theory.md (6.3)", on_free, free, data.mass));
  out.items.push_back(matrix({"c_rob"}, "c_{\\text{rob}}", "velocity terms, gravity and friction, less wrenches from outside",
                             "[BK, Eq. 22]; docs/theory.md (6.3)", on_free, one_column(), data.bias));
  out.items.push_back(matrix({"dVr"}, "\\dot{V}_{r}", "at the state", "docs/theory.md (2.3)", free, one_column(), k.dVr));
  out.items.push_back(
      matrix({"force"}, "J_{\\text{inv}}^{T} \\tau", "at the state", "[BK, Eq. 15]; docs/theory.md (6.2)", on_free, one_column(), force));
  add_efforts(robot, k.Jinv.transpose(), force, "\\tau = J_{\\text{inv}}^{-T} \\Psi^{T} (w_{N} + \\sum_{i} G_{i}^{T} \\tau_{i})",
              "[BK, Eq. 13]; docs/theory.md (6.2)", out);
  return out;
}

}  // namespace

Part platform_legs_part(const Robot& robot, const Load& load, const KinematicsData<double>& k) {
  const Formulation one[] = {Formulation::platform_legs};
  DynamicsData<double> data(robot, one);
  KinematicsData<double> still = k;  // V̇_r = 0
  platform_legs::mass_and_bias(robot, load, still, data);
  platform_legs::inverse_dynamics(robot, load, k, data);
  const VecX<double> w = free_nacelle(robot, k, nacelle_wrenches(robot, load, k));
  VecX<double> on_nacelle = w;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    joint_map(robot, static_cast<int>(i), k, data.platform_legs->G[i]);
    on_nacelle += data.platform_legs->G[i].topRows(robot.legs[i].freedoms()).transpose() * data.platform_legs->leg_effort[i];
  }
  Part out{Formulation::platform_legs, "[BK]: Briot and Khalil; docs/theory.md, section 6", {}, ""};
  out.sections.push_back(platform_kinematics(robot, k));
  for (int i = 0; i < static_cast<int>(robot.legs.size()); ++i) out.sections.push_back(leg_kinematics(robot, i, k));
  for (int i = 0; i < static_cast<int>(robot.legs.size()); ++i)
    out.sections.push_back(leg_dynamics(robot, i, *data.platform_legs, data.platform_legs->leg_effort[i]));
  out.sections.push_back(robot_dynamics(robot, k, data, w, k.Psi.transpose() * on_nacelle));
  return out;
}

}  // namespace gough::explain
