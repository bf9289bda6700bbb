#include "gough/program/forward_closed.hpp"

#include <fmt/format.h>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/input_error.hpp"
#include "gough/program/forward_step.hpp"

namespace gough {

ForwardClosed::ForwardClosed(const Robot& robot, StatusDepth depth) : robot_(robot), meeting_(robot), pose_(robot), status_(robot, depth) {
  if (!exists(robot)) throw InputError({}, fmt::format("{} turns its platform, which no closed form tells", robot.name));
}

// Where the platform turns, a leg has to tell its turn, and about the normal of the plane.
bool ForwardClosed::exists(const Robot& robot) {
  const ForwardForm& form = robot.forward;
  if (!form.exists() || !form.turns) return form.exists();
  return form.carrier >= 0 && std::abs(std::abs(robot.motion.axis.dot(form.normal)) - 1.0) < 1e-12;
}

// Of a platform that turns: about its axis, which is the plane's normal or opposite to it.
JointPosition<Recorded> ForwardClosed::turn_from_home(const std::vector<MeetingPoint::Sphere>& spheres, const Vec3<Recorded>& point) const {
  JointPosition<Recorded> turn = meeting_.turn(spheres, point);
  if (robot_.motion.axis.dot(meeting_.normal()) < 0) turn.s = -turn.s;
  return turn;
}

void ForwardClosed::find_pose(const std::vector<MeetingPoint::Sphere>& spheres, const Vec3<Recorded>& point, Pose<Recorded>& pose) const {
  pose.p = point;
  if (!meeting_.turns()) return;
  const JointPosition<Recorded> turn = turn_from_home(spheres, point);
  pose.R = robot_.motion.rotation(turn.c, turn.s);
  pose.p -= pose.R * meeting_.in_platform().cast<Recorded>();
}

Program ForwardClosed::record(bool with_side) const {
  Recorder recorder(robot_.name + "_forward_closed");
  KinematicsData<Recorded> data(robot_);
  pose_.record(recorder, data);
  const Vec3<Recorded> start = data.pose.p + data.pose.R * meeting_.in_platform().cast<Recorded>();
  const std::vector<JointPosition<Recorded>> goal = GoalPorts(robot_).record(recorder);
  std::vector<MeetingPoint::Sphere> spheres;
  const auto reading = [&](std::size_t leg) {
    for (std::size_t a = 0; a < goal.size(); ++a)
      if (robot_.actuators[a].leg == static_cast<int>(leg)) return goal[a];
    return goal[leg];
  };
  for (std::size_t i = 0; i < robot_.legs.size(); ++i) spheres.push_back(meeting_.sphere(i, reading(i)));
  const MeetingPoint::Meeting met = meeting_.meet(spheres);
  find_pose(spheres, met.point, data.pose);
  Recorded bend = 0.0;
  for (std::size_t i = 0; i < robot_.legs.size(); ++i) {
    const Vec3<Recorded> end = data.pose.p + data.pose.R * robot_.legs[i].tips[0].nacelle.frame.p.cast<Recorded>();
    const Recorded bent = meeting_.bend(i, reading(i), end);
    bend = i == 0 ? bent : smaller(bend, bent);
  }
  const JointPosition<Recorded> turn = meeting_.turns() ? turn_from_home(spheres, met.point) : JointPosition<Recorded>{};
  for (const Port& port : pose_.ports())
    recorder.output(port, port.kind == PortKind::cosine ? turn.c : port.kind == PortKind::sine ? turn.s : data.pose.p(port.component));
  const auto tell = [&](const char* name, const char* unit, const char* meaning, const Recorded& x) {
    recorder.output({name, unit, PortKind::margin, 0, meaning}, x);
  };
  tell("reach", "1", "above zero where the legs meet", met.reach);
  tell("bend", "m", "above zero where every leg is bent as at home", bend);
  if (with_side) tell("side", "m3", "above zero where the start is on home's side", meeting_.side(spheres, start));
  inverse_geometry_closed(robot_, data);
  eliminate(robot_, data);
  status_.record(recorder, data, {});
  return recorder.finish();
}

}  // namespace gough
