#include "gough/math/linear_algebra.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <memory>

namespace gough {
namespace {

template <class Decomposition>
Solver solver_by(const MatX<double>& A) {
  const auto shared = std::make_shared<const Decomposition>(A);
  return [shared](const VecX<double>& b) { return VecX<double>(shared->solve(b)); };
}

}  // namespace

VecX<double> least_squares(const MatX<double>& A, const VecX<double>& b) { return A.colPivHouseholderQr().solve(b); }

Solver least_squares_solver(const MatX<double>& A) { return solver_by<Eigen::ColPivHouseholderQR<MatX<double>>>(A); }

ShortestSolution shortest_solution(const MatX<double>& A, const VecX<double>& b, std::optional<double> threshold) {
  Eigen::CompleteOrthogonalDecomposition<MatX<double>> decomposition;
  if (threshold) decomposition.setThreshold(*threshold);
  decomposition.compute(A);
  return {decomposition.solve(b), decomposition.rank()};
}

MatX<double> pseudo_inverse(const MatX<double>& A) { return A.completeOrthogonalDecomposition().pseudoInverse(); }

MatX<double> qr_triangle(const MatX<double>& A) {
  const Eigen::HouseholderQR<MatX<double>> qr(A);
  return qr.matrixQR().topRows(std::min(A.rows(), A.cols())).triangularView<Eigen::Upper>();
}

MatX<double> full_rank_solution(const MatX<double>& A, const MatX<double>& B) { return A.householderQr().solve(B); }

FullRankFit full_rank_fit(const MatX<double>& A, const VecX<double>& b) {
  const Eigen::HouseholderQR<MatX<double>> qr(A);
  const MatX<double> R = qr.matrixQR().topRows(A.cols()), one = MatX<double>::Identity(A.cols(), A.cols());
  return {qr.solve(b), R.triangularView<Eigen::Upper>().solve(one)};
}

SingularSide left_singular(const MatX<double>& A) {
  const Eigen::JacobiSVD<MatX<double>> svd(A, Eigen::ComputeFullU);
  return {svd.singularValues(), svd.matrixU()};
}

SingularSide right_singular(const MatX<double>& A) {
  const Eigen::JacobiSVD<MatX<double>> svd(A, Eigen::ComputeFullV);
  return {svd.singularValues(), svd.matrixV()};
}

VecX<double> singular_values(const MatX<double>& A) { return Eigen::JacobiSVD<MatX<double>>(A).singularValues(); }

// Eigenvalues of [0 R; Rᵀ 0] are the singular values of R and their negatives. Eigen's BDCSVD does the same for half a minute of compiling.
VecX<double> singular_values_of_large(const MatX<double>& A) {
  if (A.size() == 0) return {};
  const MatX<double> R = qr_triangle(A);
  const Eigen::Index rows = R.rows(), columns = R.cols();
  MatX<double> both = MatX<double>::Zero(rows + columns, rows + columns);
  both.bottomLeftCorner(columns, rows) = R.transpose();
  both.topRightCorner(rows, columns) = R;
  return symmetric_eigenvalues(both).tail(std::min(rows, columns)).reverse().cwiseMax(0.0);
}

PrincipalAxes principal_axes(const Mat3<double>& A) {
  const Eigen::SelfAdjointEigenSolver<Mat3<double>> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

VecX<double> symmetric_eigenvalues(const MatX<double>& A) {
  return Eigen::SelfAdjointEigenSolver<MatX<double>>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

Solver positive_solver(const MatX<double>& A) { return solver_by<Eigen::LLT<MatX<double>>>(A); }

Solver pivoted_positive_solver(const MatX<double>& A) { return solver_by<Eigen::LDLT<MatX<double>>>(A); }

bool positive_definite(const MatX<double>& A) { return Eigen::LLT<MatX<double>>(A).info() == Eigen::Success; }

double determinant(const MatX<double>& A) { return A.determinant(); }

MatX<double> inverse(const MatX<double>& A) { return A.inverse(); }

}  // namespace gough
