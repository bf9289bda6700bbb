#include "gough/trajectory/trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/math/rotation.hpp"
#include "gough/trajectory/manifold_motion.hpp"

namespace gough {

Trajectory::Trajectory(const Robot& robot, std::vector<Piece> pieces, bool periodic)
    : robot_(&robot), pieces_(std::move(pieces)), periodic_(periodic), closed_(dependent_in_closed_form(robot)) {
  if (pieces_.empty()) throw InputError({}, "a trajectory needs at least one segment");
  double end = 0.0;
  for (const Piece& piece : pieces_) {
    if (!(piece.duration > 0.0) || !std::isfinite(piece.duration))
      throw InputError({}, fmt::format("segment {} lasts {} s; a duration must be positive", starts_.size() + 1, piece.duration));
    starts_.push_back(end);
    end += piece.duration;
  }
  starts_.push_back(end);
  check_joins();
}

void Trajectory::check_joins() const {
  NacelleMotion before, after;
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    const bool last = k + 1 == pieces_.size();
    if (last && !periodic_) break;
    const std::size_t next = last ? 0 : k + 1;
    std::visit([&](const auto& curve) { curve.at(pieces_[k].duration, before); }, pieces_[k].curve);
    std::visit([&](const auto& curve) { curve.at(0.0, after); }, pieces_[next].curve);
    const double gap = (after.p - before.p).norm(), turn = rotation_vector(after.R * before.R.transpose()).norm();
    const double speed = (after.v - before.v).norm(), spin = (after.w - before.w).norm();
    const std::string where = last ? "the repetition" : fmt::format("segment {}", next + 1);
    if (gap > 1e-6 || turn > 1e-6)
      throw InputError({}, fmt::format("{} begins {:.6g} m and {:.6g} degrees away from where segment {} ends; add a line between them",
                                       where, gap, degrees(turn), k + 1));
    if (speed > 1e-6 || spin > 1e-6)
      throw InputError({}, fmt::format("{} begins {:.6g} m/s and {:.6g} rad/s faster than segment {} ends; both must be at rest there",
                                       where, speed, spin, k + 1));
  }
}

void Trajectory::curve_at(double t, NacelleMotion& out) const {
  const double end = starts_.back();
  const bool outside = t < 0.0 || t > end;
  if (periodic_ && outside) t -= end * std::floor(t / end);
  t = std::clamp(t, 0.0, end);
  const auto next = std::upper_bound(starts_.begin() + 1, starts_.end() - 1, t);
  const std::size_t k = static_cast<std::size_t>(next - starts_.begin()) - 1;
  const double local = std::min(t - starts_[k], pieces_[k].duration);
  std::visit([&](const auto& curve) { curve.at(local, out); }, pieces_[k].curve);
  if (outside && !periodic_) {
    out.v.setZero(), out.a.setZero(), out.w.setZero(), out.dw.setZero();
    out.dz.fill(0.0), out.ddz.fill(0.0);
  }
}

Outcome Trajectory::at(double t, KinematicsData<double>& data, Reference& out) const {
  NacelleMotion motion;
  curve_at(t, motion);
  if (closed_) {
    closed_form_motion(*robot_, motion, out);
    return {};
  }
  return projected_motion(*robot_, motion, data, out);
}

}  // namespace gough
