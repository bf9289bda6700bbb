#include "gough/simulation/plant_terms.hpp"

#include "gough/dynamics/energy.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/cholesky.hpp"

namespace gough {

template <class T>
void plant_terms(const PlantParts& parts, PlantMemory<T>& m) {
  const Robot& robot = parts.smooth;
  KinematicsData<T>& k = m.kinematics;
  DynamicsData<T>& d = m.dynamics;
  velocity(robot, m.Vr, k);
  platform_legs::direct_dynamics(parts.inertial, parts.load, m.effort, k, d, m.payload ? &*m.payload : nullptr);
  m.right = d.force - d.bias;
  for (std::size_t p = 0; p < parts.points.size(); ++p) {
    body_jacobian(robot, k, d, parts.points[p].leg, parts.points[p].body, parts.points[p].point, m.twists);
    for (Eigen::Index c = 0; c < m.right.size(); ++c)
      for (int r = 0; r < 6; ++r) m.right(c) += m.twists(r, c) * m.wrench(6 * static_cast<Eigen::Index>(p) + r);
  }
}

template <class T>
void plant_acceleration(const PlantParts& parts, PlantMemory<T>& m) {
  VecX<T>& acceleration = m.dynamics.acceleration;
  acceleration = m.right;
  if (!parts.friction_points.empty())
    subtract_friction(parts.smooth, parts.friction_points, m.kinematics, m.friction, m.dynamics, acceleration);
  cholesky_solve(m.dynamics.platform_legs->factor, acceleration);
}

template <class T>
void friction_metric(const PlantParts& parts, PlantMemory<T>& m) {
  // D is linear in the K_i and Ψ, which have fewer rows: K_i L⁻ᵀ and Ψ L⁻ᵀ in their places
  const MatX<T>& L = m.dynamics.platform_legs->factor;
  for (Eigen::Index i = 0; i < L.rows(); ++i) m.right(i) = T(1) / L(i, i);
  const auto forward = [&](MatX<T>& rows) {
    for (Eigen::Index r = 0; r < rows.rows(); ++r)
      for (Eigen::Index i = 0; i < L.rows(); ++i) {
        for (Eigen::Index k = 0; k < i; ++k) rows(r, i) -= L(i, k) * rows(r, k);
        rows(r, i) *= m.right(i);
      }
  };
  for (MatX<T>& K : m.dynamics.platform_legs->K) forward(K);
  m.Psi = m.kinematics.Psi;
  forward(m.Psi);
  m.Psi.swap(m.kinematics.Psi);
  friction_jacobian(parts.smooth, parts.friction_points, m.kinematics, m.dynamics, m.twists, m.D);
  m.Psi.swap(m.kinematics.Psi);
}

namespace {

// Kinetic energy from the mass matrix; potential energy body by body, as `energy` has it.
template <class T>
void push_energy(const PlantParts& parts, const PlantMemory<T>& m, std::vector<T>& out) {
  const Robot& robot = parts.smooth;
  const Vec3<T> g = robot.gravity.template cast<T>();
  T kinetic = T(0), potential = T(0);
  for (Eigen::Index r = 0; r < m.Vr.size(); ++r)
    for (Eigen::Index c = 0; c < m.Vr.size(); ++c) kinetic += T(0.5) * m.Vr(r) * m.dynamics.mass(r, c) * m.Vr(c);
  const auto add = [&](const RigidBody& body, const Placement<T>& frame) {
    potential -= T(body.mass) * g.dot(frame.point(body.com.template cast<T>()));
  };
  const Placement<T>& platform = m.kinematics.nacelle.body[0];
  add(loaded_platform(robot, parts.load), platform);
  if (m.payload) {
    const Vec3<T> moment = m.payload->mass * platform.p + platform.R * m.payload->first;
    potential -= g.dot(moment);
  }
  for (std::size_t b = 0; b < robot.nacelle.joints.size(); ++b) add(robot.nacelle.joints[b].body, m.kinematics.nacelle.body[b + 1]);
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) add(robot.legs[i].joints[j].body, m.kinematics.legs[i].body[j]);
  out.push_back(kinetic);
  out.push_back(potential + spring_energy(robot, m.kinematics));
}

template <class T, class Rows>
void push_rows(const Rows& rows, std::vector<T>& out) {
  for (Eigen::Index r = 0; r < rows.rows(); ++r)
    for (Eigen::Index c = 0; c < rows.cols(); ++c) out.push_back(rows(r, c));
}

template <class T, class Scale>
void pivots(const HouseholderQr<T>& qr, const Scale& scale, std::vector<T>& out) {
  using std::sqrt;
  for (Eigen::Index c = 0; c < qr.diagonal.size(); ++c) {
    out.push_back(T(scale(static_cast<int>(c))) * qr.diagonal(c));
    T square = qr.diagonal(c) * qr.diagonal(c);  // of the column, from R: qr.norm of a lone entry knows only itself
    for (Eigen::Index i = 0; i < c; ++i) square += qr.a(i, c) * qr.a(i, c);
    out.push_back(T(scale(static_cast<int>(c))) * sqrt(square));
  }
}

}  // namespace

template <class T>
void state_values(const PlantParts& parts, PlantMemory<T>& m, std::vector<T>& out) {
  const MatX<T>& L = m.dynamics.platform_legs->factor;
  push_rows(m.kinematics.VN, out);
  push_energy(parts, m, out);
  for (Eigen::Index c = 0; c < L.cols(); ++c)
    for (Eigen::Index r = c; r < L.rows(); ++r) out.push_back(L(r, c));
  push_rows(m.right, out);
  push_rows(m.kinematics.Jinv, out);
  for (const WrenchPoint& p : parts.points) {
    body_jacobian(parts.smooth, m.kinematics, m.dynamics, p.leg, p.body, p.point, m.twists);
    push_rows(m.twists, out);
  }
  friction_jacobian(parts.smooth, parts.friction_points, m.kinematics, m.dynamics, m.twists, m.D);
  push_rows(m.D, out);
}

template <class T>
void monitor_values(const Robot& robot, const PlantMemory<T>& m, std::vector<T>& out) {
  const KinematicsData<T>& k = m.kinematics;
  for (const Actuator& a : robot.actuators) {
    const JointPosition<T>& q = driven_position(k, a);
    out.push_back(q.c);
    out.push_back(q.s);
    out.push_back(q.d);
  }
  for (Eigen::Index a = 0; a < k.Jinv.rows(); ++a) {
    T rate = T(0);
    for (Eigen::Index c = 0; c < k.Jinv.cols(); ++c) rate += k.Jinv(a, c) * m.Vr(c);
    out.push_back(rate);
  }
  for (std::size_t i = 0; i < robot.legs.size(); ++i) out.push_back(robot.legs[i].solver.closed_form ? k.legs[i].reach : T(1));
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    pivots(
        k.legs[i].J, [&](int c) { return per_radian(robot, leg, c); }, out);
  }
  if (!robot.mobility.dependent.empty())
    pivots(
        k.Cd, [&](int c) { return per_metre(robot, robot.mobility.dependent[c]); }, out);
  if (k.Jinv.rows() >= robot.mobility.n)
    pivots(
        actuation_factors(k), [&](int c) { return per_metre(robot, robot.mobility.free[c].index); }, out);
}

template void plant_terms(const PlantParts&, PlantMemory<double>&);
template void plant_terms(const PlantParts&, PlantMemory<Recorded>&);
template void plant_acceleration(const PlantParts&, PlantMemory<double>&);
template void plant_acceleration(const PlantParts&, PlantMemory<Recorded>&);
template void friction_metric(const PlantParts&, PlantMemory<double>&);
template void friction_metric(const PlantParts&, PlantMemory<Recorded>&);
template void monitor_values(const Robot&, const PlantMemory<double>&, std::vector<double>&);
template void monitor_values(const Robot&, const PlantMemory<Recorded>&, std::vector<Recorded>&);
template void state_values(const PlantParts&, PlantMemory<double>&, std::vector<double>&);
template void state_values(const PlantParts&, PlantMemory<Recorded>&, std::vector<Recorded>&);

}  // namespace gough
