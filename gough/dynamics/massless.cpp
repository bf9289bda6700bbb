#include "gough/dynamics/massless.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cassert>

#include "gough/dynamics/platform_legs.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/linear_algebra.hpp"

namespace gough {

std::string massless_freedom(const Robot& robot, const MatX<double>& mass) {
  const int n = robot.mobility.n;
  if (!mass.allFinite()) return "";
  MatX<double> scaled = mass;  // kg throughout
  for (int k = 0; k < n; ++k)
    if (robot.mobility.free[k].angular) {
      scaled.row(k) /= robot.length;
      scaled.col(k) /= robot.length;
    }
  const SingularSide side = right_singular(scaled);
  if (side.values(n - 1) > 1e-13 * side.values(0)) return "";
  std::vector<std::string> names;
  const VecX<double> motion = side.vectors.col(n - 1);
  for (int k = 0; k < n; ++k)
    if (side.values(0) == 0.0 || std::abs(motion(k)) > 0.3 * motion.cwiseAbs().maxCoeff()) names.push_back(robot.mobility.free[k].name);
  return fmt::format("{}", fmt::join(names, ", "));
}

void require_mass(const Robot& robot, const Load& load, const KinematicsData<double>& k, DynamicsData<double>& data) {
  assert(fits(robot, k));
  assert(fits(robot, data));
  KinematicsData<double> still = k;
  velocity(robot, VecX<double>(VecX<double>::Zero(robot.mobility.n)), still);
  platform_legs::mass_and_bias(robot, load, still, data);
  const std::string freedom = massless_freedom(robot, data.mass);
  if (freedom.empty()) return;
  if (data.mass.isZero(0.0))
    throw InputError({}, fmt::format("{} has no mass: its direct dynamics has no answer; give a body a `mass`", robot.name));
  throw InputError({},
                   fmt::format("{} moves no mass along {}: its direct dynamics has no answer; give a body that moves so a `mass` and an "
                               "`inertia`",
                               robot.name, freedom));
}

}  // namespace gough
