#include "gough/identification/periodic_motion.hpp"

#include "gough/identification/base_parameters.hpp"
#include "gough/identification/least_squares.hpp"
#include "gough/math/linear_algebra.hpp"
#include "tests/identification/experiment.hpp"

namespace gough::test {
namespace {

TEST(FourierSeries, has_the_derivatives_of_the_series) {
  const int points = 50;
  MatX<double> x(points, 1), first = x, second = x;
  for (int k = 0; k < points; ++k) {
    const double a = 2 * kPi * k / points;
    x(k, 0) = 0.7 + std::sin(a) - 0.2 * std::cos(5 * a);
    first(k, 0) = std::cos(a) + std::sin(5 * a);
    second(k, 0) = -std::sin(a) + 5.0 * std::cos(5 * a);
  }
  EXPECT_LT((fourier_series(x, 5) - x).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT((fourier_series(x, 5, 1) - first).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT((fourier_series(x, 5, 2) - second).cwiseAbs().maxCoeff(), 1e-12);
  for (int k = 0; k < points; ++k) x(k, 0) += std::cos(2 * kPi * 6 * k / points);  // beyond the last harmonic
  EXPECT_LT((fourier_series(x, 5, 1) - first).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(KeptHarmonics, are_exact_and_leave_white_noise_white) {
  const int points = 60, kept = 9, width = 2;
  MatX<double> rows(points * width, 1), wanted(kept * width, 1);
  const auto wave = [](double a, int r) { return 1.0 + r + std::cos(4 * a + r); };
  for (int r = 0; r < width; ++r) {
    for (int k = 0; k < points; ++k) rows(k * width + r) = wave(2 * kPi * k / points, r) + std::sin(2 * kPi * 5 * k / points);
    for (int k = 0; k < kept; ++k) wanted(k * width + r) = wave(2 * kPi * k / kept, r);
  }
  EXPECT_LT((kept_harmonics(rows, width, kept) - wanted).cwiseAbs().maxCoeff(), 1e-13);
  // covariance of unit noise: D Dᵀ, with as much less variance as there are fewer points
  const MatX<double> D = kept_harmonics(MatX<double>::Identity(points, points), 1, kept);
  const MatX<double> white = MatX<double>::Identity(kept, kept) * kept / points;
  EXPECT_LT((D * D.transpose() - white).cwiseAbs().maxCoeff(), 1e-14);
}

// A five-bar's series of 0.2 Hz, as recorded and without its noise.
Record record(const Robot& robot, double seconds, double rate = 200.0) {
  Record r = run(robot, {.seconds = seconds, .rate = rate, .amplitude = 0.3}, 1);
  r.qa = r.exact_qa;
  return r;
}

TEST(AveragedMotion, is_one_period_with_exact_rates) {
  const Robot robot = load_robot("five_bar");
  for (const double rate : {200.0, 199.9}) {  // 1000 samples to a period, and 999.5
    const Record r = record(robot, 26.0, rate);
    const FilteredMotion m = filtered(robot, measured(robot, r), {.period = 5.0});
    EXPECT_EQ(m.periods, 4);
    EXPECT_NEAR(m.last * m.measured.step, 5.0, 1e-9);
    EXPECT_NEAR(m.measured.step, 1.0 / rate, 1e-5);
    // cubics between samples are off by 3/128 (ω step)⁴ of 0.3, ω = 2π; the file has 12 digits
    EXPECT_NEAR(m.qa(0, 0), r.exact_qa(0, 0), 1e-8);
    const double rate_at_start = (r.exact_qa(1, 0) - r.exact_qa(0, 0)) * rate, step = 1.0 / rate;
    EXPECT_NEAR(m.dqa(0, 0) + 0.5 * step * m.ddqa(0, 0), rate_at_start, 1e-4);  // step² q⃛ / 6
  }
}

TEST(AveragedMotion, says_what_is_wrong_with_the_period) {
  const Robot robot = load_robot("five_bar");
  const MeasuredMotion motion = measured(robot, record(robot, 16.0));
  const auto says = [&](const FilterOptions& options) {
    try {
      return fmt::format("{} notes", filtered(robot, motion, options).measured.notes.size());
    } catch (const InputError& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(says({.period = 5.0}), "0 notes");
  EXPECT_EQ(says({.period = 8.0}), "motion.csv: 2 periods of 8 s: at least 3 are needed, the first of which is left out");
  EXPECT_EQ(says({.period = -5.0}), "--period: expected a positive time in s, not -5");
  EXPECT_EQ(says({.decimate = 2, .period = 5.0}), "--decimate goes without --period: a mean period keeps what its harmonics need");
  EXPECT_EQ(says({.cutoff = 0.1, .period = 5.0}), "--cutoff: 0.1 Hz is less than one harmonic of a period of 5 s");
  for (const double period : {2.5, 4.0})
    EXPECT_NE(says({.period = period}).find("of its motion; is that the motion's period?"), std::string::npos) << says({.period = period});
  EXPECT_EQ(says({.period = 4.98}), "2 notes");  // one for each actuator
}

// A five-bar that differs from its file, and how far estimates of it are from the truth.
struct MisfiledSubject {
  Robot robot = load_robot("five_bar");
  FileParameters file{robot};
  BaseParameters base = base_parameters(robot);
  Robot truth;
  VecX<double> wanted;

  MisfiledSubject() {
    std::mt19937_64 random(1);
    const VecX<double> theta = changed_parameters(file, 0.3, random);
    truth = robot_with(file, theta);
    wanted = base.values(file.T * theta);
  }

  // χ² of the errors, of as many freedoms as there are parameters; the motion's period is 5 s.
  double squares(const MeasuredMotion& motion, double period) const {
    const FilteredMotion m = filtered(robot, motion, {.period = period});
    const Estimate e = weighted_least_squares(observe(robot, m, select(static_cast<int>(base.all.size()), base.base)));
    const VecX<double> error = e.value - wanted;
    return error.dot(pivoted_positive_solver(e.covariance)(error));
  }
};

TEST(AveragedMotion, has_honest_deviations) {
  const MisfiledSubject s;
  const int seeds = 4;
  const double freedoms = static_cast<double>(seeds * s.wanted.size());
  double sum = 0.0;
  for (unsigned seed = 1; seed <= seeds; ++seed)
    sum += s.squares(measured(s.robot, run(s.truth, {.seconds = 30.0, .rate = 100.0, .amplitude = 0.3}, seed)), 5.0);
  fmt::print("chi-squared over {} freedoms: {:.2f}\n", freedoms, sum / freedoms);
  EXPECT_NEAR(sum, freedoms, 4.0 * std::sqrt(2.0 * freedoms));
}

// Noise of the encoders, squared in the regressor, moves what least squares finds, however long the motion is; that of a mean period moves
// it less than the deviations, which are on the safe side: this noise grows with the frequency and the residuals show all of it.
TEST(AveragedMotion, frees_the_estimate_from_the_noise_of_coarse_encoders) {
  const MisfiledSubject s;
  const double freedoms = static_cast<double>(s.wanted.size()), most = freedoms + 4.0 * std::sqrt(2.0 * freedoms);
  for (unsigned seed = 1; seed <= 2; ++seed) {
    const Experiment coarse{.seconds = 60.0, .rate = 100.0, .amplitude = 0.3, .noise = 0.005, .counts = 13, .flicker = 0.5};
    const MeasuredMotion motion = measured(s.robot, run(s.truth, coarse, seed));
    const double plain = s.squares(motion, 0.0), mean = s.squares(motion, 5.0);
    fmt::print("chi-squared over {} freedoms: {:.2f} as recorded, {:.2f} of the mean of 11 periods\n", freedoms, plain / freedoms,
               mean / freedoms);
    EXPECT_GT(plain, most);
    EXPECT_LT(mean, most);
  }
}

}  // namespace
}  // namespace gough::test
