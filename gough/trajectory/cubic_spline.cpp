#include "gough/trajectory/cubic_spline.hpp"

#include <algorithm>
#include <cassert>

namespace gough {
namespace {

// One row of a tridiagonal system on the second derivatives.
struct Row {
  double below = 0.0, on = 0.0, above = 0.0;
};

// Thomas' elimination, all right sides at once.
void solve_tridiagonal(std::vector<Row>& rows, MatX<double>& right) {
  const Eigen::Index n = right.rows();
  for (Eigen::Index i = 1; i < n; ++i) {
    const double factor = rows[i].below / rows[i - 1].on;
    rows[i].on -= factor * rows[i - 1].above;
    right.row(i) -= factor * right.row(i - 1);
  }
  for (Eigen::Index i = n - 1; i >= 0; --i) {
    if (i + 1 < n) right.row(i) -= rows[i].above * right.row(i + 1);
    right.row(i) /= rows[i].on;
  }
}

}  // namespace

CubicSpline::CubicSpline(const std::vector<double>& times, const MatX<double>& values, Ends ends) : times_(times), values_(values) {
  assert(values.rows() == static_cast<Eigen::Index>(times.size()));
  if (ends == Ends::rest) add_rest_knots();
  solve(ends);
}

// Room for the two knots whose values `solve` finds.
void CubicSpline::add_rest_knots() {
  const std::size_t n = times_.size();
  const double share = n == 2 ? 1.0 / 3.0 : 0.5;
  const double first = times_[0] + share * (times_[1] - times_[0]), last = times_[n - 1] - share * (times_[n - 1] - times_[n - 2]);
  MatX<double> values = MatX<double>::Zero(values_.rows() + 2, values_.cols());
  values.row(0) = values_.row(0);
  values.middleRows(2, values_.rows() - 2) = values_.middleRows(1, values_.rows() - 2);
  values.row(values.rows() - 1) = values_.row(values_.rows() - 1);
  values_ = values;
  times_.insert(times_.end() - 1, last);
  times_.insert(times_.begin() + 1, first);
}

// h₋ M₋ + 2 (h₋ + h₊) M + h₊ M₊ = 6 ((y₊ − y)/h₊ − (y − y₋)/h₋) at every inner knot.
void CubicSpline::solve(Ends ends) {
  const Eigen::Index n = values_.rows(), inner = n - 2;
  std::vector<double> h(n - 1);
  for (Eigen::Index k = 0; k + 1 < n; ++k) h[k] = times_[k + 1] - times_[k];
  if (ends == Ends::rest) {  // the new knots begin at the end values; what they add to them goes to the left side
    values_.row(1) = values_.row(0);
    values_.row(n - 2) = values_.row(n - 1);
  }
  std::vector<Row> rows(inner);
  MatX<double> right(inner, values_.cols());
  for (Eigen::Index i = 0; i < inner; ++i) {
    const double a = h[i], b = h[i + 1];
    rows[i] = {a, 2.0 * (a + b), b};
    right.row(i) = 6.0 * ((values_.row(i + 2) - values_.row(i + 1)) / b - (values_.row(i + 1) - values_.row(i)) / a);
  }
  const double h0 = h[0], h1 = h[1], g0 = h[n - 2], g1 = h[n - 3];
  if (ends == Ends::rest) {  // y = y_end + M h²/6 at the new knots, M = 0 at the ends
    rows[0].on += h0 + h0 * h0 / h1;
    rows[1].below -= h0 * h0 / h1;
    rows[inner - 1].on += g0 + g0 * g0 / g1;
    rows[inner - 2].above -= g0 * g0 / g1;
  } else {  // M_0 = M_1 + (M_1 − M_2) h_0/h_1, and so at the other end
    rows[0].on += h0 + h0 * h0 / h1;
    rows[0].above -= h0 * h0 / h1;
    rows[inner - 1].on += g0 + g0 * g0 / g1;
    rows[inner - 1].below -= g0 * g0 / g1;
  }
  solve_tridiagonal(rows, right);
  moments_ = MatX<double>::Zero(n, values_.cols());
  moments_.middleRows(1, inner) = right;
  if (ends == Ends::rest) {
    values_.row(1) += moments_.row(1) * (h0 * h0 / 6.0);
    values_.row(n - 2) += moments_.row(n - 2) * (g0 * g0 / 6.0);
  } else {
    moments_.row(0) = moments_.row(1) + (moments_.row(1) - moments_.row(2)) * (h0 / h1);
    moments_.row(n - 1) = moments_.row(n - 2) + (moments_.row(n - 2) - moments_.row(n - 3)) * (g0 / g1);
  }
}

CubicSpline::Where CubicSpline::find(double t) const {
  const auto next = std::upper_bound(times_.begin() + 1, times_.end() - 1, t);
  const Eigen::Index k = next - times_.begin() - 1;
  return {k, t - times_[k], times_[k + 1] - t, times_[k + 1] - times_[k]};
}

double CubicSpline::value(const Where& w, Eigen::Index c) const {
  const double h = w.width, a = w.after, b = w.before;
  return (values_(w.k, c) * a + values_(w.k + 1, c) * b) / h +
         (moments_(w.k, c) * a * (a * a - h * h) + moments_(w.k + 1, c) * b * (b * b - h * h)) / (6.0 * h);
}

double CubicSpline::rate(const Where& w, Eigen::Index c) const {
  const double h = w.width, a = w.after, b = w.before;
  return (values_(w.k + 1, c) - values_(w.k, c)) / h +
         (moments_(w.k + 1, c) * (3.0 * b * b - h * h) - moments_(w.k, c) * (3.0 * a * a - h * h)) / (6.0 * h);
}

double CubicSpline::second(const Where& w, Eigen::Index c) const {
  return (moments_(w.k, c) * w.after + moments_(w.k + 1, c) * w.before) / w.width;
}

}  // namespace gough
