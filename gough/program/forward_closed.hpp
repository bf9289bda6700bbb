#pragma once

#include "gough/program/meeting_point.hpp"
#include "gough/program/pose_ports.hpp"
#include "gough/program/status_ports.hpp"

namespace gough {

// Forward geometry in closed form as a Program: the point where the legs meet (meeting_point.hpp), where it tells the whole pose. That is
// so of a platform that does not turn, and of one that turns with the last bar of a leg. Takes what ForwardStep takes: the pose's numbers,
// of which it asks only on which side of the arms they are, and the actuated joints' positions. The pose that it gives is on home's side.
class ForwardClosed {
 public:
  // Throws InputError, with the reason, where the robot has none.
  explicit ForwardClosed(const Robot& robot, StatusDepth depth = StatusDepth::rank);
  static bool exists(const Robot& robot);

  Program record(bool with_side = true) const;  // without it the start is not asked for, and `side` is not told

  // Where its numbers are. Behind the pose's come these, then the status of the pose.
  enum Told : std::size_t {
    reach,  // above zero where the legs meet
    bend,   // above zero where every leg is bent as at home, which inverse geometry supposes
    side,   // above zero where the start is on home's side
    told
  };
  const PosePorts& pose() const { return pose_; }
  const StatusPorts& status() const { return status_; }

 private:
  const Robot& robot_;
  MeetingPoint meeting_;
  PosePorts pose_;
  StatusPorts status_;

  JointPosition<Recorded> turn_from_home(const std::vector<MeetingPoint::Sphere>& spheres, const Vec3<Recorded>& point) const;
  void find_pose(const std::vector<MeetingPoint::Sphere>& spheres, const Vec3<Recorded>& point, Pose<Recorded>& pose) const;
};

}  // namespace gough
