#include "gough/dynamics/energy.hpp"
#include "gough/dynamics/orthogonal_complement.hpp"
#include "gough/dynamics/six_axis_row.hpp"
#include "gough/kinematics/forward_geometry.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/changed_robot.hpp"
#include "gough/model/friction.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/sources/leg_torques.hpp"

// [A], platform manipulators: six legs of six axes, a ball at the base, the actuated fourth joint (revolute in hexapod_6r, prismatic in
// flight_simulator), a universal joint at the platform. Twists are [ω; ċ] at the platform's mass centre C.
namespace gough {
namespace {

using test::apart;
using test::kSame;

class SourceA : public ::testing::TestWithParam<const char*> {
 protected:
  // Without friction and rotors, which [A] leaves out.
  const Robot robot = changed(without_friction(load_robot(GetParam())), [](Robot& r) {
    for (Actuator& a : r.actuators) a.rotor_inertia = 0.0;
  });
};

std::string source_robot_name(const ::testing::TestParamInfo<const char*>& info) { return info.param; }
INSTANTIATE_TEST_SUITE_P(Robots, SourceA, ::testing::Values("hexapod_6r", "flight_simulator"), source_robot_name);

// One leg in the symbols of the slides.
struct SixAxes {
  Vec3<double> e[6], r[6];                                                  // axes, and from each origin O_i to C
  MatX<double> J = MatX<double>::Zero(6, 6), A = MatX<double>::Zero(3, 6);  // J_J and A_J
  Vec3<double> u;
  double zeta = 0.0;
  VecX<double> y = VecX<double>::Zero(6);

  SixAxes(const Leg& leg, const LegData<double>& d, const Vec3<double>& C) {
    for (int i = 0; i < 6; ++i) {
      e[i] = d.body[i].R.col(2);
      r[i] = C - d.body[i].p;
      if (leg.joints[i].revolute) J.col(i) << e[i], e[i].cross(r[i]);
      else J.col(i) << Vec3<double>::Zero(), e[i];
    }
    A << hat<double>(r[0]), Mat3<double>::Identity();
    u = e[4].cross(r[4] - r[0]).cross(e[5].cross(r[5] - r[0]));
    zeta = u.dot(leg.joints[3].revolute ? e[3].cross(r[3] - r[0]) : e[3]);
    y << -r[0].cross(u), u;
  }
};

// The platform's twist and its derivative as the slides have them.
struct PlatformTwist {
  Vec3<double> C, center;                           // C, and from the platform's origin to it
  MatX<double> from_VN = MatX<double>::Zero(6, 6);  // t = X V_N
  VecX<double> t = VecX<double>::Zero(6), dt = VecX<double>::Zero(6);

  PlatformTwist(const Robot& robot, const KinematicsData<double>& k) {
    center = k.pose.R * robot.nacelle.platform.com;
    C = k.pose.p + center;
    from_VN << Mat3<double>::Zero(), Mat3<double>::Identity(), Mat3<double>::Identity(), -hat<double>(center);
    t = from_VN * k.VN;
    dt << k.nacelle.acceleration[0].angular, acceleration_at<double>(k.nacelle.velocity[0], k.nacelle.acceleration[0], center);
  }
};

struct PlatformManipulator {
  PlatformTwist platform;
  std::vector<SixAxes> legs;
  MatX<double> Y = MatX<double>::Zero(6, 6), Z = MatX<double>::Zero(6, 6), T;  // Z q̇ = Y t, T = Y⁻¹ Z
  std::vector<MatX<double>> L;                                                 // L_J = J_J⁻¹ T

  PlatformManipulator(const Robot& robot, const KinematicsData<double>& k) : platform(robot, k) {
    for (int i = 0; i < 6; ++i) {
      legs.emplace_back(robot.legs[i], k.legs[i], platform.C);
      Y.row(i) = legs[i].y.transpose();
      Z(i, i) = legs[i].zeta;
    }
    T = full_rank_solution(Y, Z);
    for (const SixAxes& leg : legs) L.push_back(full_rank_solution(leg.J, T));
  }
};

template <class F>
void at_manipulators(const Robot& robot, const F& check) {
  std::mt19937_64 random(191);
  for (int s = 0; s < test::samples; ++s) {
    const test::Moving state(robot, random, 0.5);
    check(state.k, PlatformManipulator(robot, state.k));
    if (::testing::Test::HasFailure()) return;
  }
}

// J_J θ̇ = t; A_J takes the ball's rates away, and u the last two: ζ q̇ = yᵀ t. A_J t is ċ − ω × r_1, where the slides also print
// ω × r_1 + ċ, and the third term of A_J J_J θ̇ belongs to the sixth joint, where they repeat the fifth.
TEST_P(SourceA, RowOfALeg) {
  at_manipulators(robot, [&](const KinematicsData<double>& k, const PlatformManipulator& m) {
    const Vec3<double> w = m.platform.t.head<3>(), dc = m.platform.t.tail<3>();
    for (int i = 0; i < 6; ++i) {
      const SixAxes& leg = m.legs[i];
      const VecX<double>& rates = k.legs[i].dq;
      EXPECT_LT(apart(leg.J * rates, m.platform.t), kSame);
      const MatX<double> AJ = leg.A * leg.J;
      EXPECT_LT(AJ.leftCols(3).cwiseAbs().maxCoeff(), kSame);
      const Vec3<double> right = dc - w.cross(leg.r[0]);
      EXPECT_LT(apart(AJ * rates, right), kSame);
      EXPECT_GT(apart(AJ * rates, dc + w.cross(leg.r[0])), 1e-3);
      Vec3<double> three = AJ.col(3) * rates(3), fifth = leg.e[4].cross(leg.r[4] - leg.r[0]);
      EXPECT_LT(apart(three + fifth * rates(4) + leg.e[5].cross(leg.r[5] - leg.r[0]) * rates(5), right), kSame);
      EXPECT_GT(apart(three + fifth * (rates(4) + rates(5)), right), 1e-6);
      const auto row = orthogonal_complement::six_axis_row(robot, i, k);
      const double scale = leg.u.dot(row.y.head<3>()) / leg.u.squaredNorm();  // either sign of u will do
      const VecX<double> on_VN = m.platform.from_VN.transpose() * leg.y;
      EXPECT_LT(apart(row.y, scale * on_VN), kSame);
      EXPECT_NEAR(row.zeta, scale * leg.zeta, kSame * std::abs(row.zeta));
      EXPECT_NEAR(leg.zeta * k.dqa(i), leg.y.dot(m.platform.t), kSame * leg.y.norm() * m.platform.t.norm());
    }
    EXPECT_LT(apart(m.Z * k.dqa, m.Y * m.platform.t), kSame);
  });
}

// T = Y⁻¹ Z and L_J = J_J⁻¹ T, and Λ, whose columns L_Jᵀ e_Jk are those of the identity; L_J e_Jk, as printed, are not.
TEST_P(SourceA, MapsFromTheActuatedRates) {
  DynamicsData<double> d(robot);
  at_manipulators(robot, [&](const KinematicsData<double>& k, const PlatformManipulator& m) {
    orthogonal_complement::complement_matrices(robot, {}, k, d);
    const ComplementWorkspace<double>& work = *d.complement;
    EXPECT_LT(apart(m.platform.from_VN * work.T_, m.T), kSame);
    EXPECT_LT(apart(m.T * k.dqa, m.platform.t), kSame);
    MatX<double> Lambda(6, 6), printed(6, 6);
    for (int i = 0; i < 6; ++i) {
      EXPECT_LT(apart(work.L[i], m.L[i]), kSame);
      EXPECT_LT(apart(m.L[i] * k.dqa, k.legs[i].dq), kSame);
      Lambda.col(i) = m.L[i].row(3).transpose();
      printed.col(i) = m.L[i].col(3);
    }
    EXPECT_LT(apart(Lambda, MatX<double>::Identity(6, 6)), kSame);
    EXPECT_GT(apart(printed, MatX<double>::Identity(6, 6)), 0.1);
  });
}

// M q̈ + N q̇ = τ_W + Λ φ, M = Tᵀ M_M T + Σ L_Jᵀ I_J L_J, N q̇ with I θ̈ + C θ̇ of the legs, where the slides print I θ̈ − C θ̇.
TEST_P(SourceA, ModelInTheActuatedJoints) {
  DynamicsData<double> d(robot);
  at_manipulators(robot, [&](const KinematicsData<double>& k, const PlatformManipulator& m) {
    orthogonal_complement::inverse_dynamics(robot, {}, k, d);
    const VecX<double> effort = d.effort;
    orthogonal_complement::complement_matrices(robot, {}, k, d);
    const RigidBody& body = robot.nacelle.platform;
    MatX<double> MM = MatX<double>::Zero(6, 6), WM = MM;
    MM.topLeftCorner(3, 3) = k.pose.R * body.inertia * k.pose.R.transpose();
    MM.bottomRightCorner(3, 3) = body.mass * Mat3<double>::Identity();
    WM.topLeftCorner(3, 3) = hat<double>(Vec3<double>(m.platform.t.head<3>()));
    VecX<double> weight = VecX<double>::Zero(6);
    weight.tail<3>() = body.mass * robot.gravity;
    MatX<double> M = m.T.transpose() * MM * m.T;
    VecX<double> left = m.T.transpose() * (MM * m.platform.dt + WM * MM * m.platform.t), right = m.T.transpose() * weight, printed = left;
    for (int i = 0; i < 6; ++i) {
      const MatX<double> I = test::leg_mass(robot.legs[i], k.legs[i]);
      const VecX<double> inertia = test::leg_torques(robot.legs[i], k.legs[i], Vec3<double>::Zero()), by_ddq = I * k.legs[i].ddq;
      M += m.L[i].transpose() * I * m.L[i];
      left += m.L[i].transpose() * inertia;
      printed += m.L[i].transpose() * (2.0 * by_ddq - inertia);
      right -= m.L[i].transpose() * (test::leg_torques(robot.legs[i], k.legs[i], robot.gravity) - inertia);
    }
    EXPECT_LT(apart(d.complement->M, M), kSame);
    EXPECT_LT(apart(d.complement->M * k.ddqa + d.complement->N * k.dqa, left), kSame);
    EXPECT_LT(apart(d.complement->gravity, right), kSame);
    EXPECT_LT(apart(effort, left - right), kSame);  // φ = Λ⁻¹ (M q̈ + N q̇ − τ_W), Λ = 1
    EXPECT_GT(apart(effort, printed - right), 1e-6);
  });
}

// The revolute that stands for a strut: where both pull along the same line, ζ of the knee over ζ of the slide is dℓ/dθ. By the law of
// cosines, ℓ² = a² + b² − 2ab cos β, it is ab sin β / ℓ = 2 (area of the triangle) / ℓ.
TEST(SourceAStruts, RevoluteEquivalent) {
  const Robot knee = load_robot("hexapod_6r"), slide = load_robot("flight_simulator");
  std::mt19937_64 random(192);
  KinematicsData<double> other(slide);
  for (int s = 0; s < test::samples; ++s) {
    const test::Moving state(knee, random);
    ASSERT_TRUE(position(slide, state.k.pose, other).answered());
    velocity(slide, state.k.Vr, other);
    const PlatformTwist platform(knee, state.k);
    for (int i = 0; i < 6; ++i) {
      const SixAxes turning(knee.legs[i], state.k.legs[i], platform.C), sliding(slide.legs[i], other.legs[i], platform.C);
      const Vec3<double> ball = -turning.r[0], elbow = -turning.r[3], cardan = -turning.r[4];  // from C
      const double length = (cardan - ball).norm(), area = 0.5 * (elbow - ball).cross(cardan - ball).norm();
      EXPECT_NEAR(length, other.legs[i].q[3].d, kSame * length);
      const Vec3<double> line = (cardan - ball) / length;
      const double ratio = (turning.zeta / turning.u.dot(line)) / (sliding.zeta / sliding.u.dot(line));
      EXPECT_NEAR(std::abs(ratio), 2.0 * area / length, kSame * length);
      EXPECT_NEAR(ratio * state.k.dqa(i), other.dqa(i), kSame * other.dqa.cwiseAbs().maxCoeff());
    }
    if (HasFailure()) return;
  }
}

// f'(0) by central differences of order 2n: the truncation is (n! (h/ρ)ⁿ)² f/ρ, where ρ is how far f is analytic, and rounding 1e-15 f/h.
template <class F>
auto slope(const F& f, double h) {
  constexpr int n = 8;
  double weight = 1.0;
  auto out = f(0.0);
  out -= out;
  for (int k = 1; k <= n; ++k) {
    weight *= (n - k + 1.0) / (n + k);  // (n!)² / ((n − k)! (n + k)!)
    out += (k % 2 == 1 ? 1.0 : -1.0) * weight / (k * h) * (f(k * h) - f(-k * h));
  }
  return out;
}

// Kinetic and potential energy of the bodies as functions of actuated positions and rates.
class Energies {
 public:
  explicit Energies(const Robot& robot) : robot_(robot), k_(robot) {}

  // One more step of Newton's method than forward geometry takes leaves of the pose what rounding leaves.
  void go(const VecX<double>& q, Pose<double> pose) {
    EXPECT_TRUE(forward_geometry(robot_, q, pose, k_).answered());
    VecX<double> there(q.size());
    actuated_positions(robot_, k_, there);
    const VecX<double> step = k_.Psi * full_rank_solution(k_.Jinv, VecX<double>(q - there));
    EXPECT_TRUE(position(robot_, moved(robot_, pose, step), k_).answered());
  }
  double potential() const {
    double out = -robot_.nacelle.platform.mass * robot_.gravity.dot(k_.nacelle.body[0].point(robot_.nacelle.platform.com));
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (std::size_t b = 0; b < robot_.legs[i].joints.size(); ++b) {
        const RigidBody& body = robot_.legs[i].joints[b].body;
        out -= body.mass * robot_.gravity.dot(k_.legs[i].body[b].point(body.com));
      }
    return out;
  }
  double kinetic(const VecX<double>& dq) {
    velocity(robot_, VecX<double>(full_rank_solution(k_.Jinv, dq)), k_);
    double out = of_body(robot_.nacelle.platform, k_.nacelle.body[0], k_.nacelle.velocity[0]);
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (std::size_t b = 0; b < robot_.legs[i].joints.size(); ++b)
        out += of_body(robot_.legs[i].joints[b].body, k_.legs[i].body[b], k_.legs[i].velocity[b]);
    return out;
  }
  // ∂K/∂q̇, exact, K being quadratic in q̇.
  VecX<double> momenta(const VecX<double>& dq) {
    VecX<double> out(dq.size());
    for (Eigen::Index a = 0; a < dq.size(); ++a) {
      const VecX<double> e = VecX<double>::Unit(dq.size(), a) * (1.0 + dq.norm());
      out(a) = (kinetic(dq + e) - kinetic(dq - e)) / (2.0 * e(a));
    }
    return out;
  }

 private:
  const Robot& robot_;
  KinematicsData<double> k_;

  static double of_body(const RigidBody& body, const Placement<double>& frame, const Motion<double>& V) {
    const Vec3<double> v = velocity_at<double>(V, frame.R * body.com), w = frame.R.transpose() * V.angular;
    return 0.5 * (body.mass * v.squaredNorm() + w.dot(body.inertia * w));
  }
};

// The Euler-Lagrange equations d/dt ∂K/∂q̇ − ∂K/∂q + ∂P/∂q = φ, by differences of the energies over steps h of the actuated joints. ρ, seen
// in how the error grows with h, is 0.26 m for the struts, 0.32 rad for the five-bar and 0.39 rad for the knees: truncation is below 2e-13.
void expect_euler_lagrange(const Robot& robot, double h) {
  std::mt19937_64 random(193);
  DynamicsData<double> d(robot);
  Energies energies(robot);
  const int n = static_cast<int>(robot.actuators.size());
  VecX<double> q(n);
  double worst = 0.0;
  for (int s = 0; s < 5; ++s) {
    test::Moving state(robot, random, 0.5);
    const KinematicsData<double>& k = state.k;
    actuated_positions(robot, k, q);
    orthogonal_complement::inverse_dynamics(robot, {}, k, d);
    VecX<double> expected = slope(
        [&](double t) {
          energies.go(q + t * k.dqa + 0.5 * t * t * k.ddqa, k.pose);
          return energies.momenta(k.dqa + t * k.ddqa);
        },
        h);
    for (int a = 0; a < n; ++a)
      expected(a) -= slope(
          [&](double t) {
            energies.go(q + t * VecX<double>::Unit(n, a), k.pose);
            return energies.kinetic(k.dqa) - energies.potential();
          },
          h);
    EXPECT_LT(apart(d.effort, expected), kSame) << robot.name;
    worst = std::max(worst, apart(d.effort, expected));
  }
  ::testing::Test::RecordProperty("worst", std::to_string(1e12 * worst) + "e-12");
}

TEST_P(SourceA, EulerLagrangeEquationsByDifferences) { expect_euler_lagrange(robot, robot.actuators[0].revolute ? 0.016 : 0.01); }

TEST(SourceAPlanar, EulerLagrangeEquationsByDifferences) {
  const Robot robot = changed(without_friction(load_robot("five_bar")), [](Robot& r) {
    for (Actuator& a : r.actuators) a.rotor_inertia = 0.0;
  });
  expect_euler_lagrange(robot, 0.01);
}

// ι = j − l + 1: five loops of six legs, 186 freedoms of 31 links less 180.
TEST_P(SourceA, LoopsByEulersFormula) {
  EXPECT_EQ(robot.mobility.simple_joints, 36);
  EXPECT_EQ(robot.mobility.loops, 5);
  EXPECT_EQ(robot.mobility.n, 31 * 6 - 36 * 5);
}

}  // namespace
}  // namespace gough
