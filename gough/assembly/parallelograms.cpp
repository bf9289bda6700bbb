#include "gough/assembly/parallelograms.hpp"

#include <algorithm>

#include "gough/kinematics/placement.hpp"

namespace gough {
namespace {

using V3 = Vec3<double>;

constexpr double kSamePlace = 1e-10;

// Joints of a parallelogram: the arm, the coupler on it, and the other arm.
struct Parallelogram {
  int arm, coupler, other;
};

class Unfolder {
 public:
  Unfolder(const Leg& leg, const LegData<double>& home) : leg_(leg), home_(home), out_{leg, {}, {}, {}} {}

  std::optional<AsideLeg> run() {
    for (const LegLoop& loop : leg_.loops)
      if (!add(loop)) return std::nullopt;
    for (const Parallelogram& p : found_)
      if (!lead(p)) return std::nullopt;
    for (std::size_t t = 0; t < leg_.tips.size(); ++t)
      if (!move_tip(t)) return std::nullopt;
    out_.leg.loops.clear();
    return out_;
  }

 private:
  const Leg& leg_;
  const LegData<double>& home_;
  AsideLeg out_;
  std::vector<Parallelogram> found_;

  static bool on_path(const Tip& tip, int joint) { return std::count(tip.path.begin(), tip.path.end(), joint) > 0; }
  V3 axis(int joint) const { return home_.body[joint].R.col(2); }
  V3 origin(int joint) const { return home_.body[joint].p; }

  // The part of a vector across the axis of a joint.
  V3 across(int joint, const V3& v) const { return v - axis(joint) * axis(joint).dot(v); }

  bool add(const LegLoop& loop) {
    if (loop.kind != TipKind::revolute && loop.kind != TipKind::spherical) return false;
    if (loop.joints.size() != 3 || !std::all_of(loop.joints.begin(), loop.joints.end(), [&](int j) { return leg_.joints[j].revolute; }))
      return false;
    const bool first = loop.near.body == 1;  // the chain to `a` has two of the three joints
    if (!first && loop.near.body != 0) return false;
    const Parallelogram p = first ? Parallelogram{loop.joints[0], loop.joints[1], loop.joints[2]}
                                  : Parallelogram{loop.joints[1], loop.joints[2], loop.joints[0]};
    for (const Parallelogram& other : found_)
      for (int mine : {p.arm, p.coupler, p.other})
        if (mine == other.arm || mine == other.coupler || mine == other.other) return false;
    for (int j : {p.coupler, p.other})
      if (axis(p.arm).cross(axis(j)).norm() > kSamePlace) return false;
    const V3 rod = across(p.arm, origin(p.coupler) - origin(p.arm));
    const V3 other = across(p.arm, tip_frame(loop.a, home_.body).p - origin(p.other));
    if ((rod - other).norm() > kSamePlace * rod.norm() || rod.norm() < kSamePlace) return false;
    found_.push_back(p);
    return true;
  }

  // The arm that a tip stands on leads; the other arm turns as it does, the coupler against it.
  bool lead(const Parallelogram& p) {
    const auto carries = [&](int joint) {
      return std::any_of(leg_.tips.begin(), leg_.tips.end(), [&](const Tip& tip) { return on_path(tip, joint); });
    };
    if (carries(p.arm) && carries(p.other)) return false;
    const int leader = carries(p.other) ? p.other : p.arm, follower = carries(p.other) ? p.arm : p.other;
    out_.followers.push_back({p.coupler, leader, axis(leader).dot(axis(p.coupler)) > 0.0});
    out_.followers.push_back({follower, leader, axis(leader).dot(axis(follower)) < 0.0});
    return true;
  }

  // Seen on the arm, about an axis aside; joints behind the coupler must be the tip's wrist.
  bool move_tip(std::size_t t) {
    const Tip& tip = leg_.tips[t];
    Tip& seen = out_.leg.tips[t];
    for (const Parallelogram& p : found_) {
      if (!on_path(tip, p.coupler)) continue;
      if (std::count(out_.moved.begin(), out_.moved.end(), p.arm) > 0 || seen.leg.body != tip.leg.body) return false;
      const auto behind = std::find(tip.path.begin(), tip.path.end(), p.coupler) + 1;
      const V3 point = tip_frame(tip.leg, home_.body).p;
      for (auto at = behind; at != tip.path.end(); ++at)
        if (!leg_.joints[*at].revolute || (origin(*at) - point).norm() > kSamePlace || tip.kind != TipKind::rigid) return false;
      const int wrist = static_cast<int>(tip.path.end() - behind);
      if (wrist > 3 || (wrist == 0 && tip.kind == TipKind::rigid)) return false;
      if (wrist > 0) {
        SolverStep step;
        step.kind = StepKind::wrist;
        step.tip = static_cast<int>(t);
        step.joint = *behind;
        step.wrist_joints = wrist;
        for (int k = 0; k < wrist; ++k)
          if (behind[k] != *behind + k) return false;
        out_.wrists.push_back(step);
      }
      Joint& arm = out_.leg.joints[p.arm];
      const Mat3<double> carrier = arm.parent < 0 ? Mat3<double>(Mat3<double>::Identity()) : home_.body[arm.parent].R;
      arm.placement.p += carrier.transpose() * (point - origin(p.coupler));
      seen.kind = TipKind::spherical;
      seen.leg = {p.arm, {Mat3<double>::Identity(), home_.body[p.arm].inverse_point(origin(p.coupler))}};
      seen.path.assign(tip.path.begin(), behind - 1);
      out_.moved.push_back(p.arm);
    }
    return true;
  }
};

}  // namespace

std::optional<AsideLeg> put_parallelograms_aside(const Leg& leg, const LegData<double>& home) { return Unfolder(leg, home).run(); }

}  // namespace gough
