#include "apps/studio/shapes.hpp"

#include "apps/studio/given_shapes.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/math/rotation.hpp"

namespace gough::studio {

using V3 = Vec3<double>;

Json list(const V3& v) { return {v.x(), v.y(), v.z()}; }

int leg_body(const Robot& robot, int leg, int joint) {
  if (joint < 0) return 0;
  int out = 1 + joint;
  for (int i = 0; i < leg; ++i) out += robot.legs[i].freedoms();
  return out;
}

int nacelle_body(const Robot& robot, int body) { return leg_body(robot, static_cast<int>(robot.legs.size()), 0) + body; }

int body_count(const Robot& robot) { return nacelle_body(robot, static_cast<int>(robot.nacelle.body_names.size())); }

double drawing_size(const Robot& robot) {
  KinematicsData<double> data(robot);
  data.pose = robot.home;
  place_nacelle(robot, data);
  Eigen::AlignedBox3d box;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) {
      data.legs[i].q[j] = robot.legs[i].joints[j].home;
      place_body(robot.legs[i], data.legs[i], j);
      box.extend(data.legs[i].body[j].p);
    }
    for (const Tip& tip : robot.legs[i].tips) box.extend(tip_frame(tip.nacelle, data.nacelle.body).p);
  }
  return std::max(box.diagonal().norm(), 1e-6);
}

namespace {

// How far a slide goes, along its axis from its frame.
struct Stroke {
  double from = 0.0, to = 0.0;
};

class Drawing {
 public:
  explicit Drawing(const Robot& robot) : robot_(robot), size_(drawing_size(robot)), radius_(0.011 * size_), out_(body_count(robot)) {
    for (Json& shapes : out_) shapes = Json::array();
  }

  std::vector<Json> draw() {
    const auto given = given_shapes(robot_);
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (int j = 0; j < robot_.legs[i].freedoms(); ++j) draw_leg_body(static_cast<int>(i), j, given[i][j]);
    draw_nacelle();
    if (base_points_.size() > 1) draw_plate(0, base_points_, V3::Zero(), 0.6 * radius_);
    return std::move(out_);
  }

 private:
  const Robot& robot_;
  double size_, radius_;
  std::vector<Json> out_;
  std::vector<V3> base_points_;

  void rod(int body, const V3& from, const V3& to, double radius, bool round = true, double inner = 0.0) {
    if ((to - from).norm() < 1e-6 * size_) return;
    out_[body].push_back({{"type", "rod"}, {"from", list(from)}, {"to", list(to)}, {"radius", radius}, {"inner", inner}, {"round", round}});
  }

  void box(int body, const V3& center, const Mat3<double>& axes, const V3& size) {
    out_[body].push_back({{"type", "box"},
                          {"center", list(center)},
                          {"axes", {list(axes.col(0)), list(axes.col(1)), list(axes.col(2))}},
                          {"size", list(size)}});
  }

  void draw_given(int body, const GivenShape& shape, const V3& center, const Mat3<double>& axes) {
    if (shape.spec.type == "box") {
      box(body, center, axes, *shape.spec.size);
      return;
    }
    const V3 half = shape.length / 2.0 * axes.col(0);
    rod(body, center - half, center + half, shape.spec.radius.value_or(0.5 * radius_), false, shape.spec.inner_radius.value_or(0.0));
  }

  // Through points of one plane; a rod where they lie on a line, a block where they are one, a star about `hub` where they fill space.
  // The base is only drawn where it would lie flat: what stands across it would hide the robot.
  void draw_plate(int body, const std::vector<V3>& points, const V3& hub, double thickness) {
    V3 middle = V3::Zero();
    for (const V3& p : points) middle += p / static_cast<double>(points.size());
    Mat3<double> spread = Mat3<double>::Zero();
    for (const V3& p : points) spread += (p - middle) * (p - middle).transpose();
    const PrincipalAxes principal = principal_axes(spread);
    const V3 extent = principal.values.cwiseMax(0.0).cwiseSqrt();
    if (extent(2) < 1e-6 * size_) {
      if (!points.empty()) box(body, middle, Mat3<double>::Identity(), 3.0 * radius_ * V3::Ones());
    } else if (extent(1) < 1e-3 * extent(2)) {  // on a line: from one end to the other
      const V3 along = principal.axes.col(2);
      const auto before = [&](const V3& a, const V3& b) { return along.dot(a) < along.dot(b); };
      const auto [first, last] = std::minmax_element(points.begin(), points.end(), before);
      rod(body, *first, *last, radius_);
    } else if (body == 0 && (extent(0) > 0.05 * extent(2) || std::abs(principal.axes(2, 0)) < 0.9)) {
      return;
    } else if (extent(0) < 0.05 * extent(2)) {
      Json corners = Json::array();
      for (const V3& p : points) corners.push_back(list(p));
      out_[body].push_back({{"type", "plate"}, {"points", corners}, {"normal", list(principal.axes.col(0))}, {"thickness", thickness}});
    } else {
      for (const V3& p : points) rod(body, hub, p, radius_);
    }
  }

  Stroke stroke(const Joint& joint) const {
    const double home = joint.home.d;
    Stroke out{home - 0.15 * size_, home + 0.15 * size_};
    if (joint.actuator < 0) return out;
    const Actuator& a = robot_.actuators[joint.actuator];
    if (std::isfinite(a.position_min)) out.from = a.position_min;
    if (std::isfinite(a.position_max)) out.to = a.position_max;
    return out;
  }

  void draw_leg_body(int i, int j, const std::optional<GivenShape>& given) {
    const Leg& leg = robot_.legs[i];
    const Joint& joint = leg.joints[j];
    const int body = leg_body(robot_, i, j);
    if (joint.parent < 0) draw_root(joint);
    const bool shaped = given && joint.body.mass > 0.0;
    if (shaped) draw_given(body, *given, joint.body.com, shape_axes(*given, joint.body.inertia));
    else
      for (const End& end : ends(leg, j)) draw_link(body, end);
    if (!joint.revolute) draw_slide(i, j, shaped);
  }

  // Where a body meets the next one, and the axis there, if it has one.
  struct End {
    V3 point, axis;
  };
  static std::vector<End> ends(const Leg& leg, int j) {
    std::vector<End> out;
    for (const Joint& child : leg.joints)
      if (child.parent == j) out.push_back({child.placement.p, child.revolute ? V3(child.placement.R.col(2)) : V3(V3::Zero())});
    for (const Tip& tip : leg.tips)
      if (tip.leg.body == j) out.push_back({tip.leg.frame.p, tip.kind == TipKind::revolute ? V3(tip.leg.frame.R.col(2)) : V3(V3::Zero())});
    for (const LegLoop& loop : leg.loops)
      for (const TipSide* side : {&loop.a, &loop.b})
        if (side->body == j) out.push_back({side->frame.p, loop.kind == TipKind::revolute ? V3(side->frame.R.col(2)) : V3(V3::Zero())});
    return out;
  }

  // A rod from the body's origin; where the axes at its two ends meet aside, as those of a spherical linkage do, an arc about that point.
  void draw_link(int body, const End& end) {
    const V3 z = V3::UnitZ(), across = z.cross(end.axis);
    const V3 center = across.squaredNorm() > 1e-4 ? V3(end.point.cross(end.axis).dot(across) / across.squaredNorm() * z) : V3(V3::Zero());
    const V3 to = end.point - center;
    const bool meet = std::abs(end.point.dot(across)) < 1e-6 * size_ && across.squaredNorm() > 1e-4;
    if (!meet || center.norm() < 0.05 * size_ || to.norm() < 0.05 * size_ || end.point.norm() < 1e-6 * size_) {
      rod(body, V3::Zero(), end.point, radius_);
      return;
    }
    constexpr int kPieces = 12;
    const V3 from = -center, a = from.normalized(), b = to.normalized(), normal = a.cross(b);
    const V3 axis = normal.norm() > 1e-9 ? V3(normal.normalized()) : V3(a.unitOrthogonal());
    const double angle = std::atan2(normal.norm(), a.dot(b));
    Json points = Json::array();
    for (int k = 0; k <= kPieces; ++k) {
      const double share = static_cast<double>(k) / kPieces;
      const V3 along = Eigen::AngleAxisd(share * angle, axis) * a;
      points.push_back(list(center + ((1.0 - share) * from.norm() + share * to.norm()) * along));
    }
    out_[body].push_back({{"type", "arc"}, {"points", points}, {"radius", radius_}});
  }

  // On the base: what the first joint of a leg stands on.
  void draw_root(const Joint& joint) {
    if (joint.revolute) {
      base_points_.push_back(joint.placement.p);
      return;
    }
    const Stroke s = stroke(joint);
    const V3 z = joint.placement.R.col(2);
    rod(0, joint.placement.p + s.from * z, joint.placement.p + s.to * z, 0.7 * radius_);
  }

  // A carriage on a rail; a tube and the rod that leaves it.
  void draw_slide(int i, int j, bool shaped) {
    const Leg& leg = robot_.legs[i];
    const Joint& joint = leg.joints[j];
    const int body = leg_body(robot_, i, j);
    if (joint.parent < 0) {
      if (!shaped) box(body, V3::Zero(), Mat3<double>::Identity(), 2.6 * radius_ * V3(1.0, 1.0, 1.4));
      return;
    }
    const Stroke s = stroke(joint);
    const double least = std::max(s.from, 0.0), tube = least > 0.0 ? 0.9 * least : 0.55 * std::max(joint.home.d, 0.1 * size_);
    const V3 z = joint.placement.R.col(2), foot = joint.placement.p;
    const int parent = leg_body(robot_, i, joint.parent);
    if (out_[parent].empty() || (out_[parent].size() == 1 && foot.norm() > 0.0)) rod(parent, foot, foot + tube * z, 1.6 * radius_);
    if (!shaped) rod(body, V3::Zero(), -std::max(s.to - 0.85 * tube, 0.2 * tube) * V3::UnitZ(), 0.8 * radius_);
  }

  void draw_nacelle() {
    const Nacelle& nacelle = robot_.nacelle;
    std::vector<std::vector<V3>> points(nacelle.body_names.size());
    for (const Leg& leg : robot_.legs)
      for (const Tip& tip : leg.tips) points[tip.nacelle.body].push_back(tip.nacelle.frame.p);
    for (std::size_t k = 0; k < nacelle.joints.size(); ++k) {
      points[nacelle.joints[k].parent].push_back(nacelle.joints[k].placement.p);
      points[k + 1].push_back(V3::Zero());
    }
    for (const TreeLoop& loop : nacelle.loops)
      for (const TipSide& side : {loop.a, loop.b}) points[side.body].push_back(side.frame.p);
    points[0].push_back(robot_.tool);
    for (std::size_t k = 0; k < points.size(); ++k) draw_nacelle_body(static_cast<int>(k), points[k]);
  }

  void draw_nacelle_body(int k, const std::vector<V3>& points) {
    const RobotDescription& file = robot_.description;
    const std::optional<BodySpec>& spec = k == 0 ? file.platform.body : file.nacelle->body[k - 1].body;
    const RigidBody& body = k == 0 ? robot_.nacelle.platform : robot_.nacelle.joints[k - 1].body;
    const int index = nacelle_body(robot_, k);
    if (spec && spec->shape && body.mass > 0.0) {
      const GivenShape given{*spec->shape, spec->shape->length.value_or(0.0)};
      draw_given(index, given, body.com, shape_axes(given, body.inertia));
    } else {
      draw_plate(index, points, k == 0 ? robot_.tool : V3(V3::Zero()), 1.4 * radius_);
    }
  }
};

}  // namespace

std::vector<Json> body_shapes(const Robot& robot) { return Drawing(robot).draw(); }

}  // namespace gough::studio
