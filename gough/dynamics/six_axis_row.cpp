#include "gough/dynamics/six_axis_row.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <array>
#include <cassert>

#include "gough/kinematics/tree_motion.hpp"

namespace gough::orthogonal_complement {
namespace {

using Screw = Eigen::Matrix<double, 6, 1>;  // [v; ω] of the platform's origin for a unit rate

// The point through which the axes of three revolutes pass, if they do.
bool common_point(const Leg& leg, const LegData<double>& d, int a, int b, int c, double length, Vec3<double>& point) {
  if (!leg.joints[a].revolute || !leg.joints[b].revolute || !leg.joints[c].revolute) return false;
  // nearest point to the three axes: Σ (1 − e eᵀ)(x − p) = 0
  Mat3<double> A = Mat3<double>::Zero();
  Vec3<double> right = Vec3<double>::Zero();
  for (int j : {a, b, c}) {
    const Vec3<double> e = d.body[j].R.col(2);
    const Mat3<double> across = Mat3<double>::Identity() - e * e.transpose();
    A += across;
    right += across * d.body[j].p;
  }
  point = A.ldlt().solve(right);
  for (int j : {a, b, c})
    if (!((point - d.body[j].p).cross(Vec3<double>(d.body[j].R.col(2))).norm() < 1e-9 * length)) return false;
  return true;
}

// The vector of cofactors: normal to five vectors of six components.
Screw normal_to(const std::array<Screw, 5>& screws) {
  Screw out;
  for (int k = 0; k < 6; ++k) {
    Eigen::Matrix<double, 5, 5> minor;
    for (int c = 0; c < 5; ++c)
      for (int r = 0; r < 5; ++r) minor(r, c) = screws[c](r + (r >= k));
    out(k) = (k % 2 == 0 ? 1.0 : -1.0) * minor.determinant();
  }
  return out;
}

}  // namespace

SixAxisRow six_axis_row(const Robot& robot, int index, const KinematicsData<double>& k) {
  assert(has_leg(robot, index));
  assert(fits(robot, k));
  const Leg& leg = robot.legs[index];
  const LegData<double>& d = k.legs[index];
  // e_j × (r_j − r_0) for a turning joint, e_j for a sliding one: what its rate gives the point of the platform at r_0 from its origin
  const auto velocity_at = [&](int j, const Vec3<double>& point) { return subspace<double>(leg.joints[j], d.body[j], point).linear; };
  int actuated = 0;
  std::array<int, 5> passive{};
  for (int j = 0, at = 0; j < 6; ++j)
    if (leg.joints[j].actuator >= 0) actuated = j;
    else if (at < 5) passive[at++] = j;
  SixAxisRow out;
  const Vec3<double> P = k.nacelle.body[0].p;
  for (int a = 0; a < 5; ++a)
    for (int b = 0; b < a; ++b) {  // the two passive joints beside a ball of the other three
      std::array<int, 3> ball{};
      for (int c = 0, at = 0; c < 5; ++c)
        if (c != a && c != b) ball[at++] = passive[c];
      Vec3<double> center;
      if (!common_point(leg, d, ball[0], ball[1], ball[2], robot.length, center)) continue;
      // A = [R 1] takes the ball's rates away; u is normal to what the other two leave
      const Vec3<double> u = velocity_at(passive[b], center).cross(velocity_at(passive[a], center));
      out.zeta = u.dot(velocity_at(actuated, center));
      out.y << u, (center - P).cross(u);  // u·(ċ + ω × (center − P))
      return out;
    }
  std::array<Screw, 5> screws;
  const auto screw = [&](int j) {
    const Motion<double> S = subspace<double>(leg.joints[j], d.body[j], P);
    Screw s;
    s << S.linear, S.angular;
    return s;
  };
  for (int c = 0; c < 5; ++c) screws[c] = screw(passive[c]);
  out.y = normal_to(screws);
  out.zeta = out.y.dot(screw(actuated));
  return out;
}

}  // namespace gough::orthogonal_complement
