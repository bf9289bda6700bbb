#include "gough/dynamics/virtual_work.hpp"

#include <fmt/format.h>

#include <cassert>

#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/body_matrices.hpp"
#include "gough/dynamics/joint_effort.hpp"
#include "gough/dynamics/reference_regressor.hpp"
#include "gough/dynamics/spring_force.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/tree_motion.hpp"

namespace gough::virtual_work {
namespace {

template <class T>
using Omega = Eigen::Matrix<T, 6, 10>;
template <class T>
using Vec10 = Eigen::Matrix<T, 10, 1>;

// [CB, Eq. 31]: I ω = ω̃ [I_xx I_xy I_xz I_yy I_yz I_zz]ᵀ.
template <class T>
Eigen::Matrix<T, 3, 6> tilde(const Vec3<T>& w) {
  Eigen::Matrix<T, 3, 6> out;
  out << w.x(), w.y(), w.z(), T(0), T(0), T(0),  //
      T(0), w.x(), T(0), w.y(), w.z(), T(0),     //
      T(0), T(0), w.x(), T(0), w.y(), w.z();
  return out;
}

// [CB, Eq. 34] in the body's own axes: wrench at the frame's origin, per parameter.
template <class T>
Omega<T> body_matrix(const Placement<T>& frame, const Motion<T>& V, const Motion<T>& A, const Vec3<T>& gravity) {
  const Mat3<T> Rt = frame.R.transpose();
  const Vec3<T> a = Rt * (A.linear - gravity), w = Rt * V.angular, dw = Rt * A.angular;
  const Mat3<T> w_hat = hat<T>(w);
  Omega<T> out = Omega<T>::Zero();
  out.template block<3, 1>(0, 0) = a;
  out.template block<3, 3>(0, 1) = w_hat * w_hat + hat<T>(dw);
  out.template block<3, 3>(3, 1) = -hat<T>(a);
  out.template block<3, 6>(3, 4) = w_hat * tilde<T>(w) + tilde<T>(dw);
  return out;
}

// The same for a reference motion (V, A) of a body that turns with ω itself, Slotine and Li's form:
//   f = m a + ω̇_r × mc + ω_r × (ω × mc),  n = mc × a + I ω̇_r + ω × I ω_r − ½ tr(I) ω × ω_r.
// Sums of sᵀ[f; n] for s in place of the reference are ½ Ṁ's: the last term, which makes the rest linear in the inertia about the origin,
// does no work on s and vanishes for ω_r = ω.
template <class T>
Omega<T> reference_body_matrix(const Placement<T>& frame, const Vec3<T>& omega, const Motion<T>& V, const Motion<T>& A,
                               const Vec3<T>& gravity) {
  const Mat3<T> Rt = frame.R.transpose();
  const Vec3<T> a = Rt * (A.linear - gravity), w = Rt * omega, wr = Rt * V.angular, dwr = Rt * A.angular;
  const Vec3<T> half = T(0.5) * w.cross(wr);
  Omega<T> out = Omega<T>::Zero();
  out.template block<3, 1>(0, 0) = a;
  out.template block<3, 3>(0, 1) = hat<T>(wr) * hat<T>(w) + hat<T>(dwr);
  out.template block<3, 3>(3, 1) = -hat<T>(a);
  out.template block<3, 6>(3, 4) = hat<T>(w) * tilde<T>(wr) + tilde<T>(dwr);
  for (int diagonal : {4, 7, 9}) out.template block<3, 1>(3, diagonal) -= half;
  return out;
}

Vec10<double> body_parameters(const RigidBody& body) {
  const Mat3<double> I = body.inertia + point_inertia(body.mass, body.com);
  Vec10<double> p;
  p << body.mass, body.mass * body.com, I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2);
  return p;
}

// Rates of the legs' joints per unit of V_r's components.
template <class T>
void fill_joint_maps(const Robot& robot, const KinematicsData<T>& k, VirtualWorkWorkspace<T>& work) {
  for (std::size_t i = 0; i < robot.legs.size(); ++i) free_joint_map(robot, static_cast<int>(i), k, work.G[i], work.K[i]);
}

// Calls f(J, frame, velocity, acceleration, body) for every body of the robot, J being the 6 × n Jacobian from V_r to the
// body's twist at its origin, world axes. Legs first, then the platform, then what hangs on it.
template <class T, class F>
void for_each_body(const Robot& robot, const KinematicsData<T>& k, DynamicsData<T>& data, const F& f) {
  MatX<T>& J = data.virtual_work->body_jacobian;
  const auto add_column = [&](const Motion<T>& S, const auto& rate) {  // of a rate of legs or nacelle that V_r's components give
    for (Eigen::Index c = 0; c < J.cols(); ++c) {
      const T per = rate(c);
      J.template block<3, 1>(0, c) += S.linear * per;
      J.template block<3, 1>(3, c) += S.angular * per;
    }
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const LegData<T>& d = k.legs[i];
    for (int b = 0; b < robot.legs[i].bodies(); ++b) {
      J.setZero();
      for_each_column<T>(robot.legs[i], d.body, b, d.body[b].p, [&](int column, const Motion<T>& S) {
        add_column(S, [&](Eigen::Index c) { return data.virtual_work->K[i](column, c); });
      });
      f(J, d.body[b], d.velocity[b], d.acceleration[b], static_cast<int>(i), b);
    }
  }
  const NacelleData<T>& nacelle = k.nacelle;
  for (int b = 0; b < robot.nacelle.bodies(); ++b) {
    const Vec3<T> arm = nacelle.body[b].p - nacelle.body[0].p;
    for (Eigen::Index c = 0; c < J.cols(); ++c) {
      const Motion<T> platform{k.Psi.col(c).template head<3>(), k.Psi.col(c).template segment<3>(3)};
      J.template block<3, 1>(0, c) = velocity_at(platform, arm);
      J.template block<3, 1>(3, c) = platform.angular;
    }
    robot.nacelle.inward(b, [&](int j) {
      const auto rate = [&](Eigen::Index c) { return k.Psi(robot.nacelle.column(j), c); };
      add_column(subspace<T>(robot.nacelle.joint(j), nacelle.body[j], nacelle.body[b].p), rate);
    });
    f(J, nacelle.body[b], nacelle.velocity[b], nacelle.acceleration[b], -1, b);
  }
}

// Virtual work of a wrench given in world axes at the body's origin: force += Jᵀ W.
template <class T>
void add_work(const MatX<T>& J, const Vec3<T>& f, const Vec3<T>& m, VecX<T>& force) {
  for (Eigen::Index c = 0; c < force.size(); ++c) force(c) += J.col(c).template head<3>().dot(f) + J.col(c).template tail<3>().dot(m);
}

// Calls f(joint, column(c), q̈, q̇, q) for every joint of legs and nacelle.
template <class T, class F>
void for_each_joint(const Robot& robot, const KinematicsData<T>& k, const std::vector<MatX<T>>& K, const F& f) {
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j)
      f(
          robot.legs[i].joints[j], [&, i, j](int c) { return K[i](j, c); }, k.legs[i].ddq(j), k.legs[i].dq(j), k.legs[i].q[j]);
  for (int b = 1; b < robot.nacelle.bodies(); ++b) {
    const int column = robot.nacelle.column(b);
    f(
        robot.nacelle.joint(b), [&, column](int c) { return k.Psi(column, c); }, k.dVN(column), k.VN(column), k.pose.z[b - 1]);
  }
}

// Calls f(friction, ω_rel, column(c)) for every tip and loop: relative angular velocity and what V_r's component c adds to it.
template <class T, class F>
void for_each_closing_joint(const Robot& robot, const KinematicsData<T>& k, const std::vector<MatX<T>>& K, const F& f) {
  const auto nacelle_angular = [&](int body, int c) {
    Vec3<T> w = k.Psi.col(c).template segment<3>(3);
    robot.nacelle.inward(body,
                         [&](int b) { add_turn<T>(robot.nacelle.joint(b), k.nacelle.body[b], k.Psi(robot.nacelle.column(b), c), w); });
    return w;
  };
  const auto leg_angular = [&](std::size_t i, int body, int c) {
    Vec3<T> w = Vec3<T>::Zero();
    robot.legs[i].inward(body, [&](int j) { add_turn<T>(robot.legs[i].joints[j], k.legs[i].body[j], K[i](j, c), w); });
    return w;
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    for (const Tip& tip : robot.legs[i].tips)
      f(tip.friction, Vec3<T>(k.legs[i].velocity[tip.leg.body].angular - k.nacelle.velocity[tip.nacelle.body].angular), [&, i](int c) {
        Vec3<T> w = -nacelle_angular(tip.nacelle.body, c);
        for (int j : tip.path) add_turn<T>(robot.legs[i].joints[j], k.legs[i].body[j], K[i](j, c), w);
        return w;
      });
    for (const LegLoop& loop : robot.legs[i].loops)
      f(loop.friction, relative_rotation<T>(loop, k.legs[i]),
        [&, i](int c) { return Vec3<T>(leg_angular(i, loop.a.body, c) - leg_angular(i, loop.b.body, c)); });
  }
  for (const TreeLoop& loop : robot.nacelle.loops)
    f(loop.friction, relative_rotation<T>(loop, k.nacelle),
      [&](int c) { return Vec3<T>(nacelle_angular(loop.a.body, c) - nacelle_angular(loop.b.body, c)); });
}

// Direction of a rotation, 0 at rest.
template <class T>
Vec3<T> direction(const Vec3<T>& w) {
  return friction_moment<T>({0.0, 1.0}, w);
}

RigidBody body_of(const Robot& robot, const Load& load, int leg, int body) {
  return leg >= 0 ? robot.legs[leg].joints[body].body : nacelle_body(robot, load, body);
}

}  // namespace

template <class T>
void inverse_dynamics(const Robot& robot, const Load& load, const KinematicsData<T>& k, DynamicsData<T>& data) {
  assert(fits(robot, k));
  assert(fits(robot, data));
  const Vec3<T> g = robot.gravity.template cast<T>();
  data.force.setZero();
  fill_joint_maps(robot, k, *data.virtual_work);
  for_each_body(robot, k, data,
                [&](const MatX<T>& J, const Placement<T>& frame, const Motion<T>& V, const Motion<T>& A, int leg, int body) {
                  const Eigen::Matrix<T, 6, 1> W =
                      body_matrix<T>(frame, V, A, g) * body_parameters(body_of(robot, load, leg, body)).template cast<T>();
                  add_work<T>(J, frame.R * W.template head<3>(), frame.R * W.template tail<3>(), data.force);
                  for (const ExternalWrench& e : load.wrenches)
                    if (e.leg == leg && e.body == body) {
                      const Vec3<T> f = e.force.template cast<T>(), arm = frame.R * e.point.template cast<T>();
                      add_work<T>(J, -f, -(e.moment.template cast<T>() + arm.cross(f)), data.force);
                    }
                  for_each_spring_force_on<T>(robot, {leg, body}, k, [&](const Vec3<T>& point, const Vec3<T>& f) {
                    add_work<T>(J, -f, -(point - frame.p).cross(f), data.force);
                  });
                });
  const int n = robot.mobility.n;
  for_each_joint(robot, k, data.virtual_work->K,
                 [&](const Joint& joint, const auto& column, const T& ddq, const T& dq, const JointPosition<T>& q) {
                   const T effort = T(rotor_inertia(robot, joint)) * ddq + resisting_effort<T>(joint, q, dq);
                   for (int c = 0; c < n; ++c) data.force(c) += column(c) * effort;
                 });
  for_each_closing_joint(robot, k, data.virtual_work->K, [&](const Friction& friction, const Vec3<T>& w, const auto& column) {
    if (!has_friction(friction)) return;
    const Vec3<T> moment = friction_moment<T>(friction, w);
    for (int c = 0; c < n; ++c) data.force(c) += column(c).dot(moment);
  });
  least_norm_efforts(robot, k, data);
}

std::vector<Parameter> parameters(const Robot& robot, const Load& load) {
  static const char* const kNames[] = {"m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"};
  static const char* const kUnits[] = {"kg", "kg m", "kg m", "kg m", "kg m2", "kg m2", "kg m2", "kg m2", "kg m2", "kg m2"};
  std::vector<Parameter> out;
  const auto add_body = [&](const std::string& name, const RigidBody& body) {
    const Vec10<double> p = body_parameters(body);
    for (int k = 0; k < 10; ++k) out.push_back({name + "." + kNames[k], kUnits[k], p(k)});
  };
  for (const Leg& leg : robot.legs)
    for (const Joint& joint : leg.joints) add_body(leg.name + "." + joint.name, joint.body);
  for (std::size_t b = 0; b <= robot.nacelle.joints.size(); ++b)
    add_body(robot.nacelle.body_names[b], body_of(robot, load, -1, static_cast<int>(b)));
  const auto add_friction = [&](const std::string& name, const Friction& friction, bool turns) {
    out.push_back({name + ".viscous", turns ? "N m s/rad" : "N s/m", friction.viscous});
    out.push_back({name + ".coulomb", turns ? "N m" : "N", friction.coulomb});
  };
  const auto add_joint = [&](const std::string& name, const Joint& joint) {
    if (joint.actuator >= 0) out.push_back({name + ".rotor", joint.revolute ? "kg m2" : "kg", rotor_inertia(robot, joint)});
    add_friction(name, joint.friction, joint.revolute);
    if (joint.actuator >= 0) out.push_back({name + ".offset", joint.revolute ? "N m" : "N", 0.0});
    if (joint.spring) out.push_back({name + ".stiffness", joint.revolute ? "N m/rad" : "N/m", joint.spring->stiffness});
  };
  for (const Leg& leg : robot.legs)
    for (const Joint& joint : leg.joints) add_joint(leg.name + "." + joint.name, joint);
  for (const Joint& joint : robot.nacelle.joints) add_joint(joint.name, joint);
  for (const Leg& leg : robot.legs) {
    for (const Tip& tip : leg.tips) add_friction(leg.name + "." + tip.name, tip.friction, true);
    for (const LegLoop& loop : leg.loops) add_friction(leg.name + "." + loop.name, loop.friction, true);
  }
  for (const TreeLoop& loop : robot.nacelle.loops) add_friction(loop.name, loop.friction, true);
  for (const Spring& spring : robot.springs) {
    out.push_back({spring.name + ".stiffness", "N/m", spring.stiffness});
    out.push_back({spring.name + ".damping", "N s/m", spring.damping});
    out.push_back({spring.name + ".pull", "N", spring.pull});
  }
  return out;
}

namespace {

// Columns of the springs between points: what a unit of stiffness, damping and pull needs.
template <class T>
void spring_columns(const Robot& robot, const KinematicsData<T>& k, DynamicsData<T>& data, int column, MatX<T>& W) {
  if (robot.springs.empty()) return;
  W.rightCols(W.cols() - column).setZero();
  for_each_body(robot, k, data, [&](const MatX<T>& J, const Placement<T>& frame, const Motion<T>&, const Motion<T>&, int leg, int body) {
    int first = column;
    for (const Spring& spring : robot.springs) {
      const SpringLine<T> line = spring_line(spring, k);
      const SpringParts<T> parts = spring_parts(spring, line);
      const auto add = [&](const SpringEnd& end, const Vec3<T>& point, const T& sign) {
        if (end.on_base || end.body != BodyId{leg, body}) return;
        int at = first;
        for (const Vec3<T>& part : {parts.stiffness, parts.damping, parts.pull}) {
          const Vec3<T> moment = (point - frame.p).cross(part);
          for (Eigen::Index c = 0; c < W.rows(); ++c)
            W(c, at) += sign * (J.col(c).template head<3>().dot(part) + J.col(c).template tail<3>().dot(moment));
          ++at;
        }
      };
      add(spring.a, line.from, T(-1));
      add(spring.b, line.to, T(1));
      first += 3;
    }
  });
}

// W, with `matrix_of` giving each body's wrench per parameter.
template <class T, class F>
void fill_regressor(const Robot& robot, const KinematicsData<T>& k, DynamicsData<T>& data, const F& matrix_of, MatX<T>& W) {
  const int n = robot.mobility.n;
  int column = 0;
  fill_joint_maps(robot, k, *data.virtual_work);
  for_each_body(robot, k, data,
                [&](const MatX<T>& J, const Placement<T>& frame, const Motion<T>& V, const Motion<T>& A, int leg, int body) {
                  const Omega<T> omega = matrix_of(frame, V, A, leg, body);
                  for (int p = 0; p < 10; ++p, ++column)
                    for (int c = 0; c < n; ++c)
                      W(c, column) = J.col(c).template head<3>().dot(frame.R * omega.col(p).template head<3>()) +
                                     J.col(c).template tail<3>().dot(frame.R * omega.col(p).template tail<3>());
                });
  for_each_joint(robot, k, data.virtual_work->K,
                 [&](const Joint& joint, const auto& rate, const T& ddq, const T& dq, const JointPosition<T>& q) {
                   const T stretch = joint.spring ? spring_stretch<T>(joint, q) : T(0);
                   for (int c = 0; c < n; ++c) {
                     int at = column;
                     if (joint.actuator >= 0) W(c, at++) = rate(c) * ddq;
                     W(c, at++) = rate(c) * dq;
                     W(c, at++) = rate(c) * coulomb_sign(dq);
                     if (joint.actuator >= 0) W(c, at++) = rate(c);
                     if (joint.spring) W(c, at++) = rate(c) * stretch;
                   }
                   column += (joint.actuator >= 0 ? 4 : 2) + (joint.spring ? 1 : 0);
                 });
  for_each_closing_joint(robot, k, data.virtual_work->K, [&](const Friction&, const Vec3<T>& w, const auto& rate) {
    const Vec3<T> unit = direction<T>(w);
    for (int c = 0; c < n; ++c) {
      W(c, column) = rate(c).dot(w);
      W(c, column + 1) = rate(c).dot(unit);
    }
    column += 2;
  });
  spring_columns(robot, k, data, column, W);
}

}  // namespace

template <class T>
void regressor(const Robot& robot, const KinematicsData<T>& k, DynamicsData<T>& data, MatX<T>& W) {
  assert(fits(robot, k));
  assert(fits(robot, data));
  const Vec3<T> g = robot.gravity.template cast<T>();
  const auto matrix_of = [&](const Placement<T>& frame, const Motion<T>& V, const Motion<T>& A, int, int) {
    return body_matrix<T>(frame, V, A, g);
  };
  fill_regressor(robot, k, data, matrix_of, W);
}

template <class T>
void reference_regressor(const Robot& robot, const KinematicsData<T>& k, const KinematicsData<T>& reference, DynamicsData<T>& data,
                         MatX<T>& W) {
  assert(fits(robot, k));
  assert(fits(robot, reference));
  assert(fits(robot, data));
  const Vec3<T> g = robot.gravity.template cast<T>();
  const auto matrix_of = [&](const Placement<T>& frame, const Motion<T>& V, const Motion<T>& A, int leg, int body) {
    const Motion<T>& own = leg < 0 ? k.nacelle.velocity[body] : k.legs[leg].velocity[body];
    return reference_body_matrix<T>(frame, own.angular, V, A, g);
  };
  fill_regressor(robot, reference, data, matrix_of, W);
}

template <class T>
void effort_regressor(const Robot& robot, const KinematicsData<T>& k, DynamicsData<T>& data, MatX<T>& W, MatX<T>& Y) {
  assert(fits(robot, k));
  assert(fits(robot, data));
  regressor(robot, k, data, W);
  Y.setZero();
  Y.topRows(W.rows()) = W;
  solve_rt(k.Jinv_qr, Y);
  apply_q(k.Jinv_qr, Y);
}

std::vector<BodyMatrices> body_matrices(const Robot& robot, const Load& load, const KinematicsData<double>& k, DynamicsData<double>& data) {
  assert(fits(robot, k));
  assert(fits(robot, data));
  std::vector<BodyMatrices> out;
  fill_joint_maps(robot, k, *data.virtual_work);
  using M = Motion<double>;
  for_each_body(robot, k, data, [&](const MatX<double>& J, const Placement<double>& frame, const M& V, const M& A, int leg, int body) {
    const Vec10<double> p = body_parameters(body_of(robot, load, leg, body));
    BodyMatrices& b = out.emplace_back(BodyMatrices{{leg, body}, body_matrix<double>(frame, V, A, robot.gravity), p, J});
    b.J.topRows(3) = frame.R.transpose() * J.topRows(3);
    b.J.bottomRows(3) = frame.R.transpose() * J.bottomRows(3);
  });
  return out;
}

template void inverse_dynamics(const Robot&, const Load&, const KinematicsData<double>&, DynamicsData<double>&);
template void inverse_dynamics(const Robot&, const Load&, const KinematicsData<Recorded>&, DynamicsData<Recorded>&);
template void regressor(const Robot&, const KinematicsData<double>&, DynamicsData<double>&, MatX<double>&);
template void regressor(const Robot&, const KinematicsData<Recorded>&, DynamicsData<Recorded>&, MatX<Recorded>&);
template void effort_regressor(const Robot&, const KinematicsData<double>&, DynamicsData<double>&, MatX<double>&, MatX<double>&);
template void effort_regressor(const Robot&, const KinematicsData<Recorded>&, DynamicsData<Recorded>&, MatX<Recorded>&, MatX<Recorded>&);

template void reference_regressor(const Robot&, const KinematicsData<double>&, const KinematicsData<double>&, DynamicsData<double>&,
                                  MatX<double>&);
template void reference_regressor(const Robot&, const KinematicsData<Recorded>&, const KinematicsData<Recorded>&, DynamicsData<Recorded>&,
                                  MatX<Recorded>&);

}  // namespace gough::virtual_work
