#pragma once

#include <cmath>
#include <type_traits>

#include "gough/math/types.hpp"

// The subproblems of which closed-form legs are made, solved with square roots only. Vectors are in the joint frame before the motion
// unless named otherwise; z is the joint axis. `reach` is lowered to the relative margin under the root: below 0 there is no solution, and
// the nearest point is returned.
namespace gough {

// The smaller of two numbers, by a selection that computes both. NaN in either is returned, so that it is noticed.
template <class T>
T smaller(const T& a, const T& b) {
  return a <= b ? a : b;
}

// Lowers `reach` to `margin`. In a program every number behind the first root of a negative number is NaN; the order of the operands keeps
// the margin of that root.
inline void lower(double& reach, double margin) { reach = smaller(reach, margin); }
inline void lower(Recorded& reach, const Recorded& margin) { reach = smaller(margin, reach); }

template <class T>
T positive_part(const T& x) {
  return x < T(0) ? T(0) : x;
}

// Poses for which a recording is valid. Beside the platform's manifold a vector and its target differ in length, and one more square root
// is needed to make (c, s) a turn. Computations on double always include it.
enum class Poses { on_manifold, beside };
template <class T>
constexpr bool keeps_lengths(Poses poses) {
  return !std::is_same_v<T, double> && poses == Poses::on_manifold;
}

// |w| / |t| for a vector w and its target t.
template <class T>
T length_ratio(const Vec3<T>& w, const Vec3<T>& t, Poses poses) {
  using std::sqrt;
  return keeps_lengths<T>(poses) ? T(1) : T(sqrt(w.squaredNorm() / t.squaredNorm()));
}

// (c, s) with A c + B s = K; two solutions, told apart by the sign.
template <class T>
JointPosition<T> solve_turn(const T& A, const T& B, const T& K, const T& sign, T& reach) {
  using std::sqrt;
  const T square = A * A + B * B;
  const T under = square - K * K;
  lower(reach, T(under / square));
  const T root = sign * sqrt(positive_part(under));
  const T length = sqrt(square - under + positive_part(under));  // = |(A, B)| where reachable
  const T scale = T(1) / (length * sqrt(square));
  return {(A * K - B * root) * scale, (B * K + A * root) * scale, T(0)};
}

// Turn (or slide) of the point b about (along) z so that its distance to a is √rho2.
template <class T>
JointPosition<T> solve_distance(bool revolute, const Vec3<T>& b, const Vec3<T>& a, const T& rho2, const T& sign, T& reach) {
  using std::sqrt;
  if (revolute) {
    const T A = a.x() * b.x() + a.y() * b.y();
    const T B = a.y() * b.x() - a.x() * b.y();
    const T K = (a.squaredNorm() + b.squaredNorm() - rho2) / T(2) - a.z() * b.z();
    return solve_turn(A, B, K, sign, reach);
  }
  const Vec3<T> r = a - b;
  const T under = rho2 - r.x() * r.x() - r.y() * r.y();
  lower(reach, T(under / rho2));
  return {T(1), T(0), r.z() + sign * sqrt(positive_part(under))};
}

// Turn about z that brings the part of w across z along that of t.
template <class T>
JointPosition<T> aim_one(const Vec3<T>& w, const Vec3<T>& t, Poses poses) {
  using std::sqrt;
  const T c = w.x() * t.x() + w.y() * t.y();
  const T s = w.x() * t.y() - w.y() * t.x();
  // on the manifold |t| = |w| across z, and no root is needed
  const T scale = keeps_lengths<T>(poses) ? T(T(1) / (w.x() * w.x() + w.y() * w.y())) : T(T(1) / sqrt(c * c + s * s));
  return {c * scale, s * scale, T(0)};
}

// Turn about the second of two axes through one point so that a turn about the first (z) can then bring w
// along t. F is the second joint's frame in the first one's; w is in the second body's axes.
template <class T>
JointPosition<T> aim_second(const Mat3<T>& F, const Vec3<T>& w, const Vec3<T>& t, const T& sign, T& reach, Poses poses) {
  // z · (F Rz(q) w) = t_z |w| / |t|
  const T A = F(2, 0) * w.x() + F(2, 1) * w.y();
  const T B = F(2, 1) * w.x() - F(2, 0) * w.y();
  const T K = t.z() * length_ratio<T>(w, t, poses) - F(2, 2) * w.z();
  return solve_turn(A, B, K, sign, reach);
}

}  // namespace gough
