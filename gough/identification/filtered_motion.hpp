#pragma once

#include "gough/identification/measured_motion.hpp"

namespace gough {

struct FilterOptions {
  double cutoff = 0.0;  // Hz, of the positions' low-pass; 0: ten times the fastest that the motion holds
  int decimate = 0;     // n: every n-th equation is kept; 0: as many as the cutoff leaves independent
  double period = 0.0;  // s, of a motion that repeats: its periods are averaged (periodic_motion.hpp); 0: it is taken as recorded
};

// Positions without the encoders' noise, and their derivatives. Efforts as measured: they are filtered with the equations
// (observation.hpp).
struct FilteredMotion {
  MeasuredMotion measured;
  double cutoff = 0.0;  // Hz
  int decimate = 1;
  int periods = 0;          // averaged: the samples are those of one mean period; 0: as recorded
  int kept = 0;             // points of a mean period to which its equations are taken
  int first = 0, last = 0;  // samples [first, last) are clear of the ends
  MatX<double> qa, dqa, ddqa;
};

// Throws InputError where the motion is too short for the cutoff, or nothing moves.
FilteredMotion filtered(const Robot& robot, const MeasuredMotion& motion, const FilterOptions& options = {});

// Frequency below which all but 1e-4 of the positions' power lies, Hz; of the fastest actuator.
double fastest_frequency(const MatX<double>& qa, double step);

}  // namespace gough
