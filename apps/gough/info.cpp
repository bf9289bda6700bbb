#include <fmt/format.h>

#include <array>
#include <memory>

#include "apps/gough/command.hpp"
#include "apps/gough/graph.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/state.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/assembly/warnings.hpp"
#include "gough/dynamics/spring_force.hpp"
#include "gough/io/files.hpp"
#include "gough/kinematics/element_motion.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/file_frame.hpp"
#include "gough/model/nacelle_share.hpp"
#include "gough/model/names.hpp"
#include "gough/model/printable.hpp"

namespace gough::command {
namespace {

struct Options {
  std::string robot, graph;
  bool json = false;
};

double total_mass(const Robot& robot) {
  double mass = robot.nacelle.platform.mass;
  for (const Joint& j : robot.nacelle.joints) mass += j.body.mass;
  for (const Leg& leg : robot.legs)
    for (const Joint& j : leg.joints) mass += j.body.mass;
  return mass;
}

// Why the count of freedoms and the true number differ, in a sentence.
std::string mobility_reason(const Mobility& m) {
  if (m.n == m.grubler) return "the count is right: no constraint repeats another";
  return fmt::format("over-constrained: {} of the {} constraints that legs and loops put on the nacelle repeat others", m.redundant_rows,
                     m.constraint_rows);
}

std::string actuation(const Robot& robot) {
  const int na = static_cast<int>(robot.actuators.size()), n = robot.mobility.n;
  if (na == n) return "as many actuators as freedoms";
  const auto many = [](int count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); };
  return fmt::format("{}: {} for {}", na > n ? "redundantly actuated" : "under-actuated", many(na, "actuator"), many(n, "freedom"));
}

std::string range(double low, double high, double unit) {
  const auto side = [&](double v) { return std::isinf(v) ? std::string("free") : number(unit * v); };
  return side(low) + " … " + side(high);
}

std::string joint_letters(const Leg& leg) {
  std::string out;
  for (const Joint& j : leg.joints) out += std::string(letter(j)) + (j.actuator >= 0 ? "\u0332" : "");
  for (const Tip& tip : leg.tips) {
    static const char* const kTips[] = {"S", "U", "R", "="};
    out += fmt::format("{}{}", out.find('-') == std::string::npos ? "-" : ",", kTips[static_cast<int>(tip.kind)]);
  }
  if (!leg.loops.empty()) out += fmt::format(", {} loop{}", leg.loops.size(), leg.loops.size() == 1 ? "" : "s");
  return out;
}

// About the centre of mass; rounding dust of the change of axes left out.
std::array<double, 6> six_moments(const RigidBody& b) {
  const Mat3<double>& I = b.inertia;
  std::array<double, 6> out{I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2)};
  for (double& x : out)
    if (std::abs(x) < 1e-14 * I.cwiseAbs().maxCoeff()) x = 0.0;
  return out;
}

double home_length(const Leg& leg, const Element& e, const LegData<double>& data) { return element_motion(leg, e, data).d; }

void print_structure(const Robot& robot) {
  const Mobility& m = robot.mobility;
  fmt::print("{}  {}\n", robot.name, robot.notation);
  if (!robot.description.description.empty()) fmt::print("  {}\n", printable_line(robot.description.description));
  if (!robot.description.reference.empty()) fmt::print("  {}\n", printable_line(robot.description.reference));
  const Vec3<double> rpy = rpy_from_rotation(robot.home.R);
  fmt::print("\nstructure\n");
  fmt::print("  links {}, joints {} ({} freedoms), independent loops {} (Euler: {} - {} + 1)\n", m.links, m.joints, m.simple_joints,
             m.loops, m.joints, m.links);
  fmt::print("  mobility {}, Grübler count {}: {}\n", m.n, m.grubler, mobility_reason(m));
  fmt::print("  free components {}{}\n", free_names(robot), m.constant ? "" : "; the others follow with the pose");
  fmt::print("  {}\n", actuation(robot));
  fmt::print("  home position {} m, roll pitch yaw {} deg\n", vector_text(robot.home.p.data(), 3), vector_text(rpy.data(), 3));
  fmt::print("  total mass {} kg, gravity {} m/s2\n", number(total_mass(robot)), vector_text(robot.gravity.data(), 3));
}

constexpr const char* kTipKinds[] = {"spherical", "universal", "revolute", "rigid"};

std::string body_name(const Leg& leg, const TipSide& side) { return side.body < 0 ? "base" : leg.joints[side.body].name; }

void print_legs(const Robot& robot) {
  Table legs({"leg", "elements", "joints-tip", "freedoms", "constraints", "inverse geometry"});
  for (const Leg& leg : robot.legs)
    legs.add({leg.name, notation(leg), joint_letters(leg), std::to_string(leg.freedoms()), std::to_string(leg.constraints()),
              leg.solver.closed_form ? "closed form" : "Newton"});
  fmt::print("\nlegs\n{}", legs.text());
}

// "4 × 1/4: all legs" of a nacelle body, [O, Fig. 2].
void print_shares(const Robot& robot) {
  const std::vector<NacelleShare> shares = nacelle_shares(robot);
  if (shares.empty()) return;
  Table table({"nacelle body", "split into", "one for each of the legs"});
  for (int body = 0; body < robot.nacelle.bodies(); ++body) {
    std::vector<std::string> legs;
    for (const NacelleShare& s : shares)
      if (s.body == body) legs.push_back(robot.legs[s.leg].name);
    if (legs.empty()) continue;
    const bool all = legs.size() == robot.legs.size();
    table.add({robot.nacelle.body_names[body], fmt::format("{} × 1/{}", legs.size(), legs.size()),
               all ? "all" : fmt::format("{}", fmt::join(legs, ", "))});
  }
  fmt::print("\nthe nacelle as {}, mass centres where those of the bodies are\n{}", plural(static_cast<int>(shares.size()), "element"),
             table.text());
}

void print_elements(const Robot& robot, const KinematicsData<double>& data) {
  Table elements({"leg", "element", "type", "length at home (m)", "actuated"});
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (const Element& e : robot.legs[i].elements)
      elements.add(
          {robot.legs[i].name, e.name, to_string(e.type), number(home_length(robot.legs[i], e, data.legs[i])), e.actuated ? "yes" : ""});
  if (elements.empty()) return;
  fmt::print("\nelements\n{}", elements.text());
  print_shares(robot);
}

void print_loops(const Robot& robot) {
  Table loops({"leg", "loop", "type", "between", "viscous", "coulomb"});
  for (const Leg& leg : robot.legs)
    for (const LegLoop& loop : leg.loops)
      loops.add({leg.name, loop.name, kTipKinds[static_cast<int>(loop.kind)], body_name(leg, loop.a) + ", " + body_name(leg, loop.b),
                 number(loop.friction.viscous), number(loop.friction.coulomb)});
  if (!loops.empty()) fmt::print("\nloops inside legs (friction in N m s/rad and N m)\n{}", loops.text());
}

void print_couplings(const Robot& robot) {
  Table couplings({"leg", "joint", "follows"});
  for (const Leg& leg : robot.legs)
    for (const Coupling& coupling : leg.couplings) {
      std::string sum;
      for (const Coupling::Term& term : coupling.terms)
        sum += fmt::format("{}{} {}", sum.empty() ? "" : " + ", number(term.ratio), leg.joints[term.joint].name);
      couplings.add({leg.name, leg.joints[coupling.joint].name, sum});
    }
  if (!couplings.empty()) fmt::print("\ncouplings (from home, in rad or m for each rad or m)\n{}", couplings.text());
}

void print_joints(const Robot& robot) {
  Table joints({"leg", "joint", "type", "home", "unit", "viscous", "coulomb", "actuated"});
  const auto add_joint = [&](const std::string& leg, const Joint& j) {
    joints.add({leg, j.name, type_name(j), number((j.revolute ? degrees(1.0) : 1.0) * j.home_value), j.revolute ? "deg" : "m",
                number(j.friction.viscous), number(j.friction.coulomb), j.actuator >= 0 ? "yes" : ""});
  };
  for (const Leg& leg : robot.legs)
    for (const Joint& j : leg.joints) add_joint(leg.name, j);
  for (const Joint& j : robot.nacelle.joints) add_joint("(nacelle)", j);
  fmt::print("\njoints (friction in N m s/rad and N m, or N s/m and N)\n{}", joints.text());
}

void print_actuators(const Robot& robot) {
  Table actuators({"actuator", "drives", "home", "unit", "range", "speed", "effort", "rotor (kg m2)", "gear"});
  for (const Actuator& a : robot.actuators) {
    const double unit = a.revolute ? degrees(1.0) : 1.0;
    const auto limit = [](double v) { return std::isinf(v) ? std::string("free") : number(v); };
    actuators.add({a.name, driven_joint(robot, a).name, number(unit * a.home), a.revolute ? "deg" : "m",
                   range(a.position_min, a.position_max, unit), limit(a.speed_max) + (a.revolute ? " rad/s" : " m/s"),
                   limit(a.effort_max) + (a.revolute ? " N m" : " N"), number(a.rotor_inertia), number(a.gear_ratio)});
  }
  fmt::print("\nactuators\n{}", actuators.text());
}

void print_bodies(const Robot& robot) {
  Table bodies({"body", "mass (kg)", "centre of mass (m)", "inertia xx, xy, xz, yy, yz, zz (kg m2)"});
  for (const NamedBody& body : named_bodies(robot)) {
    const RigidBody b = body_in_file_frame(robot, body.id);
    if (b.mass == 0.0) continue;
    const std::array<double, 6> inertia = six_moments(b);
    bodies.add({body.name, number(b.mass), vector_text(b.com.data(), 3), vector_text(inertia.data(), 6)});
  }
  fmt::print("\nbodies (each in the axes that the file gives it, inertia about the centre of mass)\n{}", bodies.text());
}

std::string end_name(const Robot& robot, const SpringEnd& end) {
  if (end.on_base) return "base";
  for (const NamedBody& body : named_bodies(robot))
    if (body.id == end.body) return body.name;
  return "";
}

// Of springs in joints, then of those between points.
void print_springs(const Robot& robot, const KinematicsData<double>& data) {
  Table in_joints({"joint", "stiffness", "unit", "free", "unit"}),
      between({"spring", "between", "and", "length at home (m)", "free length (m)", "stiffness (N/m)", "damping (N s/m)", "pull (N)"});
  bool joints = false;
  const auto add = [&](const std::string& name, const Joint& j) {
    if (!j.spring) return;
    joints = true;
    in_joints.add({name, number(j.spring->stiffness), j.revolute ? "N m/rad" : "N/m",
                   number((j.revolute ? degrees(1.0) : 1.0) * j.spring->free), j.revolute ? "deg" : "m"});
  };
  for (const Leg& leg : robot.legs)
    for (const Joint& j : leg.joints) add(leg.name + "." + j.name, j);
  for (const Joint& j : robot.nacelle.joints) add(j.name, j);
  for (const Spring& s : robot.springs)
    between.add({s.name, end_name(robot, s.a), end_name(robot, s.b), number(spring_line(s, data).span.norm()), number(s.free_length),
                 number(s.stiffness), number(s.damping), number(s.pull)});
  if (joints) fmt::print("\nsprings in joints\n{}", in_joints.text());
  if (!robot.springs.empty()) fmt::print("\nsprings between points\n{}", between.text());
}

void print_info(const Robot& robot, const KinematicsData<double>& data) {
  print_structure(robot);
  print_legs(robot);
  print_elements(robot, data);
  print_joints(robot);
  print_loops(robot);
  print_couplings(robot);
  print_actuators(robot);
  print_bodies(robot);
  print_springs(robot, data);
}

Json limit_json(double low, double high) {
  const auto side = [](double v) { return std::isinf(v) ? Json() : Json(v); };
  return {side(low), side(high)};
}

Json body_json(const RigidBody& b) { return {{"mass", b.mass}, {"com", {b.com.x(), b.com.y(), b.com.z()}}, {"inertia", six_moments(b)}}; }

Json actuator_json(const Robot& robot, const Actuator& a) {
  return {{"name", a.name},
          {"leg", driven_part(robot, a)},
          {"joint", driven_joint(robot, a).name},
          {"type", type_name(driven_joint(robot, a))},
          {"home", a.home},
          {"position", limit_json(a.position_min, a.position_max)},
          {"speed", limit_json(0, a.speed_max)[1]},
          {"effort", limit_json(0, a.effort_max)[1]},
          {"rotor_inertia", a.rotor_inertia},
          {"gear_ratio", a.gear_ratio}};
}

Json leg_json(const Robot& robot, int index) {
  const Leg& leg = robot.legs[index];
  Json joints = Json::array();
  for (int k = 0; k < leg.freedoms(); ++k) {
    const Joint& j = leg.joints[k];
    joints.push_back({{"name", j.name},
                      {"type", type_name(j)},
                      {"pitch", j.helical() ? Json(2.0 * kPi / j.screw) : Json()},
                      {"home", j.home_value},
                      {"actuated", j.actuator >= 0},
                      {"viscous", j.friction.viscous},
                      {"coulomb", j.friction.coulomb},
                      {"spring", j.spring ? Json{{"stiffness", j.spring->stiffness}, {"free", j.spring->free}} : Json()},
                      {"body", body_json(body_in_file_frame(robot, {index, k}))}});
  }
  Json tips = Json::array();
  for (const Tip& tip : leg.tips)
    tips.push_back(
        {{"name", tip.name}, {"type", kTipKinds[static_cast<int>(tip.kind)]}, {"on", robot.nacelle.body_names[tip.nacelle.body]}});
  Json loops = Json::array();
  for (const LegLoop& loop : leg.loops)
    loops.push_back({{"name", loop.name},
                     {"type", kTipKinds[static_cast<int>(loop.kind)]},
                     {"between", {body_name(leg, loop.a), body_name(leg, loop.b)}}});
  Json couplings = Json::array();
  for (const Coupling& coupling : leg.couplings) {
    Json terms = Json::array();
    for (const Coupling::Term& term : coupling.terms) terms.push_back({{"joint", leg.joints[term.joint].name}, {"ratio", term.ratio}});
    couplings.push_back({{"joint", leg.joints[coupling.joint].name}, {"follows", terms}});
  }
  return {{"couplings", couplings},
          {"name", leg.name},
          {"notation", notation(leg)},
          {"joints", joints},
          {"tips", tips},
          {"loops", loops},
          {"closed_form", leg.solver.closed_form}};
}

// The platform, then what hangs on it.
Json shares_json(const Robot& robot) {
  Json out = Json::array();
  for (const NacelleShare& s : nacelle_shares(robot))
    out.push_back({{"body", robot.nacelle.body_names[s.body]}, {"leg", robot.legs[s.leg].name}, {"part", s.part}});
  return out;
}

Json nacelle_json(const Robot& robot) {
  Json nacelle = Json::array({{{"name", robot.nacelle.body_names[0]}, {"body", body_json(robot.nacelle.platform)}}});
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k)
    nacelle.push_back({{"name", robot.nacelle.body_names[k + 1]},
                       {"joint", robot.nacelle.joints[k].name},
                       {"body", body_json(body_in_file_frame(robot, {-1, static_cast<int>(k) + 1}))}});
  return nacelle;
}

Json info_json(const Robot& robot, const KinematicsData<double>& data) {
  const Mobility& m = robot.mobility;
  Json out{{"name", robot.name},
           {"description", robot.description.description},
           {"reference", robot.description.reference},
           {"notation", robot.notation},
           {"mobility", m.n},
           {"grubler", m.grubler},
           {"reason", mobility_reason(m)},
           {"links", m.links},
           {"joints", m.joints},
           {"joint_freedoms", m.simple_joints},
           {"loops", m.loops},
           {"constraint_rows", m.constraint_rows},
           {"redundant_constraints", m.redundant_rows},
           {"mass", total_mass(robot)}};
  Json free = Json::array(), actuators = Json::array(), elements = Json::array(), legs = Json::array();
  for (const FreeComponent& c : m.free) free.push_back({{"name", c.name}, {"range", {c.min, c.max}}, {"unit", c.angular ? "rad" : "m"}});
  for (const Actuator& a : robot.actuators) actuators.push_back(actuator_json(robot, a));
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    legs.push_back(leg_json(robot, static_cast<int>(i)));
    for (const Element& e : leg.elements)
      elements.push_back({{"leg", leg.name},
                          {"name", e.name},
                          {"type", to_string(e.type)},
                          {"length", home_length(leg, e, data.legs[i])},
                          {"actuated", e.actuated}});
  }
  const Eigen::Quaterniond q(robot.home.R);
  out["free"] = free;
  out["home"] = {robot.home.p.x(), robot.home.p.y(), robot.home.p.z(), q.w(), q.x(), q.y(), q.z()};
  out["nacelle"] = nacelle_json(robot);
  out["actuators"] = actuators;
  out["legs"] = legs;
  out["elements"] = elements;
  out["nacelle_shares"] = shares_json(robot);
  out["springs"] = Json::array();
  for (const Spring& s : robot.springs)
    out["springs"].push_back({{"name", s.name},
                              {"between", {end_name(robot, s.a), end_name(robot, s.b)}},
                              {"length", spring_line(s, data).span.norm()},
                              {"free_length", s.free_length},
                              {"stiffness", s.stiffness},
                              {"damping", s.damping},
                              {"pull", s.pull}});
  return out;
}

void print_catalog(bool json) {
  if (catalog().empty()) throw InputError({}, "no catalog found; set GOUGH_ROBOTS to a folder of robot files");
  Json rows = Json::array();
  Table table({"robot", "elements", "freedoms", "actuators", "description"});
  for (const std::string& name : catalog()) {
    const Robot robot = load_robot(name);
    table.add(
        {name, robot.notation, std::to_string(robot.mobility.n), std::to_string(robot.actuators.size()), robot.description.description});
    rows.push_back(
        {{"name", name}, {"notation", robot.notation}, {"mobility", robot.mobility.n}, {"description", robot.description.description}});
  }
  if (json) emit(Json{{"catalog", rows}});
  else fmt::print("{}", table.text());
}

}  // namespace

void add_info(CLI::App& app, int&) {
  const Subcommand sub(app, "info", "What a robot is made of: legs, elements, mobility, actuators, bodies; without ROBOT, the catalog");
  auto o = std::make_shared<Options>();
  const Option robot = sub.option("ROBOT", o->robot, "robot file or catalog name");
  sub.option("--graph", o->graph, "draw the joint graph and the element graph to this SVG file").needs(robot);
  sub.flag("--json", o->json, "print one JSON object");
  sub.footer("Examples:\n  gough info delta\n  gough info my_robot.toml --graph my_robot.svg");
  sub.callback([=] {
    if (o->robot.empty()) return print_catalog(o->json);
    require_writable(o->graph);
    const Robot robot = load_robot(o->robot);
    KinematicsData<double> data(robot);
    (void)position(robot, robot.home, data);
    if (!o->graph.empty()) write_text(o->graph, graph_svg(robot));
    const std::vector<std::string> warned = warnings(robot);
    if (o->json) {
      Json out = info_json(robot, data);
      out["warnings"] = warned;
      return emit(out);
    }
    for (const std::string& text : warned) complain("warning: " + text);
    print_info(robot, data);
  });
}

}  // namespace gough::command
