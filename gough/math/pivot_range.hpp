#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace gough {

// What the pivots of a factored matrix tell of its rank, one column after another.
class PivotRange {
 public:
  // A column's pivot, and its length; both scaled so that columns compare.
  void see(double pivot, double column) {
    const double size = std::abs(pivot);
    longest_ = std::max(longest_, std::abs(column));
    least_ = size < least_ ? size : (size == size ? least_ : 0.0);  // NaN counts as 0
    if (pivot < 0.0) sign_ = -sign_;
    ++columns_;
  }

  // The least pivot over the longest column: 0 is singular. 1 without any column.
  double distance() const { return columns_ == 0 ? 1.0 : longest_ > 0.0 ? least_ / longest_ : 0.0; }

  int sign() const { return sign_; }  // of the pivots' product

 private:
  double least_ = std::numeric_limits<double>::infinity(), longest_ = 0.0;
  int sign_ = 1, columns_ = 0;
};

}  // namespace gough
