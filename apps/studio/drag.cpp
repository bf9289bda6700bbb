#include "apps/studio/drag.hpp"

#include "gough/kinematics/given_pose.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough::studio {

Outcome drag(const Robot& robot, const Vec3<double>& grab, const Vec3<double>& target, bool turning, const Project& project,
             Pose<double>& pose) {
  MatX<double> Psi;
  Outcome outcome = project(pose, Psi);
  const int n = robot.mobility.n;
  VecX<double> ease(n);  // what costs little moves much
  for (int k = 0; k < n; ++k) {
    const bool angular = robot.mobility.free[k].angular;
    ease(k) = (angular == turning ? 1.0 : 1e-2) / (angular ? robot.length : 1.0);
  }
  for (int iteration = 0; iteration < 8 && outcome.has_position(); ++iteration) {
    const Vec3<double> arm = pose.R * grab, gap = target - pose.p - arm;
    if (gap.norm() < 1e-7 * robot.length) break;
    // the point's velocity [1, −[r]×] Ψ V_r
    const MatX<double> point = (Psi.topRows(3) - hat(arm) * Psi.middleRows(3, 3)) * ease.asDiagonal();
    const VecX<double> step = ease.cwiseProduct(shortest_solution(point, gap, 1e-9).x);
    // half steps where the whole one leaves the workspace
    double share = 1.0;
    Outcome tried;
    Pose<double> next;
    MatX<double> there;
    for (; share > 0.05; share *= 0.5) {
      next = moved(robot, pose, Psi * (share * step));
      tried = project(next, there);
      if (tried.has_position() && (next.p + next.R * grab - target).norm() < gap.norm()) break;
    }
    if (share <= 0.05) break;
    pose = next;
    Psi = there;
    outcome = tried;
  }
  return outcome;
}

}  // namespace gough::studio
