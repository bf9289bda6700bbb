#pragma once

#include "gough/identification/filtered_motion.hpp"

namespace gough {

// Fourier series, harmonics up to `harmonics`, of every column of x, a period sampled evenly; derivatives by the angle.
MatX<double> fourier_series(const MatX<double>& x, int harmonics, int derivative = 0);

// The mean period of a motion that repeats [Swevers et al. 1997], over all whole periods but the first, in which the controller settles;
// positions as Fourier series up to four times the cutoff, at which the equations end. Noise falls with the root of the periods' number, in
// the regressor as in the efforts. Throws InputError where fewer than two periods are left, or the motion does not repeat.
FilteredMotion averaged(const Robot& robot, const MeasuredMotion& motion, double period, double cutoff);

// Takes interleaved rows, a sample of `width` rows at each of the points spread evenly over a period, to `kept` points, an odd number,
// which hold the harmonics up to (kept − 1) / 2 and no others: white noise stays white.
MatX<double> kept_harmonics(const MatX<double>& rows, int width, int kept);

}  // namespace gough
