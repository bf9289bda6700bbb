#include "gough/model/principal_inertia.hpp"

#include <cmath>

#include "gough/math/linear_algebra.hpp"
#include "gough/model/robot.hpp"

namespace gough {

PrincipalInertia principal_inertia(const Mat3<double>& inertia) {
  PrincipalInertia out;
  Vec3<double> value = inertia.diagonal();
  Mat3<double> axes = Mat3<double>::Identity();
  if (!inertia.isDiagonal(1e-12)) {
    const PrincipalAxes principal = principal_axes(inertia);
    value = principal.values;
    axes = principal.axes;
  }
  // the value that two axes share, if any, is the round one
  int round = 0;
  const double same = 1e-9 * value.cwiseAbs().maxCoeff();
  for (int k = 0; k < 3; ++k)
    if (std::abs(value(k) - value((k + 1) % 3)) <= same) round = k;
  out.round = value(round);
  for (int k = 1, at = 0; k < 3; ++k) {
    const int axis = (round + k) % 3;
    if (std::abs(value(axis) - out.round) <= same) continue;
    out.spread[at] = value(axis) - out.round;
    out.axis[at++] = axes.col(axis);
  }
  return out;
}

std::vector<PrincipalInertia> carried_inertias(const Leg& leg) {
  std::vector<Mat3<double>> sum;
  for (const Joint& joint : leg.joints) sum.push_back(joint.body.inertia);
  for (int j = leg.freedoms() - 1; j >= 0; --j) {
    const Joint& joint = leg.joints[j];
    if (joint.turns()) continue;
    const Mat3<double> seen = joint.placement.R * sum[j] * joint.placement.R.transpose();
    if (joint.parent >= 0) sum[joint.parent] += seen;
    sum[j].setZero();  // on a slide fixed to the base it never turns
  }
  std::vector<PrincipalInertia> out;
  for (const Mat3<double>& inertia : sum) out.push_back(principal_inertia(inertia));
  return out;
}

}  // namespace gough
