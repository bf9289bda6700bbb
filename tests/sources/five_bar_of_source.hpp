#pragma once

#include "gough/dynamics/elements.hpp"
#include "gough/model/changed_robot.hpp"
#include "gough/model/friction.hpp"
#include "tests/sources/compare.hpp"

// The five-bar of [O, Section 5.2], 2B̲B, in the symbols of [O]: leg i goes from P_i along x_p to A_i and along x_a to E. The numbers are
// those of robots/five_bar.toml.
namespace gough::test {

// The columns of [O, Table 2] that are taken into account.
struct LocalForces {
  const char* name;
  bool gravity, friction, rotor, element;

  bool moves() const { return friction || rotor || element; }
};

// The robot with those alone. Gravity lies in the plane of motion, as [O] has it.
inline Robot with_forces(const LocalForces& forces) {
  Robot robot = changed(load_robot("five_bar"), [&](Robot& r) {
    r.gravity = forces.gravity ? Vec3<double>(2.0, -9.5, 0.0) : Vec3<double>(Vec3<double>::Zero());
    if (!forces.rotor)
      for (Actuator& a : r.actuators) a.rotor_inertia = 0.0;
    if (!forces.gravity && !forces.element)
      for (Leg& leg : r.legs)
        for (Joint& joint : leg.joints) joint.body = {};
  });
  return forces.friction ? robot : without_friction(robot);
}

struct FiveBarLeg {
  static constexpr double lp = 0.2, la = 0.3, mp = 0.35, ma = 0.25;          // m, kg
  static constexpr double rotor = 10.0 * 10.0 * 2e-5;                        // kg m², behind the gear
  static constexpr double motor_viscous = 0.01, motor_coulomb = 0.05;        // N m s, N m
  static constexpr double passive_viscous = 0.001, passive_coulomb = 0.002;  // in A_i and in E
  static Vec3<double> z() { return Vec3<double>::UnitZ(); }

  Vec3<double> P, xp, xa, yp, dxp, dxa, ddxp, ddxa;
  Mat3<double> Mp, Ma;  // [O, Eqs. 41, 43]
  Vec3<double> Mq;      // the transpose of its row, [O, Eq. 46]

  // From the directions, and Ẋ and Ẍ of E.
  FiveBarLeg(const Vec3<double>& p, const Vec3<double>& arm, const Vec3<double>& forearm, const Vec3<double>& V, const Vec3<double>& A)
      : P(p), xp(arm), xa(forearm), yp(z().cross(arm)) {
    Mp = yp * xa.transpose() / (lp * xa.dot(yp));
    Ma = (Mat3<double>::Identity() - lp * Mp) / la;
    Mq = (z().transpose() * hat<double>(xp) * Mp).transpose();
    dxp = Mp * V;
    dxa = Ma * V;
    // the derivative of [O, Eq. 39], x_aᵀẌ + ẋ_aᵀẊ = ℓ_p (x_aᵀẍ_p + ẋ_aᵀẋ_p), with ẍ_p = q̈ y − q̇² x_p
    const double dq = Mq.dot(V), along = xa.dot(A) + dxa.dot(V) - lp * dxa.dot(dxp) + lp * dq * dq * xa.dot(xp);
    ddxp = along / (lp * xa.dot(yp)) * yp - dq * dq * xp;
    ddxa = (A - lp * ddxp) / la;
  }

  Vec3<double> Sp() const { return P + 0.5 * lp * xp; }              // [O, Eq. 29]
  Vec3<double> Sa() const { return P + lp * xp + 0.5 * la * xa; }    //
  Vec3<double> dSp() const { return 0.5 * lp * dxp; }                // [O, Eq. 31]
  Vec3<double> dSa() const { return lp * dxp + 0.5 * la * dxa; }     //
  Vec3<double> ddSp() const { return 0.5 * lp * ddxp; }              // [O, Eq. 33]
  Vec3<double> ddSa() const { return lp * ddxp + 0.5 * la * ddxa; }  //
  Vec3<double> wp() const { return xp.cross(dxp); }                  // [O, Eq. 32]
  Vec3<double> wa() const { return xa.cross(dxa); }                  //
};

// Inertial force and torque of a bar: −m S̈ and −(I ω̇ + ω × I ω), I of a box of these sizes along x, y = z × x and z.
inline Vec3<double> bar_torque(double m, const Vec3<double>& size, const Vec3<double>& x, const Vec3<double>& dx, const Vec3<double>& ddx) {
  Mat3<double> R;
  R << x, FiveBarLeg::z().cross(x), FiveBarLeg::z();
  const Vec3<double> s = size.cwiseProduct(size), I = m / 12.0 * Vec3<double>(s.y() + s.z(), s.x() + s.z(), s.x() + s.y());
  const Mat3<double> inertia = R * I.asDiagonal() * R.transpose();
  const Vec3<double> w = x.cross(dx), dw = x.cross(ddx);  // [O, Eqs. 12, 13], θ̇ = 0
  return -(inertia * dw + w.cross(inertia * w));
}

inline Vec3<double> friction_torque(double viscous, double coulomb, const Vec3<double>& w) {  // [O, Eq. 19]
  const double rate = w.dot(FiveBarLeg::z());
  return -viscous * w - coulomb * (rate > 0 ? 1.0 : rate < 0 ? -1.0 : 0.0) * FiveBarLeg::z();
}

// Which elements the friction of a passive joint acts on.
enum class PassiveFriction { printed, both_sides };

// F̃ of [O, Eq. 61] and F_xa of [O, Eq. 53] for both legs: local forces of [O, Table 2] by the coordinates of [O, Table 1]. As printed,
// passive friction is that of A_i and on the forearm alone; it acts on the arm as well, and E has friction too.
struct DynamicCoordinates {
  Vec3<double> p[2], a[2];
};
inline DynamicCoordinates dynamic_coordinates(const Robot& robot, const LocalForces& forces, const FiveBarLeg legs[2],
                                              PassiveFriction passive) {
  DynamicCoordinates out;
  const Vec3<double> at_end = friction_torque(FiveBarLeg::passive_viscous, FiveBarLeg::passive_coulomb, legs[0].wa() - legs[1].wa());
  for (int i = 0; i < 2; ++i) {
    const FiveBarLeg& leg = legs[i];
    Vec3<double> fp = Vec3<double>::Zero(), fa = fp, np = fp, na = fp;
    if (forces.gravity || forces.element) {
      fp += FiveBarLeg::mp * (robot.gravity - leg.ddSp());
      fa += FiveBarLeg::ma * (robot.gravity - leg.ddSa());
      np += bar_torque(FiveBarLeg::mp, {0.2, 0.03, 0.02}, leg.xp, leg.dxp, leg.ddxp);
      na += bar_torque(FiveBarLeg::ma, {0.3, 0.025, 0.015}, leg.xa, leg.dxa, leg.ddxa);
    }
    if (forces.rotor) np -= FiveBarLeg::rotor * leg.xp.cross(leg.ddxp);  // [O, Eq. 17]
    if (forces.friction) {
      np += friction_torque(FiveBarLeg::motor_viscous, FiveBarLeg::motor_coulomb, leg.wp());
      const Vec3<double> at_elbow = friction_torque(FiveBarLeg::passive_viscous, FiveBarLeg::passive_coulomb, leg.wa() - leg.wp());
      na += at_elbow;
      if (passive == PassiveFriction::both_sides) {
        np -= at_elbow;
        na += i == 0 ? at_end : Vec3<double>(-at_end);
      }
    }
    out.p[i] = 0.5 * FiveBarLeg::lp * fp + hat<double>(leg.xp).transpose() * np + FiveBarLeg::lp * fa;
    out.a[i] = 0.5 * FiveBarLeg::la * fa + hat<double>(leg.xa).transpose() * na;
  }
  return out;
}

}  // namespace gough::test
