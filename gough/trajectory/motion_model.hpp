#pragma once

#include <memory>

#include "gough/dynamics/data.hpp"
#include "gough/trajectory/pose_program.hpp"
#include "gough/trajectory/reference.hpp"

namespace gough {

// What a robot does in a state of motion.
struct MotionValues {
  explicit MotionValues(const Robot& robot);

  VecX<double> qa, dqa, ddqa;
  VecX<double> effort;   // 0 at a Type 2 singularity and of an under-actuated robot
  Vec3<double> v, a, w;  // of the platform: velocity and acceleration of its origin, angular velocity
  MatX<double> Jinv;
};

// Joints, efforts and speeds along a motion of the platform, by one program; by the library at a Type 2 singularity and on the border of
// what the program answers, and all along where `by_programs` is false: for motions that are over before a program is recorded. Made once
// for a robot; calls allocate nothing.
class MotionModel {
 public:
  MotionModel(const Robot& robot, const Load& load, bool by_programs);

  // Status as `position`; `out` is filled where that is answered or type2_singular.
  Outcome operator()(const Reference& at, MotionValues& out);

 private:
  const Robot robot_;
  const Load load_;
  std::unique_ptr<PoseProgram> program_;
  KinematicsData<double> kinematics_;
  DynamicsData<double> dynamics_;

  Outcome by_library(const Reference& at, MotionValues& out);
  void read(const double* found, MotionValues& out) const;
};

// Samples of a motion below which the library is done before programs are recorded.
constexpr int kWorthPrograms = 2000;

}  // namespace gough
