#pragma once

#include <Eigen/SparseCore>
#include <functional>

#include "gough/identification/filtered_motion.hpp"

namespace gough {

// The equations y = W x of a motion, one row for each kept sample and actuator (sample after sample), x being combinations p = S x of the
// parameters of virtual_work::parameters. Of a redundantly actuated robot the rows are the free components, y = J_invᵀ τ.
struct Observation {
  std::string file;
  std::vector<std::string> rows;  // names of a sample's rows
  std::vector<std::string> units;
  MatX<double> W;
  VecX<double> y;
  double independent = 1.0;  // share of the band up to half the kept rate that white noise still fills: so many rows in a hundred count
  std::vector<std::string> notes;

  int width() const { return static_cast<int>(rows.size()); }
  int samples() const { return static_cast<int>(y.size()) / width(); }
};

using Selection = Eigen::SparseMatrix<double>;
Selection select(int parameters, const std::vector<int>& columns);
Selection beside(const std::vector<Selection>& parts);

// Follows the motion with forward geometry, takes the regressor at every sample, passes rows and efforts through the same low-pass and
// keeps every `decimate`-th row. Throws InputError, with the line, where the robot cannot have the joint positions of a sample.
Observation observe(const Robot& robot, const FilteredMotion& motion, const Selection& S,
                    const std::function<void(std::size_t, std::size_t)>& progress = {});

// Some of the unknowns, in the same rows.
Observation columns(const Observation& all, Eigen::Index first, Eigen::Index count);

// Root mean square of each of a sample's rows.
VecX<double> rms_of_rows(const VecX<double>& y, int width);

}  // namespace gough
