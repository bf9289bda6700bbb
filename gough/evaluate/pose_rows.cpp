#include "gough/evaluate/pose_rows.hpp"

#include <fmt/format.h>

#include <cmath>

#include "gough/kinematics/state_columns.hpp"
#include "gough/math/rotation.hpp"

namespace gough {

Pose<double> whole_pose(const Robot& robot, const double* v, const std::string& what) {
  Pose<double> out = robot.home;
  out.p = Vec3<double>(v[0], v[1], v[2]);
  out.R = unit_rotation({v[3], v[4], v[5], v[6]}, what + ": ", {});
  return out;
}

PoseRows::PoseRows(const Robot& robot, const PosePorts& ports, std::size_t columns) : robot_(robot), ports_(ports), columns_(columns) {
  for (const Leg& leg : robot.legs)
    if (!leg.solver.closed_form) return;
  if (columns == kWhole) direct_ = robot.nacelle.joints.empty();
  else if (robot.mobility.constant || robot.mobility.dependent.empty()) make_sums();
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
            for (const auto& term : sum_of(3 + k, port.kind, 0.0, ports_.turn_axis()(k)).terms) turn.terms.push_back(term);
          sums_.push_back(turn);
        }
        break;
      default: return;  // a whole rotation matrix: coordinates are a rotation vector
    }
  }
  direct_ = true;
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

void PoseRows::fill_whole(const double* rows, std::size_t n, std::size_t first, double* in, std::size_t stride, bool* held) const {
  double numbers[16];
  for (std::size_t s = 0; s < n; ++s) {
    const double* v = rows + kWhole * s;
    Pose<double> pose;
    const Eigen::Quaterniond q(v[3], v[4], v[5], v[6]);
    if (std::abs(q.squaredNorm() - 1.0) <= 1e-6) {
      pose.p = Vec3<double>(v[0], v[1], v[2]);
      pose.R = q.normalized().toRotationMatrix();
    } else {
      pose = whole_pose(robot_, v, fmt::format("poses, row {}", first + s));
    }
    held[s] = ports_.holds(pose);
    const double* end = ports_.fill(pose, numbers);
    double* to = in + s;
    for (const double* x = numbers; x != end; ++x, to += stride) *to = *x;
  }
}

void PoseRows::fill(const double* rows, std::size_t n, std::size_t first, double* in, std::size_t stride, bool* held) const {
  if (columns_ == kWhole) return fill_whole(rows, n, first, in, stride, held);
  std::fill_n(held, n, true);
  fill_sums(rows, n, in, stride, held);
}

}  // namespace gough
