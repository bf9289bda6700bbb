#include "gough/dynamics/element_elimination.hpp"
#include "gough/dynamics/element_maps.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/math/linear_algebra.hpp"
#include "tests/sources/five_bar_of_source.hpp"

// [O, Eqs. 22-65, Tables 1 and 2] on the five-bar, term by term.
namespace gough {
namespace {

using test::apart;
using test::FiveBarLeg;
using test::kSame;
using test::PassiveFriction;

constexpr test::LocalForces kAllForces{"all", true, true, true, true};
constexpr test::LocalForces kEachForce[] = {{"gravity", true, false, false, false},
                                            {"friction", false, true, false, false},
                                            {"rotors", false, false, true, false},
                                            {"elements", false, false, false, true}};

// A state of the library and the same in the symbols of [O].
struct FiveBarState {
  test::Moving state;
  DynamicsData<double> d;
  FiveBarLeg legs[2];

  FiveBarState(const Robot& robot, std::mt19937_64& random, double speed)
      : state(robot, random, speed), d(robot), legs{leg(robot, 0), leg(robot, 1)} {
    elements::inverse_dynamics(robot, {}, state.k, d);
  }

  const KinematicsData<double>& k() const { return state.k; }
  Vec3<double> V() const { return k().VN.head<3>(); }
  const ElementMotion<double>& arm(int i) const { return d.elements->states[i][0]; }
  const ElementMotion<double>& forearm(int i) const { return d.elements->states[i][1]; }

 private:
  FiveBarLeg leg(const Robot& robot, int i) {
    VecX<double> q(2);
    actuated_positions(robot, state.k, q);
    const Vec3<double> P(i == 0 ? -0.1 : 0.1, 0.0, 0.0), xp(std::cos(q(i)), std::sin(q(i)), 0.0);
    const Vec3<double> xa = (state.k.pose.p - P - FiveBarLeg::lp * xp) / FiveBarLeg::la;  // [O, Eq. 36]
    return {P, xp, xa, state.k.VN.head<3>(), state.k.dVN.head<3>()};
  }
};

// A Γ + b of [O, Eqs. 57-64].
struct LinearForm {
  MatX<double> A = MatX<double>::Zero(3, 2);
  VecX<double> b = VecX<double>::Zero(3);

  LinearForm(const FiveBarLeg legs[2], const test::DynamicCoordinates& F) {
    for (int i = 0; i < 2; ++i) {
      A.col(i) = legs[i].Mp.transpose() * legs[i].yp;
      b += legs[i].Mp.transpose() * F.p[i] + legs[i].Ma.transpose() * F.a[i];
    }
  }
  VecX<double> gamma() const { return -least_squares(A, b); }  // [O, Eqs. 59, 65]
};

// What the library has on V_N, as it acts on Ẋ alone: the platform turns with the second forearm, ω = x_a2 × M_a2 Ẋ.
MatX<double> on_end_point(const FiveBarLeg& carrier, const MatX<double>& on_VN) {
  return on_VN.topRows(3) + (hat<double>(carrier.xa) * carrier.Ma).transpose() * on_VN.bottomRows(3);
}

template <class F>
void at_states(const test::LocalForces& forces, const F& check) {
  const Robot robot = test::with_forces(forces);
  std::mt19937_64 random(161);
  for (int s = 0; s < test::samples; ++s) {
    const FiveBarState state(robot, random, forces.moves() ? 2.0 : 0.0);
    check(robot, state);
    if (::testing::Test::HasFailure()) return;
  }
}

// [O, Eqs. 34-36]: unit directions close the loops; mass centres and their motion, [O, Eqs. 27-33].
TEST(SourceO, LoopsAndMassCentres) {
  at_states(kAllForces, [](const Robot& robot, const FiveBarState& s) {
    MatX<double> found[5], expected[5];  // S, Ṡ, S̈, ω, ω̇ of the four bars
    for (int part = 0; part < 5; ++part) found[part] = expected[part] = MatX<double>::Zero(3, 4);
    for (int i = 0; i < 2; ++i) {
      const FiveBarLeg& leg = s.legs[i];
      EXPECT_NEAR(leg.xa.norm(), 1.0, kSame);
      EXPECT_LT(apart(s.arm(i).x, leg.xp), kSame);
      EXPECT_LT(apart(s.forearm(i).x, leg.xa), kSame);
      const Vec3<double> parts[2][5] = {{leg.Sp(), leg.dSp(), leg.ddSp(), leg.wp(), leg.xp.cross(leg.ddxp)},
                                        {leg.Sa(), leg.dSa(), leg.ddSa(), leg.wa(), leg.xa.cross(leg.ddxa)}};
      for (int j = 0; j < 2; ++j) {
        const LegData<double>& d = s.k().legs[i];
        const Motion<double>&V = d.velocity[j], &A = d.acceleration[j];
        const Vec3<double> arm = d.body[j].R * robot.legs[i].joints[j].body.com;
        const Vec3<double> library[5] = {d.body[j].p + arm, velocity_at(V, arm), acceleration_at(V, A, arm), V.angular, A.angular};
        for (int part = 0; part < 5; ++part) {
          found[part].col(2 * i + j) = library[part];
          expected[part].col(2 * i + j) = parts[j][part];
        }
      }
    }
    for (int part = 0; part < 5; ++part) EXPECT_LT(apart(found[part], expected[part]), kSame) << part;
  });
}

// [O, Eqs. 37-46]: M_p, M_a and M_q of every leg, and the rates that they give.
TEST(SourceO, MotionConstraints) {
  at_states(kAllForces, [](const Robot& robot, const FiveBarState& s) {
    DynamicsData<double> d = s.d;
    MatX<double> found[2], expected[2];  // ẋ and ẍ of the four bars
    for (int order = 0; order < 2; ++order) found[order] = expected[order] = MatX<double>::Zero(3, 4);
    for (int i = 0; i < 2; ++i) {
      const FiveBarLeg& leg = s.legs[i];
      elements::LegElements<double> library(robot, i, s.k(), d);
      elements::fill_maps(library);
      elements::constrain(library);
      MatX<double> Mp(3, 3), Ma(3, 3);
      for (int c = 0; c < 6; ++c) {
        VecX<double> unit = VecX<double>::Zero(2 * elements::kPerElement), on_VN = VecX<double>::Zero(6);
        unit(c < 3 ? c : elements::kPerElement + c - 3) = 1.0;
        elements::pull(library, unit, on_VN);
        (c < 3 ? Mp : Ma).row(c % 3) = on_end_point(s.legs[1], on_VN).transpose();
      }
      const Mat3<double> across = Mat3<double>::Identity() - leg.xa * leg.xa.transpose();
      EXPECT_LT(apart(Mp, leg.Mp), kSame);
      EXPECT_LT(apart(across * Ma, across * leg.Ma), kSame);
      found[0].middleCols<2>(2 * i) << s.arm(i).dx, s.forearm(i).dx;
      found[1].middleCols<2>(2 * i) << s.arm(i).ddx, s.forearm(i).ddx;
      expected[0].middleCols<2>(2 * i) << leg.dxp, leg.dxa;
      expected[1].middleCols<2>(2 * i) << leg.ddxp, leg.ddxa;
      EXPECT_LT((s.V() - FiveBarLeg::lp * leg.dxp - FiveBarLeg::la * leg.dxa).norm(),
                kSame * FiveBarLeg::la * leg.dxa.norm() + kSame * s.V().norm());  // [O, Eq. 38]
      EXPECT_LT(apart(s.k().Jinv.row(i), leg.Mq.head<2>().transpose()), kSame);
      EXPECT_NEAR(leg.Mq.dot(s.V()), s.k().dqa(i), kSame * s.k().dqa.cwiseAbs().maxCoeff());
      const double largest = s.k().dqa.cwiseAbs().maxCoeff();
      EXPECT_LT((leg.wp() - s.k().dqa(i) * FiveBarLeg::z()).norm(), kSame * largest);  // [O, Eq. 44]
    }
    for (int order = 0; order < 2; ++order) EXPECT_LT(apart(found[order], expected[order]), kSame) << order;
  });
}

// [O, Eq. 10] takes y = ẋ/‖ẋ‖, which is no number at rest; the joint's axis gives y = z × x there as well, and the same M_p in motion.
TEST(SourceO, DirectionOfTheRateAtRest) {
  const Robot robot = load_robot("five_bar");
  std::mt19937_64 random(162);
  const FiveBarState moving(robot, random, 2.0), still(robot, random, 0.0);
  for (int i = 0; i < 2; ++i) {
    const Vec3<double> y = moving.arm(i).dx / moving.arm(i).dx.norm(), xa = moving.forearm(i).x;
    EXPECT_LT(apart(y * xa.transpose() / (FiveBarLeg::lp * xa.dot(y)), moving.legs[i].Mp), kSame);
    EXPECT_TRUE((still.arm(i).dx / still.arm(i).dx.norm()).array().isNaN().all());
    EXPECT_TRUE(still.legs[i].Mp.allFinite() && still.d.effort.allFinite());
  }
}

// [O, Table 1], transposed: what each ẋ gives mass centres and rotations. Along x itself ẋ has no part, so that columns count across it.
TEST(SourceO, KinematicCoordinates) {
  const Mat3<double> one = Mat3<double>::Identity(), none = Mat3<double>::Zero();
  at_states(kAllForces, [&](const Robot& robot, const FiveBarState& s) {
    for (int i = 0; i < 2; ++i) {
      const FiveBarLeg& leg = s.legs[i];
      const Mat3<double> linear[2][2] = {{0.5 * FiveBarLeg::lp * one, FiveBarLeg::lp * one}, {none, 0.5 * FiveBarLeg::la * one}};
      const Mat3<double> angular[2][2] = {{hat<double>(leg.xp), none}, {none, hat<double>(leg.xa)}};
      for (int of = 0; of < 2; ++of)
        for (int e = 0; e < 2; ++e) {
          const ElementMaps<double>& m = s.d.elements->legs[i].maps[e];
          const Vec3<double> x = of == 0 ? leg.xp : leg.xa, arm = s.k().legs[i].body[e].R * robot.legs[i].joints[e].body.com;
          const Mat3<double> across = one - x * x.transpose();
          const Mat3<double> W = m.omega_low.middleCols<3>(elements::kPerElement * of);
          const Mat3<double> V = m.A.middleCols<3>(elements::kPerElement * of) - hat<double>(arm) * W;
          EXPECT_LT((V * across - linear[of][e] * across).cwiseAbs().maxCoeff(), kSame * FiveBarLeg::lp);
          EXPECT_LT((W - angular[of][e]).cwiseAbs().maxCoeff(), kSame);
        }
    }
  });
}

// [O, Table 2] column by column and [O, Eqs. 52, 53, 61]: forces on the basis. Along x they do no work. Friction in E the library has on
// the first forearm and on the platform.
TEST(SourceO, LocalForcesAndDynamicCoordinates) {
  for (const test::LocalForces& forces : kEachForce)
    at_states(forces, [&](const Robot& robot, const FiveBarState& s) {
      const test::DynamicCoordinates F = test::dynamic_coordinates(robot, forces, s.legs, PassiveFriction::both_sides);
      double largest = 0.0;
      for (int i = 0; i < 2; ++i) largest = std::max({largest, F.p[i].norm(), F.a[i].norm()});
      for (int i = 0; i < 2; ++i) {
        const FiveBarLeg& leg = s.legs[i];
        const VecX<double>& found = s.d.elements->legs[i].F;
        Vec3<double> a = F.a[i];
        if (forces.friction && i == 1)  // without what E's friction does on the platform
          a += hat<double>(leg.xa).transpose() *
               test::friction_torque(FiveBarLeg::passive_viscous, FiveBarLeg::passive_coulomb, s.legs[0].wa() - s.legs[1].wa());
        const Mat3<double> across_p = Mat3<double>::Identity() - leg.xp * leg.xp.transpose();
        const Mat3<double> across_a = Mat3<double>::Identity() - leg.xa * leg.xa.transpose();
        EXPECT_LT((across_p * (found.head<3>() - F.p[i])).norm(), kSame * largest) << forces.name;
        EXPECT_LT((across_a * (found.segment<3>(elements::kPerElement) - a)).norm(), kSame * largest) << forces.name;
      }
    });
}

// [O, Eqs. 57-65]: A (3 × 2), b, and Γ = −A†b, which leaves nothing; [O, Eqs. 22-24, 54]: with Γ no motion of the mechanism does work.
TEST(SourceO, LinearImplicitModel) {
  at_states(kAllForces, [](const Robot& robot, const FiveBarState& s) {
    test::DynamicCoordinates F = test::dynamic_coordinates(robot, kAllForces, s.legs, PassiveFriction::both_sides);
    const LinearForm form(s.legs, F);
    const ElementWorkspace<double>& work = *s.d.elements;
    EXPECT_LT(apart(on_end_point(s.legs[1], work.A), form.A), kSame);
    EXPECT_LT(apart(on_end_point(s.legs[1], work.b), form.b), kSame);
    const VecX<double> gamma = form.gamma();
    EXPECT_LT(apart(s.d.effort, gamma), kSame);
    EXPECT_LT((form.A * gamma + form.b).norm(), kSame * form.b.norm());
    double work_done = 0.0, largest = 0.0;
    for (int i = 0; i < 2; ++i) {
      F.p[i] += gamma(i) * s.legs[i].yp;  // [O, Eq. 60]
      work_done += F.p[i].dot(s.legs[i].dxp) + F.a[i].dot(s.legs[i].dxa);
      largest = std::max({largest, F.p[i].norm() * s.legs[i].dxp.norm(), F.a[i].norm() * s.legs[i].dxa.norm()});
    }
    EXPECT_LT(std::abs(work_done), kSame * largest);
  });
}

// Weight across the plane is held by the joints: it is all that A Γ + b leaves then, and Γ is the same without it.
TEST(SourceO, WeightAcrossThePlaneIsTheResidual) {
  const Robot robot = load_robot("five_bar");
  std::mt19937_64 random(163);
  const FiveBarState s(robot, random, 2.0);
  const LinearForm form(s.legs, test::dynamic_coordinates(robot, kAllForces, s.legs, PassiveFriction::both_sides));
  const VecX<double> residual = form.A * form.gamma() + form.b;
  EXPECT_LT(residual.head<2>().norm(), kSame * form.b.norm());
  EXPECT_NEAR(residual(2), -FiveBarLeg::ma * 9.81, kSame * FiveBarLeg::ma * 9.81);  // half of each forearm's, by both
  EXPECT_LT(apart(s.d.effort, form.gamma()), kSame);
}

// [O, Table 2] as printed has the friction of a passive joint on the outer element alone, and none in E: other efforts than by P.
TEST(SourceO, PassiveFrictionAsPrintedIsWrong) {
  double least = kInfinity;
  at_states(kAllForces, [&](const Robot& robot, const FiveBarState& s) {
    DynamicsData<double> by_P(robot);
    platform_legs::inverse_dynamics(robot, {}, s.k(), by_P);
    const auto gamma = [&](PassiveFriction passive) {
      return LinearForm(s.legs, test::dynamic_coordinates(robot, kAllForces, s.legs, passive)).gamma();
    };
    EXPECT_LT(apart(gamma(PassiveFriction::both_sides), by_P.effort), kSame);
    least = std::min(least, (gamma(PassiveFriction::printed) - by_P.effort).cwiseAbs().maxCoeff());
  });
  EXPECT_GT(least, 0.5 * FiveBarLeg::passive_coulomb);  // N m
}

}  // namespace
}  // namespace gough
