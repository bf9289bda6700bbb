#include "gough/kinematics/element_motion.hpp"

namespace gough {
namespace {

template <class T>
struct PointState {
  Vec3<T> p, v, a;
};

template <class T>
PointState<T> point_state(const LegData<T>& data, int body, const Vec3<double>& local) {
  const Vec3<T> x = local.template cast<T>();
  if (body < 0) return {x, Vec3<T>::Zero(), Vec3<T>::Zero()};
  const Vec3<T> arm = data.body[body].R * x;
  const Motion<T>&V = data.velocity[body], &A = data.acceleration[body];
  return {data.body[body].p + arm, V.linear + V.angular.cross(arm),
          A.linear + A.angular.cross(arm) + V.angular.cross(V.angular.cross(arm))};
}

}  // namespace

template <class T>
ElementMotion<T> element_motion(const Leg&, const Element& element, const LegData<T>& data) {
  ElementMotion<T> e;
  const PointState<T> A = point_state(data, element.lower, element.a), B = point_state(data, element.upper, element.b);
  e.A = A.p;
  e.B = B.p;
  e.x = element.x.template cast<T>();
  if (element.lower >= 0) {
    const Vec3<T> w = data.velocity[element.lower].angular, dw = data.acceleration[element.lower].angular;
    e.x = data.body[element.lower].R * e.x;
    e.dx = w.cross(e.x);
    e.ddx = dw.cross(e.x) + w.cross(e.dx);
    e.root_spin = w.dot(e.x);
    e.root_dspin = dw.dot(e.x);  // ω·ẋ is zero
  }
  if (element.lower == element.upper) {  // one body: its length is a constant
    e.d = T(element.x.dot(element.b - element.a));
  } else {
    const Vec3<T> r = B.p - A.p, dr = B.v - A.v, ddr = B.a - A.a;
    e.d = e.x.dot(r);
    e.dd = e.x.dot(dr) + e.dx.dot(r);
    e.ddd = e.x.dot(ddr) + T(2) * e.dx.dot(dr) + e.ddx.dot(r);
  }
  const Vec3<T> reference = element.reference.template cast<T>();
  const Vec3<T> origin = unit<T>(reference - reference.dot(e.x) * e.x);
  const Vec3<T> mark = data.body[element.upper].R * element.mark.template cast<T>();
  e.cos_theta = origin.dot(mark);
  e.sin_theta = e.x.cross(origin).dot(mark);
  e.spin = data.velocity[element.upper].angular.dot(e.x);
  e.dspin = data.acceleration[element.upper].angular.dot(e.x);
  return e;
}

template ElementMotion<double> element_motion(const Leg&, const Element&, const LegData<double>&);
template ElementMotion<Recorded> element_motion(const Leg&, const Element&, const LegData<Recorded>&);

}  // namespace gough
