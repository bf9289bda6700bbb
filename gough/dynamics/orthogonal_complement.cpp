#include "gough/dynamics/orthogonal_complement.hpp"

#include <cassert>

#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/joint_effort.hpp"
#include "gough/dynamics/spring_force.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/tip_row_rates.hpp"
#include "gough/kinematics/tree_motion.hpp"
#include "gough/math/cholesky.hpp"
#include "gough/math/products.hpp"

namespace gough::orthogonal_complement {
namespace {

// x ← x J_inv⁻¹, row by row: rᵀ = J_inv⁻ᵀ xᵀ.
template <class T>
void times_inverse(const HouseholderQr<T>& qr, MatX<T>& x, VecX<T>& work) {
  for (Eigen::Index r = 0; r < x.rows(); ++r) {
    work = x.row(r).transpose();
    solve_rt(qr, work);
    apply_q(qr, work);
    x.row(r) = work.transpose();
  }
}

bool in_actuated_rates(const Robot& robot) { return static_cast<int>(robot.actuators.size()) == robot.mobility.n; }

template <class T>
void loop_rates(const Robot& robot, const KinematicsData<T>& k, int row, ComplementWorkspace<T>& s) {
  const int count = static_cast<int>(s.constraint_rates.rows()) - row;
  loop_jacobian_rates(robot, k.nacelle, s.loop_rates, 0);
  auto out = s.constraint_rates.bottomRows(count);
  out.setZero();
  add_product<T>(s.loop_rates, k.Psi, T(1), out);
}

// Rates of Ψ and of K_i = G_i Ψ, from J_i K_i = B_i Ψ: J̇ K + J K̇ = Ḃ Ψ + B Ψ̇.
template <class T>
void rates_of_maps(const Robot& robot, const KinematicsData<T>& k, ComplementWorkspace<T>& s) {
  int row = 0;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    tip_jacobian_rates(robot, leg, k.nacelle, k.legs[i], s.dJ[i], s.dB[i]);
    free_joint_map(robot, static_cast<int>(i), k, s.G[i], s.K[i]);
    s.dK[i].setZero();
    add_product<T>(s.dB[i], k.Psi, T(1), s.dK[i]);
    add_product<T>(s.dJ[i], s.K[i], T(-1), s.dK[i]);
    apply_qt(k.legs[i].J, s.dK[i]);  // Qᵀ (Ḃ Ψ − J̇ K)
    s.constraint_rates.middleRows(row, leg.constraints()) = s.dK[i].bottomRows(leg.constraints());
    row += leg.constraints();
  }
  s.dPsi.setZero();
  const std::vector<int>& dependent = robot.mobility.dependent;
  const int nd = static_cast<int>(dependent.size());
  if (nd > 0) {  // C Ψ̇ = −Q2ᵀ(Ḃ Ψ − J̇ K); loops have their own rows
    if (!robot.nacelle.loops.empty()) loop_rates(robot, k, row, s);
    apply_qt(k.Cd, s.constraint_rates);
    auto head = s.constraint_rates.topRows(nd);
    solve_r(k.Cd, head);
    for (int d = 0; d < nd; ++d) s.dPsi.row(dependent[d]) = -head.row(d);
  }
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    auto rates = s.dK[i].topRows(robot.legs[i].freedoms());
    solve_r(k.legs[i].J, rates);
    reverse_rows(rates);
    add_product<T>(s.G[i].topRows(robot.legs[i].freedoms()), s.dPsi, T(1), rates);
  }
}

template <class T>
void rates_of_jacobian(const Robot& robot, ComplementWorkspace<T>& s) {
  for (std::size_t k = 0; k < robot.actuators.size(); ++k)
    if (const Actuator& a = robot.actuators[k]; a.leg < 0) s.dJinv.row(k) = s.dPsi.row(robot.nacelle.column(a.joint + 1));
    else s.dJinv.row(k) = s.dK[a.leg].row(a.joint);
}

// Turns q̈_a into V̇_r: J_inv V̇_r = q̈_a − J̇_inv V_r.
template <class T>
void to_platform_acceleration(const KinematicsData<T>& k, const ComplementWorkspace<T>& s, VecX<T>& acceleration) {
  for (Eigen::Index r = 0; r < acceleration.size(); ++r)
    for (Eigen::Index c = 0; c < k.Vr.size(); ++c) acceleration(r) -= s.dJinv(r, c) * k.Vr(c);
  apply_qt(k.Jinv_qr, acceleration);
  solve_r(k.Jinv_qr, acceleration);
}

// One body's share of the inertia matrix and of the matrix of Coriolis and centrifugal terms, on the rates its Jacobian J takes:
// I = Jᵀ M J, C = Jᵀ (M J̇ + W M J), M = diag(m 1, I_c), W = diag(0, [ω]×).
template <class T>
void add_body(const BodyConstants<T>& body, const Placement<T>& frame, const Vec3<T>& w, Eigen::Index columns, const MatX<T>& J,
              const MatX<T>& dJ, MatX<T>& I, MatX<T>& C) {
  const Mat3<T> inertia = frame.R * body.inertia * frame.R.transpose();
  for (Eigen::Index c = 0; c < columns; ++c) {
    const Vec3<T> v = J.col(c).template head<3>(), a = J.col(c).template tail<3>();
    const Vec3<T> dv = dJ.col(c).template head<3>(), da = dJ.col(c).template tail<3>();
    const Vec3<T> p = body.mass * v, h = inertia * a;
    const Vec3<T> dp = body.mass * dv, dh = inertia * da + w.cross(h);
    for (Eigen::Index r = 0; r < columns; ++r) {
      I(r, c) += J.col(r).template head<3>().dot(p) + J.col(r).template tail<3>().dot(h);
      C(r, c) += J.col(r).template head<3>().dot(dp) + J.col(r).template tail<3>().dot(dh);
    }
  }
}

// Column of a joint for the mass centre c of a body behind it, and its rate.
template <class T>
void write_joint_column(const Joint& joint, const Placement<T>& frame, const Motion<T>& V, const Vec3<T>& c, const Vec3<T>& dc, int column,
                        MatX<T>& J, MatX<T>& dJ) {
  const Motion<T> S = subspace(joint, frame, c), dS = subspace_rate(joint, frame, V, c, dc);
  J.col(column).template head<3>() = S.linear;
  J.col(column).template tail<3>() = S.angular;
  dJ.col(column).template head<3>() = dS.linear;
  dJ.col(column).template tail<3>() = dS.angular;
}

template <class T>
void leg_inertia(const Robot& robot, const Leg& leg, const LegData<T>& k, ComplementWorkspace<T>& s, MatX<T>& I, MatX<T>& C) {
  I.setZero();
  C.setZero();
  for (int b = 0; b < leg.freedoms(); ++b) {
    const BodyConstants<T> body = constants<T>(leg.joints[b].body);
    const Vec3<T> c = k.body[b].point(body.com), dc = k.velocity[b].linear + k.velocity[b].angular.cross(c - k.body[b].p);
    s.body.setZero();
    s.dbody.setZero();
    for (int j = b; j >= 0; j = leg.joints[j].parent)
      write_joint_column(leg.joints[j], k.body[j], k.velocity[j], c, dc, j, s.body, s.dbody);
    add_body(body, k.body[b], k.velocity[b].angular, leg.freedoms(), s.body, s.dbody, I, C);
    I(b, b) += T(rotor_inertia(robot, leg.joints[b]));
  }
}

template <class T>
void nacelle_inertia(const Robot& robot, const Load& load, const NacelleData<T>& k, ComplementWorkspace<T>& s) {
  s.nacelle_I.setZero();
  s.nacelle_C.setZero();
  for (std::size_t b = 0; b < k.body.size(); ++b) {
    const BodyConstants<T> body = constants<T>(nacelle_body(robot, load, static_cast<int>(b)));
    const Vec3<T> c = k.body[b].point(body.com), dc = k.velocity[b].linear + k.velocity[b].angular.cross(c - k.body[b].p);
    s.body.setZero();
    s.dbody.setZero();
    for (int e = 0; e < 3; ++e) {
      s.body(e, e) = s.body(3 + e, 3 + e) = T(1);
      s.body.col(3 + e).template head<3>() = Vec3<T>::Unit(e).cross(c - k.body[0].p);
      s.dbody.col(3 + e).template head<3>() = Vec3<T>::Unit(e).cross(dc - k.velocity[0].linear);
    }
    robot.nacelle.inward(static_cast<int>(b), [&](int j) {
      write_joint_column(robot.nacelle.joint(j), k.body[j], k.velocity[j], c, dc, robot.nacelle.column(j), s.body, s.dbody);
    });
    add_body(body, k.body[b], k.velocity[b].angular, s.nacelle_I.cols(), s.body, s.dbody, s.nacelle_I, s.nacelle_C);
    if (b == 0) continue;
    const int column = robot.nacelle.column(static_cast<int>(b));
    s.nacelle_I(column, column) += T(rotor_inertia(robot, robot.nacelle.joint(static_cast<int>(b))));
  }
}

// applied += (column of a point's velocity)ᵀ f + (column of the angular velocity)ᵀ m, for a point of a leg body …
template <class T>
void apply_on_leg(const Leg& leg, const LegData<T>& k, const MatX<T>& L, int body, const Vec3<T>& at, const Vec3<T>& f, const Vec3<T>& m,
                  VecX<T>& out) {
  for (int j = body; j >= 0; j = leg.joints[j].parent) {
    const T effort = power<T>({f, m}, subspace(leg.joints[j], k.body[j], at));
    for (Eigen::Index c = 0; c < out.size(); ++c) out(c) += L(j, c) * effort;
  }
}

// … and of a nacelle body.
template <class T>
void apply_on_nacelle(const Robot& robot, const NacelleData<T>& k, const MatX<T>& map, int body, const Vec3<T>& at, const Vec3<T>& f,
                      const Vec3<T>& m, VecX<T>& out) {
  const Vec3<T> moment = m + (at - k.body[0].p).cross(f);
  for (Eigen::Index c = 0; c < out.size(); ++c)
    out(c) += map.col(c).template head<3>().dot(f) + map.col(c).template segment<3>(3).dot(moment);
  robot.nacelle.inward(body, [&](int j) {
    const T effort = power<T>({f, m}, subspace(robot.nacelle.joint(j), k.body[j], at));
    for (Eigen::Index c = 0; c < out.size(); ++c) out(c) += map(robot.nacelle.column(j), c) * effort;
  });
}

template <class T>
void gravity_efforts(const Robot& robot, const Load& load, const KinematicsData<T>& k, ComplementWorkspace<T>& s) {
  const Vec3<T> g = robot.gravity.template cast<T>(), none = Vec3<T>::Zero();
  s.gravity.setZero();
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int b = 0; b < robot.legs[i].freedoms(); ++b) {
      const BodyConstants<T> body = constants<T>(robot.legs[i].joints[b].body);
      apply_on_leg<T>(robot.legs[i], k.legs[i], s.L[i], b, k.legs[i].body[b].point(body.com), body.mass * g, none, s.gravity);
    }
  for (std::size_t b = 0; b < k.nacelle.body.size(); ++b) {
    const BodyConstants<T> body = constants<T>(nacelle_body(robot, load, static_cast<int>(b)));
    apply_on_nacelle<T>(robot, k.nacelle, s.T_, static_cast<int>(b), k.nacelle.body[b].point(body.com), body.mass * g, none, s.gravity);
  }
}

// τ_W = Tᵀ w_W + Σ L_iᵀ …: gravity, wrenches from outside, friction, springs.
template <class T>
void applied_efforts(const Robot& robot, const Load& load, const KinematicsData<T>& k, ComplementWorkspace<T>& s) {
  const Vec3<T> none = Vec3<T>::Zero();
  gravity_efforts(robot, load, k, s);
  VecX<T>& out = s.applied;
  out = s.gravity;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    const LegData<T>& d = k.legs[i];
    for (int b = 0; b < leg.freedoms(); ++b) {
      const T resisting = resisting_effort<T>(leg.joints[b], d.q[b], d.dq(b));
      for (Eigen::Index c = 0; c < out.size(); ++c) out(c) -= s.L[i](b, c) * resisting;
    }
    for (const Tip& tip : leg.tips) {
      if (!has_friction(tip.friction)) continue;
      const Vec3<T> m =
          friction_moment<T>(tip.friction, Vec3<T>(d.velocity[tip.leg.body].angular - k.nacelle.velocity[tip.nacelle.body].angular));
      apply_on_leg<T>(leg, d, s.L[i], tip.leg.body, none, none, -m, out);
      apply_on_nacelle<T>(robot, k.nacelle, s.T_, tip.nacelle.body, none, none, m, out);
    }
    for (const LegLoop& loop : leg.loops) {
      if (!has_friction(loop.friction)) continue;
      const Vec3<T> m = friction_moment<T>(loop.friction, relative_rotation<T>(loop, d));
      apply_on_leg<T>(leg, d, s.L[i], loop.a.body, none, none, -m, out);
      apply_on_leg<T>(leg, d, s.L[i], loop.b.body, none, none, m, out);
    }
  }
  for (int b = 1; b < robot.nacelle.bodies(); ++b) {
    const int column = robot.nacelle.column(b);
    const T resisting = resisting_effort<T>(robot.nacelle.joint(b), k.pose.z[b - 1], k.VN(column));
    for (Eigen::Index c = 0; c < out.size(); ++c) out(c) -= s.T_(column, c) * resisting;
  }
  for (const TreeLoop& loop : robot.nacelle.loops) {
    if (!has_friction(loop.friction)) continue;
    const Vec3<T> m = friction_moment<T>(loop.friction, relative_rotation<T>(loop, k.nacelle));
    apply_on_nacelle<T>(robot, k.nacelle, s.T_, loop.a.body, none, none, -m, out);
    apply_on_nacelle<T>(robot, k.nacelle, s.T_, loop.b.body, none, none, m, out);
  }
  for (const ExternalWrench& e : load.wrenches) {
    const Vec3<T> f = e.force.template cast<T>(), m = e.moment.template cast<T>(), point = e.point.template cast<T>();
    if (e.leg < 0) apply_on_nacelle<T>(robot, k.nacelle, s.T_, e.body, k.nacelle.body[e.body].point(point), f, m, out);
    else apply_on_leg<T>(robot.legs[e.leg], k.legs[e.leg], s.L[e.leg], e.body, k.legs[e.leg].body[e.body].point(point), f, m, out);
  }
  for_each_spring_force<T>(robot, k, [&](const BodyId& id, const Vec3<T>& point, const Vec3<T>& f) {
    if (id.leg < 0) apply_on_nacelle<T>(robot, k.nacelle, s.T_, id.body, point, f, none, out);
    else apply_on_leg<T>(robot.legs[id.leg], k.legs[id.leg], s.L[id.leg], id.body, point, f, none, out);
  });
}

}  // namespace

template <class T>
void complement_matrices(const Robot& robot, const Load& load, const KinematicsData<T>& k, DynamicsData<T>& data) {
  assert(fits(robot, k));
  assert(fits(robot, data));
  ComplementWorkspace<T>& s = *data.complement;
  rates_of_maps(robot, k, s);
  rates_of_jacobian(robot, s);

  // T and L_i with their rates
  s.T_ = k.Psi;
  s.dT = s.dPsi;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    s.L[i] = s.K[i];
    s.dL[i] = s.dK[i].topRows(robot.legs[i].freedoms());
  }
  s.u = k.Vr;
  if (in_actuated_rates(robot)) {
    s.u = k.dqa;
    times_inverse(k.Jinv_qr, s.T_, data.padded_effort);  // T = Ψ J_inv⁻¹
    add_product<T>(s.T_, s.dJinv, T(-1), s.dT);
    times_inverse(k.Jinv_qr, s.dT, data.padded_effort);  // Ṫ = (Ψ̇ − T J̇_inv) J_inv⁻¹
    for (std::size_t i = 0; i < robot.legs.size(); ++i) {
      times_inverse(k.Jinv_qr, s.L[i], data.padded_effort);
      add_product<T>(s.L[i], s.dJinv, T(-1), s.dL[i]);
      times_inverse(k.Jinv_qr, s.dL[i], data.padded_effort);
    }
  }

  // M and N
  nacelle_inertia(robot, load, k.nacelle, s);
  s.M.setZero();
  s.N.setZero();
  const auto add = [&](const MatX<T>& I, const MatX<T>& C, const MatX<T>& L, const MatX<T>& dL) {
    auto product = s.product.topRows(I.rows());
    product.setZero();
    add_product<T>(I, L, T(1), product);
    add_transposed_product(L, product, s.M);
    product.setZero();
    add_product<T>(I, dL, T(1), product);
    add_product<T>(C, L, T(1), product);
    add_transposed_product(L, product, s.N);
  };
  add(s.nacelle_I, s.nacelle_C, s.T_, s.dT);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    leg_inertia(robot, robot.legs[i], k.legs[i], s, s.I[i], s.C[i]);
    add(s.I[i], s.C[i], s.L[i], s.dL[i]);
  }
  s.velocity_terms.setZero();
  add_product<T>(s.N, s.u, T(1), s.velocity_terms);
  applied_efforts(robot, load, k, s);
}

namespace {

// force += Lᵀ (I (L u̇ + L̇ u) + C L u): what a tree needs, vector by vector.
template <class T, class Map, class Rate>
void add_tree_force(const MatX<T>& I, const MatX<T>& C, const Map& L, const Rate& dL, ComplementWorkspace<T>& s, VecX<T>& force) {
  auto rate = s.tree_rate.head(I.rows()), acceleration = s.tree_acceleration.head(I.rows()), need = s.tree_force.head(I.rows());
  rate.setZero();
  add_product<T>(L, s.u, T(1), rate);
  acceleration.setZero();
  add_product<T>(L, s.du, T(1), acceleration);
  add_product<T>(dL, s.u, T(1), acceleration);
  need.setZero();
  add_product<T>(I, acceleration, T(1), need);
  add_product<T>(C, rate, T(1), need);
  add_transposed_product(L, need, force);
}

}  // namespace

// (7.2) in u = V_r, and Λ at the end: products with J_inv⁻¹ before sums are formed would lose as many digits as J_inv is far from regular,
// three times over.
template <class T>
void inverse_dynamics(const Robot& robot, const Load& load, const KinematicsData<T>& k, DynamicsData<T>& data) {
  assert(fits(robot, k));
  assert(fits(robot, data));
  ComplementWorkspace<T>& s = *data.complement;
  rates_of_maps(robot, k, s);
  s.du = k.dVr;
  if (in_actuated_rates(robot)) {
    rates_of_jacobian(robot, s);
    s.du = k.ddqa;
    to_platform_acceleration(k, s, s.du);
  }
  s.u = k.Vr;
  s.T_ = k.Psi;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) s.L[i] = s.K[i];
  applied_efforts(robot, load, k, s);
  nacelle_inertia(robot, load, k.nacelle, s);
  data.force = -s.applied;
  add_tree_force<T>(s.nacelle_I, s.nacelle_C, s.T_, s.dPsi, s, data.force);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    leg_inertia(robot, robot.legs[i], k.legs[i], s, s.I[i], s.C[i]);
    add_tree_force<T>(s.I[i], s.C[i], s.L[i], s.dK[i].topRows(robot.legs[i].freedoms()), s, data.force);
  }
  least_norm_efforts(robot, k, data);
}

template <class T>
void direct_dynamics(const Robot& robot, const Load& load, const VecX<T>& effort, const KinematicsData<T>& k, DynamicsData<T>& data) {
  assert(effort.size() == static_cast<Eigen::Index>(robot.actuators.size()));
  assert(fits(robot, k));
  assert(fits(robot, data));
  complement_matrices(robot, load, k, data);
  ComplementWorkspace<T>& s = *data.complement;
  if (in_actuated_rates(robot)) s.du = effort;
  else force_from_efforts(robot, k, effort, s.du);
  s.du += s.applied - s.velocity_terms;
  s.factor = s.M;
  cholesky(s.factor);
  cholesky_solve(s.factor, s.du);
  data.acceleration = s.du;
  if (in_actuated_rates(robot)) to_platform_acceleration(k, s, data.acceleration);
}

template void inverse_dynamics(const Robot&, const Load&, const KinematicsData<double>&, DynamicsData<double>&);
template void inverse_dynamics(const Robot&, const Load&, const KinematicsData<Recorded>&, DynamicsData<Recorded>&);
template void direct_dynamics(const Robot&, const Load&, const VecX<double>&, const KinematicsData<double>&, DynamicsData<double>&);
template void direct_dynamics(const Robot&, const Load&, const VecX<Recorded>&, const KinematicsData<Recorded>&, DynamicsData<Recorded>&);
template void complement_matrices(const Robot&, const Load&, const KinematicsData<double>&, DynamicsData<double>&);
template void complement_matrices(const Robot&, const Load&, const KinematicsData<Recorded>&, DynamicsData<Recorded>&);

}  // namespace gough::orthogonal_complement
