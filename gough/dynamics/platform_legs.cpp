#include "gough/dynamics/platform_legs.hpp"

#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/joint_effort.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/cholesky.hpp"

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
  out.force = T(body.mass) * (A.linear + dw.cross(c) + w.cross(w.cross(c)) - gravity);
  out.moment = times<T>(I, frame.R, dw) + w.cross(times<T>(I, frame.R, w)) + c.cross(out.force);
  return out;
}

template <class T>
void add(Wrench<T>& out, const Vec3<T>& force, const Vec3<T>& moment, const Vec3<T>& arm) {
  out.force += force;
  out.moment += moment + arm.cross(force);
}

// External wrenches and the friction of tips and loops, subtracted from what the bodies need.
template <class T>
void outside_wrenches(const Robot& robot, const Load& load, const KinematicsData<T>& k, DynamicsData<T>& data) {
  for (const ExternalWrench& e : load.wrenches) {
    const Placement<T>& body = e.leg < 0 ? k.nacelle.body[e.body] : k.legs[e.leg].body[e.body];
    Wrench<T>& out = e.leg < 0 ? data.nacelle_wrench[e.body] : data.leg_wrench[e.leg][e.body];
    add<T>(out, -e.force.template cast<T>(), -e.moment.template cast<T>(), body.R * e.point.template cast<T>());
  }
  const Vec3<T> none = Vec3<T>::Zero();
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (const Tip& tip : robot.legs[i].tips) {
      if (!has_friction(tip.friction)) continue;
      const Vec3<T> relative = k.legs[i].velocity[tip.leg.body].angular - k.nacelle.velocity[tip.nacelle.body].angular;
      const Vec3<T> moment = friction_moment<T>(tip.friction, relative);
      add<T>(data.leg_wrench[i][tip.leg.body], none, moment, none);
      add<T>(data.nacelle_wrench[tip.nacelle.body], none, -moment, none);
    }
  for (const NacelleLoop& loop : robot.nacelle.loops) {
    if (!has_friction(loop.friction)) continue;
    const Vec3<T> relative = k.nacelle.velocity[loop.a.body].angular - k.nacelle.velocity[loop.b.body].angular;
    const Vec3<T> moment = friction_moment<T>(loop.friction, relative);
    add<T>(data.nacelle_wrench[loop.a.body], none, moment, none);
    add<T>(data.nacelle_wrench[loop.b.body], none, -moment, none);
  }
}

// Effort of a joint against a wrench at its body's origin.
template <class T>
T projected(const Joint& joint, const Placement<T>& body, const Wrench<T>& wrench) {
  const Vec3<T> z = body.R.col(2);
  return T(joint.turns()) * z.dot(wrench.moment) + T(joint.slides()) * z.dot(wrench.force);
}

// Inward recursion over a leg: the efforts of all its joints, as if each were actuated.
template <class T>
void project_leg(const Leg& leg, const LegData<T>& k, std::vector<Wrench<T>>& wrench, VecX<T>& effort) {
  for (int j = leg.freedoms() - 1; j >= 0; --j) {
    effort(j) = projected(leg.joints[j], k.body[j], wrench[j]);
    const int parent = leg.joints[j].parent;
    if (parent >= 0) add<T>(wrench[parent], wrench[j].force, wrench[j].moment, k.body[j].p - k.body[parent].p);
  }
}

// The same over the nacelle: w_N on V_N.
template <class T>
void project_nacelle(const Robot& robot, const KinematicsData<T>& k, DynamicsData<T>& data) {
  std::vector<Wrench<T>>& wrench = data.nacelle_wrench;
  const std::vector<Placement<T>>& body = k.nacelle.body;
  for (int b = static_cast<int>(robot.nacelle.joints.size()); b > 0; --b) {
    const Joint& joint = robot.nacelle.joints[b - 1];
    data.nacelle_force(5 + b) = projected(joint, body[b], wrench[b]);
    add<T>(wrench[joint.parent], wrench[b].force, wrench[b].moment, body[b].p - body[joint.parent].p);
  }
  data.nacelle_force.template head<3>() = wrench[0].force;
  data.nacelle_force.template segment<3>(3) = wrench[0].moment;
}

template <class T>
void add_rotor_efforts(const Robot& robot, const KinematicsData<T>& k, DynamicsData<T>& data) {
  for (const Actuator& a : robot.actuators)
    data.leg_effort[a.leg](a.joint) += T(rotor_inertia(robot, robot.legs[a.leg].joints[a.joint])) * k.legs[a.leg].ddq(a.joint);
}

template <class T>
void add_friction_efforts(const Robot& robot, const KinematicsData<T>& k, DynamicsData<T>& data) {
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j)
      data.leg_effort[i](j) += friction_effort<T>(robot.legs[i].joints[j].friction, k.legs[i].dq(j));
  for (std::size_t j = 0; j < robot.nacelle.joints.size(); ++j)
    data.nacelle_force(6 + j) += friction_effort<T>(robot.nacelle.joints[j].friction, k.VN(6 + j));
}

// force ← Ψᵀ (w_N + Σ G_iᵀ τ_i), [BK, Eq. 15]: what leg i needs is a wrench at its tips, J_i⁻ᵀ τ_i, which the nacelle gives. Reads
// nacelle_force and leg_effort.
template <class T>
void gather(const Robot& robot, const KinematicsData<T>& k, DynamicsData<T>& data, VecX<T>& force) {
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    solve_wrench(robot.legs[i], k.legs[i], data.leg_effort[i], data.leg_rows[i]);
    add_tip_wrench(robot, robot.legs[i], k.nacelle, k.legs[i], data.leg_rows[i], data.nacelle_force);
  }
  for (int r = 0; r < force.size(); ++r) {
    T sum = T(0);
    for (int c = 0; c < data.nacelle_force.size(); ++c) sum += k.Psi(c, r) * data.nacelle_force(c);
    force(r) = sum;
  }
}

// What must act on every body for its motion, gravity given.
template <class T>
void inertial_wrenches(const Robot& robot, const Load& load, const KinematicsData<T>& k, const Vec3<T>& g, DynamicsData<T>& data) {
  for (std::size_t b = 0; b < k.nacelle.body.size(); ++b) {
    const RigidBody body = b == 0 ? loaded_platform(robot, load) : robot.nacelle.joints[b - 1].body;
    data.nacelle_wrench[b] =
        newton_euler<T>(body, MatrixInertia{body.inertia}, k.nacelle.body[b], k.nacelle.velocity[b], k.nacelle.acceleration[b], g);
  }
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j)
      data.leg_wrench[i][j] = newton_euler<T>(robot.legs[i].joints[j].body, data.leg_inertia[i][j], k.legs[i].body[j],
                                              k.legs[i].velocity[j], k.legs[i].acceleration[j], g);
}

// The wrenches on the bodies as efforts of the free legs' joints and of the nacelle.
template <class T>
void project_all(const Robot& robot, const KinematicsData<T>& k, DynamicsData<T>& data) {
  for (std::size_t i = 0; i < robot.legs.size(); ++i) project_leg(robot.legs[i], k.legs[i], data.leg_wrench[i], data.leg_effort[i]);
  project_nacelle(robot, k, data);
}

template <class T>
void generalised_force(const Robot& robot, const Load& load, const KinematicsData<T>& k, DynamicsData<T>& data, VecX<T>& force) {
  inertial_wrenches<T>(robot, load, k, robot.gravity.template cast<T>(), data);
  outside_wrenches(robot, load, k, data);
  project_all(robot, k, data);
  add_rotor_efforts(robot, k, data);
  add_friction_efforts(robot, k, data);
  gather(robot, k, data, force);
}

// Centrifugal and Coriolis terms alone, no gravity, friction or wrenches from outside. Needs the accelerations of V̇_r = 0.
template <class T>
void velocity_force(const Robot& robot, const Load& load, const KinematicsData<T>& k, DynamicsData<T>& data) {
  inertial_wrenches<T>(robot, load, k, Vec3<T>::Zero(), data);
  project_all(robot, k, data);
  add_rotor_efforts(robot, k, data);
  gather(robot, k, data, data.velocity_terms);
}

// Gravity alone: bodies at rest, no friction, no wrenches from outside.
template <class T>
void gravity_force(const Robot& robot, const Load& load, const KinematicsData<T>& k, DynamicsData<T>& data) {
  const Vec3<T> g = robot.gravity.template cast<T>(), none = Vec3<T>::Zero();
  const auto weight = [&](const RigidBody& body, const Placement<T>& frame) {
    Wrench<T> out;
    add<T>(out, -T(body.mass) * g, none, frame.R * body.com.template cast<T>());
    return out;
  };
  data.nacelle_wrench[0] = weight(loaded_platform(robot, load), k.nacelle.body[0]);
  for (std::size_t j = 0; j < robot.nacelle.joints.size(); ++j)
    data.nacelle_wrench[j + 1] = weight(robot.nacelle.joints[j].body, k.nacelle.body[j + 1]);
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) data.leg_wrench[i][j] = weight(robot.legs[i].joints[j].body, k.legs[i].body[j]);
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
    inertia += frame.R * body.inertia * frame.R.transpose() + body.mass * (r.squaredNorm() * Mat3<T>::Identity() - r * r.transpose());
  }

  // Wrench at the origin that gives the composite this acceleration from rest.
  Wrench<T> times(const Vec3<T>& a, const Vec3<T>& dw) const { return {mass * a + dw.cross(moment), moment.cross(a) + inertia * dw}; }
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
    for (int j = b; j >= 0; j = leg.joints[j].parent) {
      const Joint& joint = leg.joints[j];
      const Vec3<T> z = frame.R.col(2), w = T(joint.turns()) * z;
      const Vec3<T> v = w.cross(body.com.template cast<T>() - frame.p) + T(joint.slides()) * z;
      columns.col(j).template head<3>() = v;
      columns.col(j).template tail<3>() = w;
      const Vec3<T> momentum = T(body.mass) * v, turning = times<T>(inertia[b], own, w);
      for (int i = b; i >= j; i = leg.joints[i].parent) {  // the joints behind j on the way to b
        const T entry = momentum.dot(columns.col(i).template head<3>()) + turning.dot(columns.col(i).template tail<3>());
        M(j, i) += entry;
        if (i != j) M(i, j) += entry;
      }
      frame = frame * moved(joint.placement.template cast<T>(), k.q[j]).inverse();
    }
    M(b, b) += T(rotor_inertia(robot, leg.joints[b]));
  }
}

bool nacelle_carries(const Nacelle& nacelle, int ancestor, int body) {
  while (body > ancestor) body = nacelle.joints[body - 1].parent;
  return body == ancestor;
}

// M_N on V_N = [v; ω; ż].
template <class T>
void nacelle_mass_matrix(const Robot& robot, const Load& load, const KinematicsData<T>& k, MatX<T>& M) {
  M.setZero();
  const Nacelle& nacelle = robot.nacelle;
  const auto body = [&](int b) { return constants<T>(b == 0 ? loaded_platform(robot, load) : nacelle.joints[b - 1].body); };
  const int bodies = 1 + static_cast<int>(nacelle.joints.size());
  Composite<T> all;
  for (int b = 0; b < bodies; ++b) all.add_body(body(b), k.nacelle.body[b], k.nacelle.body[0].p);
  for (int c = 0; c < 3; ++c) {
    const Wrench<T> v = all.times(Vec3<T>::Unit(c), Vec3<T>::Zero()), w = all.times(Vec3<T>::Zero(), Vec3<T>::Unit(c));
    M.col(c).template head<3>() = v.force;
    M.col(c).template segment<3>(3) = v.moment;
    M.col(3 + c).template head<3>() = w.force;
    M.col(3 + c).template segment<3>(3) = w.moment;
  }
  for (int b = 1; b < bodies; ++b) {
    const Joint& joint = nacelle.joints[b - 1];
    Composite<T> composite;
    for (int c = b; c < bodies; ++c)
      if (nacelle_carries(nacelle, b, c)) composite.add_body(body(c), k.nacelle.body[c], k.nacelle.body[b].p);
    const Vec3<T> z = k.nacelle.body[b].R.col(2);
    const Wrench<T> w = composite.times(T(joint.slides()) * z, T(joint.turns()) * z);
    const auto about = [&](int a) -> Vec3<T> { return w.moment + (k.nacelle.body[b].p - k.nacelle.body[a].p).cross(w.force); };
    for (int a = b; a > 0; a = nacelle.joints[a - 1].parent) {
      const Vec3<T> axis = k.nacelle.body[a].R.col(2);
      M(5 + a, 5 + b) = M(5 + b, 5 + a) =
          T(nacelle.joints[a - 1].turns()) * axis.dot(about(a)) + T(nacelle.joints[a - 1].slides()) * axis.dot(w.force);
    }
    const Vec3<T> moment = about(0);
    for (int c = 0; c < 3; ++c) {
      M(c, 5 + b) = M(5 + b, c) = w.force(c);
      M(3 + c, 5 + b) = M(5 + b, 3 + c) = moment(c);
    }
  }
}

// out += Aᵀ M A, by hand so that nothing is allocated.
template <class T>
void add_congruent(const MatX<T>& A, const MatX<T>& M, MatX<T>& out) {
  for (Eigen::Index c = 0; c < out.cols(); ++c)
    for (Eigen::Index i = 0; i < M.rows(); ++i) {
      T row = T(0);
      for (Eigen::Index j = 0; j < M.cols(); ++j) row += M(i, j) * A(j, c);
      for (Eigen::Index r = 0; r <= c; ++r) out(r, c) += A(i, r) * row;
    }
}

// M_rob = Ψᵀ (M_N + Σ G_iᵀ M_i G_i) Ψ, with Ψ on both sides of the legs' part too ([BK, Eq. 21], docs/theory.md, section 11).
template <class T>
void mass_matrix(const Robot& robot, const Load& load, const KinematicsData<T>& k, DynamicsData<T>& data) {
  nacelle_mass_matrix(robot, load, k, data.nacelle_mass);
  data.mass.setZero();
  add_congruent(k.Psi, data.nacelle_mass, data.mass);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    leg_mass_matrix(robot, robot.legs[i], k.legs[i], data.leg_inertia[i], data.shape.body, data.leg_mass[i]);
    MatX<T>& K = data.K[i];
    for (int j = 0; j < robot.legs[i].freedoms(); ++j)
      for (int r = 0; r < robot.mobility.n; ++r) {
        T sum = T(0);
        for (Eigen::Index c = 0; c < k.Psi.rows(); ++c) sum += k.legs[i].G(j, c) * k.Psi(c, r);
        K(j, r) = sum;
      }
    add_congruent(K, data.leg_mass[i], data.mass);
  }
  for (Eigen::Index c = 0; c < data.mass.cols(); ++c)
    for (Eigen::Index r = 0; r < c; ++r) data.mass(c, r) = data.mass(r, c);
}

}  // namespace

template <class T>
void inverse_dynamics(const Robot& robot, const Load& load, const KinematicsData<T>& k, DynamicsData<T>& data) {
  generalised_force(robot, load, k, data, data.force);
  least_norm_efforts(robot, k, data);
}

template <class T>
void mass_and_bias(const Robot& robot, const Load& load, KinematicsData<T>& k, DynamicsData<T>& data) {
  data.acceleration.setZero();
  acceleration(robot, data.acceleration, k);  // V̇_r = 0: what is left is Ψ̇ V_r
  generalised_force(robot, load, k, data, data.bias);
  velocity_force(robot, load, k, data);
  gravity_force(robot, load, k, data);
  mass_matrix(robot, load, k, data);
}

template <class T>
void direct_dynamics(const Robot& robot, const Load& load, const VecX<T>& effort, KinematicsData<T>& k, DynamicsData<T>& data) {
  data.acceleration.setZero();
  acceleration(robot, data.acceleration, k);
  generalised_force(robot, load, k, data, data.bias);
  mass_matrix(robot, load, k, data);
  force_from_efforts(robot, k, effort, data.force);
  data.acceleration = data.force - data.bias;
  data.factor = data.mass;
  cholesky(data.factor);
  cholesky_solve(data.factor, data.acceleration);
  acceleration(robot, data.acceleration, k);
}

template void inverse_dynamics(const Robot&, const Load&, const KinematicsData<double>&, DynamicsData<double>&);
template void inverse_dynamics(const Robot&, const Load&, const KinematicsData<Recorded>&, DynamicsData<Recorded>&);
template void direct_dynamics(const Robot&, const Load&, const VecX<double>&, KinematicsData<double>&, DynamicsData<double>&);
template void direct_dynamics(const Robot&, const Load&, const VecX<Recorded>&, KinematicsData<Recorded>&, DynamicsData<Recorded>&);
template void mass_and_bias(const Robot&, const Load&, KinematicsData<double>&, DynamicsData<double>&);
template void mass_and_bias(const Robot&, const Load&, KinematicsData<Recorded>&, DynamicsData<Recorded>&);

}  // namespace gough::platform_legs
