#pragma once

#include "gough/kinematics/tree_motion.hpp"
#include "tests/sources/compare.hpp"

namespace gough::test {

// What the joints of a serial leg need by themselves, as sums over its bodies of Jᵀ[m (c̈ − g); I ω̇ + ω × I ω] at their mass centres:
// I_J θ̈ + C_J θ̇ of [A], τ_i of [BK], all joints taken as actuated. No friction, no rotors.
inline VecX<double> leg_torques(const Leg& leg, const LegData<double>& d, const Vec3<double>& gravity) {
  VecX<double> out = VecX<double>::Zero(leg.freedoms());
  for (int b = 0; b < leg.freedoms(); ++b) {
    const RigidBody& body = leg.joints[b].body;
    const Mat3<double> I = d.body[b].R * body.inertia * d.body[b].R.transpose();
    const Vec3<double> arm = d.body[b].R * body.com, w = d.velocity[b].angular;
    const Vec3<double> f = body.mass * (acceleration_at<double>(d.velocity[b], d.acceleration[b], arm) - gravity);
    const Vec3<double> n = I * d.acceleration[b].angular + w.cross(I * w);
    for (int j = 0; j <= b; ++j) {
      const Vec3<double> e = d.body[j].R.col(2), r = d.body[b].p + arm - d.body[j].p;
      out(j) += leg.joints[j].revolute ? e.dot(r.cross(f) + n) : e.dot(f);
    }
  }
  return out;
}

// M_i of the same leg, on its joints' rates.
inline MatX<double> leg_mass(const Leg& leg, const LegData<double>& d) {
  const int n = leg.freedoms();
  MatX<double> out = MatX<double>::Zero(n, n);
  for (int b = 0; b < n; ++b) {
    const RigidBody& body = leg.joints[b].body;
    MatX<double> v = MatX<double>::Zero(3, n), w = v;
    for (int j = 0; j <= b; ++j) {
      const Vec3<double> e = d.body[j].R.col(2), r = d.body[b].p + d.body[b].R * body.com - d.body[j].p;
      v.col(j) = leg.joints[j].revolute ? e.cross(r) : e;
      if (leg.joints[j].revolute) w.col(j) = e;
    }
    out += body.mass * v.transpose() * v + w.transpose() * (d.body[b].R * body.inertia * d.body[b].R.transpose()) * w;
  }
  return out;
}

}  // namespace gough::test
