#pragma once

#include "gough/identification/file_parameters.hpp"
#include "gough/identification/least_squares.hpp"

namespace gough {

struct ConsistentEstimate {
  VecX<double> value;      // θ of FileParameters
  VecX<double> deviation;  // from the second derivatives at the optimum
  VecX<double> residual;
  int iterations = 0;
  bool converged = false;
  double smallest = 0.0;  // least eigenvalue of the bodies' pseudo-inertias, each relative to its largest: positive
};

// Parameters as the file writes them, bodies that can exist (pseudo-inertia P_b positive definite), rotors and frictions positive
// [Lee, Wensing, Park 2020]: least
//   ½ Σ (r / σ_row)² + λ Σ_b (tr P_b P_b0⁻¹ − log det P_b P_b0⁻¹) + λ Σ_i (x_i / x_i0 − log x_i / x_i0) + ½ λ Σ_j (offset_j / rms τ_j)²
// where 0 is the robot file. Convex, so that there is one answer; what the motion does not tell stays as in the file. λ = `prior` = 1
// trusts the file about as much as one equation that knows each parameter to 100 %. An offset within three deviations of 0 is none: a
// robot file cannot say it, and what it took over belongs to the masses.
ConsistentEstimate consistent_estimate(const FileParameters& file, double length, const Observation& o, const VecX<double>& noise,
                                       double prior = 1.0);

// Bodies of least squares that cannot exist: least eigenvalue of each body's pseudo-inertia relative to the largest.
VecX<double> smallest_eigenvalues(const FileParameters& file, const VecX<double>& theta);

}  // namespace gough
