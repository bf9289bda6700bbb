#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// A motion that is not the robot's own, at the robot's own positions: velocities J V_ref of everything for a reference V_ref and their time
// derivatives J V̇_ref + J̇ V_ref while the robot moves with its own V_r. For V_ref = V_r these are `velocity` and `acceleration`.
template <class T>
class ReferenceMotion {
 public:
  explicit ReferenceMotion(const Robot& robot);

  // Reads positions and velocities of `moving`.
  void operator()(const Robot& robot, const KinematicsData<T>& moving, const VecX<T>& V, const VecX<T>& dV);

  KinematicsData<T> data;  // positions of the robot; velocities and accelerations of the reference

 private:
  std::vector<MatX<T>> dJ_, dB_;
  MatX<T> dloops_;

  void leg_bias(std::size_t index);
  void find_gamma(const Robot& robot);
};

}  // namespace gough
