#include "gough/assembly/mobility.hpp"

#include "gough/kinematics/elimination.hpp"
#include "gough/math/linear_algebra.hpp"

namespace gough {
namespace {

constexpr double kRankTolerance =
    1e-8;  // of the largest singular value, or of a row of B, whose length is 1: all rows of C may repeat others

// C with its angular columns made comparable to the linear ones.
MatX<double> scaled(const Robot& robot, const MatX<double>& C) {
  MatX<double> out = C;
  for (int k = 0; k < out.cols(); ++k)
    if (robot.nacelle.angular(k)) out.col(k) /= robot.length;
  return out;
}

std::string component_name(const Robot& robot, int k) {
  static const char* const kNames[] = {"x", "y", "z", "rx", "ry", "rz"};
  return k < 6 ? kNames[k] : robot.nacelle.joints[k - 6].name;
}

}  // namespace

int constraint_rank(const Robot& robot, const KinematicsData<double>& data) {
  if (data.C.rows() == 0) return 0;
  const VecX<double> s = singular_values(scaled(robot, data.C));
  int rank = 0;
  while (rank < s.size() && s(rank) > kRankTolerance * std::max(1.0, s(0))) ++rank;
  return rank;
}

Mobility find_mobility(const Robot& robot, KinematicsData<double>& data) {
  Mobility out = robot.mobility;
  const int nv = robot.nacelle.freedoms();
  const int rank = constraint_rank(robot, data);
  out.n = nv - rank;
  out.redundant_rows = out.constraint_rows - rank;

  // Dependent components: those the constraints fix best, the nacelle's own joints before rotations before
  // translations as long as that costs little, so that users steer x, y, z.
  std::vector<int> order;
  for (int k = 6; k < nv; ++k) order.push_back(k);
  for (int k : {5, 4, 3, 2, 1, 0}) order.push_back(k);
  MatX<double> left = scaled(robot, data.C);
  std::vector<bool> chosen(nv, false);
  for (int step = 0; step < rank; ++step) {
    const double most = left.colwise().norm().maxCoeff();
    int pick = -1;
    for (int k : order)
      if (pick < 0 && !chosen[k] && left.col(k).norm() >= 0.3 * most) pick = k;
    chosen[pick] = true;
    const VecX<double> direction = left.col(pick).normalized();
    left -= direction * (direction.transpose() * left).eval();
  }
  out.free.clear();
  out.dependent.clear();
  for (int k = 0; k < nv; ++k) {
    if (chosen[k]) out.dependent.push_back(k);
    else out.free.push_back({k, component_name(robot, k), robot.nacelle.angular(k), 0.0, 0.0});
  }
  return out;
}

}  // namespace gough
