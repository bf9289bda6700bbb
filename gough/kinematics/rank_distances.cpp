#include "gough/kinematics/rank_distances.hpp"

#include <algorithm>
#include <cassert>

#include "gough/kinematics/tip_rows.hpp"
#include "gough/kinematics/tip_sides.hpp"
#include "gough/math/linear_algebra.hpp"

namespace gough {
namespace {

double leg_distance_of(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double> data) {
  tip_jacobian(leg, nacelle, data);
  return rank_distance(in_metres(robot, leg, data.J.a));
}

// Columns of components of V_N, in metres.
MatX<double> columns(const Robot& robot, const MatX<double>& A, const std::vector<int>& components) {
  MatX<double> out(A.rows(), static_cast<Eigen::Index>(components.size()));
  for (std::size_t k = 0; k < components.size(); ++k) {
    const int c = components[k];
    out.col(static_cast<Eigen::Index>(k)) = A.col(c) / (robot.nacelle.angular(c) ? robot.length : 1.0);
  }
  return out;
}

}  // namespace

double rank_distance(const MatX<double>& A) {
  if (A.size() == 0) return 1.0;
  if (!A.allFinite()) return 0.0;
  const VecX<double> s = singular_values(A);
  return s(0) > 0.0 ? s(s.size() - 1) / s(0) : 0.0;
}

MatX<double> in_metres(const Robot& robot, const Leg& leg, MatX<double> J) {
  for_each_row(leg, [&](int row, bool is_length) {
    if (!is_length) J.row(row) *= robot.length;
  });
  for (int j = 0; j < leg.freedoms(); ++j)
    if (leg.joints[j].revolute) J.col(j) /= robot.length;
  for (const Coupling& coupling : leg.couplings) J.col(coupling.joint) /= coupling.weight;
  return J;
}

int RankDistances::weakest_leg() const { return static_cast<int>(std::min_element(leg.begin(), leg.end()) - leg.begin()); }

RankDistances rank_distances(const Robot& robot, const KinematicsData<double>& data) {
  assert(fits(robot, data));
  RankDistances out;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) out.leg.push_back(leg_distance_of(robot, robot.legs[i], data.nacelle, data.legs[i]));
  out.constraint = rank_distance(columns(robot, data.C, robot.mobility.dependent));
  if (data.Jinv.rows() < robot.mobility.n) return out;  // under-actuated: nothing holds it anywhere
  MatX<double> J = data.Jinv;
  for (int k = 0; k < robot.mobility.n; ++k)
    if (robot.mobility.free[k].angular) J.col(k) /= robot.length;
  for (std::size_t a = 0; a < robot.actuators.size(); ++a)
    if (robot.actuators[a].revolute) J.row(static_cast<Eigen::Index>(a)) *= robot.length;
  out.actuation = rank_distance(J);
  return out;
}

}  // namespace gough
