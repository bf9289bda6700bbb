#include "gough/explain/denavit_hartenberg.hpp"

#include <cassert>
#include <cmath>

#include "gough/math/rotation.hpp"

namespace gough::explain {
namespace {

constexpr double kParallel = 1e-9;  // sine of the angle, or metres beside the axis, below which axes count as parallel or meeting

// Frame of a joint: origin and x from the common normal with the axis of the joint behind it, if there is one.
Placement<double> link_frame(const Leg& leg, const LegData<double>& data, int joint) {
  const Vec3<double> z = data.body[joint].R.col(2), o = data.body[joint].p;
  Vec3<double> origin = o, x = data.body[joint].R.col(0);
  for (int next = joint + 1; next < leg.freedoms(); ++next) {
    if (leg.joints[next].parent != joint) continue;
    const Vec3<double> axis = data.body[next].R.col(2), w = data.body[next].p - o, n = z.cross(axis);
    const Vec3<double> beside = w - w.dot(z) * z;
    if (n.norm() > kParallel) {
      origin = o + (w.cross(axis).dot(n) / n.squaredNorm()) * z;
      x = n.normalized();
    } else if (beside.norm() > kParallel) {
      x = beside.normalized();
    }
    break;
  }
  Placement<double> out;
  out.R.col(0) = x;
  out.R.col(1) = z.cross(x);
  out.R.col(2) = z;
  out.p = origin;
  return out;
}

// An angle of a normal, which has two, within a quarter turn.
double within_quarter(double angle) {
  if (angle > kPi / 2 + kParallel) return angle - kPi;
  return angle <= -kPi / 2 + kParallel ? angle + kPi : angle;
}

void find_parameters(const Placement<double>& relative, DenavitHartenberg& out) {
  const Vec3<double> a = relative.R.col(2), x = relative.R.col(0), p = relative.p;
  const double across = std::hypot(a.x(), a.y());
  if (across > kParallel) out.gamma = within_quarter(std::atan2(a.x(), -a.y()));
  else if (std::hypot(p.x(), p.y()) > kParallel) out.gamma = within_quarter(std::atan2(p.y(), p.x()));
  const Vec3<double> normal(std::cos(out.gamma), std::sin(out.gamma), 0.0), side = Vec3<double>::UnitZ().cross(normal);
  out.alpha = across > kParallel ? std::atan2(-a.dot(side), a.z()) : a.z() > 0.0 ? 0.0 : kPi;
  out.d = p.dot(normal);
  out.r = across > kParallel ? p.dot(side) / a.dot(side) : p.z() * (a.z() > 0.0 ? 1.0 : -1.0);
  out.b = across > kParallel ? p.z() - out.r * a.z() : 0.0;
  out.theta = std::atan2(a.cross(normal).dot(x), normal.dot(x));
}

}  // namespace

std::vector<DenavitHartenberg> denavit_hartenberg(const Leg& leg, const LegData<double>& data) {
  assert(fits(leg, data));
  std::vector<DenavitHartenberg> out;
  for (int j = 0; j < leg.freedoms(); ++j) {
    DenavitHartenberg link;
    link.joint = j;
    link.before = leg.joints[j].parent;
    link.frame = link_frame(leg, data, j);
    find_parameters(link.before < 0 ? link.frame : out[link.before].frame.inverse() * link.frame, link);
    out.push_back(link);
  }
  return out;
}

}  // namespace gough::explain
