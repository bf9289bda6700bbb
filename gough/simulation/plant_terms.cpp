#include "gough/simulation/plant_terms.hpp"

#include <fmt/format.h>

#include "gough/dynamics/platform_legs.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/cholesky.hpp"
#include "gough/program/record_position.hpp"

namespace gough {

template <class T>
void plant_terms(const PlantParts& parts, PlantMemory<T>& m) {
  const Robot& robot = parts.smooth;
  KinematicsData<T>& k = m.kinematics;
  DynamicsData<T>& d = m.dynamics;
  velocity(robot, m.Vr, k);
  platform_legs::direct_dynamics(robot, parts.load, m.effort, k, d);
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
void sliding_rates(const PlantParts& parts, PlantMemory<T>& m) {
  using std::sqrt;
  friction_rates(parts.smooth, parts.friction_points, m.kinematics, m.rate);
  for (const FrictionPoint& c : parts.friction_points) {
    T square = T(1e-300);  // at rest: no friction, and no sliding on
    for (int r = c.first; r < c.first + c.size; ++r) square += m.rate(r) * m.rate(r);
    const T scale = T(c.coulomb) / sqrt(square);
    for (int r = c.first; r < c.first + c.size; ++r) m.friction(r) = scale * m.rate(r);
  }
  plant_acceleration(parts, m);
  for (Eigen::Index c = 0; c < m.Vr.size(); ++c) m.Vr(c) += m.step * m.dynamics.acceleration(c);
  velocity(parts.smooth, m.Vr, m.kinematics);
  friction_rates(parts.smooth, parts.friction_points, m.kinematics, m.rate_after);
}

template <class T>
void contact_metric(const PlantParts& parts, PlantMemory<T>& m) {
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

template <class T>
void plant_energy(const PlantParts& parts, const PlantMemory<T>& m, T& kinetic, T& potential) {
  const Robot& robot = parts.smooth;
  const Vec3<T> g = robot.gravity.template cast<T>();
  kinetic = potential = T(0);
  for (Eigen::Index r = 0; r < m.Vr.size(); ++r)
    for (Eigen::Index c = 0; c < m.Vr.size(); ++c) kinetic += T(0.5) * m.Vr(r) * m.dynamics.mass(r, c) * m.Vr(c);
  const auto add = [&](const RigidBody& body, const Placement<T>& frame) {
    potential -= T(body.mass) * g.dot(frame.point(body.com.template cast<T>()));
  };
  add(loaded_platform(robot, parts.load), m.kinematics.nacelle.body[0]);
  for (std::size_t b = 0; b < robot.nacelle.joints.size(); ++b) add(robot.nacelle.joints[b].body, m.kinematics.nacelle.body[b + 1]);
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) add(robot.legs[i].joints[j].body, m.kinematics.legs[i].body[j]);
}

namespace {

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
void monitor_values(const Robot& robot, const PlantMemory<T>& m, std::vector<T>& out) {
  const KinematicsData<T>& k = m.kinematics;
  for (const Actuator& a : robot.actuators) {
    const JointPosition<T>& q = k.legs[a.leg].q[a.joint];
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
        k.Jinv_qr, [&](int c) { return per_metre(robot, robot.mobility.free[c].index); }, out);
}

namespace {

using R = Recorded;

// Positions from the pose's inputs, then V_r and, one by one, whatever else goes in.
struct PlantRecorder {
  Recorder recorder;
  PlantMemory<R> memory;

  PlantRecorder(const PlantParts& parts, const std::string& name)
      : recorder(parts.smooth.name + "_" + name), memory(parts.smooth, friction_rows(parts.friction_points)) {
    const Robot& robot = parts.smooth;
    record_position(robot, recorder, memory.kinematics);
    memory.wrench.resize(6 * static_cast<Eigen::Index>(parts.points.size()));
    inputs("V", memory.Vr);
  }

  void inputs(const std::string& name, VecX<R>& x) {
    for (Eigen::Index i = 0; i < x.size(); ++i) x(i) = recorder.input(fmt::format("{}{}", name, i), "");
  }

  void no_inputs() {
    memory.effort.setZero();
    for (R& x : memory.wrench) x = R(0.0);
  }

  void outputs(const std::string& name, const VecX<R>& x) {
    for (Eigen::Index i = 0; i < x.size(); ++i) recorder.output(fmt::format("{}{}", name, i), "", x(i));
  }
};

}  // namespace

Program record_motion(const PlantParts& parts) {
  PlantRecorder r(parts, "motion");
  r.inputs("effort", r.memory.effort);
  r.inputs("wrench", r.memory.wrench);
  r.inputs("friction", r.memory.friction);
  plant_terms(parts, r.memory);
  plant_acceleration(parts, r.memory);
  r.outputs("VN", r.memory.kinematics.VN);
  r.outputs("dVr", r.memory.dynamics.acceleration);
  return r.recorder.finish();
}

Program record_sliding(const PlantParts& parts) {
  PlantRecorder r(parts, "sliding");
  r.inputs("effort", r.memory.effort);
  r.inputs("wrench", r.memory.wrench);
  r.memory.step = r.recorder.input("step", "s");
  plant_terms(parts, r.memory);
  sliding_rates(parts, r.memory);
  r.outputs("before", r.memory.rate);
  r.outputs("after", r.memory.rate_after);
  return r.recorder.finish();
}

Program record_contacts(const PlantParts& parts) {
  PlantRecorder r(parts, "friction_points");
  r.no_inputs();
  plant_terms(parts, r.memory);
  contact_metric(parts, r.memory);
  const MatX<R>& L = r.memory.dynamics.platform_legs->factor;
  for (Eigen::Index c = 0; c < L.cols(); ++c) r.outputs(fmt::format("L{}_", c), L.col(c).tail(L.rows() - c));
  for (Eigen::Index i = 0; i < r.memory.D.rows(); ++i) r.outputs(fmt::format("D{}_", i), r.memory.D.row(i).transpose());
  return r.recorder.finish();
}

Program record_monitor(const PlantParts& parts) {
  PlantRecorder r(parts, "monitor");
  std::vector<R> values;
  monitor_values(parts.smooth, r.memory, values);
  for (std::size_t i = 0; i < values.size(); ++i) r.recorder.output(fmt::format("value{}", i), "", values[i]);
  return r.recorder.finish();
}

Program record_observation(const PlantParts& parts) {
  PlantRecorder r(parts, "observation");
  r.no_inputs();
  plant_terms(parts, r.memory);
  R kinetic, potential;
  plant_energy(parts, r.memory, kinetic, potential);
  r.outputs("VN", r.memory.kinematics.VN);
  r.recorder.output("kinetic", "J", kinetic);
  r.recorder.output("potential", "J", potential);
  return r.recorder.finish();
}

template void plant_terms(const PlantParts&, PlantMemory<double>&);
template void plant_acceleration(const PlantParts&, PlantMemory<double>&);
template void sliding_rates(const PlantParts&, PlantMemory<double>&);
template void contact_metric(const PlantParts&, PlantMemory<double>&);
template void plant_energy(const PlantParts&, const PlantMemory<double>&, double&, double&);
template void monitor_values(const Robot&, const PlantMemory<double>&, std::vector<double>&);

}  // namespace gough
