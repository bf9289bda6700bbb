#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/changed_robot.hpp"
#include "gough/model/friction.hpp"
#include "tests/sources/compare.hpp"

// [CB]: the linear form of a body's wrench, and the Delta.
namespace gough {
namespace {

using test::apart;
using test::kSame;

using Mat6x10 = Eigen::Matrix<double, 6, 10>;
using Vec10d = Eigen::Matrix<double, 10, 1>;

// [CB, Eq. 31].
Eigen::Matrix<double, 3, 6> tilde_of(const Vec3<double>& w) {
  Eigen::Matrix<double, 3, 6> out;
  out << w.x(), w.y(), w.z(), 0, 0, 0, 0, w.x(), 0, w.y(), w.z(), 0, 0, 0, w.x(), 0, w.y(), w.z();
  return out;
}

// [CB, Eqs. 28-30], a being ẍ_A, or ẍ_A − G of [CB, Eq. 34]; everything in the body's axes.
Mat6x10 body_matrix_of(const Vec3<double>& a, const Vec3<double>& w, const Vec3<double>& dw) {
  Mat6x10 out = Mat6x10::Zero();
  out.block<3, 1>(0, 0) = a;
  out.block<3, 3>(0, 1) = hat<double>(w) * hat<double>(w) + hat<double>(dw);
  out.block<3, 3>(3, 1) = -hat<double>(a);
  out.block<3, 6>(3, 4) = hat<double>(w) * tilde_of(w) + tilde_of(dw);
  return out;
}

Vec10d parameters_of(double m, const Vec3<double>& r, const Mat3<double>& I) {
  Vec10d p;
  p << m, m * r, I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2);
  return p;
}

Mat3<double> turned_by(std::mt19937_64& random) { return rotation_exp(Vec3<double>(2.0 * random_vector(3, random))); }

// [CB, Eqs. 9-11, 19-32]: the wrench at the mass centre C, in C's own axes, brought to A by the transmission matrix, is Ω p, and is what
// the library asks of the body.
TEST(SourceCB, WrenchOfABodyIsLinearInTenParameters) {
  std::mt19937_64 random(181);
  for (int s = 0; s < test::samples; ++s) {
    const Vec3<double> r = random_vector(3, random), a = 10 * random_vector(3, random), w = 3 * random_vector(3, random),
                       dw = 10 * random_vector(3, random);
    const double m = 1.7;
    const Mat3<double> I = turned_by(random) * Vec3<double>(0.3, 0.4, 0.5).asDiagonal() * turned_by(random).transpose();
    const Mat3<double> Ic = 0.5 * (I + I.transpose()) + 2.0 * Mat3<double>::Identity();  // in C's axes
    const Mat3<double> R = turned_by(random);                                            // of C in A
    const Vec3<double> ac = R.transpose() * (a + w.cross(w.cross(r)) + dw.cross(r)), wc = R.transpose() * w, dwc = R.transpose() * dw;
    VecX<double> at_center(6);  // [CB, Eq. 19] with [CB, Eqs. 21-24]
    at_center << m * ac, Ic * dwc + wc.cross(Ic * wc);
    MatX<double> transmission = MatX<double>::Zero(6, 6);  // [CB, Eq. 10]
    transmission << R, Mat3<double>::Zero(), hat<double>(r) * R, R;
    const Mat3<double> Ia = R * Ic * R.transpose() + point_inertia(m, r);  // below [CB, Eq. 27]
    const VecX<double> expected = transmission * at_center;
    EXPECT_LT(apart(body_matrix_of(a, w, dw) * parameters_of(m, r, Ia), expected), kSame);
    const BodyMoments<double> body{m, m * r, Ia};
    const Placement<double> frame{turned_by(random), Vec3<double>(random_vector(3, random))};
    const Motion<double> V{Vec3<double>::Zero(), frame.R * w}, A{frame.R * a, frame.R * dw};
    const Wrench<double> found = newton_euler<double>(body, frame, V, A, Vec3<double>::Zero());
    VecX<double> in_body(6);
    in_body << frame.R.transpose() * found.force, frame.R.transpose() * found.moment;
    EXPECT_LT(apart(in_body, expected), kSame);
    const Vec3<double> b = random_vector(3, random);  // [CB, Eqs. 25, 26]
    const Mat3<double> cross_twice = w.squaredNorm() * Mat3<double>::Identity() - w * w.transpose();
    EXPECT_LT(apart(w.cross(b.cross(w)), cross_twice * b), kSame);
    EXPECT_LT(apart(w.cross(b.cross(b.cross(w))), b.cross(cross_twice * b)), 1e3 * kSame);
  }
}

// Calls f(J, frame, V, A) for every body: J_A from V_r, [CB, Eq. 1], whose columns are the body's velocities for V_r = e_c.
template <class F>
void for_each_body_of(const Robot& robot, const KinematicsData<double>& k, const F& f) {
  std::vector<KinematicsData<double>> unit;
  for (int c = 0; c < robot.mobility.n; ++c) {
    unit.push_back(k);
    velocity(robot, VecX<double>(VecX<double>::Unit(robot.mobility.n, c)), unit.back());
  }
  const auto body = [&](const auto& tree, std::size_t b) {  // tree: the TreeData of a state
    MatX<double> J(6, robot.mobility.n);
    for (int c = 0; c < robot.mobility.n; ++c) J.col(c) << tree(unit[c]).velocity[b].linear, tree(unit[c]).velocity[b].angular;
    f(J, tree(k).body[b], tree(k).velocity[b], tree(k).acceleration[b]);
  };
  using Tree = TreeData<double>;
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (std::size_t b = 0; b < k.legs[i].body.size(); ++b)
      body([i](const KinematicsData<double>& state) -> const Tree& { return state.legs[i]; }, b);
  for (std::size_t b = 0; b < k.nacelle.body.size(); ++b)
    body([](const KinematicsData<double>& state) -> const Tree& { return state.nacelle; }, b);
}

// [CB, Eqs. 5, 8, 13, 18, 33, 34]: J_τᵀ τ = Σ J_Aᵀ Ω p, body by body: the columns of the library's W.
TEST(SourceCB, ColumnsOfTheLinearForm) {
  for (const char* name : {"delta", "hexapod_6r", "quattro", "five_bar"}) {
    const Robot robot = load_robot(name);
    std::mt19937_64 random(182);
    DynamicsData<double> data(robot);
    MatX<double> W = MatX<double>::Zero(robot.mobility.n, static_cast<Eigen::Index>(virtual_work::parameters(robot, {}).size()));
    for (int s = 0; s < 5; ++s) {
      const test::Moving state(robot, random, 2.0, 0.01);  // no state of quattro is farther from a singular one
      virtual_work::regressor(robot, state.k, data, W);
      int at = 0;
      for_each_body_of(robot, state.k, [&](const MatX<double>& J, const Placement<double>& frame, const auto& V, const auto& A) {
        const Mat3<double> Rt = frame.R.transpose();
        Mat6x10 omega = body_matrix_of(Rt * (A.linear - robot.gravity), Rt * V.angular, Rt * A.angular);
        omega.topRows<3>() = frame.R * omega.topRows<3>().eval();
        omega.bottomRows<3>() = frame.R * omega.bottomRows<3>().eval();
        const MatX<double> expected = J.transpose() * omega;
        const double largest = std::max(expected.cwiseAbs().maxCoeff(), J.cwiseAbs().maxCoeff());
        EXPECT_LT((W.middleCols(at, 10) - expected).cwiseAbs().maxCoeff(), kSame * largest) << name << " parameter " << at;
        at += 10;
      });
    }
  }
}

// The Delta of [CB, Section 4] as its file has it: m r_x and I_yy of an arm with two thirds of its two rods at the elbow, and m_n.
constexpr double kArmMoment = 0.4 * 0.12 + 2 * 0.04 * 0.3, kArmInertia = 3.5e-3 + 0.4 * 0.12 * 0.12 + 2 * 0.04 * 0.3 * 0.3;
constexpr double kPlateMass = 0.6 + 6 * 0.02, kG = 9.81;

// Without friction and rotors, which [CB] has not.
Robot simplified_delta() {
  return changed(without_friction(load_robot("delta_simplified")), [](Robot& r) {
    for (Actuator& a : r.actuators) a.rotor_inertia = 0.0;
  });
}

Mat3<double> leg_turn(int i) { return rotation_exp(2.0 * kPi / 3.0 * i * Vec3<double>::UnitZ()); }  // [CB, Eq. 35]

// [CB, Eq. 41] as printed; the arm dips for positive q, so that it is its transpose.
Mat3<double> arm_turn_printed(double q) {
  Mat3<double> out;
  out << std::cos(q), 0, -std::sin(q), 0, 1, 0, std::sin(q), 0, std::cos(q);
  return out;
}

// [CB, Eqs. 35-42, 44]: axes, Jacobians and motion of the arms and of the plate.
TEST(SourceCB, KinematicsOfTheDelta) {
  const Robot robot = simplified_delta();
  std::mt19937_64 random(183);
  VecX<double> q(3);
  for (int s = 0; s < test::samples; ++s) {
    const test::Moving state(robot, random);
    const KinematicsData<double>& k = state.k;
    actuated_positions(robot, k, q);
    const MatX<double> J = inverse(k.Jinv);  // V_r = J q̇
    MatX<double> actuation(3, 3);
    for (int i = 0; i < 3; ++i) {
      const LegData<double>& d = k.legs[i];
      const Mat3<double> printed = leg_turn(i) * arm_turn_printed(q(i)), R = leg_turn(i) * arm_turn_printed(q(i)).transpose();
      const Vec3<double> along = d.body[0].R * robot.legs[i].elements[0].x;
      EXPECT_LT(apart(along, R.col(0)), kSame);
      EXPECT_LT(apart(d.body[0].R.col(2), R.col(1)), kSame);  // the motor's axis
      EXPECT_NEAR((along - printed.col(0)).norm(), 2.0 * std::abs(std::sin(q(i))), kSame);
      EXPECT_LT((R.transpose() * d.acceleration[0].linear).norm(), kSame);  // [CB, Eqs. 37-39]
      EXPECT_LT(apart(R.transpose() * d.velocity[0].angular, k.dqa(i) * Vec3<double>::UnitY()), kSame);
      EXPECT_LT(apart(R.transpose() * d.acceleration[0].angular, k.ddqa(i) * Vec3<double>::UnitY()), kSame);
      KinematicsData<double> unit = k;
      for (int c = 0; c < 3; ++c) {
        velocity(robot, VecX<double>(J.col(c)), unit);
        const Motion<double>& V = unit.legs[i].velocity[0];
        const double own = c == i ? 1.0 : 0.0;
        EXPECT_LT((R.transpose() * V.linear).norm(), kSame);  // [CB, Eq. 36]
        EXPECT_LT((R.transpose() * V.angular - own * Vec3<double>::UnitY()).norm(), kSame);
        actuation(c, i) = V.angular.dot(R.col(1));                                         // [CB, Eqs. 15, 17], the motor along y
        EXPECT_LT((unit.nacelle.velocity[0].linear - J.col(c)).norm(), kSame * J.norm());  // [CB, Eq. 42]
        EXPECT_LT(unit.nacelle.velocity[0].angular.norm(), kSame * J.norm());
      }
    }
    EXPECT_LT(apart(actuation, MatX<double>::Identity(3, 3)), kSame);  // [CB, Eq. 44]
  }
}

// [CB, Eqs. 43, 45]: rows of the arms, and τ = Ψ p with seven parameters. Eq. 43 leaves out the weight of an arm whose centre lies off its
// line, −g sin q in the column of m r_z, which its seven parameters do not need.
TEST(SourceCB, LinearFormOfTheDelta) {
  const Robot robot = simplified_delta();
  std::mt19937_64 random(184);
  DynamicsData<double> data(robot);
  VecX<double> q(3);
  for (int s = 0; s < test::samples; ++s) {
    const test::Moving state(robot, random);
    const KinematicsData<double>& k = state.k;
    actuated_positions(robot, k, q);
    MatX<double> Psi = MatX<double>::Zero(3, 7);
    VecX<double> p(7);
    for (int i = 0; i < 3; ++i) {
      const Mat3<double> R = leg_turn(i) * arm_turn_printed(q(i)).transpose();
      const Vec3<double> y = Vec3<double>::UnitY();
      const Mat6x10 omega = body_matrix_of(-(R.transpose() * robot.gravity), k.dqa(i) * y, k.ddqa(i) * y);
      Vec10d row = omega.row(4).transpose();  // J_Aᵀ picks the moment about y
      Vec10d printed = Vec10d::Zero();
      printed(1) = -kG * std::cos(q(i));
      printed(7) = k.ddqa(i);
      EXPECT_NEAR(row(3), -kG * std::sin(q(i)), kSame * kG);
      row(3) = 0.0;
      EXPECT_LT((row - printed).norm(), kSame * printed.norm());
      Psi(i, 2 * i) = printed(1);
      Psi(i, 2 * i + 1) = printed(7);
      p.segment<2>(2 * i) << kArmMoment, kArmInertia;
    }
    Psi.col(6) = full_rank_solution(k.Jinv.transpose(), Vec3<double>(k.dVr - robot.gravity));  // Jᵀ (ẍ_n − G)
    p(6) = kPlateMass;
    platform_legs::inverse_dynamics(robot, {}, k, data);
    EXPECT_LT(apart(data.effort, Psi * p), kSame);
  }
}

}  // namespace
}  // namespace gough
