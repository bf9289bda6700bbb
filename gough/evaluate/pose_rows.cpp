#include "gough/evaluate/pose_rows.hpp"

#include <fmt/format.h>

#include <cmath>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/state_columns.hpp"
#include "gough/math/rotation.hpp"

namespace gough {

Pose<double> whole_pose(const Robot& robot, const double* v, const std::string& what) {
  Pose<double> out = robot.home;
  out.p = Vec3<double>(v[0], v[1], v[2]);
  out.R = unit_rotation({v[3], v[4], v[5], v[6]}, what + ": ", {});
  return out;
}

PoseRows::PoseRows(const Robot& robot, const PosePorts& ports, std::size_t columns)
    : robot_(robot),
      ports_(ports),
      columns_(columns),
      coordinates_(VecX<double>::Zero(robot.mobility.n)),
      step_(VecX<double>::Zero(robot.nacelle.freedoms())) {
  direct_ = robot.mobility.constant || robot.mobility.dependent.empty() || (columns == kWhole && robot.nacelle.joints.empty());
  if (columns != kWhole && direct_) make_sums();
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

void PoseRows::make_sums() {
  const int nacelle_joints = static_cast<int>(robot_.nacelle.joints.size());
  for (const Port& port : ports_.ports()) {
    const int c = port.component;
    const bool joint = port.kind == PortKind::length || port.kind == PortKind::cosine || port.kind == PortKind::sine;
    if (joint && c >= nacelle_joints) break;  // those of legs follow
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
            for (const auto& term : sum_of(3 + k, port.kind, 0.0, ports_.turn_axis()(k)).terms) turn.terms.push_back(term);
          sums_.push_back(turn);
        }
        break;
      default: sums_.clear(); return;  // a whole rotation matrix: coordinates are a rotation vector
    }
  }
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

Pose<double> PoseRows::moved_from_home() {
  const Mobility& m = robot_.mobility;
  step_.setZero();
  for (int k = 0; k < m.n; ++k) {
    const int index = m.free[k].index;
    const double by = coordinates_(k) - (index < 3 ? robot_.home.p(index) : 0.0);
    if (m.dependent.empty()) step_(index) += by;
    else step_ += by * m.Psi.col(k);
  }
  return moved(robot_, robot_.home, step_);
}

// The platform as it is given, the nacelle's joints as they follow from it.
Pose<double> PoseRows::whole(const double* row, std::size_t number) {
  Pose<double> out = robot_.home;
  const Eigen::Quaterniond q(row[3], row[4], row[5], row[6]);
  if (std::abs(q.squaredNorm() - 1.0) <= 1e-6) {
    out.p = Vec3<double>(row[0], row[1], row[2]);
    out.R = q.normalized().toRotationMatrix();
  } else {
    out = whole_pose(robot_, row, fmt::format("poses, row {}", number));
  }
  if (robot_.nacelle.joints.empty()) return out;
  free_coordinates(robot_, out, coordinates_);
  out.z = moved_from_home().z;
  return out;
}

void PoseRows::fill_rows(const double* rows, std::size_t n, std::size_t first, double* in, std::size_t stride, bool* held) {
  for (std::size_t s = 0; s < n; ++s) {
    const double* row = rows + columns_ * s;
    if (columns_ != kWhole) coordinates_ = Eigen::Map<const VecX<double>>(row, robot_.mobility.n);
    const Pose<double> pose = columns_ == kWhole ? whole(row, first + s) : moved_from_home();
    held[s] = ports_.holds(pose);
    ports_.fill_column(pose, in + s, stride);
  }
}

void PoseRows::fill(const double* rows, std::size_t n, std::size_t first, double* in, std::size_t stride, bool* held) {
  if (sums_.empty()) return fill_rows(rows, n, first, in, stride, held);
  std::fill_n(held, n, true);
  fill_sums(rows, n, in, stride, held);
}

}  // namespace gough
