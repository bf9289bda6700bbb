#include "gough/dynamics/element_elimination.hpp"

#include "gough/dynamics/element_maps.hpp"
#include "gough/kinematics/placement.hpp"

namespace gough::elements {
namespace {

// out += M_Cᵀ f: a force at a tip's point as the nacelle feels it.
template <class T>
void pull_tip(const LegElements<T>& leg, int t, const Vec3<T>& f, VecX<T>& out) {
  const Tip& tip = leg.model.tips[t];
  const NacelleData<T>& n = leg.kinematics.nacelle;
  const Vec3<T> at = tip_frame(tip.nacelle, n.body).p;
  add_on_tree<T>(leg.robot.nacelle, n.body, tip.nacelle.body, at, {f, Vec3<T>::Zero()}, out);
}

// Forces on ẋ of an element and on the rotation of what carries it, with the spin taken out. Along the direction n that the joint at A
// holds the two turn alike, n·(x × ẋ + θ̇ x) = n·before, so θ̇ = (n·before − (n × x)·ẋ) / n·x.
template <class T>
struct OnElement {
  Vec3<T> dx, before;
};
template <class T>
OnElement<T> without_spin(const LegElements<T>& leg, int e, const VecX<T>& F) {
  const int at = kPerElement * e;
  const Vec3<T>& x = leg.states[e].x;
  const std::vector<int>& joints = leg.model.elements[e].extrinsic;
  const T spin = F(at + kRootSpin) + F(at + kSpin);
  Vec3<T> dx = F.template segment<3>(at), n = x;
  if (joints.size() == 1) n = x - x.dot(leg.axis(joints[0])) * leg.axis(joints[0]);
  else if (joints.size() == 2) n = leg.axis(joints[0]).cross(leg.axis(joints[1]));
  else return {dx, spin * x};
  const T share = spin / n.dot(x);
  return {dx - share * n.cross(x), share * n};
}

// Telescopic element on a universal joint: ḋ = xᵀ M_C V_N, ẋ = (1 − x xᵀ) M_C V_N / d, no matrix to invert.
template <class T>
void pull_telescopic(const LegElements<T>& leg, const VecX<T>& F, VecX<T>& out) {
  const Vec3<T>& x = leg.states[0].x;
  const Vec3<T> across = without_spin(leg, 0, F).dx / leg.states[0].d;
  pull_tip<T>(leg, 0, across + (F(kLength) - x.dot(across)) * x, out);
}

// A bar on a revolute, or a slide, then bars to the tips (two where there is a parallelogram): the first bar's direction removes its own
// motion from the loop, [O, Eqs. 39-43], and leaves the rate of what carries it.
template <class T>
void pull_bars(const LegElements<T>& leg, bool slide, const VecX<T>& F, VecX<T>& out) {
  const Vec3<T> z = slide ? leg.states[0].x : leg.axis(leg.model.elements[0].extrinsic[0]);
  const auto carried = [&](int e) -> Vec3<T> {  // velocity of A_e per unit of that rate
    return slide ? z : Vec3<T>(z.cross(leg.states[e].A - leg.states[0].A));
  };
  T on_rate = slide ? F(kLength) : z.cross(leg.states[0].x).dot(without_spin(leg, 0, F).dx);
  for (std::size_t t = leg.model.tips.size(); t-- > 0;) {
    const int e = static_cast<int>(t) + 1;
    const OnElement<T> bar = without_spin(leg, e, F);
    Vec3<T> f = bar.dx / leg.states[e].d;  // ẋ = (M_C V_N − rate · carried) / d
    on_rate -= carried(e).dot(f);
    if (!slide) on_rate += z.dot(bar.before);
    if (t == 0) f += (on_rate / leg.states[1].x.dot(carried(1))) * leg.states[1].x;  // rate = xᵀ M_C V_N / xᵀ carried
    pull_tip(leg, static_cast<int>(t), f, out);
  }
}

template <class T>
void pull_stacked(LegElements<T>& leg, const VecX<T>& F, VecX<T>& out) {
  VecX<T>& y = leg.work.stacked;
  y.setZero();
  y.head(F.size()) = F;
  solve_rt(leg.work.rows, y);
  apply_q(leg.work.rows, y);
  for (Eigen::Index c = 0; c < out.size(); ++c)
    for (Eigen::Index r = 0; r < y.size(); ++r) out(c) += leg.work.right(r, c) * y(r);
}

// Calls f with directions about which revolute joints along these axes cannot turn: 3, 2, 1 or none.
template <class T, class F>
void held_directions(const LegElements<T>& leg, const std::vector<int>& joints, const F& f) {
  const std::size_t count = joints.size();
  if (count == 0)
    for (int c = 0; c < 3; ++c) f(Vec3<T>(Vec3<T>::Unit(c)));
  if (count == 1) {
    f(Vec3<T>(leg.data.body[joints[0]].R.col(0)));
    f(Vec3<T>(leg.data.body[joints[0]].R.col(1)));
  }
  if (count == 2) f(Vec3<T>(leg.axis(joints[0]).cross(leg.axis(joints[1]))));
}

// A(row, ·) += ± tᵀ W.
template <class T>
void add_row(const Vec3<T>& t, const Map<T>& W, const T& sign, MatX<T>& A, int row) {
  for (Eigen::Index c = 0; c < W.cols(); ++c) A(row, c) += sign * t.dot(W.col(c));
}

// Loop of one tip, [O, Eq. 37] with its angular rows: leg end less platform end.
template <class T>
int loop_rows(LegElements<T>& leg, int t, MatX<T>& A, MatX<T>& B, int row) {
  const Tip& tip = leg.model.tips[t];
  const ElementPlace& end = leg.model.graph.ends[t];
  const Map<T>&V = leg.map_of(end), &W = leg.omega_of(end);
  const Placement<T> near = tip_frame(tip.leg, leg.data.body), far = tip_frame(tip.nacelle, leg.kinematics.nacelle.body);
  nacelle_maps(leg, tip.nacelle.body, far.p);
  const Vec3<T> arm = near.p - leg.point_of(end);
  for (int c = 0; c < 3; ++c) {
    const Vec3<T> n = Vec3<T>::Unit(c);
    add_row(n, V, T(1), A, row);
    add_row(Vec3<T>(arm.cross(n)), W, T(1), A, row);
    for (Eigen::Index v = 0; v < B.cols(); ++v) B(row, v) = leg.shared.nacelle_point(c, v);
    ++row;
  }
  const auto held = [&](const Vec3<T>& n) {
    add_row(n, W, T(1), A, row);
    for (Eigen::Index v = 0; v < B.cols(); ++v) B(row, v) = n.dot(leg.shared.nacelle_omega.col(v));
    ++row;
  };
  if (tip.kind == TipKind::universal) held(Vec3<T>(near.R.col(0).cross(far.R.col(1))));
  if (tip.kind == TipKind::revolute) {
    held(Vec3<T>(far.R.col(0)));
    held(Vec3<T>(far.R.col(1)));
  }
  if (tip.kind == TipKind::rigid) held_directions(leg, leg.model.graph.wrist[t], held);
  return row;
}

}  // namespace

template <class T>
void constrain(LegElements<T>& leg) {
  if (leg.model.graph.elimination != Elimination::stacked) return;
  MatX<T>& A = leg.work.rows.a;
  MatX<T>& B = leg.work.right;
  A.setZero();
  B.setZero();
  int row = 0;
  for (std::size_t e = 0; e < leg.model.elements.size(); ++e) {
    const int at = kPerElement * static_cast<int>(e);
    const Vec3<T>& x = leg.states[e].x;
    for (int c = 0; c < 3; ++c) A(row, at + c) = x(c);  // xᵀẋ = 0
    ++row;
    if (!leg.model.graph.extends[e]) A(row++, at + kLength) = T(1);
    if (!leg.model.graph.spins[e]) {
      A(row, at + kSpin) = T(1);
      A(row++, at + kRootSpin) = T(-1);
    }
    // what the joint at A does not let turn
    const ElementMaps<T>& m = leg.work.maps[e];
    const std::vector<int>& joints = leg.model.elements[e].extrinsic;
    held_directions(leg, joints, [&](const Vec3<T>& t) {
      add_row(t, m.omega_low, T(1), A, row);
      add_row(t, m.omega_before, T(-1), A, row);
      ++row;
    });
  }
  for (std::size_t t = 0; t < leg.model.tips.size(); ++t) row = loop_rows(leg, static_cast<int>(t), A, B, row);
  factor(leg.work.rows);
}

template <class T>
void pull(LegElements<T>& leg, const VecX<T>& F, VecX<T>& out) {
  switch (leg.model.graph.elimination) {
    case Elimination::telescopic: return pull_telescopic(leg, F, out);
    case Elimination::bar_then_bars: return pull_bars(leg, false, F, out);
    case Elimination::slide_then_bars: return pull_bars(leg, true, F, out);
    case Elimination::stacked: return pull_stacked(leg, F, out);
  }
}

template void constrain(LegElements<double>&);
template void constrain(LegElements<Recorded>&);
template void pull(LegElements<double>&, const VecX<double>&, VecX<double>&);
template void pull(LegElements<Recorded>&, const VecX<Recorded>&, VecX<Recorded>&);

}  // namespace gough::elements
