#include "benchmarks/peers/projection.hpp"

#include <Eigen/LU>

namespace gough::peers {
namespace {

template <int N>
void project_fixed(const PeerState& state, const double* force, VecX<double>& effort) {
  using Vector = Eigen::Matrix<double, N, 1>;
  using Matrix = Eigen::Matrix<double, N, N>;
  const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, N>> K(state.K.data(), state.K.rows(), N);
  const Eigen::Map<const Matrix> Jinv(state.Jinv.data());
  const Eigen::Map<const VecX<double>> f(force, state.K.rows());
  Vector g;
  for (int r = 0; r < N; ++r) g(r) = K.col(r).dot(f);
  Eigen::Map<Vector>(effort.data()) = Eigen::PartialPivLU<Matrix>(Jinv.transpose()).solve(g);
}

}  // namespace

PeerState peer_state(const TreeState& tree, const MatX<double>& order, const VecX<double>& shift) {
  const MatX<double> P = tree.P * order.transpose();
  return {{}, order * tree.rate, order * tree.acceleration + shift, order * tree.K, P, tree.bias - P * shift, tree.Jinv};
}

void project(const PeerState& state, const double* force, VecX<double>& effort) {
  switch (effort.size()) {
    case 1: return project_fixed<1>(state, force, effort);
    case 2: return project_fixed<2>(state, force, effort);
    case 3: return project_fixed<3>(state, force, effort);
    case 4: return project_fixed<4>(state, force, effort);
    case 5: return project_fixed<5>(state, force, effort);
    default: return project_fixed<6>(state, force, effort);
  }
}

}  // namespace gough::peers
