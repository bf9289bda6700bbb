#pragma once

#include "gough/identification/observation.hpp"

namespace gough {

// What a linear estimator makes of y = W x + noise.
struct Estimate {
  VecX<double> value;
  MatX<double> covariance;
  VecX<double> noise;      // standard deviation of each row of a sample, in the band that decimation leaves
  double condition = 0.0;  // of W with its columns scaled to length 1
  int downweighted = 0;    // robust: equations beyond Huber's corner

  VecX<double> deviation() const { return covariance.diagonal().cwiseSqrt(); }
};

// How well the columns can be told apart.
struct Conditioning {
  double condition = 0.0;
  std::vector<int> weak;  // columns in the directions that are excited less than 1e-7 of the best
};
Conditioning conditioning(const MatX<double>& W);

// All rows alike: least Σ r².
Estimate ordinary_least_squares(const Observation& o);

// Every row of a sample by its own noise, found from the residuals: least Σ (r / σ_row)².
Estimate weighted_least_squares(const Observation& o);

// Huber's: the same, but residuals beyond 1.345 σ_row count linearly, and σ_row is from the median; by iteratively reweighted least
// squares.
Estimate robust_least_squares(const Observation& o);

}  // namespace gough
