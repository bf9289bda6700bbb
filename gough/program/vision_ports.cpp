#include "gough/program/vision_ports.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <cassert>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/subproblems.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/model/names.hpp"

namespace gough {
namespace {

using R = Recorded;
using V3 = Vec3<R>;
using M3 = Mat3<R>;

V3 cast(const Vec3<double>& v) { return v.template cast<R>(); }
M3 cast(const Mat3<double>& m) { return m.template cast<R>(); }

[[noreturn]] void no_vision(const Robot& robot, const std::string& why) {
  throw InputError({}, fmt::format("{} has no model from measured lines in closed form: {}", robot.name, why));
}

// Motion of a tip's point, and {ω, ω̇} of the leg's last body.
struct EndMotion {
  V3 p = V3::Zero(), v = V3::Zero(), a = V3::Zero();
  Motion<R> turn;
};

// Where the platform is turned to, and {ω, ω̇}.
struct PlatformTurn {
  M3 rotation;
  V3 w = V3::Zero(), dw = V3::Zero();
};

// The rotation that takes the orthonormal pair (x, a) of the body to that of the world.
M3 rotation_of_pair(const V3& x, const V3& a, const Vec3<double>& x_body, const Vec3<double>& a_body) {
  const Vec3<double> third = a_body.cross(x_body);
  return x * cast(x_body).transpose() + a * cast(a_body).transpose() + V3(a.cross(x)) * cast(third).transpose();
}

// From the line and the angle about it.
M3 rotation_of_line(const Element& e, const ElementMotion<R>& s) {
  const V3 reference = cast(e.reference), origin = unit<R>(reference - reference.dot(s.x) * s.x);
  const V3 mark = s.cos_theta * origin + s.sin_theta * s.x.cross(origin);
  const Vec3<double> third = e.x_upper.cross(e.mark);
  return s.x * cast(e.x_upper).transpose() + mark * cast(e.mark).transpose() + V3(s.x.cross(mark)) * cast(third).transpose();
}

// Motion of a tip from the states of the lines between the base and it, of which `last` is the last. Reads the leg's bodies.
EndMotion end_motion(const Leg& leg, const Tip& tip, int last, const std::vector<ElementMotion<R>>& states, const LegData<R>& d) {
  std::vector<int> chain;
  for (int e = last; e >= 0; e = leg.elements[e].carrier.element) chain.insert(chain.begin(), e);
  EndMotion m;
  Motion<R>& w = m.turn;
  for (int e : chain) {
    const ElementMotion<R>& s = states[e];
    const V3 offset = e == chain.front() ? V3(V3::Zero()) : V3(s.A - m.p);
    m.v += w.linear.cross(offset) + s.dd * s.x + s.d * s.dx;
    m.a += w.angular.cross(offset) + w.linear.cross(w.linear.cross(offset)) + s.ddd * s.x + R(2) * s.dd * s.dx + s.d * s.ddx;
    m.p = s.B;
    w = {s.x.cross(s.dx) + s.spin * s.x, s.x.cross(s.ddx) + s.dspin * s.x + s.spin * s.dx};
  }
  // the tip beside the line's end
  const Element& element = leg.elements[last];
  const V3 arm = d.body[element.upper].R * cast(Vec3<double>(tip.leg.frame.p - element.b));
  m.p += arm;
  m.v += w.linear.cross(arm);
  m.a += w.angular.cross(arm) + w.linear.cross(w.linear.cross(arm));
  return m;
}

// The turn about a constant axis that two points show.
PlatformTurn turn_of_two(const std::vector<EndMotion>& end, const std::vector<Vec3<double>>& local, const Vec3<double>& axis,
                         const Mat3<double>& home) {
  const Vec3<double> between = local[1] - local[0];
  const R scale = R(1.0 / between.norm());
  const V3 u = (end[1].p - end[0].p) * scale, du = (end[1].v - end[0].v) * scale, ddu = (end[1].a - end[0].a) * scale, a = cast(axis);
  PlatformTurn out;
  out.rotation = rotation_of_pair(u, a, Vec3<double>(between.normalized()), Vec3<double>(home.transpose() * axis));
  out.w = a * a.dot(u.cross(du));
  out.dw = a * a.dot(u.cross(ddu));
  return out;
}

// The turn that three points show: R [b1 b2 b1×b2] = [d1 d2 d1×d2], and its derivatives; ω = ½ Σ r_i × ṙ_i over R's columns.
PlatformTurn turn_of_three(const std::vector<EndMotion>& end, const std::vector<Vec3<double>>& local) {
  const Vec3<double> b1 = local[1] - local[0], b2 = local[2] - local[0];
  Mat3<double> body;
  body << b1, b2, b1.cross(b2);
  const M3 back = cast(Mat3<double>(body.inverse()));
  const V3 d1 = end[1].p - end[0].p, d2 = end[2].p - end[0].p, v1 = end[1].v - end[0].v, v2 = end[2].v - end[0].v;
  const V3 a1 = end[1].a - end[0].a, a2 = end[2].a - end[0].a;
  M3 D, dD, ddD;
  D << d1, d2, d1.cross(d2);
  dD << v1, v2, v1.cross(d2) + d1.cross(v2);
  ddD << a1, a2, a1.cross(d2) + R(2) * v1.cross(v2) + d1.cross(a2);
  PlatformTurn out;
  out.rotation = D * back;
  const M3 rate = dD * back, second = ddD * back;
  for (int c = 0; c < 3; ++c) {
    out.w += R(0.5) * out.rotation.col(c).cross(rate.col(c));
    out.dw += R(0.5) * out.rotation.col(c).cross(second.col(c));
  }
  return out;
}

}  // namespace

VisionPorts::VisionPorts(const Robot& robot) : robot_(robot) {
  if (!robot.nacelle.joints.empty()) no_vision(robot, "its nacelle is articulated");
  if (const std::string spring = first_spring(robot); !spring.empty())
    no_vision(robot, fmt::format("lines do not tell the stretch of the spring {}", spring));
  if (const std::string first = first_without_element(robot); !first.empty()) no_vision(robot, fmt::format("lines do not tell {}", first));
  find_lines();
  find_rotation();
}

void VisionPorts::find_lines() {
  for (std::size_t i = 0; i < robot_.legs.size(); ++i) {
    const Leg& leg = robot_.legs[i];
    lines_.emplace_back();
    for (const Element& e : leg.elements) {
      Line line;
      for (int j : e.intrinsic) {
        if (leg.joints[j].revolute) no_vision(robot_, fmt::format("element {}.{} spins about its own line", leg.name, e.name));
        line.extends = true;
      }
      if (e.pivot) no_vision(robot_, fmt::format("{}.{} has no line to see", leg.name, e.name));
      if (e.carrier.element >= 0 && !e.carrier.at_end)
        no_vision(robot_, fmt::format("element {}.{} stands on the lower part of a line that extends", leg.name, e.name));
      if (e.extrinsic.size() > 2) no_vision(robot_, fmt::format("element {}.{} stands on a ball", leg.name, e.name));
      if (e.extrinsic.empty()) {
        if (e.lower >= 0) no_vision(robot_, fmt::format("element {}.{} slides on a moving body", leg.name, e.name));
        line.fixed = true;
      }
      if (e.extrinsic.size() == 1 && leg.joints[e.extrinsic[0]].fixed_axis && std::abs(e.x.z()) < 1e-12) {
        line.turning = true;
        line.axis = *leg.joints[e.extrinsic[0]].fixed_axis;
        for (double& c : line.axis)
          if (std::abs(c) < 1e-12) c = 0.0;
      }
      lines_.back().push_back(line);
    }
  }
}

void VisionPorts::find_rotation() {
  // which tips end an element, and where they are on the platform
  std::vector<Vec3<double>> points;
  std::vector<End> tips;
  for (std::size_t i = 0; i < robot_.legs.size(); ++i)
    for (std::size_t t = 0; t < robot_.legs[i].tips.size(); ++t) {
      const ElementPlace& end = robot_.legs[i].graph.ends[t];
      const Tip& tip = robot_.legs[i].tips[t];
      if (end.element < 0 || !robot_.legs[i].graph.wrist[t].empty()) no_vision(robot_, "joints stand between its lines and the platform");
      if (!end.at_end) no_vision(robot_, "a tip stands on the lower part of a line that extends");
      if (tip.kind == TipKind::rigid && ends_.empty()) ends_.push_back({static_cast<int>(i), static_cast<int>(t)});
      tips.push_back({static_cast<int>(i), static_cast<int>(t)});
      points.push_back(tip.nacelle.frame.p);
    }
  if (!robot_.motion.turns()) {
    ends_ = {tips[0]};
    return;
  }
  if (!ends_.empty()) {
    rotation_ = Rotation::rigid_tip;
    return;
  }
  const bool planar = robot_.motion.turns_about_axis();
  axis_ = robot_.motion.axis;
  for (std::size_t b = 1; b < tips.size(); ++b) {
    const Vec3<double> first = points[b] - points[0];
    if (first.norm() < 1e-3 * robot_.length) continue;
    if (planar) {
      rotation_ = Rotation::two_points;
      ends_ = {tips[0], tips[b]};
      return;
    }
    for (std::size_t c = b + 1; c < tips.size(); ++c)
      if (first.cross(points[c] - points[0]).norm() > 1e-3 * robot_.length * robot_.length) {
        rotation_ = Rotation::three_points;
        ends_ = {tips[0], tips[b], tips[c]};
        return;
      }
  }
  no_vision(robot_, "its tips do not tell the platform's rotation");
}

template <class T, class F>
void VisionPorts::visit(int leg, int element, ElementMotion<T>& s, const F& f) const {
  const Element& e = robot_.legs[leg].elements[element];
  const Line& line = lines_[leg][element];
  const std::string name = robot_.legs[leg].name + "." + e.name;
  static const char* const kAxes[] = {"x", "y", "z"};
  const auto port = [&](const std::string& port_name, const char* unit, const char* what, T& x, PortKind kind = PortKind::other) {
    f(Port{port_name, unit, kind, element, fmt::format("{} of element {}", what, name)}, x);
  };
  if (!line.fixed)
    for (const auto& [prefix, unit, what, v] :
         {std::tuple{"", "1", "direction", &s.x}, std::tuple{"d_", "1/s", "rate of the direction", &s.dx},
          std::tuple{"dd_", "1/s2", "second rate of the direction", &s.ddx}})
      for (int k = 0; k < 3; ++k)
        if (!line.turning || std::abs(line.axis(k)) != 1.0) port(fmt::format("{}{}.{}", prefix, name, kAxes[k]), unit, what, (*v)(k));
  if (line.extends) {
    port(name + ".length", "m", "length", s.d);
    port("d_" + name + ".length", "m/s", "rate of the length", s.dd);
    port("dd_" + name + ".length", "m/s2", "second rate of the length", s.ddd);
  }
  if (line.fixed || line.turning) return;
  port(name + ".cos", "1", "cosine of the turn about the line", s.cos_theta, PortKind::cosine);
  port(name + ".sin", "1", "sine of the turn about the line", s.sin_theta, PortKind::sine);
  port(name + ".spin", "rad/s", "spin about the line", s.spin);
  port("d_" + name + ".spin", "rad/s2", "rate of the spin about the line", s.dspin);
}

void VisionPorts::append(const KinematicsData<double>& k, std::vector<double>& out) const {
  assert(fits(robot_, k));
  for (std::size_t i = 0; i < robot_.legs.size(); ++i)
    for (std::size_t e = 0; e < robot_.legs[i].elements.size(); ++e) {
      ElementMotion<double> s = element_motion(robot_.legs[i], robot_.legs[i].elements[e], k.legs[i]);
      visit(static_cast<int>(i), static_cast<int>(e), s, [&](const Port&, double& x) { out.push_back(x); });
    }
}

void VisionPorts::place_leg_bodies(int index, KinematicsData<R>& k, DynamicsData<R>& data) const {
  const Leg& leg = robot_.legs[index];
  LegData<R>& d = k.legs[index];
  for (std::size_t e = 0; e < leg.elements.size(); ++e) {
    const Element& element = leg.elements[e];
    const Line& line = lines_[index][e];
    ElementMotion<R>& s = data.elements->states[index][e];
    const int p = element.carrier.element, first = element.extrinsic.empty() ? element.intrinsic.front() : element.extrinsic.front();
    const Placement<R> carrier = p < 0 ? Placement<R>{} : d.body[leg.elements[p].upper];
    s.A = carrier.point(cast(leg.joints[first].placement.p));
    s.B = s.A + s.d * s.x;
    M3 lower = line.fixed     ? M3(M3::Identity())
               : line.turning ? rotation_of_pair(s.x, cast(line.axis), element.x, Vec3<double>::UnitZ())
                              : rotation_of_line(element, s);
    if (!line.turning && !line.fixed)  // θ tells the upper body: back through the slides
      for (std::size_t c = element.intrinsic.size(); c-- > 0;)
        lower = lower * cast(leg.joints[element.intrinsic[c]].placement.R).transpose();
    for (int j : element.extrinsic) d.body[j].p = s.A;
    if (element.extrinsic.size() == 2) {  // the ring between two revolutes holds the second axis, which is the lower body's z axis
      const int ring = element.extrinsic[0];
      const Placement<R> frame{carrier.R * cast(leg.joints[ring].placement.R), s.A};
      const Vec3<double> second = leg.joints[element.extrinsic[1]].placement.R.col(2);
      d.body[ring].R = moved(frame, aim_one<R>(cast(second), frame.R.transpose() * lower.col(2), Poses::on_manifold)).R;
    }
    if (!element.extrinsic.empty()) d.body[element.extrinsic.back()].R = lower;
    M3 upper = lower;
    for (int j : element.intrinsic) {
      upper = upper * cast(leg.joints[j].placement.R);
      d.body[j].R = upper;
      d.body[j].p = s.B - upper * cast(element.b);
    }
  }
}

void VisionPorts::place_platform(KinematicsData<R>& k, const DynamicsData<R>& data) const {
  std::vector<EndMotion> end;
  std::vector<Vec3<double>> local;  // the same points on the platform
  for (const End& at : ends_) {
    const Leg& leg = robot_.legs[at.leg];
    const int last = leg.graph.ends[at.tip].element;
    end.push_back(end_motion(leg, leg.tips[at.tip], last, data.elements->states[at.leg], k.legs[at.leg]));
    local.push_back(leg.tips[at.tip].nacelle.frame.p);
  }
  PlatformTurn turn{cast(robot_.home.R)};
  if (rotation_ == Rotation::rigid_tip) {
    const Tip& tip = robot_.legs[ends_[0].leg].tips[ends_[0].tip];
    turn.rotation = k.legs[ends_[0].leg].body[tip.leg.body].R * cast(Mat3<double>(tip.leg.frame.R * tip.nacelle.frame.R.transpose()));
    turn.w = end[0].turn.linear;
    turn.dw = end[0].turn.angular;
  } else if (rotation_ == Rotation::two_points) {
    turn = turn_of_two(end, local, axis_, robot_.home.R);
  } else if (rotation_ == Rotation::three_points) {
    turn = turn_of_three(end, local);
  }
  const V3 r = turn.rotation * cast(local[0]), &w = turn.w, &dw = turn.dw;
  k.pose.R = turn.rotation;
  k.pose.p = end[0].p - r;
  k.nacelle.body[0] = {k.pose.R, k.pose.p};
  k.nacelle.velocity[0] = {end[0].v - w.cross(r), w};
  k.nacelle.acceleration[0] = {end[0].a - dw.cross(r) - w.cross(w.cross(r)), dw};
  k.VN << k.nacelle.velocity[0].linear, w;
}

void VisionPorts::record(Recorder& recorder, KinematicsData<R>& k, DynamicsData<R>& data) const {
  assert(fits(robot_, k));
  assert(fits(robot_, data));
  for (std::size_t i = 0; i < robot_.legs.size(); ++i)
    for (std::size_t e = 0; e < robot_.legs[i].elements.size(); ++e) {
      ElementMotion<R>& s = data.elements->states[i][e];
      s = constants_of(static_cast<int>(i), static_cast<int>(e));
      visit(static_cast<int>(i), static_cast<int>(e), s, [&](const Port& port, R& x) { x = recorder.input(port); });
    }
  follow(k, data);
}

ElementMotion<R> VisionPorts::constants_of(int leg, int element) const {
  assert(has_leg(robot_, leg));
  assert(element >= 0 && element < static_cast<int>(robot_.legs[leg].elements.size()));
  const Element& e = robot_.legs[leg].elements[element];
  ElementMotion<R> s;
  if (lines_[leg][element].fixed) s.x = cast(e.x);
  if (!lines_[leg][element].extends) s.d = R(e.x.dot(e.b - e.a));
  return s;
}

bool VisionPorts::lines_tell_all() const {
  for (const std::vector<Line>& leg : lines_)
    for (const Line& line : leg)
      if (!line.fixed && !line.turning) return false;
  return true;
}

void VisionPorts::follow(KinematicsData<R>& k, DynamicsData<R>& data) const {
  assert(fits(robot_, k));
  assert(fits(robot_, data));
  for (std::size_t i = 0; i < robot_.legs.size(); ++i) {
    for (ElementMotion<R>& s : data.elements->states[i]) {
      s.root_spin = s.spin;
      s.root_dspin = s.dspin;
    }
    place_leg_bodies(static_cast<int>(i), k, data);
  }
  place_platform(k, data);
  // joint positions as the bodies show them: where Ψ varies it needs them
  for (std::size_t i = 0; i < robot_.legs.size(); ++i)
    for (int j = 0; j < robot_.legs[i].freedoms(); ++j) {
      const Placement<R> frame = joint_frame(robot_.legs[i], k.legs[i].body, j);
      const Placement<R>& body = k.legs[i].body[j];
      JointPosition<R>& q = k.legs[i].q[j];
      if (robot_.legs[i].joints[j].revolute) q = {frame.R.col(0).dot(body.R.col(0)), frame.R.col(1).dot(body.R.col(0)), R(0)};
      else q = {R(1), R(0), frame.R.col(2).dot(body.p - frame.p)};
    }
  eliminate(robot_, k);
}

}  // namespace gough
