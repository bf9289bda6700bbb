#pragma once

#include <vector>

#include "gough/math/types.hpp"

namespace gough {

// Twice continuously differentiable cubics through rows of values at increasing times, a column for each coordinate.
//   rest: first and second derivative vanish at both ends; a knot is added in the first and in the last interval for it
//   free: the third derivative is continuous at the second knot and the one before the last; needs four knots
class CubicSpline {
 public:
  enum class Ends { rest, free };

  CubicSpline() = default;
  CubicSpline(const std::vector<double>& times, const MatX<double>& values, Ends ends);

  double begin() const { return times_.front(); }
  double end() const { return times_.back(); }
  Eigen::Index columns() const { return values_.cols(); }

  // A time's place between the knots, found once for all columns.
  struct Where {
    Eigen::Index k = 0;
    double before = 0.0, after = 0.0, width = 1.0;
  };
  Where find(double t) const;

  double value(const Where& w, Eigen::Index column) const;
  double rate(const Where& w, Eigen::Index column) const;
  double second(const Where& w, Eigen::Index column) const;

 private:
  std::vector<double> times_;
  MatX<double> values_, moments_;  // moments: second derivatives at the knots

  void add_rest_knots();
  void solve(Ends ends);
};

}  // namespace gough
