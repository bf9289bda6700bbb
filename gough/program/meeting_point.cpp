#include "gough/program/meeting_point.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "gough/model/input_error.hpp"

namespace gough {
namespace {

using R = Recorded;
using V3 = Vec3<R>;

V3 fixed(const Vec3<double>& v) { return v.template cast<R>(); }

[[noreturn]] void no_meeting(const Robot& robot, const std::string& why) {
  throw InputError(
      {}, fmt::format("{} has no forward geometry in closed form ({}); find the pose with `gough fk` and drive the model by it", robot.name,
                      why));
}

}  // namespace

MeetingPoint::MeetingPoint(const Robot& robot) : robot_(robot), form_(robot.forward) {
  if (!form_.exists()) no_meeting(robot, form_.why_not);
}

bool MeetingPoint::has_struts() const {
  return std::any_of(form_.legs.begin(), form_.legs.end(), [](const ForwardForm::LegShare& share) { return share.strut; });
}

MeetingPoint::Sphere MeetingPoint::sphere(std::size_t leg, const JointPosition<R>& q) const {
  assert(has_leg(robot_, static_cast<int>(leg)));
  const ForwardForm::LegShare& share = form_.legs[leg];
  const Vec3<double> shift = share.lift * form_.normal - share.offset;
  if (share.strut) {
    const R length = R(share.length) + R(share.way) * q.d;
    return {fixed(share.start + shift), length * length - R(share.lift * share.lift)};
  }
  const Placement<R> body = moved(robot_.legs[leg].joints[0].placement.template cast<R>(), q);
  const V3 lever = body.R * fixed(share.start);
  return {body.p + lever + fixed(shift), R(share.length * share.length - share.lift * share.lift)};
}

// Across the line or the plane of the centres.
V3 MeetingPoint::across(const std::vector<Sphere>& s) const {
  const V3 d1 = s[1].center - s[0].center;
  return form_.planar ? V3(fixed(form_.normal).cross(d1)) : V3(d1.cross(s[2].center - s[0].center));
}

MeetingPoint::Meeting MeetingPoint::meet(const std::vector<Sphere>& s) const {
  const V3 d1 = s[1].center - s[0].center, up = across(s);
  const R square = d1.squaredNorm(), k1 = (square + (s[0].square - s[1].square)) / R(2);
  if (form_.planar) {  // along d1 and across it
    const R scale = R(1) / square, along = k1 * scale, reach = s[0].square * scale - along * along;
    return {s[0].center + along * d1 + (R(form_.side) * sqrt(reach)) * up, reach};
  }
  const V3 d2 = s[2].center - s[0].center;
  const R k2 = (d2.squaredNorm() + (s[0].square - s[2].square)) / R(2), scale = R(1) / up.squaredNorm();
  const V3 q = (k1 * V3(d2.cross(up)) + k2 * V3(up.cross(d1))) * scale;
  const R reach = (s[0].square - q.squaredNorm()) * scale;
  return {s[0].center + q + (R(form_.side) * sqrt(reach)) * up, reach};
}

R MeetingPoint::side(const std::vector<Sphere>& s, const V3& point) const { return R(form_.side) * across(s).dot(point - s[0].center); }

// (dA/dq) · (end − A), A being where the bars start: zero where the leg is singular.
R MeetingPoint::bend(std::size_t leg, const JointPosition<R>& q, const V3& end) const {
  assert(has_leg(robot_, static_cast<int>(leg)));
  const ForwardForm::LegShare& share = form_.legs[leg];
  if (share.strut) return R(share.length) + R(share.way) * q.d;
  const Joint& joint = robot_.legs[leg].joints[0];
  const V3 from_base = end - fixed(joint.placement.p);
  if (!joint.revolute) {
    const double along = joint.placement.R.col(2).dot(joint.placement.R * share.start);
    return R(share.bend) * (fixed(joint.placement.R.col(2)).dot(from_base) - q.d - R(along));
  }
  const double x = share.past.x(), y = share.past.y();
  const R ahead = fixed(joint.placement.R.col(0)).dot(from_base), aside = fixed(joint.placement.R.col(1)).dot(from_base);
  return (R(x) * q.c - R(y) * q.s) * aside - (R(x) * q.s + R(y) * q.c) * ahead;
}

JointPosition<R> MeetingPoint::turn(const std::vector<Sphere>& s, const V3& point) const {
  const ForwardForm::LegShare& carrier = form_.legs[form_.carrier];
  const R scale = R(1.0 / std::sqrt(carrier.length * carrier.length - carrier.lift * carrier.lift));
  const V3 x = scale * (point - s[form_.carrier].center);
  return {fixed(form_.carried).dot(x), fixed(form_.normal.cross(form_.carried)).dot(x), R(0)};
}

}  // namespace gough
