#pragma once

#include "gough/kinematics/data.hpp"

// Closed form of [A] for a leg of six joints, one of them actuated.
namespace gough::orthogonal_complement {

// ζ q̇ = yᵀ V_P with V_P = [v; ω] at the platform's origin. y is a wrench on which the five passive joints do no work; if the axes of three
// of them meet in a point, it is a force through that point.
struct SixAxisRow {
  double zeta = 0.0;
  Eigen::Matrix<double, 6, 1> y = Eigen::Matrix<double, 6, 1>::Zero();
};
SixAxisRow six_axis_row(const Robot& robot, int leg, const KinematicsData<double>& kinematics);

}  // namespace gough::orthogonal_complement
