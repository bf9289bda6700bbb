#include "gough/trajectory/trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

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

std::string Trajectory::jump(const Piece& before, const Piece& after) {
  NacelleMotion a, b;
  std::visit([&](const auto& curve) { curve.at(before.duration, a); }, before.curve);
  std::visit([&](const auto& curve) { curve.at(0.0, b); }, after.curve);
  const double gap = (b.p - a.p).norm(), turn = rotation_vector(b.R * a.R.transpose()).norm();
  const double speed = (b.v - a.v).norm(), spin = (b.w - a.w).norm();
  if (gap > 1e-6 || turn > 1e-6)
    return fmt::format("begins {:.4g} m and {:.4g} degrees from where the motion before it ends; put a line between them", gap,
                       degrees(turn));
  if (speed > 1e-6 || spin > 1e-6)
    return fmt::format("begins with a jump of {:.4g} m/s and {:.4g} rad/s; the end before it and its beginning must be at rest", speed,
                       spin);
  return "";
}

void Trajectory::check_joins() const {
  for (std::size_t k = 0; k + 1 < pieces_.size(); ++k)
    if (const std::string why = jump(pieces_[k], pieces_[k + 1]); !why.empty())
      throw InputError({}, fmt::format("piece {} {}", k + 2, why));
  if (!periodic_) return;
  if (const std::string why = jump(pieces_.back(), pieces_.front()); !why.empty()) throw InputError({}, "the repetition " + why);
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
  assert(fits(*robot_, data));
  assert(fits(*robot_, out));
  NacelleMotion motion;
  curve_at(t, motion);
  if (closed_) {
    closed_form_motion(*robot_, motion, out);
    return {};
  }
  return projected_motion(*robot_, motion, data, out);
}

Outcome Trajectory::at(double t, ReferenceFollower& follower, Reference& out) const {
  assert(fits(*robot_, out));
  NacelleMotion motion;
  curve_at(t, motion);
  if (!closed_) return follower(motion, out);
  closed_form_motion(*robot_, motion, out);
  return {};
}

}  // namespace gough
