#pragma once

#include "gough/program/pose_ports.hpp"

namespace gough {

// One step of Newton's method on the joints of the legs without a closed form, as a Program: from the pose's numbers, those joints and a
// motion of the nacelle (V_N times a time) to the joints after the step. Every leg takes its own step, q_i − J_i⁺ r_i. The program also
// tells what the motion does to the joints to first order, and on which side of its singularities each leg is.
class LegStep {
 public:
  explicit LegStep(const Robot& robot);

  // Whether some leg has no closed form.
  static bool exists(const Robot& robot);

  Program record() const;

  // Where its numbers are: the joints after the step (joint_numbers), these, then joints × the motion's changes of joints (rad or robot
  // lengths), then the numbers of the sides.
  enum Told : std::size_t {
    step,     // length of the step, squared: rad and robot lengths
    open,     // residual of the tips before it, squared: likewise
    aligned,  // below zero where axes of a tip point against each other
    told
  };
  const PosePorts& pose() const { return pose_; }
  std::size_t pose_numbers() const { return pose_numbers_; }
  std::size_t joint_numbers() const { return joint_numbers_; }
  std::size_t inputs() const { return pose_numbers_ + joint_numbers_ + twist_; }
  std::size_t rates() const { return joint_numbers_ + told; }
  std::size_t sides() const { return rates() + joints_.size(); }
  std::size_t outputs() const { return sides() + side_numbers_; }
  std::size_t side_numbers() const { return side_numbers_; }

  // The joints, in the order of their numbers.
  const std::vector<const Joint*>& joints() const { return joints_; }

  // Whether a leg passed no singularity between two near positions, given the numbers of their sides: the columns of J span the same side.
  bool same_side(const double* before, const double* now) const;

  // Whether some of these legs constrain the platform.
  bool constrains() const { return constrains_; }

 private:
  const Robot& robot_;
  PosePorts pose_;
  std::size_t pose_numbers_ = 0, joint_numbers_ = 0, twist_ = 0, side_numbers_ = 0;
  std::vector<const Joint*> joints_;
  bool constrains_ = false;

  struct Recording;
};

}  // namespace gough
