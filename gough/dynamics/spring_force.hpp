#pragma once

#include "gough/kinematics/data.hpp"
#include "gough/math/spatial.hpp"

// Forces of the springs between points (gough/model/spring.hpp).
namespace gough {

// The line from a spring's first point to its second.
template <class T>
struct SpringLine {
  Vec3<T> from, to;  // world
  Vec3<T> span;      // to − from
  Vec3<T> rate;      // of the span
};

template <class T>
SpringLine<T> spring_line(const Spring& spring, const KinematicsData<T>& k) {
  SpringLine<T> out;
  const auto visit = [&](const SpringEnd& end, Vec3<T>& point, const T& sign) {
    point = end.point.template cast<T>();
    if (!end.on_base) {
      const bool nacelle = end.body.leg < 0;
      const Placement<T>& frame = nacelle ? k.nacelle.body[end.body.body] : k.legs[end.body.leg].body[end.body.body];
      const Motion<T>& V = nacelle ? k.nacelle.velocity[end.body.body] : k.legs[end.body.leg].velocity[end.body.body];
      const Vec3<T> arm = frame.R * point;
      point = frame.p + arm;
      out.rate += sign * velocity_at<T>(V, arm);
    }
  };
  out.rate = Vec3<T>::Zero();
  visit(spring.a, out.from, T(-1));
  visit(spring.b, out.to, T(1));
  out.span = out.to - out.from;
  return out;
}

// What a unit of stiffness, damping and pull each pull the first point towards the second with. Where the points meet the line has no
// direction, and nothing is pulled.
template <class T>
struct SpringParts {
  Vec3<T> stiffness, damping, pull;
};

template <class T>
SpringParts<T> spring_parts(const Spring& spring, const SpringLine<T>& line) {
  using std::sqrt;
  const T length = sqrt(line.span.squaredNorm() + T(1e-300));
  const Vec3<T> direction = line.span / length;
  const Vec3<T> stretch = spring.free_length == 0.0 ? line.span : Vec3<T>(line.span - T(spring.free_length) * direction);
  return {stretch, direction.dot(line.rate) * direction, direction};
}

// The force on the first point; the second one has its opposite.
template <class T>
Vec3<T> spring_force(const Spring& spring, const SpringLine<T>& line) {
  if (spring.is_proportional()) return T(spring.stiffness) * line.span;
  const SpringParts<T> parts = spring_parts(spring, line);
  Vec3<T> out = T(spring.stiffness) * parts.stiffness;
  if (spring.damping != 0.0) out += T(spring.damping) * parts.damping;
  if (spring.pull != 0.0) out += T(spring.pull) * parts.pull;
  return out;
}

// Calls f(body, point, force) for every end of a spring that is on a body: all in world axes.
template <class T, class F>
void for_each_spring_force(const Robot& robot, const KinematicsData<T>& k, const F& f) {
  for (const Spring& spring : robot.springs) {
    const SpringLine<T> line = spring_line(spring, k);
    const Vec3<T> force = spring_force(spring, line);
    if (!spring.a.on_base) f(spring.a.body, line.from, force);
    if (!spring.b.on_base) f(spring.b.body, line.to, Vec3<T>(-force));
  }
}

// The same for the springs that end on one body: calls f(point, force).
template <class T, class F>
void for_each_spring_force_on(const Robot& robot, const BodyId& body, const KinematicsData<T>& k, const F& f) {
  const auto ends_there = [&](const SpringEnd& end) { return !end.on_base && end.body == body; };
  for (const Spring& spring : robot.springs) {
    if (!ends_there(spring.a) && !ends_there(spring.b)) continue;
    const SpringLine<T> line = spring_line(spring, k);
    const Vec3<T> force = spring_force(spring, line);
    if (ends_there(spring.a)) f(line.from, force);
    else f(line.to, Vec3<T>(-force));
  }
}

}  // namespace gough
