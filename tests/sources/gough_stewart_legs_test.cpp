#include <fmt/format.h>

#include "gough/dynamics/platform_legs.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/file_frame.hpp"
#include "tests/sources/leg_torques.hpp"

// [BK, Eqs. 10-33, Table 1]: a Gough-Stewart platform whose legs are given by general modified Denavit-Hartenberg parameters.
namespace gough {
namespace {

using test::apart;
using test::kSame;

// A row of [BK, Table 1]: the first frame of a leg.
struct FirstFrame {
  double gamma, b, alpha, d;

  Placement<double> placement() const {  // Rz(γ) Tz(b) Rx(α) Tx(d)
    const Mat3<double> Rz = rotation_exp(gamma * Vec3<double>::UnitZ()), Rx = rotation_exp(alpha * Vec3<double>::UnitX());
    return {Rz * Rx, b * Vec3<double>::UnitZ() + d * Rz.col(0)};
  }
};

struct Hexapod {
  std::vector<FirstFrame> frames;
  Robot robot;
};

std::string body_text(double mass, std::mt19937_64& random, double length) {
  const VecX<double> c = 0.5 * length * random_vector(3, random);
  return fmt::format("body = {{ mass = {}, com = [{}, {}, {}], inertia = [0.02, 0.001, -0.002, 0.03, 0.003, 0.025] }}\n", mass, c(0), c(1),
                     c(2));
}

// Angles of the first two joints where a leg points along u.
std::pair<double, double> pointing(const FirstFrame& frame, const Vec3<double>& u) {
  const Vec3<double> w = frame.placement().R.transpose() * u;  // (cos q1 sin q2, sin q1 sin q2, −cos q2)
  return {std::atan2(w.y(), w.x()), std::acos(-w.z())};
}

Hexapod random_hexapod(std::mt19937_64& random) {
  Hexapod out;
  const Vec3<double> home(0.0, 0.0, 0.62);
  std::string text = "name = \"hexapod\"\n[platform]\nhome = { position = [0, 0, 0.62] }\n" + body_text(8.0, random, 0.1);
  for (int i = 0; i < 6; ++i) {
    const VecX<double> u = random_vector(6, random);
    const double pair = 2.0 * kPi / 3.0 * (i / 2), side = i % 2 == 0 ? 1.0 : -1.0, at = pair + side * 0.9;
    const FirstFrame frame{pair + side * 0.17 + 0.1 * u(0), 0.05 * u(1), -0.5 * kPi + 0.4 * u(2), 0.5 + 0.05 * u(3)};
    const Vec3<double> P(0.25 * std::cos(at), 0.25 * std::sin(at), 0.03 * u(4)), along = home + P - frame.placement().p;
    const auto [q1, q2] = pointing(frame, along.normalized());
    text += fmt::format(R"([[leg]]
name = "leg{}"
at = [0, 0, 0]
tip = [{{ joint = "S", at = [{}, {}, {}] }}]
[[leg.joint]]
type = "R"
mdh = {{ gamma_deg = {}, b = {}, alpha_deg = {}, d = {} }}
home_deg = {}
{}[[leg.joint]]
type = "R"
mdh = {{ alpha_deg = 90 }}
home_deg = {}
{}[[leg.joint]]
type = "P"
mdh = {{ alpha_deg = 90 }}
home_length = {}
actuator = {{ rotor_inertia = 0.3, viscous = 20, coulomb = 5 }}
{})",
                        i + 1, P.x(), P.y(), P.z(), degrees(frame.gamma), frame.b, degrees(frame.alpha), frame.d, degrees(q1),
                        body_text(0.4, random, 0.05), degrees(q2), body_text(2.0, random, 0.3), along.norm(), body_text(1.0, random, 0.3));
    out.frames.push_back(frame);
  }
  out.robot = assemble(read_robot_text(text, "hexapod"));
  return out;
}

// A leg in the symbols of [BK, Section 4.2], from the pose.
struct SourceLeg {
  Vec3<double> B, P, a3;  // a3: from B to P
  double q1, q2, q3;
  Mat3<double> R3;                             // of the third frame, by the product of the transformations of Table 1
  Mat3<double> J, Jinverse;                    // [BK, Eqs. 26, 27], in the third frame
  MatX<double> Jv = MatX<double>::Zero(3, 6);  // [BK, Eq. 29], base axes

  SourceLeg(const FirstFrame& frame, const Vec3<double>& tip, const Pose<double>& pose) : B(frame.placement().p), P(pose.p + pose.R * tip) {
    q3 = (P - B).norm();
    a3 = (P - B) / q3;
    std::tie(q1, q2) = pointing(frame, a3);
    const Vec3<double> z = Vec3<double>::UnitZ(), x = Vec3<double>::UnitX();
    const Mat3<double> quarter = rotation_exp(0.5 * kPi * x);
    R3 = frame.placement().R * rotation_exp(q1 * z) * quarter * rotation_exp(q2 * z) * quarter;
    const double S2 = std::sin(q2);
    J << 0, q3, 0, -q3 * S2, 0, 0, 0, 0, 1;
    Jinverse << 0, -1 / (q3 * S2), 0, 1 / q3, 0, 0, 0, 0, 1;
    Jv << Mat3<double>::Identity(), -hat<double>(Vec3<double>(P - pose.p));
  }
};

template <class F>
void at_hexapods(const F& check) {
  std::mt19937_64 random(171);
  for (int s = 0; s < std::max(3, test::samples / 5); ++s) {
    const Hexapod hexapod = random_hexapod(random);
    for (int state = 0; state < 5; ++state) {
      const test::Moving moving(hexapod.robot, random, 0.5);
      std::vector<SourceLeg> legs;
      for (std::size_t i = 0; i < 6; ++i)
        legs.emplace_back(hexapod.frames[i], hexapod.robot.legs[i].tips[0].nacelle.frame.p, moving.k.pose);
      check(hexapod.robot, moving.k, legs);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

// A = Q R of the factored J_i, joints in their order.
MatX<double> unfactored(const HouseholderQr<double>& qr) {
  MatX<double> A = MatX<double>::Zero(qr.a.rows(), qr.a.cols());
  for (Eigen::Index c = 0; c < A.cols(); ++c) {
    A.col(c).head(c) = qr.a.col(c).head(c);
    A(c, c) = qr.diagonal(c);
  }
  apply_q(qr, A);
  return A.rowwise().reverse();
}

// [BK, Table 1]: frames of the third bodies, joint positions.
TEST(SourceBK, FramesByModifiedDenavitHartenbergParameters) {
  at_hexapods([](const Robot& robot, const KinematicsData<double>& k, const std::vector<SourceLeg>& legs) {
    VecX<double> qa(6);
    actuated_positions(robot, k, qa);
    for (int i = 0; i < 6; ++i) {
      const Placement<double> frame = k.legs[i].body[2] * file_frame(robot, {i, 2});
      EXPECT_LT(apart(frame.R, legs[i].R3), kSame);
      EXPECT_LT(apart(k.legs[i].body[0].p, legs[i].B), kSame);
      EXPECT_LT(apart(frame.p, legs[i].P), kSame);  // r = q3: the frame is at the end of the slide
      EXPECT_NEAR(qa(i), legs[i].q3, kSame * legs[i].q3);
    }
  });
}

// [BK, Eqs. 25-27]: J_i and its inverse in the third frame. As printed, J_i multiplies q_i in Eq. 25; it is q̇_i.
TEST(SourceBK, JacobianOfALeg) {
  at_hexapods([](const Robot& robot, const KinematicsData<double>& k, const std::vector<SourceLeg>& legs) {
    for (int i = 0; i < 6; ++i) {
      const SourceLeg& leg = legs[i];
      const Mat3<double> in_file_axes = file_frame(robot, {i, 2}).R.transpose();  // the library's rows are along its own frame
      const MatX<double> J = in_file_axes * unfactored(k.legs[i].J);
      EXPECT_LT(apart(J, leg.J), kSame);
      EXPECT_LT(apart(leg.J * leg.Jinverse, MatX<double>::Identity(3, 3)), kSame);
      EXPECT_LT(apart(inverse(J), leg.Jinverse), kSame);
      const Vec3<double> v = leg.R3.transpose() * (leg.Jv * k.VN);
      EXPECT_LT(apart(leg.J * k.legs[i].dq, v), kSame);
      EXPECT_GT(apart(leg.J * Vec3<double>(leg.q1, leg.q2, leg.q3), v), 1e-3);
    }
  });
}

// [BK, Eqs. 28-32]: q̇_i = J_i⁻¹ J_vi V_P and the rows of J_inv.
TEST(SourceBK, InverseKinematicModel) {
  at_hexapods([](const Robot& robot, const KinematicsData<double>& k, const std::vector<SourceLeg>& legs) {
    for (int i = 0; i < 6; ++i) {
      const SourceLeg& leg = legs[i];
      const MatX<double> G = leg.Jinverse * leg.R3.transpose() * leg.Jv;
      MatX<double> library(k.legs[i].B.rows(), 6);
      joint_map(robot, i, k, library);
      EXPECT_LT(apart(library.topRows(3), G), kSame);
      EXPECT_LT(apart(k.legs[i].dq, G * k.VN), kSame);
      EXPECT_LT(apart(k.Jinv.row(i), (leg.Jv.transpose() * leg.a3).transpose()), kSame);  // a3ᵀ and −a3ᵀ [r]×
    }
  });
}

// The wrench of the free platform, [BK, Eqs. 10, 11], with m s = m c and the inertia about the origin, in the axes that are asked for.
VecX<double> platform_wrench(const RigidBody& body, const Mat3<double>& R, const Motion<double>& V, const Motion<double>& A,
                             const Vec3<double>& g) {
  const Vec3<double> ms = body.mass * (R * body.com), w = V.angular;
  const Mat3<double> I = R * (body.inertia + point_inertia(body.mass, body.com)) * R.transpose();
  MatX<double> IP(6, 6);
  IP << body.mass * Mat3<double>::Identity(), -hat<double>(ms), hat<double>(ms), I;
  VecX<double> acceleration(6), rest(6);
  acceleration << A.linear - g, A.angular;
  rest << w.cross(w.cross(ms)), w.cross(I * w);
  return IP * acceleration + rest;
}

VecX<double> with_drive(const Robot& robot, const LegData<double>& d, const Leg& leg) {
  VecX<double> out = test::leg_torques(leg, d, robot.gravity);
  out(2) += 0.3 * d.ddq(2) + 20.0 * d.dq(2) + 5.0 * (d.dq(2) > 0 ? 1.0 : -1.0);  // rotor and friction of the slide
  return out;
}

// [BK, Eqs. 10-16, 33]: the inverse model with everything in the platform's frame.
TEST(SourceBK, InverseDynamicModelInThePlatformFrame) {
  at_hexapods([](const Robot& robot, const KinematicsData<double>& k, const std::vector<SourceLeg>& legs) {
    DynamicsData<double> d(robot);
    platform_legs::inverse_dynamics(robot, {}, k, d);
    const Mat3<double> Rt = k.pose.R.transpose();
    const auto in_platform = [&](const Motion<double>& m) { return Motion<double>{Rt * m.linear, Rt * m.angular}; };
    VecX<double> sum = platform_wrench(robot.nacelle.platform, Mat3<double>::Identity(), in_platform(k.nacelle.velocity[0]),
                                       in_platform(k.nacelle.acceleration[0]), Rt * robot.gravity);
    MatX<double> Jinv(6, 6);
    for (int i = 0; i < 6; ++i) {
      const SourceLeg& leg = legs[i];
      const VecX<double> tau = with_drive(robot, k.legs[i], robot.legs[i]);
      EXPECT_LT(apart(d.platform_legs->leg_effort[i], tau), kSame);
      const Vec3<double> r = robot.legs[i].tips[0].nacelle.frame.p, a3 = Rt * leg.a3;
      const Mat3<double> Jinverse = leg.Jinverse * (Rt * leg.R3).transpose();  // of pJ_i = pR_3i 3iJ_i
      MatX<double> to_platform(6, 3);
      to_platform << Mat3<double>::Identity(), hat<double>(r);
      sum += to_platform * Jinverse.transpose() * tau;
      Jinv.row(i) << a3.transpose(), -(a3.transpose() * hat<double>(r));
    }
    EXPECT_LT(apart(d.effort, full_rank_solution(Jinv.transpose(), sum)), kSame);
    VecX<double> in_base(6);  // [BK, Eqs. 15, 16]: J_invᵀ τ_a, there in the base's axes
    in_base << k.pose.R * sum.head<3>(), k.pose.R * sum.tail<3>();
    EXPECT_LT(apart(d.force, in_base), kSame);
  });
}

// [BK, Eqs. 17-22]: M_rob and c_rob.
TEST(SourceBK, DirectDynamicModel) {
  at_hexapods([](const Robot& robot, const KinematicsData<double>& state, const std::vector<SourceLeg>& legs) {
    KinematicsData<double> k = state;
    DynamicsData<double> d(robot);
    platform_legs::mass_and_bias(robot, {}, k, d);
    const RigidBody& body = robot.nacelle.platform;
    const Vec3<double> ms = body.mass * (k.pose.R * body.com);
    MatX<double> M(6, 6);
    M << body.mass * Mat3<double>::Identity(), -hat<double>(ms), hat<double>(ms),
        k.pose.R * (body.inertia + point_inertia(body.mass, body.com)) * k.pose.R.transpose();
    for (int i = 0; i < 6; ++i) {
      MatX<double> own = test::leg_mass(robot.legs[i], k.legs[i]);
      own(2, 2) += 0.3;
      const Mat3<double> Jinverse = legs[i].Jinverse * legs[i].R3.transpose();
      const MatX<double> Mx = Jinverse.transpose() * own * Jinverse;  // J_i⁻ᵀ M_i J_i⁻¹
      M += legs[i].Jv.transpose() * Mx * legs[i].Jv;
    }
    EXPECT_LT(apart(d.mass, M), kSame);
    const VecX<double> bias = d.bias;
    acceleration(robot, VecX<double>(VecX<double>::Zero(6)), k);  // [BK, Eq. 22]
    platform_legs::inverse_dynamics(robot, {}, k, d);
    EXPECT_LT(apart(bias, d.force), kSame);
    platform_legs::inverse_dynamics(robot, {}, state, d);  // [BK, Eqs. 19, 20]
    EXPECT_LT(apart(d.force, M * state.dVr + bias), kSame);
    platform_legs::direct_dynamics(robot, {}, VecX<double>(d.effort), k, d);
    EXPECT_LT((M * (d.acceleration - state.dVr)).norm(), kSame * (d.force.norm() + bias.norm()));
  });
}

// [BK, Eq. 21] has Ψ on the platform's term alone: n × n plus 6 × 6 where n < 6. With Ψ on both sides of the legs' terms it is M_rob.
TEST(SourceBK, LegsMassHasPsiOnBothSides) {
  const Robot robot = load_robot("rps_3");
  std::mt19937_64 random(172);
  test::Moving state(robot, random);
  DynamicsData<double> d(robot);
  platform_legs::mass_and_bias(robot, {}, state.k, d);
  const MatX<double>& Psi = state.k.Psi;
  MatX<double> legs = MatX<double>::Zero(6, 6);
  for (int i = 0; i < 3; ++i) {
    MatX<double> G(state.k.legs[i].B.rows(), 6);
    joint_map(robot, i, state.k, G);
    const auto rows = G.topRows(robot.legs[i].freedoms());
    legs += rows.transpose() * d.platform_legs->leg_mass[i] * rows;
  }
  const MatX<double> platform = Psi.transpose() * d.platform_legs->nacelle_mass * Psi;
  EXPECT_LT(apart(d.mass, platform + Psi.transpose() * legs * Psi), kSame);
  EXPECT_NE(platform.rows(), legs.rows());
}

}  // namespace
}  // namespace gough
