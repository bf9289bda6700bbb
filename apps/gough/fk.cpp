#include <fmt/format.h>

#include <memory>

#include "apps/gough/command.hpp"
#include "apps/gough/explain_status.hpp"
#include "apps/gough/fk_sensors.hpp"
#include "apps/gough/joint_state.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/state_file.hpp"
#include "apps/gough/typed_state.hpp"
#include "apps/gough/warn.hpp"
#include "gough/evaluate/forward_finder.hpp"
#include "gough/io/files.hpp"
#include "gough/kinematics/any_mode.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/math/rotation.hpp"

namespace gough::command {
namespace {

struct Options {
  std::string robot, joints, start, states, output;
  bool rpy = false, deg = false, sensors = false, json = false;
};

void print_nacelle(const Robot& robot, const Pose<double>& pose) {
  Table table({"joint", "position", "unit", "deg"});
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) {
    const Joint& joint = robot.nacelle.joints[k];
    const double z = joint_value(joint, pose.z[k]);
    table.add({joint.name, number(z), joint.revolute ? "rad" : "m", joint.revolute ? number(degrees(z)) : ""});
  }
  if (!table.empty()) fmt::print("\nnacelle joints\n{}", table.text());
}

int one_state(const Robot& robot, const Options& o, const Pose<double>& start) {
  KinematicsData<double> data(robot);
  const std::vector<double> typed = numbers(o.joints, "--joints");
  warn_of_joints(robot, typed, o.deg, "--joints");
  const AnyModePose found = forward_geometry_any_mode(robot, joint_vector(robot, typed, o.deg, "--joints"), start, data);
  const Outcome outcome = found.outcome;
  const Pose<double>& pose = found.pose;
  const Eigen::Quaterniond q(pose.R);
  const Vec3<double> rpy = rpy_from_rotation(pose.R);
  const std::string why = forward_explanation(robot, data, outcome);
  if (o.json) {
    Json out = status_json(outcome, why);
    if (outcome.answered()) {
      out["pose"] = {pose.p.x(), pose.p.y(), pose.p.z(), q.w(), q.x(), q.y(), q.z()};
      out["rpy_deg"] = {rpy.x(), rpy.y(), rpy.z()};
      if (!robot.nacelle.joints.empty()) out["nacelle"] = nacelle_json(robot, pose);
      if (!found.other_modes.empty()) out["other_working_modes"] = leg_names(robot, found.other_modes);
    }
    add_warnings(out);
    emit(out);
  } else {
    fmt::print("{}", status_text(outcome, why));
    if (outcome.answered()) {
      Table table({"", "value", "unit"});
      const char* const names[] = {"x", "y", "z"};
      const char* const angles[] = {"roll", "pitch", "yaw"};
      const auto clean = [](double x) { return std::abs(x) < 5e-10 ? 0.0 : x; };
      for (int k = 0; k < 3; ++k) table.add({names[k], fmt::format("{:.9f}", clean(pose.p(k))), "m"});
      for (int k = 0; k < 3; ++k) table.add({angles[k], fmt::format("{:.7f}", clean(rpy(k))), "deg"});
      fmt::print("{}", table.text());
      print_nacelle(robot, pose);
      fmt::print("{}", other_modes_text(robot, found));
    }
  }
  return outcome.ok() ? kOk : kStatus;
}

int many_states(const Robot& robot, const Options& o, const Pose<double>& start) {
  StateFile file(robot, o.states);
  const std::vector<int> actuators = file.need(actuator_columns(robot, "q_"), "positions of the actuators", "ik");
  const PassedColumns passed(file.columns(), {ColumnKind::pose, ColumnKind::error, ColumnKind::energy});
  std::string out = passed.header();
  for (const std::string& name : pose_columns(robot, o.rpy)) out += name + ",";
  out += "status\n";
  ForwardFinder poses(robot);
  while (file.next()) {
    const VecX<double> qa = file.numbers(actuators);
    const bool given = qa.allFinite();
    Pose<double> pose = robot.home;
    Outcome outcome;
    if (given) {
      warn_of_joints(robot, std::vector<double>(qa.begin(), qa.end()), false, o.states);
      outcome = poses(qa, start, pose);
    }
    passed.write(file.row(), out);
    const bool answered = given && outcome.answered();
    for (double x : pose_values(robot, pose, o.rpy)) write_cell(answered ? x : std::nan(""), out);
    (out += given ? to_string(outcome.status) : std::string_view(file.status())) += '\n';
  }
  emit(out, o.output);
  return kOk;
}

}  // namespace

void add_fk(CLI::App& app, int& exit_code) {
  const Subcommand sub(app, "fk", "Forward geometry: the platform pose from the actuated joints");
  auto o = std::make_shared<Options>();
  sub.option("ROBOT", o->robot, "robot file or catalog name").required();
  const Option joints = sub.option("--joints", o->joints, "one number for each actuator, in the order of `gough info`, in m and rad");
  const Option deg = sub.flag("--deg", o->deg, "revolute joints of --joints in degrees");
  sub.option("--start", o->start, "pose to start from, as --pose of `gough ik`: chooses the assembly mode; home if absent");
  sub.flag("--sensors", o->sensors,
           "from every sensor (`gough sensors` lists them): a number for each in --joints, or measured_q_SENSOR in --states");
  sub.flag("--rpy", o->rpy, "poses are x,y,z,roll,pitch,yaw with angles in degrees");
  const Option states = sub.option("--states", o->states,
                                   "table with one state a row (docs/tables.md): q_ACTUATOR, in m and rad or with the unit in brackets");
  sub.option("-o,--output", o->output, "with --states: write the CSV here instead of standard output").needs(states);
  sub.flag("--json", o->json, "print one JSON object").excludes(states);
  states.excludes(joints).excludes(deg);
  sub.footer("Examples:\n  gough fk irb360 --deg --joints 10,20,30\n  gough fk gough_stewart --joints 0.7,0.7,0.7,0.72,0.7,0.7");
  sub.callback([=, &exit_code] {
    require_writable(o->output);
    const Robot robot = open_robot(o->robot);
    if (!o->sensors) require_pose_from_joints(robot);
    const Pose<double> start =
        typed_pose(robot, o->start.empty() ? std::nullopt : std::optional<std::string>(o->start), o->rpy, "--start").pose;
    if (o->joints.empty() && o->states.empty()) throw InputError({}, "give --joints or --states; see `gough fk --help`");
    if (o->sensors) {
      exit_code = pose_from_sensors(robot, {o->joints, o->states, o->output, o->rpy, o->deg, o->json}, start);
      return;
    }
    exit_code = o->states.empty() ? one_state(robot, *o, start) : many_states(robot, *o, start);
  });
}

}  // namespace gough::command
