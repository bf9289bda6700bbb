#include "apps/gough/typed_motion.hpp"

#include <fmt/format.h>

#include "apps/gough/check_motion.hpp"
#include "apps/gough/explain_status.hpp"
#include "apps/gough/joint_state.hpp"
#include "apps/gough/typed_state.hpp"
#include "apps/gough/warn.hpp"
#include "gough/kinematics/velocity.hpp"

namespace gough::command {
namespace {

TypedMotion by_pose(const Robot& robot, const DynamicsOptions& o, KinematicsData<double>& data) {
  const auto typed = [&](const std::optional<std::string>& text, const std::string& option) {
    return text ? numbers(*text, option) : std::vector<double>(robot.mobility.n, 0.0);
  };
  TypedMotion out;
  out.given = typed_pose(robot, o.pose, o.rpy, "--pose");
  const std::vector<double> twist = typed(o.twist, "--twist"), rates = typed(o.acceleration, "--acceleration");
  out.Vr = parse_rates(robot, twist, "--twist");
  out.dVr = parse_rates(robot, rates, "--acceleration");
  out.outcome = solve_pose(robot, out.given, data);
  out.pose = data.pose;
  out.known = out.outcome.has_position();
  if (!out.known) return out;
  // six numbers that the platform cannot follow are refused
  velocity(robot, out.Vr, data);
  check_motion(robot, twist, data.VN, "--twist");
  acceleration(robot, out.dVr, data);
  check_motion(robot, rates, data.dVN, "--acceleration");
  return out;
}

TypedMotion by_joints(const Robot& robot, const DynamicsOptions& o, KinematicsData<double>& data) {
  require_pose_from_joints(robot);
  const auto typed = [&](const std::optional<std::string>& text, const std::string& option) {
    return text ? joint_vector(robot, numbers(*text, option), o.deg, option)
                : VecX<double>(VecX<double>::Zero(static_cast<Eigen::Index>(robot.actuators.size())));
  };
  const ActuatedJoints joints{typed(o.joints, "--joints"), typed(o.rates, "--rates"), typed(o.accelerations, "--accelerations")};
  warn_of_joints(robot, numbers(*o.joints, "--joints"), o.deg, "--joints");
  const ActuatedMotion found = motion_from_joints(robot, joints, start_pose(robot, o), data);
  TypedMotion out{
      {found.place.pose, false}, found.place.pose, found.outcome, found.outcome.answered(), {}, {}, found.place.other_modes, {}};
  if (found.contradictory())
    out.refusal = fmt::format(
        "the rates or accelerations of these joints, more than the freedoms, contradict each other by {} %: no motion of the platform has "
        "them; give those of one motion, as `gough ik` does",
        number(100 * found.outcome.measure));
  else if (!out.known) out.refusal = forward_explanation(robot, data, found.outcome);
  out.Vr = found.motion.Vr;
  out.dVr = found.motion.dVr;
  return out;
}

}  // namespace

Pose<double> start_pose(const Robot& robot, const DynamicsOptions& o) {
  if (!o.start) return robot.home;
  const GivenPose given = typed_pose(robot, o.start, o.rpy, "--start");
  KinematicsData<double> data(robot);
  const Outcome outcome = solve_pose(robot, {given.pose, false}, data);
  if (!outcome.answered())
    throw InputError({}, fmt::format("--start: {}: the legs cannot reach this pose; give one nearer home", to_string(outcome.status)));
  return data.pose;
}

TypedMotion typed_motion(const Robot& robot, const DynamicsOptions& o, KinematicsData<double>& data) {
  return o.joints ? by_joints(robot, o, data) : by_pose(robot, o, data);
}

std::string explanation(const Robot& robot, const TypedMotion& motion, const KinematicsData<double>& data, const Outcome& outcome,
                        const VecX<double>* effort) {
  return motion.refusal.empty() ? explain_status(robot, motion.given.pose, data, outcome, effort) : motion.refusal;
}

std::string motion_text(const Robot& robot, const DynamicsOptions& o, const TypedMotion& motion) {
  if (!o.joints) return move_text(motion.given, motion.pose);
  const std::vector<std::string> names = pose_columns(robot, o.rpy);
  const std::vector<double> values = pose_values(robot, motion.pose, o.rpy);
  std::string out = "pose";
  for (std::size_t k = 0; k < values.size(); ++k)
    out += fmt::format("{} {} {}", k ? "," : "", names[k], number(std::abs(values[k]) < 5e-10 ? 0.0 : values[k]));
  return out + "\n" + other_modes_text(robot, {motion.outcome, motion.pose, motion.other_modes});
}

void add_motion(Json& out, const Robot& robot, const DynamicsOptions& o, const TypedMotion& motion) {
  add_move(out, motion.given, motion.pose);
  if (!o.joints) return;
  out["pose"] = pose_values(robot, motion.pose);
  out["twist"] = std::vector<double>(motion.Vr.begin(), motion.Vr.end());
  if (!motion.other_modes.empty()) out["other_working_modes"] = leg_names(robot, motion.other_modes);
}

}  // namespace gough::command
