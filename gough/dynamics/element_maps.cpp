#include "gough/dynamics/element_maps.hpp"

#include "gough/kinematics/tree_motion.hpp"

namespace gough::elements {
namespace {

// out += −[r]× W: velocity that a rotation W gives at the arm r.
template <class T>
void add_cross(const Vec3<T>& r, const Map<T>& W, Map<T>& out) {
  for (Eigen::Index c = 0; c < W.cols(); ++c) out.col(c) += W.col(c).cross(r);
}

}  // namespace

template <class T>
void fill_maps(LegElements<T>& leg) {
  for (std::size_t e = 0; e < leg.model.elements.size(); ++e) {
    const ElementMotion<T>& s = leg.states[e];
    ElementMaps<T>& m = leg.work.maps[e];
    const int at = kPerElement * static_cast<int>(e);
    // A: carried by an element before it, or fixed
    m.A.setZero();
    m.omega_before.setZero();
    Vec3<T> a = Vec3<T>::Zero();
    Motion<T> turn;
    if (const ElementPlace& on = leg.model.elements[e].carrier; on.element >= 0) {
      turn = leg.turn_of(on);
      const Vec3<T> offset = s.A - leg.point_of(on);
      m.omega_before = leg.omega_of(on);
      m.A = leg.map_of(on);
      add_cross(offset, m.omega_before, m.A);
      a = leg.acceleration_of(on) + turn.angular.cross(offset) + turn.linear.cross(turn.linear.cross(offset));
    }
    m.before = turn;
    m.ddA = a;
    m.ddB = a + s.ddd * s.x + T(2) * s.dd * s.dx + s.d * s.ddx;  // [O, Eq. 15]
    m.B = m.A;
    m.omega_low.setZero();
    m.omega_up.setZero();
    for (int c = 0; c < 3; ++c) m.B(c, at + c) += s.d;
    m.B.col(at + kLength) += s.x;
    m.omega_low.template block<3, 3>(0, at) = hat<T>(s.x);
    m.omega_up.template block<3, 3>(0, at) = hat<T>(s.x);
    m.omega_low.col(at + kRootSpin) = s.x;
    m.omega_up.col(at + kSpin) = s.x;
  }
}

template <class T>
void nacelle_maps(LegElements<T>& leg, int body, const Vec3<T>& at) {
  const NacelleData<T>& n = leg.kinematics.nacelle;
  leg.shared.nacelle_point.setZero();
  leg.shared.nacelle_omega.setZero();
  for_each_column<T>(leg.robot.nacelle, n.body, body, at, [&](int column, const Motion<T>& S) {
    leg.shared.nacelle_point.col(column) = S.linear;
    leg.shared.nacelle_omega.col(column) = S.angular;
  });
}

template void fill_maps(LegElements<double>&);
template void fill_maps(LegElements<Recorded>&);
template void nacelle_maps(LegElements<double>&, int, const Vec3<double>&);
template void nacelle_maps(LegElements<Recorded>&, int, const Vec3<Recorded>&);

}  // namespace gough::elements
