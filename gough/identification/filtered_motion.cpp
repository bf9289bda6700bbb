#include "gough/identification/filtered_motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <complex>

#include "gough/identification/butterworth.hpp"
#include "gough/identification/periodic_motion.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

using Complex = std::complex<double>;

// Discrete Fourier transform of a power of two of samples.
void transform(std::vector<Complex>& x) {
  const std::size_t n = x.size();
  if (n < 2) return;
  std::vector<Complex> even(n / 2), odd(n / 2);
  for (std::size_t k = 0; k < n / 2; ++k) {
    even[k] = x[2 * k];
    odd[k] = x[2 * k + 1];
  }
  transform(even);
  transform(odd);
  for (std::size_t k = 0; k < n / 2; ++k) {
    const Complex turned = std::polar(1.0, -2.0 * kPi * static_cast<double>(k) / static_cast<double>(n)) * odd[k];
    x[k] = even[k] + turned;
    x[k + n / 2] = even[k] - turned;
  }
}

}  // namespace

double fastest_frequency(const MatX<double>& qa, double step) {
  const std::size_t n = static_cast<std::size_t>(qa.rows());
  std::size_t size = 1;
  while (size < n) size *= 2;
  double fastest = 0.0;
  for (int a = 0; a < qa.cols(); ++a) {
    const double mean = qa.col(a).mean();
    std::vector<Complex> x(size);
    for (std::size_t k = 0; k < n; ++k) {  // Hann's window: the ends leak nothing
      const double s = std::sin(kPi * (static_cast<double>(k) + 0.5) / static_cast<double>(n));
      x[k] = s * s * (qa(static_cast<Eigen::Index>(k), a) - mean);
    }
    transform(x);
    double total = 0.0, below = 0.0;
    for (std::size_t k = 0; k <= size / 2; ++k) total += std::norm(x[k]);
    std::size_t at = 0;
    while (at < size / 2 && (below += std::norm(x[at])) < (1.0 - 1e-4) * total) ++at;
    fastest = std::max(fastest, static_cast<double>(at) / (static_cast<double>(size) * step));
  }
  return fastest;
}

FilteredMotion filtered(const Robot& robot, const MeasuredMotion& motion, const FilterOptions& options) {
  FilteredMotion out;
  out.measured = motion;
  const double rate = 1.0 / motion.step;
  const Place place{motion.file, 0, 0};
  for (int a = 0; a < motion.qa.cols(); ++a)
    if (motion.qa.col(a).maxCoeff() == motion.qa.col(a).minCoeff())
      throw InputError(place,
                       fmt::format("actuator '{}' stands still in the whole file: nothing can be told of it", robot.actuators[a].name));
  if (options.cutoff >= 0.5 * rate)
    throw InputError({}, fmt::format("--cutoff: {:g} Hz is not below half the sampling rate of {:g} Hz", options.cutoff, rate));
  out.cutoff = options.cutoff > 0.0 ? options.cutoff : std::min(0.4 * rate, 10.0 * fastest_frequency(motion.qa, motion.step));
  if (options.period != 0.0) {
    if (!(options.period > 0.0) || std::isinf(options.period))
      throw InputError({}, fmt::format("--period: expected a positive time in s, not {:g}", options.period));
    if (options.decimate > 0) throw InputError({}, "--decimate goes without --period: a mean period keeps what its harmonics need");
    return averaged(robot, motion, options.period, out.cutoff);
  }
  const ZeroPhaseLowPass low_pass(out.cutoff * motion.step);
  out.first = low_pass.transient();
  out.last = motion.samples() - low_pass.transient();
  if (out.last - out.first < 10)
    throw InputError(place, fmt::format("{} samples are too short a motion for a cutoff of {:.3g} Hz, which blurs {} at each end",
                                        motion.samples(), out.cutoff, low_pass.transient()));
  out.decimate = options.decimate > 0 ? options.decimate : std::max(1, static_cast<int>(rate / (2.5 * out.cutoff)));
  out.qa = out.dqa = out.ddqa = MatX<double>::Zero(motion.qa.rows(), motion.qa.cols());
  for (int a = 0; a < motion.qa.cols(); ++a) {
    VecX<double> q = motion.qa.col(a), first, second;
    low_pass.apply(q);
    differentiate(q, motion.step, first, second);
    out.qa.col(a) = q;
    out.dqa.col(a) = first;
    out.ddqa.col(a) = second;
  }
  return out;
}

}  // namespace gough
