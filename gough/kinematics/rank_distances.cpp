#include "gough/kinematics/rank_distances.hpp"

#include <algorithm>

#include "gough/kinematics/tip_rows.hpp"

namespace gough {
namespace {

template <class Scale>
double rank_distance(const HouseholderQr<double>& qr, const Scale& scale) {
  double longest = 0.0, least = kInfinity;
  for (int k = 0; k < qr.diagonal.size(); ++k) {
    const double diagonal = scale(k) * std::abs(qr.diagonal(k));
    if (!std::isfinite(diagonal)) return 0.0;
    longest = std::max(longest, scale(k) * std::hypot(qr.diagonal(k), qr.a.col(k).head(k).norm()));
    least = std::min(least, diagonal);
  }
  if (qr.diagonal.size() == 0) return 1.0;
  return longest > 0.0 ? least / longest : 0.0;
}

}  // namespace

int RankDistances::weakest_leg() const { return static_cast<int>(std::min_element(leg.begin(), leg.end()) - leg.begin()); }

RankDistances rank_distances(const Robot& robot, const KinematicsData<double>& data) {
  RankDistances out;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    out.leg.push_back(
        rank_distance(data.legs[i].J, [&](int column) { return leg.joints[column_of(leg, column)].revolute ? 1.0 : robot.length; }));
  }
  const auto angular = [&](int component) { return component < 6 ? component >= 3 : robot.nacelle.joints[component - 6].revolute; };
  const auto per_metre = [&](int component) { return angular(component) ? 1.0 / robot.length : 1.0; };
  out.constraint = rank_distance(data.Cd, [&](int k) { return per_metre(robot.mobility.dependent[k]); });
  if (data.Jinv.rows() >= robot.mobility.n)
    out.actuation = rank_distance(data.Jinv_qr, [&](int k) { return per_metre(robot.mobility.free[k].index); });
  return out;
}

}  // namespace gough
