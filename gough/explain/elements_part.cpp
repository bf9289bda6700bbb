#include <fmt/format.h>

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/dynamics/element_elimination.hpp"
#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/joint_effort.hpp"
#include "gough/dynamics/leg_elements.hpp"
#include "gough/dynamics/spring_force.hpp"
#include "gough/explain/formula.hpp"
#include "gough/explain/labels.hpp"
#include "gough/math/linear_algebra.hpp"

// Formulation E in the six steps of [O, Section 6].
namespace gough::explain {
namespace {

using elements::kLength;
using elements::kPerElement;
using elements::kRootSpin;
using elements::kSpin;
using Legs = elements::LegElements<double>;

// The motion basis of a leg, without the rates that its elements do not have: a bar has no ḋ, and one spin for both of its ends.
struct Basis {
  std::vector<Label> labels;
  std::vector<std::vector<int>> columns;  // of the workspace's basis that move as one

  // Of maps from the basis to motions, and of forces on it.
  MatX<double> reduced(const MatX<double>& full) const {
    MatX<double> out = MatX<double>::Zero(full.rows(), static_cast<Eigen::Index>(columns.size()));
    for (std::size_t c = 0; c < columns.size(); ++c)
      for (int from : columns[c]) out.col(static_cast<Eigen::Index>(c)) += full.col(from);
    return out;
  }
  MatX<double> on(const VecX<double>& force) const { return reduced(force.transpose()).transpose(); }
};

Basis basis_of(const Leg& leg) {
  Basis out;
  const auto add = [&](const Element& e, const std::string& rate, const std::string& unit, std::vector<int> columns) {
    out.labels.push_back({text(e.name) + "\\ " + rate, unit});
    out.columns.push_back(std::move(columns));
  };
  for (std::size_t k = 0; k < leg.elements.size(); ++k) {
    const Element& e = leg.elements[k];
    const int at = kPerElement * static_cast<int>(k);
    for (int c = 0; c < 3; ++c) add(e, fmt::format("\\dot{{x}}_{{{}}}", "xyz"[c]), "1/s", {at + c});
    if (leg.graph.extends[k]) add(e, "\\dot{d}", "m/s", {at + kLength});
    if (leg.graph.spins[k]) {
      add(e, "\\dot{\\theta}_{A}", "rad/s", {at + kRootSpin});
      add(e, "\\dot{\\theta}_{B}", "rad/s", {at + kSpin});
    } else {
      add(e, "\\dot{\\theta}", "rad/s", {at + kRootSpin, at + kSpin});
    }
  }
  return out;
}

std::vector<Label> motion_of_body() {
  std::vector<Label> out;
  for (const char* axis : {"x", "y", "z"}) out.push_back({std::string("\\dot{S}_{") + axis + "}", "m/s"});
  for (const char* axis : {"x", "y", "z"}) out.push_back({std::string("\\omega_{") + axis + "}", "rad/s"});
  return out;
}

Section steps_one_and_two(const Robot& robot, const Legs& leg) {
  Section out = leg_section(robot, leg.index, "Steps 1 and 2, elements and their types");
  WrittenTable table{"Kinematic elements",
                     "[O, Sections 3.1, 6]; docs/theory.md, section 4",
                     {"element", "type", "varies", "carried by", "$d$ (m)", "$x$", "actuated"},
                     {}};
  for (std::size_t k = 0; k < leg.model.elements.size(); ++k) {
    const Element& e = leg.model.elements[k];
    const ElementMotion<double>& s = leg.states[k];
    const char* varies[] = {"$x$", "$x, \\theta$", "$x, d$", "$x, d, \\theta$"};
    table.rows.push_back({named(e.name), e.pivot ? "pivot, without a line" : to_string(e.type), varies[static_cast<int>(e.type)],
                          e.carrier.element < 0 ? "base" : named(leg.model.elements[e.carrier.element].name), digits(s.d),
                          fmt::format("({}, {}, {})", digits(s.x.x()), digits(s.x.y()), digits(s.x.z())), e.actuated ? "yes" : ""});
  }
  out.items.push_back(std::move(table));
  out.items.push_back(Paragraph{fmt::format("In the notation of [O] this leg is {}.", named(notation(leg.model)))});
  return out;
}

// Kinematic coordinates [∂Ṡ/∂u; ∂ω/∂u] of a body's mass centre, Table 1: S is κ x from the body's end of the element, which gives κ 1 on ẋ,
// and whatever lies beside the line.
MatX<double> coordinates(const Legs& leg, int element, const ElementBody& b) {
  const ElementPlace place{element, b.spins, b.at_end};
  const RigidBody& body = leg.model.joints[b.joint].body;
  const double along = b.line.dot(body.com - b.from);
  const Vec3<double> beside = leg.data.body[b.joint].R * (body.com - b.from - along * b.line);
  const auto& W = leg.omega_of(place);
  MatX<double> out(6, W.cols());
  for (Eigen::Index c = 0; c < W.cols(); ++c) {
    const Vec3<double> w = W.col(c);
    out.col(c) << leg.map_of(place).col(c) + w.cross(beside), w;
  }
  out.block<3, 3>(0, kPerElement * element) += along * Mat3<double>::Identity();
  return out;
}

// M_i of u = M_i V_N, row by row: what a unit force on a rate is on V_N.
MatX<double> constraint_map(Legs& leg, const Basis& basis) {
  const Eigen::Index n = leg.work.F.size();
  MatX<double> out(static_cast<Eigen::Index>(basis.columns.size()), leg.robot.nacelle.freedoms());
  for (std::size_t c = 0; c < basis.columns.size(); ++c) {
    VecX<double> row = VecX<double>::Zero(out.cols());
    elements::pull<double>(leg, VecX<double>::Unit(n, basis.columns[c][0]), row);
    out.row(static_cast<Eigen::Index>(c)) = row.transpose();
  }
  return out;
}

// The formula by which the leg's basis follows from V_N.
DisplayedFormula elimination_formula(const Leg& leg) {
  switch (leg.graph.elimination) {
    case Elimination::telescopic:
      return {"\\dot{d} = x^{T} M_{C} V_{N} ,\\quad \\dot{x} = (1 - x x^{T}) M_{C} V_{N} / d", "docs/theory.md (4.5)"};
    case Elimination::bar_then_bars:
      return {"M_{p} = y_{p} x_{a}^{T} M_{C} / (d_{p} x_{a}^{T} y_{p}) ,\\quad \\dot{x}_{a} = (M_{C} - d_{p} M_{p}) V_{N} / d_{a}",
              "[O, Eqs. 39-43]; docs/theory.md (4.5)"};
    case Elimination::slide_then_bars:
      return {"\\dot{d}_{p} = x_{a}^{T} M_{C} V_{N} / (x_{a}^{T} x_{p}) ,\\quad \\dot{x}_{a} = (M_{C} V_{N} - \\dot{d}_{p} x_{p}) / d_{a}",
              "docs/theory.md (4.5)"};
    case Elimination::stacked: break;
  }
  return {"\\text{rows of joints and tips, stacked, by one QR:}\\quad R u = B V_{N}", "[O, Eq. 37]; docs/theory.md (4.4)"};
}

bool acted_on(const Robot& robot, const Load& load, const BodyId& id) {
  bool out = robot.body(id).mass != 0.0;
  for (const ExternalWrench& e : load.wrenches) out |= BodyId{e.leg, e.body} == id;
  for (const Spring& s : robot.springs)
    for (const SpringEnd& end : {s.a, s.b}) out |= !end.on_base && end.body == id;
  return out;
}

Section step_three(const Robot& robot, const Load& load, Legs& leg, const Basis& basis) {
  Section out = leg_section(robot, leg.index, "Step 3, kinematic coordinates and constraints");
  const std::string& name = leg.model.name;
  for (std::size_t e = 0; e < leg.model.elements.size(); ++e)
    for (const ElementBody& b : leg.model.elements[e].bodies) {
      if (!acted_on(robot, load, {leg.index, b.joint})) continue;
      const Joint& joint = leg.model.joints[b.joint];
      const MatX<double> full = coordinates(leg, static_cast<int>(e), b);
      out.items.push_back(
          matrix({"legs", name, "bodies", joint.name, "coordinates"}, of("\\partial(\\dot{S}, \\omega)/\\partial u", joint.name),
                 fmt::format("kinematic coordinates of the body {}: $V_{{x}} = \\partial \\dot{{S}}/\\partial \\dot{{x}}$, "
                             "$W_{{x}} = \\partial \\omega/\\partial \\dot{{x}}$ and so on",
                             named(joint.name)),
                 "[O, Table 1, Eqs. 49, 50]; docs/theory.md (4.1), (4.2)", motion_of_body(), basis.labels, basis.reduced(full)));
    }
  out.items.push_back(elimination_formula(leg.model));
  out.items.push_back(matrix({"legs", name, "M"}, of("M", name), "constraints: rows $M_{x}$, $M_{d}$, $M_{\\theta}$ of $u = M V_{N}$",
                             "[O, Eq. 55]; docs/theory.md, section 4", basis.labels, nacelle_labels(robot, LabelKind::rate),
                             constraint_map(leg, basis)));
  return out;
}

// Gravity, inertia and what acts from outside, as a wrench at a body's mass centre, in columns.
MatX<double> local_forces(const Robot& robot, const Load& load, const KinematicsData<double>& k, const BodyId& id) {
  const RigidBody body = id.leg < 0 ? nacelle_body(robot, load, id.body) : robot.body(id);
  const TreeData<double>& tree = id.leg < 0 ? k.nacelle : static_cast<const TreeData<double>&>(k.legs[id.leg]);
  const Placement<double>& frame = tree.body[id.body];
  const Motion<double>&V = tree.velocity[id.body], &A = tree.acceleration[id.body];
  const Mat3<double> I = frame.R * body.inertia * frame.R.transpose();
  const Vec3<double> center = frame.point(body.com);
  MatX<double> out = MatX<double>::Zero(6, 3);
  out.col(0).head<3>() = body.mass * robot.gravity;
  out.col(1).head<3>() = -body.mass * acceleration_at<double>(V, A, center - frame.p);
  out.col(1).tail<3>() = -(I * A.angular + V.angular.cross(I * V.angular));
  const auto add = [&](const Vec3<double>& point, const Vec3<double>& f, const Vec3<double>& n) {
    out.col(2).head<3>() += f;
    out.col(2).tail<3>() += n + (point - center).cross(f);
  };
  for (const ExternalWrench& e : load.wrenches)
    if (BodyId{e.leg, e.body} == id) add(frame.point(e.point), e.force, e.moment);
  for_each_spring_force_on<double>(robot, id, k,
                                   [&](const Vec3<double>& point, const Vec3<double>& f) { add(point, f, Vec3<double>::Zero()); });
  return out;
}

// Rotor inertia, friction and springs, as efforts of the leg's joints.
MatX<double> local_efforts(const Robot& robot, const Leg& leg, const LegData<double>& k) {
  MatX<double> out = MatX<double>::Zero(leg.freedoms(), 3);
  for (int j = 0; j < leg.freedoms(); ++j) {
    const Joint& joint = leg.joints[j];
    out(j, 0) = -rotor_inertia(robot, joint) * k.ddq(j);
    out(j, 1) = -friction_effort<double>(joint.friction, k.dq(j));
    if (joint.spring) out(j, 2) = -joint.spring->stiffness * spring_stretch<double>(joint, k.q[j]);
  }
  return out;
}

Section step_four(const Robot& robot, const Load& load, const KinematicsData<double>& k, int index) {
  Section out = leg_section(robot, index, "Step 4, local forces and torques");
  const Leg& leg = robot.legs[index];
  const std::vector<Label> kinds{{"\\text{gravity}", "1"}, {"\\text{inertia}", "1"}, {"\\text{outside}", "1"}};
  for (int j = 0; j < leg.freedoms(); ++j) {
    if (!acted_on(robot, load, {index, j})) continue;
    out.items.push_back(matrix({"legs", leg.name, "bodies", leg.joints[j].name, "forces"}, of("f", leg.joints[j].name),
                               fmt::format("on the body {} at its mass centre: $m g$; $-m \\ddot{{S}}$ and $-(I \\dot{{\\omega}} + \\omega "
                                           "\\times I \\omega)$; wrenches and springs from outside",
                                           named(leg.joints[j].name)),
                               "[O, Table 2]; docs/theory.md, section 4", spatial_labels(LabelKind::force), kinds,
                               local_forces(robot, load, k, {index, j})));
  }
  out.items.push_back(matrix(
      {"legs", leg.name, "joint_efforts"}, of("\\tau", leg.name), "in the joints, on both sides of each, besides the actuators' efforts",
      "[O, Table 2, Eqs. 16-21]", joint_labels(leg, LabelKind::force),
      {{"\\text{rotor}", "1"}, {"\\text{friction}", "1"}, {"\\text{spring}", "1"}}, local_efforts(robot, leg, k.legs[index])));
  return out;
}

Section step_five(const Robot& robot, const Legs& leg, const Basis& basis) {
  Section out = leg_section(robot, leg.index, "Step 5, dynamic coordinates");
  const std::string& name = leg.model.name;
  std::vector<Label> forces = basis.labels;
  for (Label& label : forces) label.unit = label.unit == "m/s" ? "N" : "N m";
  out.items.push_back(
      matrix({"legs", name, "F"}, of("F", name),
             "dynamic coordinates without the actuators' efforts, friction in the tips included: $F_{x}$, $F_{d}$, $F_{\\theta}$",
             "[O, Eqs. 52, 61]; docs/theory.md (4.6)", forces, one_column(), basis.on(leg.work.F)));
  if (leg.work.drives.empty()) return out;
  std::vector<Label> drives;
  MatX<double> D(static_cast<Eigen::Index>(basis.columns.size()), static_cast<Eigen::Index>(leg.work.drives.size()));
  for (std::size_t c = 0; c < leg.work.drives.size(); ++c) {
    drives.push_back(actuator_labels(robot, LabelKind::force)[leg.work.drives[c].first]);
    D.col(static_cast<Eigen::Index>(c)) = basis.on(leg.work.drives[c].second);
  }
  out.items.push_back(matrix({"legs", name, "D"}, of("D", name), "what the actuators' efforts add to them: $F + D \\Gamma$", "[O, Eq. 60]",
                             forces, drives, D));
  return out;
}

Section step_six(const Robot& robot, const KinematicsData<double>& k, const DynamicsData<double>& data, const VecX<double>& nacelle) {
  Section out{"Step 6, the linear implicit model", {}, ""};
  const ElementWorkspace<double>& w = *data.elements;
  const auto efforts = actuator_labels(robot, LabelKind::force);
  const auto on_nacelle = nacelle_labels(robot, LabelKind::force), on_free = free_labels(robot, LabelKind::force);
  out.items.push_back(
      DisplayedFormula{"\\sum_{i} M_{i}^{T} (F_{i} + D_{i} \\Gamma) + F_{N} = A_{N} \\Gamma + b_{N} ,\\quad \\Psi^{T} (A_{N} "
                       "\\Gamma + b_{N}) = 0",
                       "[O, Eqs. 56, 58]; docs/theory.md (4.7)"});
  out.items.push_back(matrix({"F_N"}, "F_{N}",
                             "what acts on the nacelle: its shares, one for each leg, and friction of the tips on its side",
                             "[O, Section 3.2]", on_nacelle, one_column(), nacelle));
  out.items.push_back(matrix({"A_N"}, "A_{N}", "on $V_{N}$", "docs/theory.md (4.7)", on_nacelle, efforts, w.A));
  out.items.push_back(matrix({"b_N"}, "b_{N}", "on $V_{N}$", "docs/theory.md (4.7)", on_nacelle, one_column(), w.b));
  out.items.push_back(matrix({"Psi"}, "\\Psi", "$V_{N} = \\Psi V_{r}$", "[BK, Eq. 1]; docs/theory.md (2.3)",
                             nacelle_labels(robot, LabelKind::rate), free_labels(robot, LabelKind::rate), k.Psi));
  const MatX<double> A = k.Psi.transpose() * w.A;
  const VecX<double> b = k.Psi.transpose() * w.b;
  out.items.push_back(
      matrix({"A"}, "A", "$A = \\Psi^{T} A_{N} = J_{\\text{inv}}^{T}$", "[O, Eq. 58]; docs/theory.md (4.7), (2.4)", on_free, efforts, A));
  out.items.push_back(matrix({"b"}, "b", "$b = \\Psi^{T} b_{N}$", "[O, Eq. 58]; docs/theory.md (4.7)", on_free, one_column(), b));
  const auto rank = shortest_solution(A, b).rank;
  out.items.push_back(
      WrittenTable{"Size of $A \\Gamma + b = 0$",
                   "[O, Eq. 58]: $r \\geq k$",
                   {"rows $r$", "efforts $k$", "rank of $A$", ""},
                   {{std::to_string(A.rows()), std::to_string(A.cols()), std::to_string(rank),
                     A.cols() > A.rows() ? "redundantly actuated: the efforts of least norm" : "the efforts are determined"}}});
  add_efforts(robot, A, -b, "\\Gamma = -A^{+} b", "[O, Eqs. 59, 66]", out);
  return out;
}

}  // namespace

Part elements_part(const Robot& robot, const Load& load, const KinematicsData<double>& k) {
  require_inverse_dynamics(robot, Formulation::elements, load);
  const Formulation one[] = {Formulation::elements};
  DynamicsData<double> data(robot, one);
  elements::inverse_dynamics(robot, load, k, data);
  Part out{Formulation::elements, "[O]: Özgür, Andreff and Martinet; docs/theory.md, section 4", {}, ""};
  std::vector<Section> steps[4];
  VecX<double> nacelle = data.elements->b;
  for (int i = 0; i < static_cast<int>(robot.legs.size()); ++i) {
    Legs leg(robot, i, k, data);
    const Basis basis = basis_of(leg.model);
    VecX<double> share = VecX<double>::Zero(nacelle.size());
    elements::pull(leg, leg.work.F, share);
    nacelle -= share;
    steps[0].push_back(steps_one_and_two(robot, leg));
    steps[1].push_back(step_three(robot, load, leg, basis));
    steps[2].push_back(step_four(robot, load, k, i));
    steps[3].push_back(step_five(robot, leg, basis));
  }
  for (std::vector<Section>& step : steps)
    for (Section& section : step) out.sections.push_back(std::move(section));
  Section on_nacelle{"Step 4, local forces and torques: nacelle", {}, ""};
  for (int b = 0; b < robot.nacelle.bodies(); ++b)
    on_nacelle.items.push_back(
        matrix({"nacelle", robot.nacelle.body_names[b], "forces"}, of("f", robot.nacelle.body_names[b]),
               fmt::format("on the body {} at its mass centre, its payload included", named(robot.nacelle.body_names[b])),
               "[O, Table 2, Section 3.2]", spatial_labels(LabelKind::force),
               {{"\\text{gravity}", "1"}, {"\\text{inertia}", "1"}, {"\\text{outside}", "1"}}, local_forces(robot, load, k, {-1, b})));
  out.sections.insert(out.sections.begin() + static_cast<std::ptrdiff_t>(3 * robot.legs.size()), std::move(on_nacelle));
  out.sections.push_back(step_six(robot, k, data, nacelle));
  return out;
}

}  // namespace gough::explain
