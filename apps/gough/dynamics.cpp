#include "apps/gough/dynamics.hpp"

#include <fmt/format.h>

#include <memory>

#include "apps/gough/command.hpp"
#include "apps/gough/dynamics_report.hpp"
#include "apps/gough/explain_status.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/state_options.hpp"
#include "apps/gough/typed_motion.hpp"
#include "apps/gough/typed_state.hpp"
#include "apps/gough/warn.hpp"
#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/dynamics/massless.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/io/files.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/model/file_frame.hpp"
#include "gough/model/names.hpp"

namespace gough::command {
namespace {

using Options = DynamicsOptions;

// What idm and ddm share.
struct DynamicsDoor {
  Option states, joints;
};
DynamicsDoor add_dynamics_options(const Subcommand& sub, Options& o) {
  const auto [pose, twist, joints, rates] = add_state_options(sub, o);
  const Option reactions = sub.flag("--reactions", o.reactions, "force and moment in every joint");
  const Option energy = sub.flag("--energy", o.energy, "energies and powers");
  const Option states =
      sub.option("--states", o.states,
                 "CSV file with one state a row: the pose, vx… and dvx…, or without a pose q_NAME, dq_NAME, ddq_NAME (docs/tables.md)");
  sub.option("-o,--output", o.output, "with --states: write the CSV here instead of standard output").needs(states);
  sub.option("--plot", o.plot, "with --states: a picture of the answers over the column t, or over the row, as an SVG file").needs(states);
  sub.flag("--json", o.json, "print one JSON object").excludes(states);
  states.excludes(pose).excludes(twist).excludes(joints).excludes(rates).excludes(reactions).excludes(energy);
  return {states, joints};
}

const char* effort_unit(const Actuator& a) { return a.revolute ? "N m" : "N"; }

Json list(const VecX<double>& v) { return std::vector<double>(v.begin(), v.end()); }

// Without a table the start is one of joints.
void check_start(const Options& o) {
  if (o.start && !o.joints && o.states.empty())
    throw InputError({}, "--start chooses the assembly mode of joints; give --joints, or a table of joints by --states");
}

// What the formulations asked for answered.
struct Answers {
  std::vector<std::pair<char, VecX<double>>> found;
  std::vector<std::pair<char, std::string>> refused;  // those that cannot take this robot, and why

  // Of P, or else of the first.
  const VecX<double>& best() const {
    for (const auto& [name, numbers] : found)
      if (name == letter(Formulation::platform_legs)) return numbers;
    return found[0].second;
  }
  double largest_difference() const {
    double out = 0.0;
    for (const auto& [name, numbers] : found) out = std::max(out, (numbers - found[0].second).cwiseAbs().maxCoeff());
    return out;
  }
};

// ---- idm

// Efforts by every formulation asked for. Where all are, one that cannot take this robot does not stop the others.
Outcome inverse_answers(const Robot& robot, const Options& o, const Load& load, const TypedMotion& state, KinematicsData<double>& k,
                        DynamicsData<double>& data, Answers& out) {
  Outcome outcome;
  for (Formulation f : formulations(o.formulation, false)) {
    try {
      outcome = inverse_dynamics(robot, f, load, state.outcome, state.Vr, state.dVr, k, data);
    } catch (const InputError& error) {
      if (f != Formulation::elements || o.formulation != "all") throw;
      out.refused.emplace_back(letter(f), error.what());
      continue;
    }
    if (!outcome.answered()) break;
    outcome = redistributed(robot, o, k, data, outcome);
    out.found.emplace_back(letter(f), data.effort);
  }
  return outcome;
}

Json efforts_json(const Robot& robot, const Answers& answers, Json out) {
  Json efforts = Json::object(), names = Json::array(), refused = Json::object();
  for (const auto& [name, effort] : answers.found) efforts[std::string(1, name)] = list(effort);
  for (const Actuator& a : robot.actuators) names.push_back(a.name);
  for (const auto& [name, why] : answers.refused) refused[std::string(1, name)] = why;
  out["efforts"] = efforts;
  out["names"] = names;
  if (!refused.empty()) out["refused"] = refused;
  if (answers.found.size() > 1) out["largest_difference"] = answers.largest_difference();
  return out;
}

void print_efforts(const Robot& robot, const Answers& answers) {
  std::vector<std::string> header{"actuator"};
  for (const auto& [name, effort] : answers.found) header.push_back(fmt::format("{}", name));
  header.insert(header.end(), {"unit", "of its limit"});
  Table table(header);
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
    std::vector<std::string> row{robot.actuators[a].name};
    for (const auto& [name, effort] : answers.found) row.push_back(number(effort(a)));
    const double limit = robot.actuators[a].effort_max;
    row.insert(row.end(), {effort_unit(robot.actuators[a]),
                           std::isinf(limit) ? "" : fmt::format("{:.1f} %", 100 * std::abs(answers.best()(a)) / limit)});
    table.add(row);
  }
  fmt::print("{}", table.text());
  for (const auto& [name, why] : answers.refused) fmt::print("  {}: {}\n", name, why);
  if (answers.found.size() > 1) fmt::print("  largest difference {:.2e}\n", answers.largest_difference());
}

int idm_one(const Robot& robot, const Options& o) {
  KinematicsData<double> k(robot);
  DynamicsData<double> data(robot);
  const Load load = load_of(robot, o);
  require_inverse_dynamics(robot, Formulation::platform_legs, {});  // of any formulation
  const TypedMotion state = typed_motion(robot, o, k);
  Answers answers;
  Outcome outcome = state.outcome;
  if (outcome.answered()) outcome = inverse_answers(robot, o, load, state, k, data, answers);
  const bool answered = outcome.answered() && !answers.found.empty();
  const std::string why = explanation(robot, state, k, outcome, answered ? &answers.best() : nullptr);
  const Energy e = answered ? energy(robot, load, k) : Energy{};
  const std::vector<Reaction> reaction = answered && o.reactions ? reactions(robot, load, k, answers.best()) : std::vector<Reaction>{};
  if (o.json) {
    Json out = status_json(outcome, why);
    if (answered) {
      out = efforts_json(robot, answers, out);
      add_motion(out, robot, o, state);
      if (o.energy) out["energy"] = energy_json(e, answers.best().dot(k.dqa));
      if (o.reactions) out["reactions"] = reactions_json(robot, reaction);
    }
    add_warnings(out);
    emit(out);
    return outcome.ok() ? kOk : kStatus;
  }
  fmt::print("{}", status_text(outcome, why));
  if (!answered) return kStatus;
  fmt::print("{}", motion_text(robot, o, state));
  print_efforts(robot, answers);
  if (o.energy) print_energy(e, answers.best().dot(k.dqa));
  if (o.reactions) print_reactions(robot, reaction);
  return outcome.ok() ? kOk : kStatus;
}

// ---- ddm

VecX<double> parse_efforts(const Robot& robot, const Options& o) {
  const std::vector<double> v = o.efforts ? numbers(*o.efforts, "--efforts") : std::vector<double>(robot.actuators.size(), 0.0);
  if (v.size() != robot.actuators.size()) {
    std::string names;
    for (const Actuator& a : robot.actuators) names += (names.empty() ? "" : ",") + a.name;
    throw InputError({}, fmt::format("--efforts: {} numbers; expected {}: {}", v.size(), robot.actuators.size(), names));
  }
  return Eigen::Map<const VecX<double>>(v.data(), static_cast<Eigen::Index>(v.size()));
}

// Accelerations by every formulation asked for. P answers at singularities of type 2 too.
Outcome direct_answers(const Robot& robot, const Options& o, const Load& load, const TypedMotion& state, const VecX<double>& effort,
                       KinematicsData<double>& k, DynamicsData<double>& data, Answers& out) {
  Outcome outcome;
  for (Formulation f : formulations(o.formulation, true)) {
    outcome = direct_dynamics(robot, f, load, state.outcome, state.Vr, effort, k, data);
    if (has_acceleration(f, outcome)) out.found.emplace_back(letter(f), data.acceleration);
  }
  return outcome;
}

// The components' names, every formulation's answer, and the terms of M V̇_r + velocity_terms + gravity + resistance = J_invᵀ τ, on the
// free components.
Json direct_model_json(const Robot& robot, const Load& load, const Answers& answers, const KinematicsData<double>& k,
                       DynamicsData<double>& data, Json out) {
  Json free = Json::array(), by = Json::object();
  for (const FreeComponent& c : robot.mobility.free) free.push_back(c.name);
  for (const auto& [name, a] : answers.found) by[std::string(1, name)] = list(a);
  out["components"] = free;
  out["by"] = by;
  out["joint_accelerations"] = list(k.ddqa);
  KinematicsData<double> copy = k;
  platform_legs::mass_and_bias(robot, load, copy, data);
  Json mass = Json::array();
  for (Eigen::Index r = 0; r < data.mass.rows(); ++r) mass.push_back(list(data.mass.row(r).transpose()));
  out["mass_matrix"] = mass;
  out["velocity_terms"] = list(data.velocity_terms);
  out["gravity"] = list(data.gravity);
  out["resistance"] = list(data.bias - data.velocity_terms - data.gravity);  // friction less external wrenches
  return out;
}

void print_accelerations(const Robot& robot, const Answers& answers) {
  std::vector<std::string> header{"acceleration"};
  for (const auto& [name, a] : answers.found) header.push_back(fmt::format("{}", name));
  header.push_back("unit");
  Table table(header);
  for (int c = 0; c < robot.mobility.n; ++c) {
    std::vector<std::string> row{robot.mobility.free[c].name};
    for (const auto& [name, a] : answers.found) row.push_back(number(a(c)));
    row.push_back(robot.mobility.free[c].angular ? "rad/s2" : "m/s2");
    table.add(row);
  }
  fmt::print("{}", table.text());
}

int ddm_one(const Robot& robot, const Options& o) {
  KinematicsData<double> k(robot);
  DynamicsData<double> data(robot);
  const Load load = load_of(robot, o);
  const TypedMotion state = typed_motion(robot, o, k);
  const VecX<double> effort = parse_efforts(robot, o);
  Answers answers;
  Outcome outcome = state.outcome;
  if (state.known) {
    require_mass(robot, load, k, data);
    outcome = direct_answers(robot, o, load, state, effort, k, data, answers);
  }
  const bool answered = !answers.found.empty();
  const std::string why = explanation(robot, state, k, outcome, answered ? &effort : nullptr);
  const Energy e = answered ? energy(robot, load, k) : Energy{};
  const std::vector<Reaction> reaction = answered && o.reactions ? reactions(robot, load, k, effort) : std::vector<Reaction>{};
  if (o.json) {
    Json out = status_json(outcome, why);
    if (answered) {
      out["acceleration"] = list(answers.found[0].second);
      add_motion(out, robot, o, state);
      out = direct_model_json(robot, load, answers, k, data, out);
      if (o.energy) out["energy"] = energy_json(e, effort.dot(k.dqa));
      if (o.reactions) out["reactions"] = reactions_json(robot, reaction);
    }
    add_warnings(out);
    emit(out);
    return outcome.ok() ? kOk : kStatus;
  }
  fmt::print("{}", status_text(outcome, why));
  if (!answered) return kStatus;
  fmt::print("{}", motion_text(robot, o, state));
  print_accelerations(robot, answers);
  if (o.energy) print_energy(e, effort.dot(k.dqa));
  if (o.reactions) print_reactions(robot, reaction);
  return outcome.ok() ? kOk : kStatus;
}

}  // namespace

Load load_of(const Robot& robot, const Options& o) {
  Load load;
  if (o.payload) load.payload = parse_payload(robot, *o.payload);
  if (o.wrench) {
    const std::vector<double> v = numbers(*o.wrench, "--wrench");
    if (v.size() != 6) throw InputError({}, fmt::format("--wrench: {} numbers; expected fx,fy,fz,nx,ny,nz", v.size()));
    const BodyId body = o.on ? find_body(robot, *o.on, {"--on", 0, 0}) : BodyId{};
    Vec3<double> point = o.on ? Vec3<double>(Vec3<double>::Zero()) : robot.tool;
    if (o.at) {
      const std::vector<double> p = numbers(*o.at, "--at");
      if (p.size() != 3) throw InputError({}, fmt::format("--at: {} numbers; expected x,y,z", p.size()));
      point = Vec3<double>(p[0], p[1], p[2]);
    }
    load.wrenches.push_back({body.leg, body.body, file_frame(robot, body).point(point), {v[0], v[1], v[2]}, {v[3], v[4], v[5]}});
  }
  return load;
}

std::vector<Formulation> formulations(const std::string& text, bool direct) {
  std::vector<Formulation> out;
  for (Formulation f : kFormulations) {
    const bool offered = !direct || f == Formulation::platform_legs || f == Formulation::orthogonal_complement;
    if (offered && (text == "all" || text == std::string(1, letter(f)))) out.push_back(f);
  }
  return out;
}

Outcome distribute(const Robot& robot, const Options& o, const KinematicsData<double>& k, DynamicsData<double>& data) {
  if (o.distribution == "bounded") return bounded_efforts(robot, k, data);
  if (o.distribution == "least-norm") return {};
  const std::vector<double> w = numbers(o.distribution, "--distribution");
  VecX<double> weights = Eigen::Map<const VecX<double>>(w.data(), static_cast<Eigen::Index>(w.size()));
  if (weights.size() != data.effort.size() || weights.minCoeff() <= 0)
    throw InputError({}, fmt::format("--distribution: expected least-norm, bounded, or {} positive weights", data.effort.size()));
  weighted_efforts(robot, k, weights, data);
  return {};
}

Outcome redistributed(const Robot& robot, const Options& o, const KinematicsData<double>& k, DynamicsData<double>& data,
                      const Outcome& before) {
  if (o.distribution == "least-norm") return before;
  const Outcome shared = distribute(robot, o, k, data);
  if (!shared.ok()) return shared;
  const Outcome stroke = stroke_outcome(robot, k);
  return stroke.ok() ? actuator_limits(robot, k, data.effort) : stroke;
}

void add_idm(CLI::App& app, int& exit_code) {
  const Subcommand sub(app, "idm", "Inverse dynamics: actuator efforts of a motion");
  auto o = std::make_shared<Options>();
  const auto [states, joints] = add_dynamics_options(sub, *o);
  const auto [acceleration, accelerations] = add_acceleration_options(sub, *o, joints);
  states.excludes(acceleration).excludes(accelerations);
  sub.option("--formulation", o->formulation,
             "E elements, V virtual work, P platform and legs (default), N natural orthogonal complement, or all")
      .one_of({"E", "V", "P", "N", "all"});
  sub.option("--distribution", o->distribution,
             "redundant actuation: least-norm (default), bounded (by the effort limits), or weights w1,w2,… to minimise Σ(w τ)²");
  sub.option(
         "--against", o->against,
         "with --states: print how far another robot file is from this one, or lumped-legs, its twin with point masses for passive legs")
      .needs(states);
  sub.footer(
      "Examples:\n  gough idm gough_stewart --formulation all --twist 0,0,0.2,0,0,0.5 --acceleration 1,0,0,0,0,0\n"
      "  gough idm delta --joints 0.2,0.3,0.25 --rates 1,0,-1 --accelerations 20,5,0\n"
      "  gough idm delta --payload 1.5 --energy --reactions\n  gough idm delta --states motion.csv --against lumped-legs\n"
      "  gough idm delta --states motion.csv -o efforts.csv --plot efforts.svg");
  sub.callback([=, &exit_code] {
    for (const std::string& file : {o->output, o->plot}) require_writable(file);
    check_start(*o);
    const Robot robot = open_robot(o->robot);
    exit_code = o->states.empty() ? idm_one(robot, *o) : dynamics_of_states(robot, *o, false);
  });
}

void add_ddm(CLI::App& app, int& exit_code) {
  const Subcommand sub(app, "ddm", "Direct dynamics: platform acceleration under actuator efforts");
  auto o = std::make_shared<Options>();
  const Option states = add_dynamics_options(sub, *o).states;
  states.excludes(sub.option("--efforts", o->efforts, "one number for each actuator, N m or N; 0 if absent: the robot falls"));
  sub.option("--formulation", o->formulation, "P platform and legs (default), N natural orthogonal complement, or all")
      .one_of({"P", "N", "all"});
  sub.footer(
      "Examples:\n  gough ddm delta --efforts 3,3,3\n  gough ddm delta --joints 0.2,0.3,0.25 --rates 1,0,-1 --efforts 3,3,3\n  gough ddm "
      "gough_stewart --formulation all --energy");
  sub.callback([=, &exit_code] {
    for (const std::string& file : {o->output, o->plot}) require_writable(file);
    check_start(*o);
    const Robot robot = open_robot(o->robot);
    exit_code = o->states.empty() ? ddm_one(robot, *o) : dynamics_of_states(robot, *o, true);
  });
}

}  // namespace gough::command
