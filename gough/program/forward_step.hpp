#pragma once

#include "gough/program/pose_ports.hpp"
#include "gough/program/status_ports.hpp"

namespace gough {

// How far (cos, sin) of a revolute joint are turned against its angle as the user reads it.
double reading_offset(const Joint& joint);

// Positions that the actuated joints shall have, as numbers of a program: cosine and sine, or length.
class GoalPorts {
 public:
  explicit GoalPorts(const Robot& robot);

  std::vector<Port> ports() const;
  std::vector<JointPosition<Recorded>> record(Recorder& recorder) const;

  // The same numbers from angles and lengths as the user reads them. Returns the end of what was written.
  double* fill(const double* readings, double* out) const;

 private:
  const Robot& robot_;
  std::vector<double> offsets_;
};

// Forward geometry by Newton's method, one step of it as a Program: from the pose's numbers and the positions that the actuated joints
// shall have (cosine and sine, or length) to the pose's numbers after the step. Joints and pose are solved for at once, so that loops which
// are still open close as quickly as the actuators come to their goal. It exists where every leg has a closed-form inverse geometry and
// there are as many actuators as freedoms or more.
class ForwardStep {
 public:
  // Throws InputError, with the reason, where the robot has no such step.
  explicit ForwardStep(const Robot& robot, StatusDepth depth = StatusDepth::rank);
  static std::string why_not(const Robot& robot);  // empty where there is one

  Program record() const;

  // Where its numbers are. Behind the pose's come these, then the status of the pose before the step.
  enum Told : std::size_t {
    step,   // length of the step, squared: robot lengths and radians
    open,   // what a motion can mend of the actuators' errors, and the widest gap of the loops, squared
    apart,  // the actuators' errors, squared
    told
  };
  const PosePorts& pose() const { return pose_; }
  const GoalPorts& goal() const { return goal_; }
  const StatusPorts& status() const { return status_; }
  std::size_t pose_size() const { return pose_size_; }
  std::size_t inputs() const { return inputs_; }
  std::size_t outputs() const { return pose_size_ + told + status_.size(); }

 private:
  const Robot& robot_;
  PosePorts pose_;
  GoalPorts goal_;
  StatusPorts status_;
  std::size_t pose_size_ = 0, inputs_ = 0;
  bool loose_ = false;     // components of the pose follow from others: loops may be open
  bool weighted_ = false;  // more actuators than freedoms, angles and lengths among them: rows of J_inv over the robot's length

  double weight(std::size_t actuator) const;
  VecX<Recorded> errors(const std::vector<JointPosition<Recorded>>& goal, const KinematicsData<Recorded>& data) const;
  void close_loops(KinematicsData<Recorded>& data, VecX<Recorded>& step, VecX<Recorded>& error) const;
  Recorded move_actuators(const KinematicsData<Recorded>& data, VecX<Recorded> error, VecX<Recorded>& step) const;
  Recorded length_square(const VecX<Recorded>& step) const;
};

}  // namespace gough
