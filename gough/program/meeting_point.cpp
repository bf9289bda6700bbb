#include "gough/program/meeting_point.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/kinematics/element_motion.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/model/input_error.hpp"

namespace gough {
namespace {

using R = Recorded;
using V3 = Vec3<R>;

constexpr double kSame = 1e-9;  // of directions and of lengths over the robot's

V3 fixed(const Vec3<double>& v) { return v.template cast<R>(); }

double without_rounding(double x, double scale) {
  if (std::abs(x) < 1e-12 * scale) return 0.0;
  return std::abs(std::abs(x) - 1.0) < 1e-15 ? std::copysign(1.0, x) : x;
}

[[noreturn]] void no_meeting(const Robot& robot, const std::string& why) {
  throw InputError(
      {}, fmt::format("{} has no forward geometry in closed form ({}); find the pose with `gough fk` and drive the model by it", robot.name,
                      why));
}

bool platform_turns(const Mobility& m) { return !(m.constant && m.Psi.middleRows(3, 3).norm() < 1e-12); }

// An arm or a slide on the base and bars.
bool of_bars(const Leg& leg) {
  const Elimination kind = leg.graph.elimination;
  return (kind == Elimination::bar_then_bars || kind == Elimination::slide_then_bars) && leg.joints[0].actuator >= 0;
}

// The actuated slide of a leg that is one strut from a point of the base to its tip, or -1.
int slide_of_strut(const Leg& leg) {
  if (leg.elements.size() != 1 || leg.tips.size() != 1 || leg.elements[0].pivot) return -1;
  const Element& e = leg.elements[0];
  if (e.extrinsic.size() + e.intrinsic.size() != leg.joints.size() || e.carrier.element >= 0) return -1;
  if (leg.tips[0].leg.body != e.upper || (leg.tips[0].leg.frame.p - e.b).norm() > 1e-12) return -1;
  for (const int j : e.intrinsic)
    if (!leg.joints[j].revolute && leg.joints[j].actuator >= 0) return j;
  return -1;
}

}  // namespace

MeetingPoint::MeetingPoint(const Robot& robot) : robot_(robot) {
  const std::size_t n = robot.legs.size();
  if (!robot.nacelle.joints.empty()) no_meeting(robot, "articulated nacelle");
  if (static_cast<int>(n) != robot.mobility.n || robot.actuators.size() != n || (n != 2 && n != 3))
    no_meeting(robot, "not two or three legs, one actuator each");
  turns_ = platform_turns(robot.mobility);
  planar_ = n == 2;
  KinematicsData<double> home(robot);
  (void)position(robot, robot.home, home);
  for (std::size_t i = 0; i < n; ++i) legs_.push_back(share(i, home));
  if (turns_) find_common_point();
  if (planar_) find_plane(home);
  std::vector<Vec3<double>> center;
  for (std::size_t i = 0; i < n; ++i) center.push_back(home_center(i, home) + legs_[i].lift * normal_);
  const Vec3<double> point = robot.home.p + robot.home.R * in_platform_;
  const Vec3<double> up =
      planar_ ? Vec3<double>(normal_.cross(center[1] - center[0])) : Vec3<double>((center[1] - center[0]).cross(center[2] - center[0]));
  side_ = up.dot(point - center[0]) < 0 ? -1.0 : 1.0;
  if (carrier_ < 0) return;
  LegShare& carrier = legs_[carrier_];
  carried_ = point - center[carrier_];
  if (in_platform_ != robot.legs[carrier_].tips[0].nacelle.frame.p) carrier.length = std::hypot(carried_.norm(), carrier.lift);
  carried_.normalize();
}

MeetingPoint::LegShare MeetingPoint::share(std::size_t index, const KinematicsData<double>& home) const {
  const Leg& leg = robot_.legs[index];
  LegShare out;
  if (!leg.solver.closed_form) no_meeting(robot_, fmt::format("leg {} has no inverse geometry in closed form", leg.name));
  const int slide = slide_of_strut(leg);
  if (slide < 0 && !of_bars(leg)) no_meeting(robot_, "legs other than an actuated arm or slide and bars, or a strut");
  const Element& element = leg.elements[slide < 0 ? 1 : 0];
  const ElementMotion<double> at = element_motion(leg, element, home.legs[index]);
  if (!turns_) out.offset = robot_.home.R * leg.tips[0].nacelle.frame.p;
  if (slide >= 0) {
    out.strut = true;
    out.joint = slide;
    out.start = at.A;
    out.way = at.x.dot(home.legs[index].body[slide].R.col(2)) < 0 ? -1.0 : 1.0;
    out.length = without_rounding(at.d - out.way * home.legs[index].q[slide].d, robot_.length);
    return out;
  }
  const Joint& joint = leg.joints[0];
  const Placement<double>& body = home.legs[index].body[0];
  out.start = leg.joints[element.extrinsic[0]].placement.p;
  out.length = element.x.dot(element.b - element.a);
  const Vec3<double> axis = body.R.col(2), moves = joint.revolute ? Vec3<double>(axis.cross(at.A - body.p)) : axis;
  const double arm = joint.revolute ? std::hypot(out.start.x(), out.start.y()) : 1.0;
  out.bend = moves.dot(at.x) < 0 ? -1.0 / arm : 1.0 / arm;
  return out;
}

// The tip of the legs that turn against the platform; the leg that does not carries it.
void MeetingPoint::find_common_point() {
  bool found = false;
  for (std::size_t i = 0; i < legs_.size(); ++i) {
    const Leg& leg = robot_.legs[i];
    if (leg.tips.size() != 1) no_meeting(robot_, "the platform turns");
    if (leg.tips[0].kind == TipKind::rigid && carrier_ < 0 && planar_ && !legs_[i].strut) {
      carrier_ = static_cast<int>(i);
      continue;
    }
    const Vec3<double>& at = leg.tips[0].nacelle.frame.p;
    if (found && (at - in_platform_).norm() > kSame * robot_.length) no_meeting(robot_, "the platform turns");
    in_platform_ = at;
    found = true;
  }
}

// The plane in which one leg moves; the other's circle or sphere is cut by it.
void MeetingPoint::find_plane(const KinematicsData<double>& home) {
  const auto axis_of = [&](std::size_t leg, int joint) { return Vec3<double>(home.legs[leg].body[joint].R.col(2)); };
  const auto in_plane = [&](std::size_t leg, int joint, const Vec3<double>& normal) {
    const double along = std::abs(axis_of(leg, joint).dot(normal));
    return robot_.legs[leg].joints[joint].revolute ? along > 1.0 - kSame : along < kSame;
  };
  bool found = false;
  for (std::size_t i = 0; i < 2 && !found; ++i) {
    const Leg& leg = robot_.legs[i];
    int turning = 0;
    while (turning < leg.freedoms() && !leg.joints[turning].revolute) ++turning;
    if (turning == leg.freedoms()) continue;
    normal_ = axis_of(i, turning);
    found = true;
    for (int j = 0; j < leg.freedoms(); ++j) found = found && in_plane(i, j, normal_);
  }
  if (!found) no_meeting(robot_, "no leg moves in a plane");
  for (int k = 0; k < 3; ++k) normal_(k) = without_rounding(normal_(k), 1.0);
  const Vec3<double> point = robot_.home.p + robot_.home.R * in_platform_;
  for (std::size_t i = 0; i < 2; ++i) {
    if (!legs_[i].strut && !in_plane(i, legs_[i].joint, normal_)) no_meeting(robot_, "arms that do not move in the plane");
    legs_[i].lift = without_rounding(normal_.dot(point - home_center(i, home)), robot_.length);
  }
}

Vec3<double> MeetingPoint::home_center(std::size_t leg, const KinematicsData<double>& home) const {
  const LegShare& share = legs_[leg];
  const Placement<double>& body = home.legs[leg].body[share.joint];
  return (share.strut ? share.start : Vec3<double>(body.p + body.R * share.start)) - share.offset;
}

bool MeetingPoint::has_struts() const {
  return std::any_of(legs_.begin(), legs_.end(), [](const LegShare& share) { return share.strut; });
}

MeetingPoint::Sphere MeetingPoint::sphere(std::size_t leg, const JointPosition<R>& q) const {
  const LegShare& share = legs_[leg];
  const Vec3<double> shift = share.lift * normal_ - share.offset;
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
  return planar_ ? V3(fixed(normal_).cross(d1)) : V3(d1.cross(s[2].center - s[0].center));
}

MeetingPoint::Meeting MeetingPoint::meet(const std::vector<Sphere>& s) const {
  const V3 d1 = s[1].center - s[0].center, up = across(s);
  const R square = d1.squaredNorm(), k1 = (square + (s[0].square - s[1].square)) / R(2);
  if (planar_) {  // along d1 and across it
    const R scale = R(1) / square, along = k1 * scale, reach = s[0].square * scale - along * along;
    return {s[0].center + along * d1 + (R(side_) * sqrt(reach)) * up, reach};
  }
  const V3 d2 = s[2].center - s[0].center;
  const R k2 = (d2.squaredNorm() + (s[0].square - s[2].square)) / R(2), scale = R(1) / up.squaredNorm();
  const V3 q = (k1 * V3(d2.cross(up)) + k2 * V3(up.cross(d1))) * scale;
  const R reach = (s[0].square - q.squaredNorm()) * scale;
  return {s[0].center + q + (R(side_) * sqrt(reach)) * up, reach};
}

R MeetingPoint::side(const std::vector<Sphere>& s, const V3& point) const { return R(side_) * across(s).dot(point - s[0].center); }

// (dA/dq) · (end − A), A being where the bars start: zero where the leg is singular.
R MeetingPoint::bend(std::size_t leg, const JointPosition<R>& q, const V3& end) const {
  const LegShare& share = legs_[leg];
  if (share.strut) return R(share.length) + R(share.way) * q.d;
  const Joint& joint = robot_.legs[leg].joints[0];
  const V3 from_base = end - fixed(joint.placement.p);
  if (!joint.revolute) {
    const double along = joint.placement.R.col(2).dot(joint.placement.R * share.start);
    return R(share.bend) * (fixed(joint.placement.R.col(2)).dot(from_base) - q.d - R(along));
  }
  const double x = without_rounding(share.bend * share.start.x(), 1.0), y = without_rounding(share.bend * share.start.y(), 1.0);
  const R ahead = fixed(joint.placement.R.col(0)).dot(from_base), aside = fixed(joint.placement.R.col(1)).dot(from_base);
  return (R(x) * q.c - R(y) * q.s) * aside - (R(x) * q.s + R(y) * q.c) * ahead;
}

JointPosition<R> MeetingPoint::turn(const std::vector<Sphere>& s, const V3& point) const {
  const LegShare& carrier = legs_[carrier_];
  const R scale = R(1.0 / std::sqrt(carrier.length * carrier.length - carrier.lift * carrier.lift));
  const V3 x = scale * (point - s[carrier_].center);
  return {fixed(carried_).dot(x), fixed(normal_.cross(carried_)).dot(x), R(0)};
}

}  // namespace gough
