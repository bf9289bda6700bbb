#include <fmt/format.h>

#include <memory>

#include "apps/gough/check_motion.hpp"
#include "apps/gough/command.hpp"
#include "apps/gough/explain_status.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/state_file.hpp"
#include "apps/gough/typed_state.hpp"
#include "apps/gough/warn.hpp"
#include "gough/evaluate/evaluator.hpp"
#include "gough/evaluate/pose_finder.hpp"
#include "gough/io/files.hpp"
#include "gough/kinematics/coupling_motion.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/kinematics/working_mode.hpp"
#include "gough/math/rotation.hpp"

namespace gough::command {
namespace {

struct Options {
  std::string robot, states, output;
  std::optional<std::string> pose, twist, acceleration;
  bool rpy = false, modes = false, json = false;
};

Json pose_json(const Pose<double>& pose) {
  const Eigen::Quaterniond q(pose.R);
  return {pose.p.x(), pose.p.y(), pose.p.z(), q.w(), q.x(), q.y(), q.z()};
}

Json legs_json(const Robot& robot, const KinematicsData<double>& data) {
  Json legs = Json::array();
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    Json joints = Json::object();
    for (std::size_t j = 0; j < robot.legs[i].joints.size(); ++j) {
      const Joint& joint = robot.legs[i].joints[j];
      joints[joint.name] = followed_value(robot.legs[i], static_cast<int>(j), data.legs[i].q);
    }
    legs.push_back({{"name", robot.legs[i].name}, {"joints", joints}});
  }
  return legs;
}

Json modes_json(const Robot& robot, const KinematicsData<double>& data) {
  Json out = Json::array();
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    Json modes = Json::array();
    for (const WorkingMode& mode : working_modes(robot, static_cast<int>(i), data))
      modes.push_back({{"current", mode.current}, {"joints", mode.q}});
    out.push_back({{"name", robot.legs[i].name}, {"modes", modes}});
  }
  return out;
}

std::string angle_cell(bool revolute, double value) { return revolute ? number(degrees(value)) : ""; }

void print_tables(const Robot& robot, const Pose<double>& pose, const KinematicsData<double>& data, bool rates, bool accelerations) {
  const Vec3<double> rpy = rpy_from_rotation(pose.R);
  fmt::print("pose  position {} m, roll pitch yaw {} deg\n\n", vector_text(pose.p.data(), 3), vector_text(rpy.data(), 3));
  std::vector<std::string> header{"actuator", "position", "unit", "deg"};
  if (rates) header.insert(header.end(), {"rate", "unit"});
  if (accelerations) header.insert(header.end(), {"acceleration", "unit"});
  Table actuators(header);
  VecX<double> qa(robot.actuators.size());
  actuated_positions(robot, data, qa);
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
    const bool r = robot.actuators[a].revolute;
    std::vector<std::string> row{robot.actuators[a].name, number(qa(a)), r ? "rad" : "m", angle_cell(r, qa(a))};
    if (rates) row.insert(row.end(), {number(data.dqa(a)), r ? "rad/s" : "m/s"});
    if (accelerations) row.insert(row.end(), {number(data.ddqa(a)), r ? "rad/s2" : "m/s2"});
    actuators.add(row);
  }
  fmt::print("{}\n", actuators.text());
  header[0] = "joint";
  header.insert(header.begin(), "leg");
  Table joints(header);
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (std::size_t j = 0; j < robot.legs[i].joints.size(); ++j) {
      const Joint& joint = robot.legs[i].joints[j];
      if (joint.actuator >= 0) continue;
      const double q = followed_value(robot.legs[i], static_cast<int>(j), data.legs[i].q);
      std::vector<std::string> row{robot.legs[i].name, joint.name, number(q), joint.revolute ? "rad" : "m", angle_cell(joint.revolute, q)};
      if (rates) row.insert(row.end(), {number(data.legs[i].dq(j)), joint.revolute ? "rad/s" : "m/s"});
      if (accelerations) row.insert(row.end(), {number(data.legs[i].ddq(j)), joint.revolute ? "rad/s2" : "m/s2"});
      joints.add(row);
    }
  if (!joints.empty()) fmt::print("passive joints\n{}", joints.text());
  header.erase(header.begin());
  Table nacelle(header);
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) {
    const Joint& joint = robot.nacelle.joints[k];
    const double z = joint_value(joint, pose.z[k]);
    std::vector<std::string> row{joint.name, number(z), joint.revolute ? "rad" : "m", angle_cell(joint.revolute, z)};
    if (rates) row.insert(row.end(), {number(data.VN(6 + k)), joint.revolute ? "rad/s" : "m/s"});
    if (accelerations) row.insert(row.end(), {number(data.dVN(6 + k)), joint.revolute ? "rad/s2" : "m/s2"});
    nacelle.add(row);
  }
  if (!nacelle.empty()) fmt::print("\nnacelle joints\n{}", nacelle.text());
}

void print_modes(const Robot& robot, const KinematicsData<double>& data) {
  Table table({"leg", "mode", "joint", "position", "unit", "deg"});
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    int count = 0;
    for (const WorkingMode& mode : working_modes(robot, static_cast<int>(i), data)) {
      ++count;
      for (std::size_t j = 0; j < mode.q.size(); ++j) {
        const Joint& joint = robot.legs[i].joints[j];
        table.add({j ? "" : robot.legs[i].name, j ? "" : fmt::format("{}{}", count, mode.current ? " (current)" : ""), joint.name,
                   number(mode.q[j]), joint.revolute ? "rad" : "m", angle_cell(joint.revolute, mode.q[j])});
      }
    }
  }
  fmt::print("\nworking modes\n{}", table.text());
}

int one_state(const Robot& robot, const Options& o) {
  KinematicsData<double> data(robot);
  const GivenPose given = typed_pose(robot, o.pose, o.rpy, "--pose");
  const bool rates = o.twist || o.acceleration, accelerations = o.acceleration.has_value();
  const std::vector<double> twist = o.twist ? numbers(*o.twist, "--twist") : std::vector<double>(robot.mobility.n, 0.0);
  const VecX<double> Vr = parse_rates(robot, twist, "--twist");
  const std::vector<double> typed = accelerations ? numbers(*o.acceleration, "--acceleration") : std::vector<double>();
  const VecX<double> dVr = accelerations ? parse_rates(robot, typed, "--acceleration") : VecX<double>();
  const Outcome outcome = solve_pose(robot, given, data);
  const Pose<double>& pose = data.pose;
  const bool rated = outcome.has_position();
  if (rated && rates) {
    velocity(robot, Vr, data);
    check_motion(robot, twist, data.VN, "--twist");
  }
  if (rated && accelerations) {
    acceleration(robot, dVr, data);
    check_motion(robot, typed, data.dVN, "--acceleration");
  }
  const std::string why = explain_status(robot, given.pose, data, outcome);
  if (o.json) {
    Json out = status_json(outcome, why);
    if (rated) {
      VecX<double> qa(robot.actuators.size());
      actuated_positions(robot, data, qa);
      out["pose"] = pose_json(pose);
      add_move(out, given, pose);
      out["actuated"] = std::vector<double>(qa.begin(), qa.end());
      Json names = Json::array();
      for (const Actuator& a : robot.actuators) names.push_back(a.name);
      out["names"] = names;
      if (rates) out["rates"] = std::vector<double>(data.dqa.begin(), data.dqa.end());
      if (accelerations) out["accelerations"] = std::vector<double>(data.ddqa.begin(), data.ddqa.end());
      out["legs"] = legs_json(robot, data);
      if (!robot.nacelle.joints.empty()) out["nacelle"] = nacelle_json(robot, pose);
      if (o.modes) out["modes"] = modes_json(robot, data);
    }
    add_warnings(out);
    emit(out);
  } else {
    fmt::print("{}", status_text(outcome, why));
    if (rated) fmt::print("{}", move_text(given, pose));
    if (rated) print_tables(robot, pose, data, rates, accelerations);
    if (rated && o.modes) print_modes(robot, data);
  }
  return outcome.ok() ? kOk : kStatus;
}

// Joints of one pose after another, with their rates and accelerations if they are wanted: by programs if those are worth
// making, and by the library where they have no answer, for joints are known at a Type 2 singularity too.
class JointsOfPoses {
 public:
  VecX<double> qa, dqa, ddqa;  // of the last pose that has joints

  JointsOfPoses(const Robot& robot, bool rates, bool programs)
      : qa(robot.actuators.size()),
        dqa(robot.actuators.size()),
        ddqa(robot.actuators.size()),
        evaluator_(robot),
        memory_(evaluator_),
        finder_(evaluator_.robot()),
        rates_(rates),
        programs_(programs),
        Jinv_(robot.actuators.size(), robot.mobility.n) {}

  // Status as that of `solve_pose`.
  Outcome find(const GivenPose& given, const VecX<double>& Vr, const VecX<double>& dVr) {
    if (!programs_) return by_library(given, Vr, dVr);
    Pose<double> pose;
    const Outcome found = finder_(given, pose);
    if (!found.has_position()) return found;
    const Outcome reached = evaluator_.positions(pose, memory_, qa);
    const Outcome placed = rates_ ? evaluator_.rates(pose, Vr, dVr, memory_, dqa, ddqa) : evaluator_.jacobian(pose, memory_, Jinv_);
    return reached.answered() && placed.answered() ? placed : by_library(given, Vr, dVr);
  }

 private:
  Evaluator evaluator_;
  Evaluator::Memory memory_;
  PoseFinder finder_;
  bool rates_, programs_;
  MatX<double> Jinv_;

  Outcome by_library(const GivenPose& given, const VecX<double>& Vr, const VecX<double>& dVr) {
    Pose<double> pose;
    const Outcome outcome = finder_.by_library(given, pose);
    if (!outcome.has_position()) return outcome;
    const Robot& robot = evaluator_.robot();
    actuated_positions(robot, finder_.data(), qa);
    if (!rates_) return outcome;
    velocity(robot, Vr, finder_.data());
    acceleration(robot, dVr, finder_.data());
    dqa = finder_.data().dqa;
    ddqa = finder_.data().ddqa;
    return outcome;
  }
};

int many_states(const Robot& robot, const Options& o) {
  StateFile file(robot, o.states);
  const StateColumns state(robot, file.columns(), file.csv());
  const PassedColumns passed(file.columns(), {ColumnKind::actuator, ColumnKind::actuator_rate, ColumnKind::actuator_acceleration});
  const bool rates = state.has_twist() || state.has_acceleration(), accelerations = state.has_acceleration();
  std::string out = passed.header();
  for (const char* prefix : {"q_", rates ? "dq_" : "", accelerations ? "ddq_" : ""})
    if (*prefix)
      for (const std::string& name : actuator_columns(robot, prefix)) out += name + ",";
  out += "status\n";
  JointsOfPoses joints(robot, rates, worth_programs(file.total()));
  while (file.next()) {
    const std::optional<GivenPose> given = state.pose(file.row(), file.place());
    Outcome outcome;
    if (given) {
      warn_of_far_pose(robot, given->pose, o.states);
      outcome = joints.find(*given, state.twist(file.row()), state.acceleration(file.row()));
    }
    const auto write = [&](const VecX<double>& values) {
      for (double v : values) write_cell(given && outcome.has_position() ? v : std::nan(""), out);
    };
    passed.write(file.row(), out);
    write(joints.qa);
    if (rates) write(joints.dqa);
    if (accelerations) write(joints.ddqa);
    (out += given ? to_string(outcome.status) : std::string_view(file.status())) += '\n';
  }
  emit(out, o.output);
  return kOk;
}

}  // namespace

void add_ik(CLI::App& app, int& exit_code) {
  const Subcommand sub(app, "ik", "Inverse geometry: joint positions, rates and accelerations from a platform pose");
  auto o = std::make_shared<Options>();
  sub.option("ROBOT", o->robot, "robot file or catalog name").required();
  const Option pose = sub.option(
      "--pose", o->pose, "x,y,z,qw,qx,qy,qz; or the free components alone, rotations as a rotation vector from home; home if absent");
  sub.flag("--rpy", o->rpy, "poses are x,y,z,roll,pitch,yaw with angles in degrees");
  sub.option("--twist", o->twist, "vx,vy,vz,wx,wy,wz, or the free components alone");
  sub.option("--acceleration", o->acceleration, "their derivatives, likewise");
  sub.flag("--modes", o->modes, "list every working mode of every leg");
  const Option states =
      sub.option("--states", o->states, "table with one state a row (docs/tables.md): the pose, and vx… and dvx… if rates are wanted");
  sub.option("-o,--output", o->output, "with --states: write the CSV here instead of standard output").needs(states);
  sub.flag("--json", o->json, "print one JSON object").excludes(states);
  states.excludes(pose);
  sub.footer(
      "Examples:\n  gough ik delta --pose 0.1,0,-0.75\n  gough ik gough_stewart --rpy --pose 0,0,0.6,5,0,10 --twist 0.1,0,0,0,0,0\n"
      "  gough ik gough_stewart --states poses.csv -o joints.csv");
  sub.callback([=, &exit_code] {
    require_writable(o->output);
    const Robot robot = open_robot(o->robot);
    exit_code = o->states.empty() ? one_state(robot, *o) : many_states(robot, *o);
  });
}

}  // namespace gough::command
