#include "gough/trajectory/time_law.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "gough/trajectory/cubic_spline.hpp"

namespace gough::test {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();
const TimeLaw kLaws[] = {{Law::trapezoidal, 0.7, 0.2}, {Law::trapezoidal, 2.0, 0.5}, {Law::quintic, 0.7}, {Law::s_curve, 1.3}};

TEST(TimeLaw, GoesFromRestToRest) {
  for (const TimeLaw& law : kLaws) {
    for (double t : {-1.0, 0.0}) EXPECT_EQ(law.at(t).s, 0.0);
    for (double t : {law.duration, law.duration + 1.0}) EXPECT_EQ(law.at(t).s, 1.0);
    const double little = 1e-9 * law.duration;
    EXPECT_NEAR(law.at(little).ds, 0.0, 1e-6);
    EXPECT_NEAR(law.at(law.duration - little).ds, 0.0, 1e-6);
    EXPECT_NEAR(law.at(law.duration / 2).s, 0.5, 1e-15);
    if (law.law == Law::trapezoidal) continue;
    EXPECT_NEAR(law.at(little).dds, 0.0, 1e-6);
    EXPECT_NEAR(law.at(law.duration - little).dds, 0.0, 1e-6);
  }
}

// Simpson's rule over short steps gives back what was differentiated, across the joins of the pieces too.
TEST(TimeLaw, DerivativesIntegrateToTheLaw) {
  for (const TimeLaw& law : kLaws) {
    const int steps = 2000;
    const double h = law.duration / steps;
    double s = 0.0, ds = 0.0;
    for (int k = 0; k < steps; ++k) {
      const Scaled a = law.at(k * h), b = law.at((k + 0.5) * h), c = law.at((k + 1) * h);
      s += h / 6 * (a.ds + 4 * b.ds + c.ds);
      EXPECT_NEAR(s, c.s, 1e-6);
      if (law.law == Law::trapezoidal) continue;  // its acceleration jumps
      ds += h / 6 * (a.dds + 4 * b.dds + c.dds);
      EXPECT_NEAR(ds, c.ds, 1e-5);
    }
  }
}

TEST(TimeLaw, PeaksAreReachedAndNotExceeded) {
  for (const TimeLaw& law : kLaws) {
    double speed = 0.0, acceleration = 0.0;
    for (int k = 1; k < 20000; ++k) {
      const Scaled x = law.at(law.duration * k / 20000);
      speed = std::max(speed, x.ds);
      acceleration = std::max(acceleration, std::abs(x.dds));
    }
    EXPECT_LE(speed, law.peak_speed() * (1 + 1e-12));
    EXPECT_GE(speed, law.peak_speed() * (1 - 1e-6));
    EXPECT_LE(acceleration, law.peak_acceleration() * (1 + 1e-12));
    EXPECT_GE(acceleration, law.peak_acceleration() * (1 - 1e-4));
  }
}

TEST(TimeLaw, WithinLimitsIsAsFastAsTheyAllow) {
  for (Law law : {Law::trapezoidal, Law::quintic, Law::s_curve})
    for (double distance : {0.01, 0.3, 5.0})
      for (double speed : {0.2, 3.0, kForever})
        for (double acceleration : {1.0, 50.0, kForever}) {
          if (std::isinf(speed) && std::isinf(acceleration)) continue;
          const TimeLaw found = law_within(law, distance, speed, acceleration);
          const double v = distance * found.peak_speed() / speed, a = distance * found.peak_acceleration() / acceleration;
          EXPECT_LE(std::max(v, a), 1 + 1e-12);
          EXPECT_NEAR(std::max(v, a), 1.0, 1e-12);
          EXPECT_LE(found.ramp, 0.5);
          if (law == Law::trapezoidal && std::isfinite(acceleration)) {
            EXPECT_NEAR(a, 1.0, 1e-12);  // the time-optimal law uses all of the acceleration
          }
        }
}

// The quintic has the least ∫ jerk² of all: adding what vanishes with its first two derivatives at both ends only raises it.
TEST(TimeLaw, QuinticIsTheLawOfLeastJerk) {
  const auto jerk = [](double u) { return 60 - 360 * u + 360 * u * u; };
  // third derivative of u³(1−u)³
  const auto extra = [](double u) { return 6 - 72 * u + 180 * u * u - 120 * u * u * u; };
  double cross = 0.0;
  const int steps = 1000;
  for (int k = 0; k < steps; ++k) {
    const double u = (k + 0.5) / steps;
    cross += jerk(u) * extra(u) / steps;
    const double h = 1e-5;
    const TimeLaw law{Law::quintic, 1.0};
    if (k % 100 == 50) EXPECT_NEAR((law.at(u + h).dds - law.at(u - h).dds) / (2 * h), jerk(u), 1e-4);
  }
  EXPECT_NEAR(cross, 0.0, 1e-3);  // the midpoint rule's own error: 1/steps² times the slopes
}

double cubic(double t) { return 1 + t * (2 + t * (-3 + 0.5 * t)); }

TEST(CubicSpline, FreeEndsReproduceACubic) {
  for (const std::vector<double>& times : {std::vector<double>{0, 0.3, 1.1, 1.5}, std::vector<double>{0, 0.3, 1.1, 1.5, 2.5, 2.6, 3}}) {
    MatX<double> y(times.size(), 1);
    for (std::size_t k = 0; k < times.size(); ++k) y(k, 0) = cubic(times[k]);
    const CubicSpline spline(times, y, CubicSpline::Ends::free);
    for (double t = 0; t <= times.back(); t += 0.07) {
      const auto w = spline.find(t);
      EXPECT_NEAR(spline.value(w, 0), cubic(t), 1e-12);
      EXPECT_NEAR(spline.rate(w, 0), 2 - 6 * t + 1.5 * t * t, 1e-12);
      EXPECT_NEAR(spline.second(w, 0), -6 + 3 * t, 1e-11);
    }
  }
}

TEST(CubicSpline, RestsAtBothEndsAndIsTwiceContinuous) {
  for (const std::vector<double>& times : {std::vector<double>{0, 1}, std::vector<double>{0, 0.4, 1}, std::vector<double>{0, 0.3, 1.1, 1.5, 2.5}}) {
    MatX<double> y(times.size(), 2);
    for (std::size_t k = 0; k < times.size(); ++k) y.row(k) << std::sin(3 * times[k]), k * k;
    const CubicSpline spline(times, y, CubicSpline::Ends::rest);
    for (Eigen::Index c = 0; c < 2; ++c) {
      for (double t : {times.front(), times.back()}) {
        EXPECT_NEAR(spline.rate(spline.find(t), c), 0.0, 1e-12);
        EXPECT_NEAR(spline.second(spline.find(t), c), 0.0, 1e-12);
      }
      for (std::size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(spline.value(spline.find(times[k]), c), y(k, c), 1e-12);
      const double h = 1e-7;
      for (double t = h; t < times.back() - h; t += times.back() / 997) {
        const auto a = spline.find(t - h), b = spline.find(t + h), m = spline.find(t);
        const double scale = 1e3;  // of the third derivative
        EXPECT_NEAR((spline.value(b, c) - spline.value(a, c)) / (2 * h), spline.rate(m, c), 1e-6);
        EXPECT_NEAR((spline.rate(b, c) - spline.rate(a, c)) / (2 * h), spline.second(m, c), 1e-5);
        EXPECT_NEAR(spline.second(b, c), spline.second(a, c), scale * 2 * h);
      }
    }
  }
}

}  // namespace
}  // namespace gough::test
