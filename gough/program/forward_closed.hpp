#pragma once

#include "gough/program/encoder_ports.hpp"
#include "gough/program/pose_ports.hpp"
#include "gough/program/status_ports.hpp"

namespace gough {

// Forward geometry in closed form as a Program (encoders.hpp), where there is one and the platform does not turn. Takes what ForwardStep
// takes: the pose's numbers, of which it asks only on which side of the arms they are, and the actuated joints' positions. The pose that it
// gives is on home's side.
class ForwardClosed {
 public:
  // Throws InputError, with the reason, where the robot has none.
  explicit ForwardClosed(const Robot& robot, StatusDepth depth = StatusDepth::rank);
  static bool exists(const Robot& robot);

  Program record() const;

  // Where its numbers are. Behind the pose's come these, then the status of the pose.
  enum Told : std::size_t {
    side,   // above zero where the start is on home's side
    reach,  // above zero where the bars meet
    told
  };
  const PosePorts& pose() const { return pose_; }
  const StatusPorts& status() const { return status_; }

 private:
  const Robot& robot_;
  EncoderPorts encoders_;
  PosePorts pose_;
  StatusPorts status_;
};

}  // namespace gough
