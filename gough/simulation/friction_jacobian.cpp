#include "gough/simulation/friction_jacobian.hpp"

#include <cassert>

#include "gough/kinematics/tree_motion.hpp"

namespace gough {
namespace {

const TreeLoop& loop_of(const Robot& robot, const FrictionPoint& point) {
  if (point.kind == FrictionPoint::Kind::leg_loop) return robot.legs[point.leg].loops[point.index];
  return robot.nacelle.loops[point.index];
}

}  // namespace

template <class T>
void friction_jacobian(const Robot& robot, const std::vector<FrictionPoint>& friction_points, const KinematicsData<T>& k,
                       const DynamicsData<T>& data, BodyJacobian<T>& work, MatX<T>& D) {
  assert(fits(robot, k));
  assert(fits(robot, data));
  const Vec3<double> origin = Vec3<double>::Zero();
  // relative rotation of two bodies
  const auto relative = [&](const FrictionPoint& contact, const BodyId& a, const BodyId& b) {
    auto rows = D.middleRows(contact.first, 3);
    rows.setZero();
    if (a.body >= 0) {  // a leg side on the base stands still
      body_jacobian(robot, k, data, a.leg, a.body, origin, work);
      rows += work.template bottomRows<3>();
    }
    if (b.body >= 0) {
      body_jacobian(robot, k, data, b.leg, b.body, origin, work);
      rows -= work.template bottomRows<3>();
    }
  };
  for (const FrictionPoint& c : friction_points) switch (c.kind) {
      case FrictionPoint::Kind::leg_joint: D.row(c.first) = data.platform_legs->K[c.leg].row(c.index); break;
      case FrictionPoint::Kind::nacelle_joint: D.row(c.first) = k.Psi.row(robot.nacelle.column(c.index + 1)); break;
      case FrictionPoint::Kind::tip: {
        const Tip& tip = robot.legs[c.leg].tips[c.index];
        relative(c, {c.leg, tip.leg.body}, {-1, tip.nacelle.body});
        break;
      }
      case FrictionPoint::Kind::leg_loop:
      case FrictionPoint::Kind::loop: {
        const TreeLoop& loop = loop_of(robot, c);
        relative(c, {c.leg, loop.a.body}, {c.leg, loop.b.body});
        break;
      }
    }
}

template <class T>
void subtract_friction(const Robot& robot, const std::vector<FrictionPoint>& friction_points, const KinematicsData<T>& k,
                       const VecX<T>& friction, DynamicsData<T>& data, VecX<T>& force) {
  assert(fits(robot, k));
  assert(fits(robot, data));
  for (VecX<T>& effort : data.platform_legs->leg_effort) effort.setZero();
  data.platform_legs->nacelle_force.setZero();
  const auto on_leg = [&](int leg, int body, const Vec3<T>& moment) {
    robot.legs[leg].inward(body, [&](int j) {
      data.platform_legs->leg_effort[leg](j) +=
          effort_of(robot.legs[leg].joints[j], k.legs[leg].body[j], Wrench<T>{Vec3<T>::Zero(), moment});
    });
  };
  const auto on_nacelle = [&](int body, const Vec3<T>& moment) {
    robot.nacelle.inward(body, [&](int b) {
      data.platform_legs->nacelle_force(robot.nacelle.column(b)) +=
          effort_of(robot.nacelle.joint(b), k.nacelle.body[b], Wrench<T>{Vec3<T>::Zero(), moment});
    });
    data.platform_legs->nacelle_force.template segment<3>(3) += moment;
  };
  for (const FrictionPoint& c : friction_points) switch (c.kind) {
      case FrictionPoint::Kind::leg_joint: data.platform_legs->leg_effort[c.leg](c.index) += friction(c.first); break;
      case FrictionPoint::Kind::nacelle_joint:
        data.platform_legs->nacelle_force(robot.nacelle.column(c.index + 1)) += friction(c.first);
        break;
      case FrictionPoint::Kind::tip: {
        const Tip& tip = robot.legs[c.leg].tips[c.index];
        const Vec3<T> moment = friction.template segment<3>(c.first);
        on_leg(c.leg, tip.leg.body, moment);
        on_nacelle(tip.nacelle.body, -moment);
        break;
      }
      case FrictionPoint::Kind::leg_loop:
      case FrictionPoint::Kind::loop: {
        const TreeLoop& loop = loop_of(robot, c);
        const Vec3<T> moment = friction.template segment<3>(c.first);
        for (const auto& [body, sign] : {std::pair{loop.a.body, T(1)}, std::pair{loop.b.body, T(-1)}}) {
          if (c.leg < 0) on_nacelle(body, sign * moment);
          else on_leg(c.leg, body, sign * moment);
        }
        break;
      }
    }
  for (Eigen::Index c = 0; c < force.size(); ++c) {
    for (std::size_t i = 0; i < robot.legs.size(); ++i)
      for (Eigen::Index j = 0; j < data.platform_legs->leg_effort[i].size(); ++j)
        force(c) -= data.platform_legs->K[i](j, c) * data.platform_legs->leg_effort[i](j);
    for (Eigen::Index r = 0; r < k.Psi.rows(); ++r) force(c) -= k.Psi(r, c) * data.platform_legs->nacelle_force(r);
  }
}

template void subtract_friction(const Robot&, const std::vector<FrictionPoint>&, const KinematicsData<double>&, const VecX<double>&,
                                DynamicsData<double>&, VecX<double>&);
template void subtract_friction(const Robot&, const std::vector<FrictionPoint>&, const KinematicsData<Recorded>&, const VecX<Recorded>&,
                                DynamicsData<Recorded>&, VecX<Recorded>&);
template void friction_jacobian(const Robot&, const std::vector<FrictionPoint>&, const KinematicsData<double>&, const DynamicsData<double>&,
                                BodyJacobian<double>&, MatX<double>&);
template void friction_jacobian(const Robot&, const std::vector<FrictionPoint>&, const KinematicsData<Recorded>&,
                                const DynamicsData<Recorded>&, BodyJacobian<Recorded>&, MatX<Recorded>&);

}  // namespace gough
