#include "gough/assembly/tidy_frames.hpp"

#include "gough/math/rotation.hpp"
#include "gough/model/loop_chains.hpp"

namespace gough {
namespace {

constexpr double kRounding = 1e-14;

void snap_unit(double& x) {
  if (std::abs(x) < kRounding) x = 0.0;
  if (std::abs(std::abs(x) - 1.0) < kRounding) x = x > 0 ? 1.0 : -1.0;
}

void snap(Mat3<double>& R) {
  for (double& x : R.reshaped()) snap_unit(x);
}

void snap(Vec3<double>& p, double scale) {
  for (double& x : p)
    if (std::abs(x) < kRounding * scale) x = 0.0;
}

Mat3<double> about_z(double angle) {
  Mat3<double> R = Mat3<double>::Identity();
  R(0, 0) = R(1, 1) = std::cos(angle);
  R(1, 0) = std::sin(angle);
  R(0, 1) = -R(1, 0);
  return R;
}

// Angle about z of the part of v across z; false where v lies along it.
bool heading(const Vec3<double>& v, double scale, double& angle) {
  if (std::hypot(v.x(), v.y()) < 1e-9 * scale) return false;
  angle = std::atan2(v.y(), v.x());
  return true;
}

// Where a body's x axis is best put: at the next joint's axis, or its origin, or a tip or loop, or the mass centre.
double best_heading(const Leg& leg, int body) {
  double angle = 0.0;
  for (const Joint& child : leg.joints)
    if (child.parent == body && heading(child.placement.R.col(2), 1.0, angle)) return angle;
  for (const Joint& child : leg.joints)
    if (child.parent == body && heading(child.placement.p, 1.0, angle)) return angle;
  for (const Tip& tip : leg.tips)
    if (tip.leg.body == body && heading(tip.leg.frame.p, 1.0, angle)) return angle;
  for (const LegLoop& loop : leg.loops)
    for (const TipSide* side : {&loop.a, &loop.b})
      if (side->body == body && heading(side->frame.p, 1.0, angle)) return angle;
  heading(leg.joints[body].body.com, 1.0, angle);
  return angle;
}

// The body's frame turned by an angle about its z axis: everything in it is seen from the new axes.
void turn_body(Leg& leg, int body, double angle) {
  const Mat3<double> R = about_z(-angle);
  const auto see = [&](Placement<double>& frame) { frame = {R * frame.R, R * frame.p}; };
  for (Joint& child : leg.joints)
    if (child.parent == body) see(child.placement);
  for (Tip& tip : leg.tips)
    if (tip.leg.body == body) see(tip.leg.frame);
  for (LegLoop& loop : leg.loops)
    for (TipSide* side : {&loop.a, &loop.b})
      if (side->body == body) see(side->frame);
  RigidBody& b = leg.joints[body].body;
  b.com = R * b.com;
  b.inertia = R * b.inertia * R.transpose();
  see(leg.joints[body].file_frame);
}

// The zero of a joint: its frame before the motion turned so that its x axis is the parent's y axis, or the parent's x axis where the two
// joint axes are parallel. Returns the angle.
double turn_zero(Joint& joint) {
  const Mat3<double>& R = joint.placement.R;
  const Vec3<double> z = R.col(2);
  const bool parallel = std::hypot(z.x(), z.y()) < 1e-9;
  const Vec3<double> wanted = R.transpose() * (parallel ? Vec3<double>(Vec3<double>::UnitX()) : Vec3<double>(-z.y(), z.x(), 0.0));
  const double angle = std::atan2(wanted.y(), wanted.x());
  joint.placement.R = R * about_z(angle);
  return angle;
}

}  // namespace

void tidy_structure(Leg& leg) {
  for (SolverStep& step : leg.solver.steps)
    for (Vec3<double>* v : {&step.a, &step.b, &step.axis}) snap(*v, 1.0);
  for (Joint& joint : leg.solver.aside.joints) snap(joint.placement.p, 1.0);
  for (Element& e : leg.elements) {
    for (Vec3<double>* v : {&e.a, &e.b}) snap(*v, 1.0);
    for (ElementBody& b : e.bodies) snap(b.from, 1.0);
    for (ElementBody& b : e.bodies)
      for (double& c : b.line) snap_unit(c);
    for (Vec3<double>* v : {&e.x, &e.x_upper, &e.mark, &e.reference})
      for (double& c : *v) snap_unit(c);
  }
}

void tidy_frames(Leg& leg) {
  for (int j = 0; j < leg.freedoms(); ++j) {
    Joint& joint = leg.joints[j];
    const double zero = turn_zero(joint);
    const double body = joint.revolute ? best_heading(leg, j) : zero;
    turn_body(leg, j, body);
    if (joint.revolute) {
      const Mat3<double> home = about_z(body - zero) * about_z(std::atan2(joint.home.s, joint.home.c));
      joint.home = {home(0, 0), home(1, 0), 0.0};
    }
    snap(joint.placement.R);
    snap(joint.placement.p, 1.0);
    snap(joint.body.com, 1.0);
    const double largest = joint.body.inertia.cwiseAbs().maxCoeff();
    for (double& x : joint.body.inertia.reshaped())
      if (std::abs(x) < kRounding * largest) x = 0.0;
  }
  const auto snap_side = [](TipSide& side) {
    snap(side.frame.R);
    snap(side.frame.p, 1.0);
  };
  for (Tip& tip : leg.tips) {
    snap_side(tip.leg);
    snap_side(tip.nacelle);
  }
  for (LegLoop& loop : leg.loops) {
    snap_side(loop.a);
    snap_side(loop.b);
  }
  find_chains(leg);
}

}  // namespace gough
