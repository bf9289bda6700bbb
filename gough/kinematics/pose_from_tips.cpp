#include "gough/kinematics/pose_from_tips.hpp"

#include "gough/kinematics/placement.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

constexpr double kMeet = 1e-9;    // robot lengths: axes that meet
constexpr double kSpread = 1e-3;  // robot lengths: points that far from a line tell the rotation about it

// The position of a joint whose sensor reads `value`.
JointPosition<double> read_position(const Joint& joint, double value) {
  return displaced(joint.revolute, joint.home, value - joint.home_value);
}

// The point in which lines through `points` along `axes` meet; whether they do.
bool meet(const std::vector<Vec3<double>>& points, const std::vector<Vec3<double>>& axes, double length, Vec3<double>& point) {
  Mat3<double> A = Mat3<double>::Zero();
  Vec3<double> b = Vec3<double>::Zero();
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Mat3<double> across = Mat3<double>::Identity() - axes[k] * axes[k].transpose();
    A += across;
    b += across * points[k];
  }
  point = shortest_solution(A, b, 1e-9).x;
  // of parallel lines the shortest solution is off the lines only along them
  for (std::size_t k = 0; k < points.size(); ++k)
    if ((point - points[k]).cross(axes[k]).norm() > kMeet * length) return false;
  return true;
}

// The unit vector v with the longest M v.
Vec3<double> main_direction(const Mat3<double>& M) { return principal_axes(M.transpose() * M).axes.col(2); }

// The rotation R with the least Σ |R b − a|² from M = Σ a bᵀ, of rank two or more: an orthonormal frame on each side along the two largest
// singular directions of M, the third one by the cross product, so that no reflection arises. The second pair is found in what the first
// leaves of M, to the digits that are there.
bool rotation_from(const Mat3<double>& M, double spread, Mat3<double>& R) {
  const auto long_enough = [&](const Vec3<double>& v) { return v.norm() > spread * spread; };
  const Vec3<double> v1 = main_direction(M), first = M * v1;
  if (!long_enough(first)) return false;
  const Vec3<double> u1 = first.normalized();
  const Mat3<double> rest = (M - u1 * (u1.transpose() * M)) * (Mat3<double>::Identity() - v1 * v1.transpose());
  const Vec3<double> v2 = main_direction(rest), second = rest * v2;
  if (!long_enough(second)) return false;
  const Vec3<double> u2 = second.normalized();
  R = u1 * v1.transpose() + u2 * v2.transpose() + u1.cross(u2) * v1.cross(v2).transpose();
  return R.allFinite();
}

}  // namespace

PoseFromTips::PoseFromTips(const Robot& robot, const std::vector<Sensor>& sensors)
    : robot_(robot), nacelle_reading_(robot.nacelle.joints.size(), -1) {
  for (const Leg& leg : robot.legs) reading_of_.emplace_back(leg.joints.size(), -1);
  for (std::size_t s = 0; s < sensors.size(); ++s)
    (sensors[s].leg < 0 ? nacelle_reading_ : reading_of_[sensors[s].leg])[sensors[s].joint] = static_cast<int>(s);
  fixed_turn_ = robot.mobility.constant;
  for (const FreeComponent& c : robot.mobility.free) fixed_turn_ &= c.index < 3 || c.index >= 6;
  fixed_turn_ &= robot.mobility.constant && robot.mobility.Psi.middleRows(3, 3).cwiseAbs().maxCoeff() == 0.0;
  KinematicsData<double> at_home(robot);
  at_home.pose = robot.home;
  place_nacelle(robot, at_home);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) at_home.legs[i].q[j] = robot.legs[i].joints[j].home;
    place_leg(robot.legs[i], at_home.legs[i]);
    for (std::size_t t = 0; t < robot.legs[i].tips.size(); ++t) add_tip(at_home, static_cast<int>(i), static_cast<int>(t));
  }
  VecX<double> home(static_cast<Eigen::Index>(sensors.size()));
  for (std::size_t s = 0; s < sensors.size(); ++s) home(static_cast<Eigen::Index>(s)) = measured_joint(robot, sensors[s]).home_value;
  Pose<double> pose = robot.home;
  tells_pose_ = (*this)(home, pose);
}

bool PoseFromTips::is_measured(int body) const {
  bool out = true;
  robot_.nacelle.inward(body, [&](int b) { out &= nacelle_reading_[b - 1] >= 0; });
  return out;
}

// What a tip of a known body tells by itself.
void PoseFromTips::take_tip_axes(const Tip& tip, const Mat3<double>& end, Told& told) {
  told.directions = tip.kind == TipKind::rigid ? 3 : tip.kind == TipKind::revolute ? 1 : 0;
  told.axes = end;
  if (tip.kind == TipKind::revolute) told.axes.col(0) = end.col(2);
}

// The point that stays on both sides of revolutes which are not measured, and the axis of a single one; false where there is none. Of a tip
// that turns it is the tip's.
bool PoseFromTips::take_meeting_point(const Leg& leg, const LegData<double>& home, const Tip& tip, std::size_t known, Told& told,
                                      Vec3<double>& point) const {
  std::vector<Vec3<double>> points, axes;
  for (std::size_t k = known; k < tip.path.size(); ++k) {
    if (!leg.joints[tip.path[k]].revolute) return false;
    points.push_back(home.body[tip.path[k]].p);
    axes.push_back(home.body[tip.path[k]].R.col(2));
  }
  const bool single = tip.kind == TipKind::rigid && axes.size() == 1;
  for (int k = 0; k < 3 && tip.kind != TipKind::rigid; ++k) {
    points.push_back(point);
    axes.push_back(Vec3<double>::Unit(k));
  }
  told.directions = single ? 1 : 0;
  told.axes.col(0) = axes.front();
  if (single) point = points.front();
  return single || meet(points, axes, robot_.length, point);
}

// Joints of the path to a tip are measured up to some place; behind it there may be revolutes whose axes meet in one point of both sides.
bool PoseFromTips::add_tip(const KinematicsData<double>& home, int i, int t) {
  const Leg& leg = robot_.legs[i];
  const Tip& tip = leg.tips[t];
  if (!is_measured(tip.nacelle.body)) return false;
  std::size_t known = 0;
  while (known < tip.path.size() && reading_of_[i][tip.path[known]] >= 0) ++known;
  Told told{i, t, known == 0 ? -1 : tip.path[known - 1], {}, {}, 0, Mat3<double>::Identity(), Mat3<double>::Identity()};
  const Placement<double> inner = told.body < 0 ? Placement<double>{} : home.legs[i].body[told.body];
  const Placement<double> outer = home.nacelle.body[tip.nacelle.body], end = tip_frame(tip.leg, home.legs[i].body);
  Vec3<double> point = end.p;
  if (known == tip.path.size()) take_tip_axes(tip, end.R, told);
  else if (!take_meeting_point(leg, home.legs[i], tip, known, told, point)) return false;
  told.point = inner.inverse_point(point);
  told.nacelle_point = outer.inverse_point(point);
  told.nacelle_axes = outer.R.transpose() * told.axes;
  told.axes = inner.R.transpose() * told.axes;
  told_.push_back(told);
  return true;
}

Placement<double> PoseFromTips::leg_body(int i, int body, const VecX<double>& readings) const {
  if (body < 0) return {};
  const Joint& joint = robot_.legs[i].joints[body];
  const Placement<double> frame = leg_body(i, joint.parent, readings) * joint.placement;
  return moved(joint, frame, read_position(joint, readings(reading_of_[i][body])));
}

// In the platform's frame.
Placement<double> PoseFromTips::nacelle_body(int body, const VecX<double>& readings) const {
  if (body == 0) return {};
  const Joint& joint = robot_.nacelle.joint(body);
  const Placement<double> frame = nacelle_body(joint.parent, readings) * joint.placement;
  return moved(joint, frame, read_position(joint, readings(nacelle_reading_[body - 1])));
}

bool PoseFromTips::operator()(const VecX<double>& readings, Pose<double>& pose) const {
  if (told_.empty() || !readings.allFinite()) return false;
  std::vector<Vec3<double>> a, b;  // points in the world and on the platform
  Mat3<double> M = Mat3<double>::Zero();
  for (const Told& told : told_) {
    const Placement<double> body = leg_body(told.leg, told.body, readings);
    const Placement<double> nacelle = nacelle_body(robot_.legs[told.leg].tips[told.tip].nacelle.body, readings);
    a.push_back(body.point(told.point));
    b.push_back(nacelle.point(told.nacelle_point));
    for (int k = 0; k < told.directions; ++k)
      M += robot_.length * robot_.length * (body.R * told.axes.col(k)) * (nacelle.R * told.nacelle_axes.col(k)).transpose();
  }
  Vec3<double> a_mean = Vec3<double>::Zero(), b_mean = Vec3<double>::Zero();
  for (std::size_t k = 0; k < a.size(); ++k) {
    a_mean += a[k] / static_cast<double>(a.size());
    b_mean += b[k] / static_cast<double>(a.size());
  }
  for (std::size_t k = 0; k < a.size(); ++k) M += (a[k] - a_mean) * (b[k] - b_mean).transpose();
  if (fixed_turn_) pose.R = robot_.home.R;
  else if (!rotation_from(M, kSpread * robot_.length, pose.R)) return false;
  pose.p = a_mean - pose.R * b_mean;
  for (std::size_t k = 0; k < nacelle_reading_.size(); ++k)
    if (nacelle_reading_[k] >= 0) pose.z[k] = read_position(robot_.nacelle.joints[k], readings(nacelle_reading_[k]));
  return pose.p.allFinite();
}

}  // namespace gough
