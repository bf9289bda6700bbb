#pragma once

#include <map>

#include "gough/evaluate/evaluator.hpp"
#include "gough/kinematics/projection.hpp"
#include "tests/dynamics/states.hpp"

namespace gough::test {

// The Evaluator beside the library's algorithms on plain numbers, at poses in and out of reach.
class EvaluatedCatalog : public Catalog {
 protected:
  std::mt19937_64 random{44};
  std::map<Status, int> seen;

  // A pose as users may ask for it: near home or far away, mostly on the platform's manifold.
  Pose<double> any_pose(KinematicsData<double>& k, int s) {
    const double spread = s % 4 == 0 ? 3.0 : s % 4 == 1 ? 1.5 : 0.9;
    Pose<double> pose = near_home(robot, spread, random);
    if (s % 16 != 15) (void)project(robot, pose, k);
    return pose;
  }

  void expect_same(const char* what, const Outcome& got, const Outcome& want, const VecX<double>& found, const VecX<double>& expected,
                   bool answered) {
    SCOPED_TRACE(what);
    ++seen[want.status];
    const bool near_border = want.measure < 1e-6 || std::abs(got.measure - want.measure) < 1e-9;
    if (got.status != want.status) {
      EXPECT_TRUE(near_border) << to_string(got.status) << " " << got.measure << ", not " << to_string(want.status) << " " << want.measure;
      return;
    }
    EXPECT_EQ(got.leg, want.leg);
    EXPECT_EQ(got.actuator, want.actuator);
    // a gap is an angle there and its chord here
    const double chord = want.status == Status::unreachable && want.leg < 0 ? want.measure * want.measure : 0.0;
    if (std::isfinite(want.measure)) {
      EXPECT_NEAR(got.measure, want.measure, (1e-9 + chord) * std::max(1.0, std::abs(want.measure)));
    }
    if (!answered) {
      for (const double x : found) EXPECT_TRUE(std::isnan(x));
    } else {
      EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), tolerance(want) * (1e-3 + expected.cwiseAbs().maxCoeff()));
    }
  }

  // Rounding grows towards singularities.
  double tolerance(const Outcome&) const { return 1e-12 / std::min(1.0, distance_); }
  double distance_ = 1.0;
};

}  // namespace gough::test
