#include "gough/program/library_outputs.hpp"

#include <cassert>

#include "gough/dynamics/energy.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/reactions.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/kinematics/inverse_geometry.hpp"

namespace gough {
namespace {

using Numbers = std::vector<double>;

void append(const VecX<double>& v, Numbers& out) { out.insert(out.end(), v.begin(), v.end()); }

void append_rows(const MatX<double>& m, Numbers& out) {
  for (Eigen::Index r = 0; r < m.rows(); ++r) append(m.row(r).transpose(), out);
}

Numbers geometry(const Robot& robot, const KinematicsData<double>& k) {
  Numbers out;
  for (const Actuator& a : robot.actuators) {
    const JointPosition<double>& q = driven_position(k, a);
    if (a.revolute) out.insert(out.end(), {q.c, q.s});
    else out.push_back(q.d);
  }
  return out;
}

MatX<double> regressor(const Robot& robot, const Load& load, const KinematicsData<double>& k, DynamicsData<double>& d) {
  const auto parameters = static_cast<Eigen::Index>(virtual_work::parameters(robot, load).size());
  MatX<double> W = MatX<double>::Zero(robot.mobility.n, parameters);
  MatX<double> Y = MatX<double>::Zero(static_cast<Eigen::Index>(robot.actuators.size()), parameters);
  virtual_work::effort_regressor(robot, k, d, W, Y);
  return Y;
}

}  // namespace

Numbers library_outputs(const Robot& robot, const ModelChoice& choice, const Load& load, const KinematicsData<double>& kinematics,
                        const VecX<double>& effort) {
  assert(fits(robot, kinematics));
  if (choice.model == Model::igm) return geometry(robot, kinematics);
  KinematicsData<double> k = kinematics;  // direct dynamics and the mass matrix fill its accelerations
  DynamicsData<double> d(robot);
  Numbers out;
  switch (choice.model) {
    case Model::jacobian: append_rows(k.Jinv, out); break;
    case Model::mobility: append_rows(k.Psi, out); break;
    case Model::rates:
      append(k.dqa, out);
      append(k.ddqa, out);
      break;
    case Model::idm:
      inverse_dynamics(robot, choice.formulation, load, k, d);
      append(d.effort, out);
      break;
    case Model::ddm:
      direct_dynamics(robot, choice.formulation, load, effort, k, d);
      append(d.acceleration, out);
      break;
    case Model::mass:
      platform_legs::mass_and_bias(robot, load, k, d);
      append_rows(d.mass, out);
      append(d.bias, out);
      break;
    case Model::bias:
      platform_legs::bias(robot, load, k, d);
      append(d.bias, out);
      break;
    case Model::energy: {
      const Energy e = energy(robot, load, k);
      out = {e.kinetic, e.potential, e.kinetic_rate, e.potential_rate, e.dissipation, e.external};
      break;
    }
    case Model::reactions:
      platform_legs::inverse_dynamics(robot, load, k, d);
      for (const Reaction& r : reactions(robot, load, k, d.effort)) {
        append(r.force, out);
        append(r.moment, out);
      }
      break;
    case Model::regressor: append_rows(regressor(robot, load, k, d), out); break;
    case Model::igm:
    case Model::fgm: break;
  }
  return out;
}

Status library_status(const Robot& robot, const ModelChoice& choice, const Load& load, const KinematicsData<double>& kinematics,
                      const VecX<double>& effort) {
  assert(fits(robot, kinematics));
  KinematicsData<double> k = kinematics;
  const Outcome reached = inverse_geometry(robot, kinematics.pose, k);
  if (status_depth(choice.model) == StatusDepth::geometry) return reached.status;
  const Outcome pose = position(robot, kinematics.pose, k);
  if (!pose.ok() || status_depth(choice.model) != StatusDepth::limits) return pose.status;
  VecX<double> used = effort;
  if (choice.model == Model::idm) {
    const std::vector<double> efforts = library_outputs(robot, choice, load, kinematics, effort);
    used = Eigen::Map<const VecX<double>>(efforts.data(), static_cast<Eigen::Index>(efforts.size()));
  }
  return actuator_limits(robot, kinematics, used).status;
}

}  // namespace gough
