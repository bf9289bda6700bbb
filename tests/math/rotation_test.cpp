#include "gough/math/rotation.hpp"

#include <gtest/gtest.h>

#include <random>

#include "gough/math/rotation_jacobian.hpp"

namespace gough {
namespace {

TEST(Rotation, TurnDegreesIsExactAtTwelfths) {
  EXPECT_EQ(turn_degrees(90).c, 0.0);
  EXPECT_EQ(turn_degrees(90).s, 1.0);
  EXPECT_EQ(turn_degrees(-180).c, -1.0);
  EXPECT_EQ(turn_degrees(120).c, -0.5);
  EXPECT_EQ(turn_degrees(-30).s, -0.5);
  for (double a : {-725.0, -30.0, 0.0, 17.0, 60.0, 300.0, 1230.0}) {
    EXPECT_NEAR(turn_degrees(a).c, std::cos(radians(a)), 1e-14);
    EXPECT_NEAR(turn_degrees(a).s, std::sin(radians(a)), 1e-14);
  }
}

TEST(Rotation, RollPitchYawRoundTrip) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> angle(-179.0, 179.0), pitch(-89.0, 89.0);
  for (int k = 0; k < 1000; ++k) {
    const Vec3<double> rpy(angle(random), pitch(random), angle(random));
    EXPECT_LT((rpy_from_rotation(rotation_from_rpy(rpy)) - rpy).norm(), 1e-9);
  }
  const Mat3<double> gimbal = rotation_from_rpy({20, 90, 50});
  EXPECT_LT((rotation_from_rpy(rpy_from_rotation(gimbal)) - gimbal).norm(), 1e-12);
}

TEST(Rotation, ExpAndVectorAreInverse) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (double size : {1e-12, 1e-9, 1e-7, 1e-3, 1.0, 3.0}) {
    const Vec3<double> v = size * Vec3<double>(uniform(random), uniform(random), uniform(random)).normalized();
    const Mat3<double> R = rotation_exp(v);
    EXPECT_LT((R * R.transpose() - Mat3<double>::Identity()).norm(), 1e-14);
    EXPECT_LT((rotation_vector(R) - v).norm(), 1e-14 + 1e-8 * size);
  }
}

TEST(Rotation, FramesAreRightHandedAndAligned) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  std::vector<Vec3<double>> axes{Vec3<double>::UnitX(), Vec3<double>::UnitY(), Vec3<double>::UnitZ(), -Vec3<double>::UnitZ()};
  for (int k = 0; k < 100; ++k) axes.push_back(Vec3<double>(uniform(random), uniform(random), uniform(random)).normalized());
  for (const Vec3<double>& z : axes) {
    const Mat3<double> F = frame_with_z(z), G = frame_with_x(z, Vec3<double>(1, 2, 3));
    EXPECT_LT((F.col(2) - z).norm(), 1e-15);
    EXPECT_LT((G.col(0) - z).norm(), 1e-15);
    EXPECT_NEAR(F.determinant(), 1.0, 1e-14);
    EXPECT_NEAR(G.determinant(), 1.0, 1e-14);
  }
  EXPECT_EQ(frame_with_z(Vec3<double>::UnitZ()), Mat3<double>::Identity());
}

// J_l⁻¹ undoes J_l, from small angles to nearly a whole turn; rates of a rotation vector come back.
TEST(RotationJacobian, InverseAndRatesComeBack) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const auto draw = [&] { return Vec3<double>(uniform(random), uniform(random), uniform(random)); };
  for (const double angle : {1e-9, 1e-3, 0.04, 1.0, 3.0, 6.0})
    for (int k = 0; k < 20; ++k) {
      const Vec3<double> c = angle * draw().normalized(), dc = draw(), ddc = draw();
      EXPECT_LT((left_jacobian_inverse(c) * left_jacobian(c) - Mat3<double>::Identity()).cwiseAbs().maxCoeff(), 1e-11) << angle;
      const RotationRates rates = rotation_rates(c, dc, ddc);
      const VectorRates back = vector_rates(c, rates.w, rates.dw);
      EXPECT_LT((back.dc - dc).norm(), 1e-11) << angle;
      EXPECT_LT((back.ddc - ddc).norm(), 1e-9) << angle;
    }
}

}  // namespace
}  // namespace gough
