#include "gough/program/forward_closed.hpp"

#include <fmt/format.h>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/program/forward_step.hpp"

namespace gough {

ForwardClosed::ForwardClosed(const Robot& robot, StatusDepth depth) : robot_(robot), encoders_(robot), pose_(robot), status_(robot, depth) {
  if (!encoders_.tells_pose()) throw InputError({}, fmt::format("{} turns its platform, which no closed form tells", robot.name));
}

bool ForwardClosed::exists(const Robot& robot) {
  try {
    return EncoderPorts(robot).tells_pose();
  } catch (const InputError&) {
    return false;
  }
}

Program ForwardClosed::record() const {
  Recorder recorder(robot_.name + "_forward_closed");
  KinematicsData<Recorded> data(robot_);
  pose_.record(recorder, data);
  const Vec3<Recorded> start = data.pose.p;
  Recorded above, margin;
  data.pose.p = encoders_.meet(GoalPorts(robot_).record(recorder), start, margin, above);
  for (const Port& port : pose_.ports()) recorder.output(port, data.pose.p(port.component));
  recorder.output({"side", "m3", PortKind::margin, 0, "above zero where the start is on home's side"}, above);
  recorder.output({"reach", "m3", PortKind::margin, 0, "above zero where the bars meet"}, margin);
  inverse_geometry_closed(robot_, data);
  eliminate(robot_, data);
  status_.record(recorder, data, {});
  return recorder.finish();
}

}  // namespace gough
