#include "gough/evaluate/pose_rows.hpp"

#include <fmt/format.h>

#include <cmath>

#include "gough/evaluate/manifold_walk.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/state_columns.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {

namespace {

void expect_unit_length(const Eigen::Quaterniond& q, std::size_t row) {
  if (!has_unit_length(q)) throw quaternion_error(q, fmt::format("poses, row {}: ", row), {});
}

}  // namespace

Pose<double> whole_pose(const Robot& robot, const double* v, std::size_t row) {
  const Eigen::Quaterniond q(v[3], v[4], v[5], v[6]);
  expect_unit_length(q, row);
  Pose<double> out = robot.home;
  out.p = Vec3<double>(v[0], v[1], v[2]);
  out.R = q.normalized().toRotationMatrix();
  return out;
}

PoseRows::PoseRows(const Robot& robot, const PosePorts& ports, std::size_t columns) : robot_(robot), ports_(ports), columns_(columns) {
  if (!robot.has_closed_forms()) return;
  const bool known = robot.mobility.is_known();
  direct_ = known || (columns == kWhole && robot.nacelle.joints.empty());
  if (columns == kWhole) by_columns_ = direct_ && !tied() && find_turned();
  else if (known && !make_sums()) sums_.clear();
}

// Whether constants tie components of the platform's pose to others in a way that its numbers do not show.
bool PoseRows::tied() const {
  const Mobility& m = robot_.mobility;
  for (const int c : m.dependent)
    if (m.constant && (c < 3 || (c < 6 && robot_.motion.turns_freely())) && m.Psi.row(c).norm() > 1e-12) return true;
  return false;
}

// Whether every joint of the nacelle turns with the platform about its one axis, which the mobility tells.
bool PoseRows::find_turned() {
  const Mobility& m = robot_.mobility;
  if (robot_.nacelle.joints.empty()) return true;
  if (!robot_.motion.turns_about_axis()) return false;
  for (std::size_t k = 0; k < robot_.nacelle.joints.size(); ++k) {
    double way = 0.0;
    for (int f = 0; f < m.n; ++f) {
      const double by = m.Psi(6 + static_cast<Eigen::Index>(k), f);
      const int index = m.free[f].index;
      if (by == 0.0) continue;
      if (index < 3 || index >= 6 || std::abs(robot_.motion.axis(index - 3)) != 1.0 || std::abs(by) != 1.0) return false;
      way = by * robot_.motion.axis(index - 3);
    }
    if (!robot_.nacelle.joints[k].revolute) return false;
    turned_.push_back({robot_.home.z[k], way});
  }
  return true;
}

// A component of V_N from home: Ψ times the free coordinates from home.
PoseRows::Sum PoseRows::sum_of(int component, PortKind kind, double at_home, double factor) const {
  Sum out{kind, at_home, {}};
  const Mobility& m = robot_.mobility;
  for (int k = 0; k < m.n; ++k) {
    const int index = m.free[k].index;
    const double by = factor * (index == component ? 1.0 : m.dependent.empty() ? 0.0 : m.Psi(component, k));
    if (by == 0.0) continue;
    out.terms.push_back({k, by});
    if (index < 3) out.at_home -= by * robot_.home.p(index);
  }
  return out;
}

// False where a whole rotation matrix enters: coordinates are a rotation vector.
bool PoseRows::make_sums() {
  for (const Port& port : ports_.ports()) {
    const int c = port.component;
    switch (port.kind) {
      case PortKind::position: sums_.push_back(sum_of(c, port.kind, robot_.home.p(c))); break;
      case PortKind::length: sums_.push_back(sum_of(6 + c, port.kind, robot_.home.z[c].d)); break;
      case PortKind::cosine:
      case PortKind::sine:
        if (c >= 0) {
          sums_.push_back(sum_of(6 + c, port.kind, std::atan2(robot_.home.z[c].s, robot_.home.z[c].c)));
        } else {  // the turn from home: its component along the axis
          Sum turn{port.kind, 0.0, {}};
          for (int k = 0; k < 3; ++k)
            for (const auto& term : sum_of(3 + k, port.kind, 0.0, robot_.motion.axis(k)).terms) turn.terms.push_back(term);
          sums_.push_back(turn);
        }
        break;
      default: return false;
    }
  }
  return true;
}

void PoseRows::fill_sums(const double* rows, std::size_t n, double* in, std::size_t stride, bool* held) const {
  for (std::size_t i = 0; i < sums_.size(); ++i, in += stride) {
    const Sum& sum = sums_[i];
    if (sum.kind == PortKind::sine) continue;  // with its cosine
    for (std::size_t s = 0; s < n; ++s) in[s] = sum.at_home;
    for (const auto& [k, factor] : sum.terms)
      for (std::size_t s = 0; s < n; ++s) in[s] += factor * rows[s * columns_ + static_cast<std::size_t>(k)];
    for (std::size_t s = 0; s < n; ++s) held[s] &= in[s] - in[s] == 0.0;  // is a number
    if (sum.kind != PortKind::cosine) continue;
    for (std::size_t s = 0; s < n; ++s) {
      const double angle = in[s];
      in[s] = std::cos(angle);
      in[stride + s] = std::sin(angle);
    }
  }
}

// One by one: of free coordinates, and whole ones, to which the joints of the nacelle come.
void PoseRows::fill_poses(const double* rows, std::size_t n, std::size_t first, double* in, std::size_t stride, bool* held) const {
  for (std::size_t s = 0; s < n; ++s) {
    const double* row = rows + s * columns_;
    Pose<double> pose;
    if (columns_ == kWhole) {
      pose = given(row, first + s).pose;
      if (!robot_.nacelle.joints.empty()) pose.z = constant_pose(robot_, pose).z;
    } else {
      pose = constant_pose(robot_, row);
    }
    held[s] = ports_.holds(pose);
    ports_.fill(pose, in + s, stride);
  }
}

// Cosine and sine of the platform's turn; adds to `off` how far a rotation is from one about the axis.
void PoseRows::fill_turn(const Column* R, std::size_t n, double* c, double* s, double* off) const {
  for (std::size_t i = 0; i < n; ++i) {
    Mat3<double> turned;
    for (int r = 0; r < 3; ++r)
      for (int k = 0; k < 3; ++k) turned(r, k) = R[3 * r + k][i];
    const JointPosition<double> turn = robot_.motion.turn_of(turned);
    c[i] = turn.c;
    s[i] = turn.s;
  }
  for (int r = 0; r < 3; ++r)
    for (int k = 0; k < 3; ++k) {
      const double along = robot_.motion.along(r, k), across = robot_.motion.across(r, k), crossed = robot_.motion.crossed(r, k);
      for (std::size_t i = 0; i < n; ++i) off[i] = std::max(off[i], std::abs(R[3 * r + k][i] - along - c[i] * across - s[i] * crossed));
    }
}

// Cosine and sine of a joint of the nacelle that turns with the platform, whose own are at `turn`.
void PoseRows::fill_turned(const Turned& joint, const double* turn, std::size_t n, double* in, std::size_t stride) const {
  for (std::size_t i = 0; i < n; ++i) {
    const double c = joint.way == 0.0 ? 1.0 : turn[i], s = joint.way * turn[stride + i];
    in[i] = joint.home.c * c - joint.home.s * s;
    in[stride + i] = joint.home.s * c + joint.home.c * s;
  }
}

// Adds to `off` how far poses are from home in what the mobility holds.
void PoseRows::add_held(const Column* x, const Column* R, std::size_t n, double* off) const {
  const auto add = [&](const Column& numbers, double home, double scale) {
    for (std::size_t i = 0; i < n; ++i) off[i] = std::max(off[i], scale * std::abs(numbers[i] - home));
  };
  for (int k = 0; k < 3; ++k)
    if (!robot_.motion.moves[k]) add(x[k], robot_.home.p(k), 1.0 / robot_.length);
  for (int k = 0; k < 9 && !robot_.motion.turns(); ++k) add(R[k], robot_.home.R(k / 3, k % 3), 1.0);
}

// At most kChunk whole poses, column by column, which compilers turn into vector instructions.
void PoseRows::fill_chunk(const double* rows, std::size_t n, std::size_t first, double* in, std::size_t stride, bool* held) const {
  Column x[3], q[4], R[9], off;
  for (std::size_t i = 0; i < n; ++i) {
    const double* row = rows + kWhole * i;
    const Eigen::Quaterniond given_q(row[3], row[4], row[5], row[6]), unit = given_q.normalized();
    expect_unit_length(given_q, first + i);
    for (int k = 0; k < 3; ++k) x[k][i] = row[k];
    for (int k = 0; k < 4; ++k) q[k][i] = unit.coeffs()(k);
    off[i] = 0.0 * (row[0] + row[1] + row[2] + row[3] + row[4] + row[5] + row[6]);  // no number if one of them is none
  }
  for (std::size_t i = 0; i < n; ++i) {  // as Quaterniond::toRotationMatrix, to the last digit
    const double a = q[0][i], b = q[1][i], c = q[2][i], w = q[3][i], ta = 2 * a, tb = 2 * b, tc = 2 * c;
    R[0][i] = 1 - (tb * b + tc * c), R[1][i] = tb * a - tc * w, R[2][i] = tc * a + tb * w;
    R[3][i] = tb * a + tc * w, R[4][i] = 1 - (ta * a + tc * c), R[5][i] = tc * b - ta * w;
    R[6][i] = tc * a - tb * w, R[7][i] = tc * b + ta * w, R[8][i] = 1 - (ta * a + tb * b);
  }
  add_held(x, R, n, off);
  const double* turn = nullptr;
  const auto copy = [&](const Column& numbers) {
    std::copy_n(numbers, n, in);
    in += stride;
  };
  ports_.pose_parts(Overloaded{[&](PosePorts::Coordinate c) { copy(x[c.axis]); },
                               [&](PosePorts::Turn) {
                                 fill_turn(R, n, in, in + stride, off);
                                 turn = in;
                                 in += 2 * stride;
                               },
                               [&](PosePorts::Rotation) {
                                 for (int k = 0; k < 9; ++k) copy(R[k]);
                               },
                               [&](PosePorts::NacelleJoint z) {
                                 fill_turned(turned_[z.index], turn, n, in, stride);
                                 in += 2 * stride;
                               }});
  for (std::size_t i = 0; i < n; ++i) held[i] = off[i] <= PosePorts::kHeld;
}

GivenPose PoseRows::given(const double* row, std::size_t number) const {
  if (columns_ != kWhole) return {pose_from_free(robot_, Eigen::Map<const VecX<double>>(row, robot_.mobility.n)), false};
  return {whole_pose(robot_, row, number), true};
}

void PoseRows::fill(const double* rows, std::size_t n, std::size_t first, double* in, std::size_t stride, bool* held) const {
  if (columns_ != kWhole && !sums_.empty()) {
    std::fill_n(held, n, true);
    return fill_sums(rows, n, in, stride, held);
  }
  if (!by_columns_) return fill_poses(rows, n, first, in, stride, held);
  for (std::size_t s = 0; s < n; s += kChunk) fill_chunk(rows + kWhole * s, std::min(kChunk, n - s), first + s, in + s, stride, held + s);
}

}  // namespace gough
