#include "tests/agreement/walk.hpp"

#include "gough/math/linear_algebra.hpp"

namespace gough::test {
namespace {

using oracle::Configuration;
using oracle::Linkage;

constexpr int kSteps = 150;  // of a walk; longer ones are shortened

double ratio(const MatX<double>& A) {
  if (A.cols() == 0 || A.rows() == 0) return 1.0;
  const VecX<double> values = singular_values(A);
  return values.size() < A.cols() ? 0.0 : values(A.cols() - 1) / values(0);
}

double smallest(const MatX<double>& A) {
  const VecX<double> values = singular_values(A);
  return values.size() == 0 ? 1.0 : values(values.size() - 1);
}

// The columns of one leg in the rows of its own tips, loops and couplings.
MatX<double> leg_block(const Linkage& linkage, const MatX<double>& A, int leg) {
  int column = 0, row = 0, columns = 0, rows = 0;
  for (const oracle::Axis& axis : linkage.axes()) {
    columns += axis.leg == leg;
    column += axis.leg >= 0 && axis.leg < leg;
  }
  for (const oracle::Closure& closure : linkage.closures()) {
    if (closure.leg == leg) rows += closure.rows();
    if (closure.leg >= 0 && closure.leg < leg) row += closure.rows();
  }
  const int couplings = static_cast<int>(linkage.followings().size());
  std::vector<int> own;
  for (int k = 0; k < rows; ++k) own.push_back(row + k);
  for (int k = 0; k < couplings; ++k)
    if (linkage.followings()[k].leg == leg) own.push_back(static_cast<int>(A.rows()) - couplings + k);
  return A(own, Eigen::seqN(column, columns));
}

double leg_distance(const Linkage& linkage, const MatX<double>& A) {
  double least = 1.0;
  for (int leg = 0; leg <= linkage.axes()[linkage.platform() - 1].leg; ++leg) least = std::min(least, ratio(leg_block(linkage, A, leg)));
  return least;
}

std::vector<int> nacelle_components(const Linkage& linkage) {
  std::vector<int> out;
  for (int k = 0; k < 6 + static_cast<int>(linkage.axes().size()) - linkage.platform(); ++k) out.push_back(k);
  return out;
}

// A direction along the null space, of full length 1 over the whole walk.
VecX<double> paced(const Linkage& linkage, const Configuration& at, const VecX<double>& direction) {
  const VecX<double> V = linkage.nacelle_rows(at, nacelle_components(linkage)) * direction;
  double size = std::max(V.head<3>().norm() / 0.3, V.segment<3>(3).norm() / 0.5);
  for (Eigen::Index k = 6; k < V.size(); ++k) size = std::max(size, std::abs(V(k)) / 0.5);
  return direction / size;
}

}  // namespace

double leg_determinant(const Linkage& linkage, const Configuration& at, int leg) {
  const MatX<double> J = leg_block(linkage, linkage.closing_rows(at), leg);
  return J.rows() == J.cols() ? determinant(J) : 1.0;
}

Distances distances(const Linkage& linkage, const Configuration& at, const std::vector<int>& free) {
  const MatX<double> A = linkage.closing_rows(at);
  Distances out;
  out.leg = leg_distance(linkage, A);
  const oracle::NullSpace null = oracle::null_space(A);
  out.closing = null.least;
  out.clear = null.clear;
  out.mobility = static_cast<int>(null.basis.cols());
  if (out.mobility == 0) return out;
  out.actuated = smallest(linkage.actuated_rows() * null.basis);
  out.free = smallest(linkage.nacelle_rows(at, free.empty() ? nacelle_components(linkage) : free) * null.basis);
  return out;
}

bool regular_home(const Sketch& sketch, std::mt19937_64& random) {
  const Linkage linkage(sketch);
  const Configuration home = linkage.home();
  if (linkage.gap(home).cwiseAbs().maxCoeff() > 1e-12) return false;
  const Distances there = distances(linkage, home, {});
  if (there.mobility == 0 || !there.clear || there.leg < 0.03 || there.closing < 0.01 || there.actuated < 0.02 || there.free < 0.05)
    return false;
  if ((linkage.actuators() < there.mobility) != sketch.underactuated) return false;
  for (int k = 0; k < 2; ++k) {
    const Walk beside = random_walk(linkage, {}, 0.05, 1e-3, random);
    if (beside.shortened || !beside.distance.clear || beside.distance.mobility != there.mobility) return false;
  }
  return true;
}

bool motors_move(const Sketch& sketch) {
  const Linkage linkage(sketch);
  const MatX<double> rates = linkage.actuated_rows() * oracle::null_space(linkage.closing_rows(linkage.home())).basis;
  return rates.rowwise().norm().minCoeff() > 1e-3;
}

Walk random_walk(const Linkage& linkage, const std::vector<int>& free, double reach, double margin, std::mt19937_64& random) {
  Dice dice(random);
  Walk walk{linkage.home(), false, distances(linkage, linkage.home(), free), {}};
  const int mobility = walk.distance.mobility;
  VecX<double> direction;
  double done = 0.0;
  for (int steps = 0; done < reach; ++steps) {
    const MatX<double> N = oracle::null_space(linkage.closing_rows(walk.end)).basis;
    VecX<double> chance(N.cols());
    for (double& x : chance) x = dice.uniform(-1, 1);
    chance.normalize();
    if (steps == 0) direction = N * chance;
    else direction = N * (N.transpose() * direction.normalized() + 0.1 * chance);  // bends a little
    direction = paced(linkage, walk.end, direction);
    // the distances change about as fast as the joints: steps too short to jump over a singularity
    const double stride = std::min(0.08, 0.25 * std::min({walk.distance.leg, walk.distance.closing, walk.distance.free}));
    const double step = std::min({reach - done, 0.1, stride / direction.cwiseAbs().maxCoeff()});
    Configuration next = walk.end;
    linkage.move(step * direction, next);
    Distances distance;
    if (steps < kSteps && linkage.close(next)) distance = distances(linkage, next, free);
    else distance.leg = 0.0;
    if (distance.least() < margin || !distance.clear || distance.mobility != mobility) {
      walk.shortened = true;
      return walk;
    }
    walk.end = next;
    walk.path.push_back(next);
    walk.distance = distance;
    done += step;
  }
  return walk;
}

}  // namespace gough::test
