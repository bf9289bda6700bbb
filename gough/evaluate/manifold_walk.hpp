#pragma once

#include "gough/kinematics/data.hpp"
#include "gough/kinematics/free_turns.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "gough/program/pose_ports.hpp"

namespace gough {

// The ways of poses onto the platform's manifold by Newton's method, the free coordinates kept: what the answers of a program mean that
// tells, for a pose's numbers, d with C_d d = residual and behind it the rows of Ψ of the dependent components.
class ManifoldWalk {
 public:
  ManifoldWalk(const Robot& robot, const PosePorts& ports);

  // One pose on its way.
  struct Traveller {
    Pose<double> at;
    Vec3<double> turn = Vec3<double>::Zero();  // rotation vector from home, where only some of its components are free
    double farthest = 0.0;                     // that the next step may be, robot lengths or rad
    double last = kInfinity;                   // length of the last step
    int steps = 0;
  };
  enum class State { going, arrived, lost };
  enum class Stop { after_rounding, foretold };  // when a step is rounding, or when what it leaves is

  // From `pose`, what the mobility keeps moved to where it is held. Where Ψ is constant the pose is there already.
  void begin(const Pose<double>& pose, double farthest, Traveller& traveller) const;

  // Takes the step that out[k * stride] tells, which is shorter than half of the one before.
  State advance(const double* out, std::size_t stride, Stop stop, Traveller& traveller) const;

 private:
  // What becomes of the rotation: it follows from the free coordinates, or from the loops, or partly.
  enum class Rotation { kept, found, mixed };

  const Robot& robot_;
  const PosePorts& ports_;
  Rotation rotation_ = Rotation::kept;
  FreeTurns turns_;
  double scale_[6 + kMaxNacelleJoints];  // of a component: 1, or 1 over the robot's length

  void add_free_turns(const double* out, std::size_t stride, const Mat3<double>& inverse, NacelleStep& step) const;
  void move(const NacelleStep& step, const Mat3<double>& inverse, Traveller& traveller) const;
};

}  // namespace gough
