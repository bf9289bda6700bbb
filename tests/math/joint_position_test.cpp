#include "gough/math/joint_position.hpp"

#include <gtest/gtest.h>

#include "gough/math/rotation.hpp"

namespace gough {
namespace {

TEST(JointPosition, TurnsComposeAndSlidesAdd) {
  const JointPosition<double> a{std::cos(0.4), std::sin(0.4), 0.1}, b{std::cos(1.3), std::sin(1.3), -0.3}, ab = a * b;
  EXPECT_NEAR(ab.c, std::cos(1.7), 1e-15);
  EXPECT_NEAR(ab.s, std::sin(1.7), 1e-15);
  EXPECT_NEAR(ab.d, -0.2, 1e-15);
}

TEST(JointPosition, DifferencesUndoSteps) {
  for (const double step : {-3.0, -0.2, 1e-9, 2.9}) {
    const JointPosition<double> from = revolute_position(0.7);
    EXPECT_NEAR(difference(true, from * revolute_position(step), from), step, 1e-15);
    EXPECT_NEAR(difference(false, prismatic_position(0.7) * prismatic_position(step), prismatic_position(0.7)), step, 1e-15);
  }
}

// One motion after another about the same axis is the composed motion.
TEST(JointPosition, FramesMoveAlike) {
  const Placement<double> parent{rotation_exp(Vec3<double>(0.3, -0.8, 0.5)), Vec3<double>(1, 2, 3)};
  const JointPosition<double> a{std::cos(0.4), std::sin(0.4), 0.1}, b{std::cos(1.3), std::sin(1.3), -0.3};
  const Placement<double> twice = moved(moved(parent, a), b), once = moved(parent, a * b);
  EXPECT_LT((twice.R - once.R).norm() + (twice.p - once.p).norm(), 1e-15);
}

}  // namespace
}  // namespace gough
