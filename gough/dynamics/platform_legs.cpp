#include "gough/dynamics/platform_legs.hpp"

#include <cassert>

#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/joint_effort.hpp"
#include "gough/dynamics/tree_wrenches.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/kinematics/tree_motion.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/cholesky.hpp"
#include "gough/math/products.hpp"

namespace gough::platform_legs {
namespace {

// I v of a body whose payload changes: its principal axes are not looked for.
struct MatrixInertia {
  const Mat3<double>& I;
};
template <class T>
Vec3<T> times(const MatrixInertia& inertia, const Mat3<T>& R, const Vec3<T>& v) {
  const Vec3<T> local = R.transpose() * v;
  return R * (inertia.I.template cast<T>() * local);
}

// Newton-Euler wrench that moves a body so, at its frame's origin: [BK, Eq. 10].
template <class T, class Inertia>
Wrench<T> newton_euler(const RigidBody& body, const Inertia& I, const Placement<T>& frame, const Motion<T>& V, const Motion<T>& A,
                       const Vec3<T>& gravity) {
  const Vec3<T> c = frame.R * body.com.template cast<T>();
  const Vec3<T>&w = V.angular, &dw = A.angular;
  Wrench<T> out;
  out.force = T(body.mass) * (acceleration_at<T>(V, A, c) - gravity);
  out.moment = times<T>(I, frame.R, dw) + w.cross(times<T>(I, frame.R, w)) + c.cross(out.force);
  return out;
}

template <class T>
void add_rotor_efforts(const Robot& robot, const KinematicsData<T>& k, DynamicsData<T>& data) {
  for (const Actuator& a : robot.actuators) {
    T& effort =
        a.leg < 0 ? data.platform_legs->nacelle_force(robot.nacelle.column(a.joint + 1)) : data.platform_legs->leg_effort[a.leg](a.joint);
    effort += T(rotor_inertia(robot, driven_joint(robot, a))) * driven_acceleration(robot, k, a);
  }
}

template <class T>
void add_resisting_efforts(const Robot& robot, const KinematicsData<T>& k, DynamicsData<T>& data) {
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j)
      data.platform_legs->leg_effort[i](j) += resisting_effort<T>(robot.legs[i].joints[j], k.legs[i].q[j], k.legs[i].dq(j));
  for (int b = 1; b < robot.nacelle.bodies(); ++b) {
    const int column = robot.nacelle.column(b);
    data.platform_legs->nacelle_force(column) += resisting_effort<T>(robot.nacelle.joint(b), k.pose.z[b - 1], k.VN(column));
  }
}

// force ← Ψᵀ (w_N + Σ G_iᵀ τ_i), [BK, Eq. 15]: what leg i needs is a wrench at its tips, J_i⁻ᵀ τ_i, which the nacelle gives. Reads
// nacelle_force and leg_effort.
template <class T>
void gather(const Robot& robot, const KinematicsData<T>& k, DynamicsData<T>& data, VecX<T>& force) {
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    solve_wrench(robot.legs[i], k.legs[i], data.platform_legs->leg_effort[i], data.platform_legs->leg_rows[i]);
    add_tip_wrench(robot, robot.legs[i], k.nacelle, k.legs[i], data.platform_legs->leg_rows[i], data.platform_legs->nacelle_force);
  }
  multiply_transposed(k.Psi, data.platform_legs->nacelle_force, force);
}

// What the robot carries: the load, whose numbers are constants, and a payload of the scalar's own numbers or nothing.
template <class T>
struct Carried {
  const Load& load;
  const BodyMoments<T>* payload;
};

// What must act on every body for its motion, gravity given.
template <class T>
void inertial_wrenches(const Robot& robot, const Carried<T>& carried, const KinematicsData<T>& k, const Vec3<T>& g, DynamicsData<T>& data) {
  for (std::size_t b = 0; b < k.nacelle.body.size(); ++b) {
    const RigidBody body = nacelle_body(robot, carried.load, static_cast<int>(b));
    const Placement<T>& frame = k.nacelle.body[b];
    const Motion<T>&V = k.nacelle.velocity[b], &A = k.nacelle.acceleration[b];
    data.platform_legs->nacelle_wrench[b] = b == 0 && carried.payload ? newton_euler<T>(moments(body, carried.payload), frame, V, A, g)
                                                                      : newton_euler<T>(body, MatrixInertia{body.inertia}, frame, V, A, g);
  }
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j)
      data.platform_legs->leg_wrench[i][j] = newton_euler<T>(robot.legs[i].joints[j].body, robot.legs[i].inertia[j], k.legs[i].body[j],
                                                             k.legs[i].velocity[j], k.legs[i].acceleration[j], g);
}

// The wrenches on the bodies as efforts of the free legs' joints and of the nacelle.
template <class T>
void project_all(const Robot& robot, const KinematicsData<T>& k, DynamicsData<T>& data) {
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    project_tree(robot.legs[i], k.legs[i].body, data.platform_legs->leg_wrench[i], data.platform_legs->leg_effort[i]);
  project_nacelle(robot, k, data.platform_legs->nacelle_wrench, data.platform_legs->nacelle_force);
}

template <class T>
void generalised_force(const Robot& robot, const Carried<T>& carried, const KinematicsData<T>& k, DynamicsData<T>& data, VecX<T>& force) {
  inertial_wrenches<T>(robot, carried, k, robot.gravity.template cast<T>(), data);
  outside_wrenches(robot, carried.load, k, data.platform_legs->leg_wrench, data.platform_legs->nacelle_wrench);
  project_all(robot, k, data);
  add_rotor_efforts(robot, k, data);
  add_resisting_efforts(robot, k, data);
  gather(robot, k, data, force);
}

// Centrifugal and Coriolis terms alone, no gravity, friction or wrenches from outside. Needs the accelerations of V̇_r = 0.
template <class T>
void velocity_force(const Robot& robot, const Carried<T>& carried, const KinematicsData<T>& k, DynamicsData<T>& data) {
  inertial_wrenches<T>(robot, carried, k, Vec3<T>::Zero(), data);
  project_all(robot, k, data);
  add_rotor_efforts(robot, k, data);
  gather(robot, k, data, data.velocity_terms);
}

// Gravity alone: bodies at rest, no friction, no wrenches from outside.
template <class T>
void gravity_force(const Robot& robot, const Carried<T>& carried, const KinematicsData<T>& k, DynamicsData<T>& data) {
  const Vec3<T> g = robot.gravity.template cast<T>(), none = Vec3<T>::Zero();
  const auto weight = [&](const RigidBody& body, const Placement<T>& frame) {
    Wrench<T> out;
    add_wrench<T>(out, -T(body.mass) * g, none, frame.R * body.com.template cast<T>());
    return out;
  };
  for (int b = 0; b < robot.nacelle.bodies(); ++b)
    data.platform_legs->nacelle_wrench[b] = weight(nacelle_body(robot, carried.load, b), k.nacelle.body[b]);
  if (carried.payload) {
    const Vec3<T> s = k.nacelle.body[0].R * carried.payload->first;
    add_wrench<T>(data.platform_legs->nacelle_wrench[0], -carried.payload->mass * g, g.cross(s), none);
  }
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j)
      data.platform_legs->leg_wrench[i][j] = weight(robot.legs[i].joints[j].body, k.legs[i].body[j]);
  project_all(robot, k, data);
  gather(robot, k, data, data.gravity);
}

// Composite body of the nacelle or a part of it: mass, first moment and inertia about a point, world axes.
template <class T>
struct Composite {
  T mass = T(0);
  Vec3<T> moment = Vec3<T>::Zero();
  Mat3<T> inertia = Mat3<T>::Zero();

  void add_body(const BodyConstants<T>& body, const Placement<T>& frame, const Vec3<T>& origin) {
    const Vec3<T> r = frame.point(body.com) - origin;
    mass += body.mass;
    moment += body.mass * r;
    inertia += frame.R * body.inertia * frame.R.transpose() + point_inertia<T>(body.mass, r);
  }

  // What is fixed to the body whose origin is the composite's.
  void add_at_origin(const BodyMoments<T>& body, const Mat3<T>& R) {
    mass += body.mass;
    moment += R * body.first;
    inertia += R * body.inertia * R.transpose();
  }

  // Wrench at the origin that gives the composite this acceleration from rest.
  Wrench<T> times(const Motion<T>& A) const {
    return {mass * A.linear + A.angular.cross(moment), moment.cross(A.linear) + inertia * A.angular};
  }
};

// M_i body by body, each in its own axes, where its inertia and most of the joints behind it are constants: M_jk = Σ m v_j·v_k + w_j·I w_k,
// with v_j and w_j what a unit rate of joint j gives the mass centre and the body. `columns` is working memory.
template <class T>
void leg_mass_matrix(const Robot& robot, const Leg& leg, const LegData<T>& k, const std::vector<PrincipalInertia>& inertia,
                     MatX<T>& columns, MatX<T>& M) {
  M.setZero();
  const Mat3<T> own = Mat3<T>::Identity();
  for (int b = 0; b < leg.freedoms(); ++b) {
    const RigidBody& body = leg.joints[b].body;
    Placement<T> frame;  // of the body behind joint j, seen from body b
    leg.inward(b, [&](int j) {
      const Joint& joint = leg.joints[j];
      const Motion<T> S = subspace<T>(joint, frame, body.com.template cast<T>());
      columns.col(j).template head<3>() = S.linear;
      columns.col(j).template tail<3>() = S.angular;
      const Vec3<T> momentum = T(body.mass) * S.linear, turning = times<T>(inertia[b], own, S.angular);
      for (int i = b; i >= j; i = leg.joints[i].parent) {  // the joints behind j on the way to b
        const T entry = momentum.dot(columns.col(i).template head<3>()) + turning.dot(columns.col(i).template tail<3>());
        M(j, i) += entry;
        if (i != j) M(i, j) += entry;
      }
      frame = frame * moved(joint, joint.placement.template cast<T>(), k.q[j]).inverse();
    });
    M(b, b) += T(rotor_inertia(robot, leg.joints[b]));
  }
}

// M_N on V_N = [v; ω; ż].
template <class T>
void nacelle_mass_matrix(const Robot& robot, const Carried<T>& carried, const KinematicsData<T>& k, MatX<T>& M) {
  M.setZero();
  const Nacelle& nacelle = robot.nacelle;
  const std::vector<Placement<T>>& frame = k.nacelle.body;
  const auto composite = [&](int root) {
    Composite<T> out;
    for (int b = root; b < nacelle.bodies(); ++b) {
      if (!nacelle.carries(root, b)) continue;
      const RigidBody body = nacelle_body(robot, carried.load, b);
      if (b == 0 && carried.payload) out.add_at_origin(moments(body, carried.payload), frame[0].R);
      else out.add_body(constants<T>(body), frame[b], frame[root].p);
    }
    return out;
  };
  const Composite<T> all = composite(0);
  for (int c = 0; c < 3; ++c) {
    const Wrench<T> v = all.times({Vec3<T>::Unit(c), Vec3<T>::Zero()}), w = all.times({Vec3<T>::Zero(), Vec3<T>::Unit(c)});
    M.col(c).template head<3>() = v.force;
    M.col(c).template segment<3>(3) = v.moment;
    M.col(3 + c).template head<3>() = w.force;
    M.col(3 + c).template segment<3>(3) = w.moment;
  }
  for (int b = 1; b < nacelle.bodies(); ++b) {
    const int column = nacelle.column(b);
    const Wrench<T> w = composite(b).times(subspace<T>(nacelle.joint(b), frame[b], frame[b].p));
    const auto at = [&](int a) -> Wrench<T> { return {w.force, w.moment + (frame[b].p - frame[a].p).cross(w.force)}; };
    nacelle.inward(
        b, [&](int a) { M(nacelle.column(a), column) = M(column, nacelle.column(a)) = effort_of(nacelle.joint(a), frame[a], at(a)); });
    M(column, column) += T(rotor_inertia(robot, nacelle.joint(b)));
    const Wrench<T> whole = at(0);
    for (int c = 0; c < 3; ++c) {
      M(c, column) = M(column, c) = whole.force(c);
      M(3 + c, column) = M(column, 3 + c) = whole.moment(c);
    }
  }
}

// M_rob = Ψᵀ (M_N + Σ G_iᵀ M_i G_i) Ψ, with Ψ on both sides of the legs' part too ([BK, Eq. 21], docs/theory.md, section 11).
template <class T>
void mass_matrix(const Robot& robot, const Carried<T>& carried, const KinematicsData<T>& k, DynamicsData<T>& data) {
  nacelle_mass_matrix(robot, carried, k, data.platform_legs->nacelle_mass);
  data.mass.setZero();
  add_congruent(k.Psi, data.platform_legs->nacelle_mass, data.mass);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    leg_mass_matrix(robot, robot.legs[i], k.legs[i], robot.legs[i].inertia, data.platform_legs->columns, data.platform_legs->leg_mass[i]);
    MatX<T>& K = data.platform_legs->K[i];
    free_joint_map(robot, static_cast<int>(i), k, data.platform_legs->G[i], K);
    add_congruent(K, data.platform_legs->leg_mass[i], data.mass);
  }
  for (Eigen::Index c = 0; c < data.mass.cols(); ++c)
    for (Eigen::Index r = 0; r < c; ++r) data.mass(c, r) = data.mass(r, c);
}

// c_rob, leaving the accelerations of V̇_r = 0 in `k`.
template <class T>
void find_bias(const Robot& robot, const Carried<T>& carried, KinematicsData<T>& k, DynamicsData<T>& data) {
  data.acceleration.setZero();
  acceleration(robot, data.acceleration, k);  // V̇_r = 0: what is left is Ψ̇ V_r
  generalised_force(robot, carried, k, data, data.bias);
}

}  // namespace

template <class T>
void inverse_dynamics(const Robot& robot, const Load& load, const KinematicsData<T>& k, DynamicsData<T>& data,
                      const BodyMoments<T>* payload) {
  assert(fits(robot, k));
  assert(fits(robot, data));
  generalised_force(robot, Carried<T>{load, payload}, k, data, data.force);
  least_norm_efforts(robot, k, data);
}

template <class T>
void bias(const Robot& robot, const Load& load, KinematicsData<T>& k, DynamicsData<T>& data, const BodyMoments<T>* payload) {
  assert(fits(robot, k));
  assert(fits(robot, data));
  find_bias(robot, Carried<T>{load, payload}, k, data);
}

template <class T>
void mass_and_bias(const Robot& robot, const Load& load, KinematicsData<T>& k, DynamicsData<T>& data, const BodyMoments<T>* payload) {
  assert(fits(robot, k));
  assert(fits(robot, data));
  const Carried<T> carried{load, payload};
  find_bias(robot, carried, k, data);
  velocity_force(robot, carried, k, data);
  gravity_force(robot, carried, k, data);
  mass_matrix(robot, carried, k, data);
}

template <class T>
void direct_dynamics(const Robot& robot, const Load& load, const VecX<T>& effort, KinematicsData<T>& k, DynamicsData<T>& data,
                     const BodyMoments<T>* payload) {
  assert(effort.size() == static_cast<Eigen::Index>(robot.actuators.size()));
  assert(fits(robot, k));
  assert(fits(robot, data));
  const Carried<T> carried{load, payload};
  find_bias(robot, carried, k, data);
  mass_matrix(robot, carried, k, data);
  force_from_efforts(robot, k, effort, data.force);
  data.acceleration = data.force - data.bias;
  data.platform_legs->factor = data.mass;
  cholesky(data.platform_legs->factor);
  cholesky_solve(data.platform_legs->factor, data.acceleration);
  acceleration(robot, data.acceleration, k);
}

template void inverse_dynamics(const Robot&, const Load&, const KinematicsData<double>&, DynamicsData<double>&, const BodyMoments<double>*);
template void inverse_dynamics(const Robot&, const Load&, const KinematicsData<Recorded>&, DynamicsData<Recorded>&,
                               const BodyMoments<Recorded>*);
template void direct_dynamics(const Robot&, const Load&, const VecX<double>&, KinematicsData<double>&, DynamicsData<double>&,
                              const BodyMoments<double>*);
template void direct_dynamics(const Robot&, const Load&, const VecX<Recorded>&, KinematicsData<Recorded>&, DynamicsData<Recorded>&,
                              const BodyMoments<Recorded>*);
template void bias(const Robot&, const Load&, KinematicsData<double>&, DynamicsData<double>&, const BodyMoments<double>*);
template void bias(const Robot&, const Load&, KinematicsData<Recorded>&, DynamicsData<Recorded>&, const BodyMoments<Recorded>*);
template void mass_and_bias(const Robot&, const Load&, KinematicsData<double>&, DynamicsData<double>&, const BodyMoments<double>*);
template void mass_and_bias(const Robot&, const Load&, KinematicsData<Recorded>&, DynamicsData<Recorded>&, const BodyMoments<Recorded>*);

}  // namespace gough::platform_legs
