#pragma once

#include "gough/dynamics/virtual_work.hpp"

namespace gough::virtual_work {

// One body of formulation V, in its own axes at the origin of its frame: the wrench Ω_b p_b that it needs, and J_b, from V_r to its twist.
struct BodyMatrices {
  BodyId id;
  Eigen::Matrix<double, 6, 10> Omega;
  Eigen::Matrix<double, 10, 1> p;
  MatX<double> J;
};

// Those of all bodies in the order of `parameters`: legs first, then the platform with its payload, then what hangs on it. Reads what
// `inverse_dynamics` reads.
std::vector<BodyMatrices> body_matrices(const Robot& robot, const Load& load, const KinematicsData<double>& kinematics,
                                        DynamicsData<double>& data);

}  // namespace gough::virtual_work
