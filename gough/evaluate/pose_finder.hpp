#pragma once

#include "gough/evaluate/manifold_program.hpp"
#include "gough/evaluate/pose_rows.hpp"

namespace gough {

// Poses as users give them, one after another: what `solve_pose` makes of them, by sums of their free coordinates where Ψ is constant, by a
// program elsewhere, and by the library where neither tells. The robot must outlive it.
class PoseFinder {
 public:
  explicit PoseFinder(const Robot& robot);

  // ok where the library was not asked: a model that is evaluated at the pose tells its status. Else that of `solve_pose`.
  Outcome operator()(const GivenPose& given, Pose<double>& pose);

  // By the library alone: fills `data` as `position` does.
  Outcome by_library(const GivenPose& given, Pose<double>& pose) {
    const Outcome outcome = solve_pose(robot_, given, data_);
    pose = data_.pose;
    return outcome;
  }
  KinematicsData<double>& data() { return data_; }

 private:
  const Robot& robot_;
  PosePorts ports_;
  PoseRows sums_;
  VecX<double> coordinates_;
  std::vector<double> numbers_;
  std::optional<ManifoldProgram> manifold_;  // made when it is first needed
  std::optional<ManifoldProgram::Memory> memory_;
  KinematicsData<double> data_;

  bool by_sums(const GivenPose& given, Pose<double>& pose);
  bool by_program(const GivenPose& given, Pose<double>& pose);
};

}  // namespace gough
