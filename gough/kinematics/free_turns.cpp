#include "gough/kinematics/free_turns.hpp"

#include <Eigen/LU>

namespace gough {

FreeTurns::FreeTurns(const Mobility& mobility) {
  for (int k = 0; k < mobility.n; ++k)
    if (const int c = mobility.free[k].index; c >= 3 && c < 6) {
      component_[count_] = k;
      axis_[count_++] = c - 3;
    }
}

Vec3<double> FreeTurns::rates(const Mat3<double>& inverse, const Vec3<double>& w, const Mat3<double>& by_rate,
                              const Vec3<double>& wanted) const {
  const Vec3<double> so_far = inverse * w;
  Mat3<double> A = Mat3<double>::Identity();
  Vec3<double> right = Vec3<double>::Zero();
  for (int r = 0; r < count_; ++r) {
    right(r) = wanted(r) - so_far(axis_[r]);
    for (int c = 0; c < count_; ++c) A(r, c) = inverse.row(axis_[r]).dot(by_rate.col(c));
  }
  return A.inverse() * right;
}

}  // namespace gough
