#include "gough/model/rigid_body.hpp"

#include <gtest/gtest.h>

#include "gough/assembly/builder.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

// Inertia of a cloud of points that fills the solid, against the closed formula.
Mat3<double> cloud_inertia(double length, double outer, double inner) {
  Mat3<double> sum = Mat3<double>::Zero();
  double mass = 0.0;
  const int n = 60;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        const Vec3<double> r(length * ((i + 0.5) / n - 0.5), outer * (2 * (j + 0.5) / n - 1), outer * (2 * (k + 0.5) / n - 1));
        const double radius = std::hypot(r.y(), r.z());
        if (radius > outer || radius < inner) continue;
        sum += r.squaredNorm() * Mat3<double>::Identity() - r * r.transpose();
        mass += 1.0;
      }
  return sum / mass;
}

TEST(RigidBody, TubeInertiaMatchesACloudOfPoints) {
  const Mat3<double> expected = cloud_inertia(0.8, 0.3, 0.2);
  EXPECT_LT((tube_inertia(0.8, 0.3, 0.2) - expected).norm(), 0.02 * expected.norm());
}

TEST(RigidBody, BoxInertia) {
  const Mat3<double> I = box_inertia({1.0, 2.0, 3.0});
  EXPECT_NEAR(I(0, 0), (4.0 + 9.0) / 12.0, 1e-15);
  EXPECT_NEAR(I(1, 1), (1.0 + 9.0) / 12.0, 1e-15);
  EXPECT_NEAR(I(2, 2), (1.0 + 4.0) / 12.0, 1e-15);
}

TEST(RigidBody, WhatInertiaABodyCanHave) {
  EXPECT_TRUE(is_physical_inertia(Vec3<double>(1, 1, 2).asDiagonal()));
  EXPECT_TRUE(is_physical_inertia(Mat3<double>::Zero()));
  EXPECT_FALSE(is_physical_inertia(Vec3<double>(1, 1, 2.1).asDiagonal()));
  EXPECT_FALSE(is_physical_inertia(Vec3<double>(1, 1, -0.1).asDiagonal()));
  Mat3<double> turned =
      rotation_from_rpy({10, 20, 30}) * Vec3<double>(1, 2, 2.9).asDiagonal() * rotation_from_rpy({10, 20, 30}).transpose();
  EXPECT_TRUE(is_physical_inertia(turned));
}

TEST(RigidBody, ShapesFromDensityAndAxis) {
  BodySpec spec;
  spec.shape.emplace();
  spec.shape->type = "cylinder";
  spec.shape->axis = "z";
  spec.shape->radius = 0.1;
  spec.shape->length = 0.5;
  spec.shape->density = 1000.0;
  const RigidBody body = build_body(spec, 0.0, BodyAt::elsewhere);
  EXPECT_NEAR(body.mass, 1000.0 * kPi * 0.01 * 0.5, 1e-12);
  EXPECT_NEAR(body.inertia(2, 2), body.mass * 0.01 / 2.0, 1e-12);
  EXPECT_NEAR(body.inertia(0, 0), body.mass * (0.01 / 4.0 + 0.25 / 12.0), 1e-12);
}

TEST(RigidBody, SeenFromAnotherFrame) {
  const RigidBody body{2.0, {1, 0, 0}, Vec3<double>(1, 2, 2.5).asDiagonal()};
  const Placement<double> frame{rotation_from_rpy({0, 0, 90}), {0, 0, 3}};
  const RigidBody seen = seen_from(frame, body);
  EXPECT_LT((seen.com - Vec3<double>(0, 1, 3)).norm(), 1e-15);
  EXPECT_NEAR(seen.inertia(0, 0), 2.0, 1e-15);
}

}  // namespace
}  // namespace gough
