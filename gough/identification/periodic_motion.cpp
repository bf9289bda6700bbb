#include "gough/identification/periodic_motion.hpp"

#include <fmt/format.h>

#include "gough/math/rotation.hpp"

namespace gough {
namespace {

constexpr double kFiner = 4.0;         // harmonics of the positions over those of the equations: rates change sign when the joint does
constexpr int kFewestSamples = 4;      // of a period
constexpr double kHighest = 0.4;       // of the samples of a period
constexpr double kOdd = 0.01;          // share of the motion that does not repeat: a warning
constexpr double kNotPeriodic = 0.05;  // and an error

// Rows of x at an instant between samples, by the cubic through the four about it.
Eigen::RowVectorXd between(const MatX<double>& x, double at) {
  const Eigen::Index first = std::clamp<Eigen::Index>(static_cast<Eigen::Index>(at) - 1, 0, x.rows() - 4);
  const double u = at - static_cast<double>(first);
  return -(u - 1) * (u - 2) * (u - 3) / 6 * x.row(first) + u * (u - 2) * (u - 3) / 2 * x.row(first + 1) -
         u * (u - 1) * (u - 3) / 2 * x.row(first + 2) + u * (u - 1) * (u - 2) / 6 * x.row(first + 3);
}

// Mean over the periods but the first, and how far they stray from it, root mean square.
struct Mean {
  MatX<double> x;
  VecX<double> strays;

  Mean(const MatX<double>& recorded, double samples, int periods, Eigen::Index points) : x(MatX<double>::Zero(points, recorded.cols())) {
    MatX<double> squares = x;
    for (Eigen::Index k = 0; k < points; ++k) {
      const double phase = samples * static_cast<double>(k) / static_cast<double>(points);
      const Eigen::RowVectorXd first = between(recorded, samples + phase);
      for (int p = 1; p <= periods; ++p) {
        const Eigen::RowVectorXd further = between(recorded, samples * p + phase) - first;
        x.row(k) += further / periods;
        squares.row(k) += further.cwiseAbs2() / periods;
      }
      squares.row(k) -= x.row(k).cwiseAbs2();
      x.row(k) += first;
    }
    strays = squares.colwise().mean().cwiseMax(0.0).cwiseSqrt().transpose();
  }
};

void check_repeats(const Robot& robot, const Mean& mean, double period, MeasuredMotion& motion) {
  for (Eigen::Index a = 0; a < mean.x.cols(); ++a) {
    const double moves = std::sqrt((mean.x.col(a).array() - mean.x.col(a).mean()).square().mean()), share = mean.strays(a) / moves;
    if (share < kOdd) continue;
    const std::string text = fmt::format("q_{} strays from its mean period of {:.9g} s by {:.2g} of its motion",
                                         robot.actuators[static_cast<std::size_t>(a)].name, period, share);
    if (!(share < kNotPeriodic)) throw InputError({motion.file, 0, 0}, text + "; is that the motion's period?");
    motion.notes.push_back(text);
  }
}

}  // namespace

MatX<double> fourier_series(const MatX<double>& x, int harmonics, int derivative) {
  const Eigen::Index points = x.rows();
  const Eigen::RowVectorXd mean = x.colwise().mean();
  const MatX<double> about = x.rowwise() - mean;
  MatX<double> out = derivative == 0 ? MatX<double>(mean.replicate(points, 1)) : MatX<double>::Zero(points, x.cols());
  MatX<double> waves(points, 2), turned = waves;
  for (int h = 1; h <= harmonics; ++h) {
    for (Eigen::Index k = 0; k < points; ++k) {
      const double angle = 2.0 * kPi * static_cast<double>(h * k % points) / static_cast<double>(points);
      const double ahead = angle + derivative * kPi / 2.0;  // where its derivative is, over h
      waves.row(k) << std::cos(angle), std::sin(angle);
      turned.row(k) << std::cos(ahead), std::sin(ahead);
    }
    out += turned * (waves.transpose() * about) * (2.0 * std::pow(h, derivative) / static_cast<double>(points));
  }
  return out;
}

FilteredMotion averaged(const Robot& robot, const MeasuredMotion& motion, double period, double cutoff) {
  const double samples = period / motion.step, recorded = motion.samples() / samples, rate = 2.0 * kPi / period;
  if (!(recorded + 1e-9 >= 3.0))
    throw InputError({motion.file, 0, 0},
                     fmt::format("{:.3g} periods of {:g} s: at least 3 are needed, the first of which is left out", recorded, period));
  if (samples < kFewestSamples)
    throw InputError({}, fmt::format("--period: {:g} s are fewer than {} samples of {:g} s", period, kFewestSamples, motion.step));
  const Eigen::Index points = std::lround(samples);
  const int harmonics = static_cast<int>(std::min(cutoff * period + 1e-9, static_cast<double>((points - 1) / 2)));
  FilteredMotion out;
  out.periods = static_cast<int>(recorded + 1e-9) - 1;
  if (harmonics < 1)
    throw InputError({}, fmt::format("--cutoff: {:.3g} Hz is less than one harmonic of a period of {:g} s", cutoff, period));
  const int finer = std::max(harmonics, static_cast<int>(std::min(kFiner * harmonics, kHighest * samples)));
  const Mean positions(motion.qa, samples, out.periods, points), efforts(motion.effort, samples, out.periods, points);
  out.measured = motion;
  check_repeats(robot, positions, period, out.measured);
  out.measured.step = period / static_cast<double>(points);
  out.measured.qa = positions.x;
  out.measured.effort = efforts.x;
  out.measured.line.assign(motion.line.begin() + points, motion.line.begin() + 2 * points);
  out.cutoff = cutoff;
  out.kept = 2 * harmonics + 1;
  out.last = static_cast<int>(points);
  out.qa = fourier_series(positions.x, finer);
  out.dqa = rate * fourier_series(positions.x, finer, 1);
  out.ddqa = rate * rate * fourier_series(positions.x, finer, 2);
  return out;
}

MatX<double> kept_harmonics(const MatX<double>& rows, int width, int kept) {
  const Eigen::Index points = rows.rows() / width;
  MatX<double> D(kept, points);  // Dirichlet's kernel, (1 + 2 Σ cos h x) / points
  for (Eigen::Index i = 0; i < kept; ++i)
    for (Eigen::Index j = 0; j < points; ++j) {
      const double x = kPi * (static_cast<double>(i) / kept - static_cast<double>(j) / static_cast<double>(points));
      D(i, j) = (std::abs(std::sin(x)) < 1e-12 ? kept : std::sin(kept * x) / std::sin(x)) / static_cast<double>(points);
    }
  MatX<double> out(kept * width, rows.cols());
  for (Eigen::Index c = 0; c < rows.cols(); ++c) out.col(c).reshaped(width, kept) = rows.col(c).reshaped(width, points) * D.transpose();
  return out;
}

}  // namespace gough
