#include "gough/dynamics/energy.hpp"

#include <cassert>

#include "gough/dynamics/joint_effort.hpp"
#include "gough/dynamics/spring_force.hpp"
#include "gough/kinematics/tree_motion.hpp"

namespace gough {
namespace {

template <class T>
void add_body(const Vec3<T>& gravity, const BodyMoments<T>& body, const Placement<T>& frame, const Motion<T>& V, const Motion<T>& A,
              EnergyOf<T>& out) {
  const Vec3<T> s = frame.R * body.first, ds = V.angular.cross(s);  // first moment, world axes, and its rate
  const Vec3<T> dds = A.angular.cross(s) + V.angular.cross(ds);
  const Vec3<T> w = frame.R.transpose() * V.angular, dw = frame.R.transpose() * A.angular, Iw = body.inertia * w;
  out.kinetic += T(0.5) * (body.mass * V.linear.squaredNorm() + w.dot(Iw)) + V.linear.dot(ds);
  out.potential -= gravity.dot(body.mass * frame.p + s);
  out.kinetic_rate += body.mass * V.linear.dot(A.linear) + A.linear.dot(ds) + V.linear.dot(dds) + Iw.dot(dw);
  out.potential_rate -= gravity.dot(body.mass * V.linear + ds);
}

// Power that the friction of tips and loops takes.
template <class T>
T contact_dissipation(const Robot& robot, const KinematicsData<T>& k) {
  T out = T(0);
  const auto add = [&](const Friction& friction, const Vec3<T>& w) { out += friction_moment<T>(friction, w).dot(w); };
  const auto add_loop = [&](const TreeLoop& loop, const TreeData<T>& tree) {
    if (has_friction(loop.friction)) add(loop.friction, relative_rotation<T>(loop, tree));
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    for (const Tip& tip : robot.legs[i].tips)
      if (has_friction(tip.friction))
        add(tip.friction, k.legs[i].velocity[tip.leg.body].angular - k.nacelle.velocity[tip.nacelle.body].angular);
    for (const LegLoop& loop : robot.legs[i].loops) add_loop(loop, k.legs[i]);
  }
  for (const TreeLoop& loop : robot.nacelle.loops) add_loop(loop, k.nacelle);
  return out;
}

// Power that goes into springs, and what dampers take.
template <class T>
void add_spring_powers(const Robot& robot, const KinematicsData<T>& k, EnergyOf<T>& out) {
  const auto add = [&](const Joint& joint, const JointPosition<T>& q, const T& rate) {
    if (joint.spring) out.potential_rate += T(joint.spring->stiffness) * spring_stretch<T>(joint, q) * rate;
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) add(robot.legs[i].joints[j], k.legs[i].q[j], k.legs[i].dq(j));
  for (int b = 1; b < robot.nacelle.bodies(); ++b) add(robot.nacelle.joint(b), k.pose.z[b - 1], k.VN(robot.nacelle.column(b)));
  for (const Spring& spring : robot.springs) {
    const SpringLine<T> line = spring_line(spring, k);
    const SpringParts<T> parts = spring_parts(spring, line);
    const T damped = spring.damping == 0.0 ? T(0) : T(spring.damping) * parts.damping.dot(line.rate);
    out.potential_rate += spring_force(spring, line).dot(line.rate) - damped;
    out.dissipation += damped;
  }
}

}  // namespace

template <class T>
T spring_energy(const Robot& robot, const KinematicsData<T>& k) {
  assert(fits(robot, k));
  T out = T(0);
  const auto add = [&](const Joint& joint, const JointPosition<T>& q) {
    if (!joint.spring) return;
    const T stretch = spring_stretch<T>(joint, q);
    out += T(0.5 * joint.spring->stiffness) * stretch * stretch;
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) add(robot.legs[i].joints[j], k.legs[i].q[j]);
  for (int b = 1; b < robot.nacelle.bodies(); ++b) add(robot.nacelle.joint(b), k.pose.z[b - 1]);
  for (const Spring& spring : robot.springs) {
    const SpringLine<T> line = spring_line(spring, k);
    const SpringParts<T> parts = spring_parts(spring, line);
    out += T(0.5 * spring.stiffness) * parts.stiffness.squaredNorm();
    if (spring.pull != 0.0) out += T(spring.pull) * parts.pull.dot(line.span);
  }
  return out;
}

template <class T>
EnergyOf<T> energy(const Robot& robot, const Load& load, const KinematicsData<T>& k, const BodyMoments<T>* payload) {
  assert(fits(robot, k));
  EnergyOf<T> out;
  const Vec3<T> g = robot.gravity.template cast<T>();
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) {
      const Joint& joint = robot.legs[i].joints[j];
      const LegData<T>& d = k.legs[i];
      add_body<T>(g, moments<T>(joint.body), d.body[j], d.velocity[j], d.acceleration[j], out);
      const T rotor = T(rotor_inertia(robot, joint));
      out.kinetic += T(0.5) * rotor * d.dq(j) * d.dq(j);
      out.kinetic_rate += rotor * d.dq(j) * d.ddq(j);
      out.dissipation += friction_effort<T>(joint.friction, d.dq(j)) * d.dq(j);
    }
  const NacelleData<T>& n = k.nacelle;
  add_body<T>(g, moments(loaded_platform(robot, load), payload), n.body[0], n.velocity[0], n.acceleration[0], out);
  for (int b = 1; b < robot.nacelle.bodies(); ++b) {
    const Joint& joint = robot.nacelle.joint(b);
    const T rate = k.VN(robot.nacelle.column(b));
    add_body<T>(g, moments<T>(joint.body), n.body[b], n.velocity[b], n.acceleration[b], out);
    const T rotor = T(rotor_inertia(robot, joint));
    out.kinetic += T(0.5) * rotor * rate * rate;
    out.kinetic_rate += rotor * rate * k.dVN(robot.nacelle.column(b));
    out.dissipation += friction_effort<T>(joint.friction, rate) * rate;
  }
  out.potential += spring_energy(robot, k);
  add_spring_powers(robot, k, out);
  out.dissipation += contact_dissipation(robot, k);
  for (const ExternalWrench& e : load.wrenches) {
    const Placement<T>& frame = e.leg < 0 ? n.body[e.body] : k.legs[e.leg].body[e.body];
    const Motion<T>& V = e.leg < 0 ? n.velocity[e.body] : k.legs[e.leg].velocity[e.body];
    const Vec3<T> arm = frame.R * e.point.template cast<T>();
    out.external += e.force.template cast<T>().dot(V.linear + V.angular.cross(arm)) + e.moment.template cast<T>().dot(V.angular);
  }
  return out;
}

template double spring_energy(const Robot&, const KinematicsData<double>&);
template Recorded spring_energy(const Robot&, const KinematicsData<Recorded>&);
template EnergyOf<double> energy(const Robot&, const Load&, const KinematicsData<double>&, const BodyMoments<double>*);
template EnergyOf<Recorded> energy(const Robot&, const Load&, const KinematicsData<Recorded>&, const BodyMoments<Recorded>*);

}  // namespace gough
