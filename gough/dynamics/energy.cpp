#include "gough/dynamics/energy.hpp"

#include "gough/dynamics/joint_effort.hpp"

namespace gough {
namespace {

void add_body(const Robot& robot, const RigidBody& body, const Placement<double>& frame, const Motion<double>& V, const Motion<double>& A,
              Energy& out) {
  const Vec3<double> c = frame.R * body.com;
  const Vec3<double>&w = V.angular, &dw = A.angular;
  const Vec3<double> v = V.linear + w.cross(c), a = A.linear + dw.cross(c) + w.cross(w.cross(c));
  const Mat3<double> I = frame.R * body.inertia * frame.R.transpose();
  out.kinetic += 0.5 * (body.mass * v.squaredNorm() + w.dot(I * w));
  out.potential -= body.mass * robot.gravity.dot(frame.p + c);
  out.kinetic_rate += body.mass * v.dot(a) + w.dot(I * dw);
  out.potential_rate -= body.mass * robot.gravity.dot(v);
}

}  // namespace

Energy energy(const Robot& robot, const Load& load, const KinematicsData<double>& k) {
  Energy out;
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) {
      const Joint& joint = robot.legs[i].joints[j];
      const LegData<double>& d = k.legs[i];
      add_body(robot, joint.body, d.body[j], d.velocity[j], d.acceleration[j], out);
      const double rotor = rotor_inertia(robot, joint);
      out.kinetic += 0.5 * rotor * d.dq(j) * d.dq(j);
      out.kinetic_rate += rotor * d.dq(j) * d.ddq(j);
      out.dissipation += friction_effort(joint.friction, d.dq(j)) * d.dq(j);
    }
  const NacelleData<double>& n = k.nacelle;
  for (std::size_t b = 0; b < n.body.size(); ++b) {
    add_body(robot, b == 0 ? loaded_platform(robot, load) : robot.nacelle.joints[b - 1].body, n.body[b], n.velocity[b], n.acceleration[b],
             out);
    if (b > 0) out.dissipation += friction_effort(robot.nacelle.joints[b - 1].friction, k.VN(5 + b)) * k.VN(5 + b);
  }
  const auto contact = [&](const Friction& friction, const Vec3<double>& w) {
    out.dissipation += friction_moment<double>(friction, w).dot(w);
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (const Tip& tip : robot.legs[i].tips)
      contact(tip.friction, k.legs[i].velocity[tip.leg.body].angular - n.velocity[tip.nacelle.body].angular);
  for (const NacelleLoop& loop : robot.nacelle.loops)
    contact(loop.friction, n.velocity[loop.a.body].angular - n.velocity[loop.b.body].angular);
  for (const ExternalWrench& e : load.wrenches) {
    const Placement<double>& frame = e.leg < 0 ? n.body[e.body] : k.legs[e.leg].body[e.body];
    const Motion<double>& V = e.leg < 0 ? n.velocity[e.body] : k.legs[e.leg].velocity[e.body];
    out.external += e.force.dot(V.linear + V.angular.cross(frame.R * e.point)) + e.moment.dot(V.angular);
  }
  return out;
}

}  // namespace gough
