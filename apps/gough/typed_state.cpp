#include "apps/gough/typed_state.hpp"

#include "apps/gough/warn.hpp"
#include "gough/kinematics/inverse_geometry.hpp"

namespace gough::command {

GivenPose typed_pose(const Robot& robot, const std::optional<std::string>& text, bool rpy, const std::string& option) {
  if (!text) return {robot.home, true};
  const std::vector<double> values = numbers(*text, option);
  warn_of_pose(robot, values, rpy, option);
  const GivenPose out = parse_pose(robot, values, rpy, option);
  warn_of_far_pose(robot, out.pose, option);
  return out;
}

Json nacelle_json(const Robot& robot, const Pose<double>& pose) {
  Json out = Json::object();
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k)
    out[robot.nacelle.joints[k].name] = joint_value(robot.nacelle.joints[k], pose.z[k]);
  return out;
}

void add_move(Json& out, const GivenPose& given, const Pose<double>& pose) {
  if (move_text(given, pose).empty()) return;
  const PoseMove move = pose_move(given, pose);
  out["moved"] = {move.metres, move.radians};
}

void add_warnings(Json& out) {
  if (!warnings_given().empty()) out["warnings"] = warnings_given();
}

}  // namespace gough::command
