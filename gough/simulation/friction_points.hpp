#pragma once

#include "gough/dynamics/data.hpp"

// Where dry friction acts, and how wrenches and frictional efforts reach V_r.
namespace gough {

// A place with Coulomb friction: one rate of a joint, or the relative rotation of a tip or loop joint, whose friction moment points against
// it. Its rows are `first` … `first + size − 1` of D, with which the rates are D V_r.
struct FrictionPoint {
  enum class Kind { leg_joint, nacelle_joint, tip, loop } kind = Kind::leg_joint;
  int leg = 0, index = 0;  // joint of the leg or the nacelle; tip of the leg; loop
  double coulomb = 0.0;    // N m or N: the largest effort, or length of the moment
  int first = 0, size = 1;
};
std::vector<FrictionPoint> friction_points(const Robot& robot);
int friction_rows(const std::vector<FrictionPoint>& friction_points);

// Every place where a robot may have friction.
template <class R, class F>
void for_each_friction(R& robot, const F& f) {
  for (auto& leg : robot.legs) {
    for (auto& joint : leg.joints) f(joint.friction);
    for (auto& tip : leg.tips) f(tip.friction);
  }
  for (auto& joint : robot.nacelle.joints) f(joint.friction);
  for (auto& loop : robot.nacelle.loops) f(loop.friction);
}

// The same robot with no Coulomb friction (its friction_points are solved for), or with no friction at all.
Robot without_coulomb(Robot robot);
Robot without_friction(Robot robot);

// Jacobian on V_r of a point fixed to a body, linear part first: velocity of the point and of the body's rotation. Reads positions, Ψ and
// data.platform_legs->K. `leg` −1 is the nacelle.
template <class T>
void body_jacobian(const Robot& robot, const KinematicsData<T>& kinematics, const DynamicsData<T>& data, int leg, int body,
                   const Vec3<double>& point, Eigen::Matrix<T, 6, Eigen::Dynamic>& out);

// force ← force − Dᵀ friction, without D: through the joints that carry each contact. Uses leg_effort and nacelle_force of `data`.
template <class T>
void subtract_friction(const Robot& robot, const std::vector<FrictionPoint>& friction_points, const KinematicsData<T>& kinematics,
                       const VecX<T>& friction, DynamicsData<T>& data, VecX<T>& force);

// D of all friction_points. `work` is 6 × n.
template <class T>
void friction_jacobian(const Robot& robot, const std::vector<FrictionPoint>& friction_points, const KinematicsData<T>& kinematics,
                       const DynamicsData<T>& data, Eigen::Matrix<T, 6, Eigen::Dynamic>& work, MatX<T>& D);

}  // namespace gough
