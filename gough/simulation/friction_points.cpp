#include "gough/simulation/friction_points.hpp"

#include "gough/kinematics/tree_motion.hpp"

namespace gough {
namespace {

template <class T>
using Twists = Eigen::Matrix<T, 6, Eigen::Dynamic>;

// Adds what a rate of the robot gives a point, the rate being `row` V_r.
template <class T, class Row>
void add_column(const Motion<T>& S, const Row& row, Twists<T>& out) {
  for (Eigen::Index c = 0; c < out.cols(); ++c)
    for (int k = 0; k < 3; ++k) {
      out(k, c) += S.linear(k) * row(c);
      out(3 + k, c) += S.angular(k) * row(c);
    }
}

}  // namespace

std::vector<FrictionPoint> friction_points(const Robot& robot) {
  std::vector<FrictionPoint> out;
  int row = 0;
  const auto add = [&](FrictionPoint::Kind kind, int leg, std::size_t index, const Friction& friction, int size) {
    if (friction.coulomb == 0.0) return;
    out.push_back({kind, leg, static_cast<int>(index), friction.coulomb, row, size});
    row += size;
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    for (std::size_t j = 0; j < leg.joints.size(); ++j)
      add(FrictionPoint::Kind::leg_joint, static_cast<int>(i), j, leg.joints[j].friction, 1);
    for (std::size_t t = 0; t < leg.tips.size(); ++t) add(FrictionPoint::Kind::tip, static_cast<int>(i), t, leg.tips[t].friction, 3);
  }
  const Nacelle& nacelle = robot.nacelle;
  for (std::size_t j = 0; j < nacelle.joints.size(); ++j) add(FrictionPoint::Kind::nacelle_joint, -1, j, nacelle.joints[j].friction, 1);
  for (std::size_t l = 0; l < nacelle.loops.size(); ++l) add(FrictionPoint::Kind::loop, -1, l, nacelle.loops[l].friction, 3);
  return out;
}

int friction_rows(const std::vector<FrictionPoint>& friction_points) {
  return friction_points.empty() ? 0 : friction_points.back().first + friction_points.back().size;
}

Robot without_coulomb(Robot robot) {
  for_each_friction(robot, [](Friction& f) { f.coulomb = 0.0; });
  return robot;
}

Robot without_friction(Robot robot) {
  for_each_friction(robot, [](Friction& f) { f = {}; });
  return robot;
}

template <class T>
void body_jacobian(const Robot& robot, const KinematicsData<T>& k, const DynamicsData<T>& data, int leg, int body,
                   const Vec3<double>& point, Twists<T>& out) {
  const Placement<T>& frame = leg < 0 ? k.nacelle.body[body] : k.legs[leg].body[body];
  const Vec3<T> at = frame.point(point.template cast<T>());
  out.setZero();
  if (leg >= 0) {
    robot.legs[leg].inward(body, [&](int j) {
      add_column(subspace(robot.legs[leg].joints[j], k.legs[leg].body[j], at), data.platform_legs->K[leg].row(j), out);
    });
    return;
  }
  const Nacelle& nacelle = robot.nacelle;
  nacelle.inward(body, [&](int b) { add_column(subspace(nacelle.joint(b), k.nacelle.body[b], at), k.Psi.row(nacelle.column(b)), out); });
  const Vec3<T> arm = at - k.pose.p;
  for (Eigen::Index c = 0; c < out.cols(); ++c) {
    const Vec3<T> v = k.Psi.col(c).template head<3>(), w = k.Psi.col(c).template segment<3>(3);
    out.col(c).template head<3>() += v + w.cross(arm);
    out.col(c).template tail<3>() += w;
  }
}

template <class T>
void friction_jacobian(const Robot& robot, const std::vector<FrictionPoint>& friction_points, const KinematicsData<T>& k,
                       const DynamicsData<T>& data, Twists<T>& work, MatX<T>& D) {
  const Vec3<double> origin = Vec3<double>::Zero();
  // relative rotation of two bodies
  const auto relative = [&](const FrictionPoint& contact, int leg, int a, int b) {
    work.setZero();
    if (a >= 0) body_jacobian(robot, k, data, leg, a, origin, work);  // a leg side on the base stands still
    D.middleRows(contact.first, 3) = work.template bottomRows<3>();
    body_jacobian(robot, k, data, -1, b, origin, work);
    D.middleRows(contact.first, 3) -= work.template bottomRows<3>();
  };
  for (const FrictionPoint& c : friction_points) switch (c.kind) {
      case FrictionPoint::Kind::leg_joint: D.row(c.first) = data.platform_legs->K[c.leg].row(c.index); break;
      case FrictionPoint::Kind::nacelle_joint: D.row(c.first) = k.Psi.row(robot.nacelle.column(c.index + 1)); break;
      case FrictionPoint::Kind::tip: {
        const Tip& tip = robot.legs[c.leg].tips[c.index];
        relative(c, c.leg, tip.leg.body, tip.nacelle.body);
        break;
      }
      case FrictionPoint::Kind::loop: relative(c, -1, robot.nacelle.loops[c.index].a.body, robot.nacelle.loops[c.index].b.body); break;
    }
}

template <class T>
void subtract_friction(const Robot& robot, const std::vector<FrictionPoint>& friction_points, const KinematicsData<T>& k,
                       const VecX<T>& friction, DynamicsData<T>& data, VecX<T>& force) {
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
      case FrictionPoint::Kind::loop: {
        const Vec3<T> moment = friction.template segment<3>(c.first);
        on_nacelle(robot.nacelle.loops[c.index].a.body, moment);
        on_nacelle(robot.nacelle.loops[c.index].b.body, -moment);
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
template void body_jacobian(const Robot&, const KinematicsData<double>&, const DynamicsData<double>&, int, int, const Vec3<double>&,
                            Twists<double>&);
template void body_jacobian(const Robot&, const KinematicsData<Recorded>&, const DynamicsData<Recorded>&, int, int, const Vec3<double>&,
                            Twists<Recorded>&);
template void friction_jacobian(const Robot&, const std::vector<FrictionPoint>&, const KinematicsData<double>&, const DynamicsData<double>&,
                                Twists<double>&, MatX<double>&);
template void friction_jacobian(const Robot&, const std::vector<FrictionPoint>&, const KinematicsData<Recorded>&,
                                const DynamicsData<Recorded>&, Twists<Recorded>&, MatX<Recorded>&);

}  // namespace gough
