#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// Velocities J V_ref of all bodies for a reference V_ref at the robot's positions, and their time derivatives J V̇_ref + J̇ V_ref while the
// robot itself moves with V_r. For V_ref = V_r these are the results of `velocity` and `acceleration`.
template <class T>
class ReferenceMotion {
 public:
  explicit ReferenceMotion(const Robot& robot);

  // Reads positions and velocities of `moving`.
  void operator()(const Robot& robot, const KinematicsData<T>& moving, const VecX<T>& V, const VecX<T>& dV);

  KinematicsData<T> data;  // positions of the robot; velocities and accelerations of the reference

 private:
  std::vector<MatX<T>> dJ_, dB_, G_;
  MatX<T> dloops_;

  void leg_bias(std::size_t index);
  void find_gamma(const Robot& robot);
};

}  // namespace gough
