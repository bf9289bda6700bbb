#include "gough/dynamics/elements.hpp"

#include <algorithm>

#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/joint_effort.hpp"
#include "gough/kinematics/placement.hpp"

namespace gough::elements {
namespace {

// Columns of one element in a leg's motion basis: ẋ, ḋ, θ̇ of the lower body, θ̇ of the upper one.
constexpr int kPerElement = 6, kLength = 3, kRootSpin = 4, kSpin = 5;

// ω and ω̇ of the line turned by its spin: [O, Eqs. 12, 13].
template <class T>
Motion<T> rotation(const ElementMotion<T>& e, const T& spin, const T& dspin) {
  return {e.x.cross(e.dx) + spin * e.x, e.x.cross(e.ddx) + dspin * e.x + spin * e.dx};  // {ω, ω̇}
}

// One leg seen as its elements.
template <class T>
class LegElements {
 public:
  LegElements(const Robot& robot, int index, const KinematicsData<T>& k, DynamicsData<T>& data)
      : robot_(robot),
        leg_(robot.legs[index]),
        index_(index),
        k_(k),
        d_(k.legs[index]),
        inertia_(data.leg_inertia[index]),
        states_(data.element.states[index]),
        w_(data.element),
        legw_(data.element.legs[index]) {}

  // Kinematic coordinates of every element, [O, Eqs. 49, 50]: what each rate of the basis gives its points and bodies.
  void coordinates() {
    for (std::size_t e = 0; e < leg_.elements.size(); ++e) {
      const ElementMotion<T>& s = states_[e];
      ElementMaps<T>& m = legw_.maps[e];
      const int at = kPerElement * static_cast<int>(e);
      // A: carried by an element before it, or fixed
      m.A.setZero();
      m.omega_before.setZero();
      Vec3<T> a = Vec3<T>::Zero();
      Motion<T> turn;
      if (const ElementPlace& on = leg_.elements[e].carrier; on.element >= 0) {
        turn = turn_of(on);
        const Vec3<T> offset = s.A - point_of(on);
        m.omega_before = omega_of(on);
        m.A = map_of(on);
        add_cross(offset, m.omega_before, m.A);
        a = acceleration_of(on) + turn.angular.cross(offset) + turn.linear.cross(turn.linear.cross(offset));
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

  // Rows that tie the basis to itself and to the platform: unit length, intrinsic and extrinsic joints, loops; solved at once.
  void constrain() {
    if (legw_.elimination != Elimination::stacked) return;
    MatX<T>& A = legw_.rows.a;
    MatX<T>& B = legw_.right;
    A.setZero();
    B.setZero();
    int row = 0;
    for (std::size_t e = 0; e < leg_.elements.size(); ++e) {
      const int at = kPerElement * static_cast<int>(e);
      const Vec3<T>& x = states_[e].x;
      for (int c = 0; c < 3; ++c) A(row, at + c) = x(c);  // xᵀẋ = 0
      ++row;
      if (!legw_.extends[e]) A(row++, at + kLength) = T(1);
      if (!legw_.spins[e]) {
        A(row, at + kSpin) = T(1);
        A(row++, at + kRootSpin) = T(-1);
      }
      // what the joint at A does not let turn
      const ElementMaps<T>& m = legw_.maps[e];
      const std::vector<int>& joints = leg_.elements[e].extrinsic;
      held_directions(joints, static_cast<int>(joints.size()), [&](const Vec3<T>& t) {
        add_row(t, m.omega_low, T(1), A, row);
        add_row(t, m.omega_before, T(-1), A, row);
        ++row;
      });
    }
    for (std::size_t t = 0; t < leg_.tips.size(); ++t) row = loop_rows(static_cast<int>(t), A, B, row);
    factor(legw_.rows);
  }

  // out += Mᵀ F, with u = M V_N the motion constraints, [O, Eqs. 41, 43, 55]: what forces on the basis do on V_N. M itself is not formed.
  void pull(const VecX<T>& F, VecX<T>& out) {
    switch (legw_.elimination) {
      case Elimination::telescopic: return pull_telescopic(F, out);
      case Elimination::bar_then_bars: return pull_bars(false, F, out);
      case Elimination::slide_then_bars: return pull_bars(true, F, out);
      case Elimination::stacked: return pull_stacked(F, out);
    }
  }

  // Local forces and torques of every body, projected: F_u = Σ (∂Ṡ/∂u)ᵀ f + (∂ω/∂u)ᵀ n, [O, Eq. 52].
  void project(const Load& load) {
    legw_.F.setZero();
    for (std::size_t e = 0; e < leg_.elements.size(); ++e) {
      const ElementMotion<T>& s = states_[e];
      for (const ElementBody& b : leg_.elements[e].bodies) {
        const RigidBody& body = leg_.joints[b.joint].body;
        const ElementPlace place{static_cast<int>(e), b.spins, b.at_end};
        const Motion<T> turn = turn_of(place);
        const Vec3<T>&w = turn.linear, &dw = turn.angular;  // ω, ω̇
        const Placement<T>& frame = d_.body[b.joint];
        // the mass centre: κ along the line, which moves by κ ẍ, and whatever lies beside it
        const Vec3<double> arm = body.com - b.from;
        const double along = b.line.dot(arm);
        const Vec3<T> beside = frame.R * (clean(arm - along * b.line).template cast<T>());
        const Vec3<T> from = point_of(place), r = T(along) * s.x + beside;
        const Vec3<T> ddS = acceleration_of(place) + T(along) * s.ddx + dw.cross(beside) + w.cross(w.cross(beside));
        const PrincipalInertia& I = inertia_[b.joint];
        const Map &V = map_of(place), &W = omega_of(place);
        act(V, W, r, T(body.mass) * (robot_.gravity.template cast<T>() - ddS),
            -(times<T>(I, frame.R, dw) + w.cross(times<T>(I, frame.R, w))));
        for (const ExternalWrench& x : load.wrenches)
          if (x.leg == index_ && x.body == b.joint)
            act(V, W, frame.point(x.point.template cast<T>()) - from, x.force.template cast<T>(), x.moment.template cast<T>());
      }
      joint_efforts(static_cast<int>(e));
    }
    for (const Tip& tip : leg_.tips) tip_efforts(tip);
  }

  // A: what the actuators of this leg do on V_N, one column each; b: everything else.
  void gather(MatX<T>& A, VecX<T>& b) {
    pull(legw_.F, b);
    for (const auto& [actuator, column] : legw_.drives) {
      legw_.rate.setZero();
      pull(column, legw_.rate);
      A.col(actuator) += legw_.rate;
    }
  }

 private:
  const Robot& robot_;
  const Leg& leg_;
  int index_;
  const KinematicsData<T>& k_;
  const LegData<T>& d_;
  const std::vector<PrincipalInertia>& inertia_;
  const std::vector<ElementMotion<T>>& states_;
  ElementWork<T>& w_;
  LegElementWork<T>& legw_;

  using Map = Eigen::Matrix<T, 3, Eigen::Dynamic>;

  // A body of an element: the point of the line that it moves with, how it turns, and what the basis gives both.
  Vec3<T> point_of(const ElementPlace& p) const { return p.at_end ? states_[p.element].B : states_[p.element].A; }
  Vec3<T> acceleration_of(const ElementPlace& p) const { return p.at_end ? legw_.maps[p.element].ddB : legw_.maps[p.element].ddA; }
  Motion<T> turn_of(const ElementPlace& p) const {
    const ElementMotion<T>& s = states_[p.element];
    return p.spins ? rotation(s, s.spin, s.dspin) : rotation(s, s.root_spin, s.root_dspin);
  }
  const Map& map_of(const ElementPlace& p) const { return p.at_end ? legw_.maps[p.element].B : legw_.maps[p.element].A; }
  const Map& omega_of(const ElementPlace& p) const { return p.spins ? legw_.maps[p.element].omega_up : legw_.maps[p.element].omega_low; }

  // What is left of a vector that vanishes but for rounding.
  static Vec3<double> clean(const Vec3<double>& v) { return v.norm() < 1e-14 ? Vec3<double>(Vec3<double>::Zero()) : v; }

  // out += −[r]× W: velocity that a rotation W gives at the arm r.
  static void add_cross(const Vec3<T>& r, const Map& W, Map& out) {
    for (Eigen::Index c = 0; c < W.cols(); ++c) out.col(c) += W.col(c).cross(r);
  }

  static void add_row(const Vec3<T>& t, const Map& W, const T& sign, MatX<T>& A, int row) {
    for (Eigen::Index c = 0; c < W.cols(); ++c) A(row, c) += sign * t.dot(W.col(c));
  }

  Vec3<T> axis(int joint) const { return d_.body[joint].R.col(2); }

  // out += M_Cᵀ f: a force at a tip's point as the nacelle feels it.
  void pull_tip(int t, const Vec3<T>& f, VecX<T>& out) const {
    const Tip& tip = leg_.tips[t];
    const NacelleData<T>& n = k_.nacelle;
    const Vec3<T> at = tip_frame(tip.nacelle, n.body).p;
    out.template head<3>() += f;
    out.template segment<3>(3) += (at - n.body[0].p).cross(f);
    for (int b = tip.nacelle.body; b > 0; b = robot_.nacelle.joints[b - 1].parent) {
      const Joint& joint = robot_.nacelle.joints[b - 1];
      const Vec3<T> z = n.body[b].R.col(2);
      out(5 + b) += T(joint.turns()) * z.dot((at - n.body[b].p).cross(f)) + T(joint.slides()) * z.dot(f);
    }
  }

  // Forces on ẋ of an element and on the rotation of what carries it, with the spin taken out. Along the direction n that the joint at A
  // holds the two turn alike, n·(x × ẋ + θ̇ x) = n·before, so θ̇ = (n·before − (n × x)·ẋ) / n·x.
  struct OnElement {
    Vec3<T> dx, before;
  };
  OnElement without_spin(int e, const VecX<T>& F) const {
    const int at = kPerElement * e;
    const Vec3<T>& x = states_[e].x;
    const std::vector<int>& joints = leg_.elements[e].extrinsic;
    const T spin = F(at + kRootSpin) + F(at + kSpin);
    Vec3<T> dx = F.template segment<3>(at), n = x;
    if (joints.size() == 1) n = x - x.dot(axis(joints[0])) * axis(joints[0]);
    else if (joints.size() == 2) n = axis(joints[0]).cross(axis(joints[1]));
    else return {dx, spin * x};
    const T share = spin / n.dot(x);
    return {dx - share * n.cross(x), share * n};
  }

  // Telescopic element on a universal joint: ḋ = xᵀ M_C V_N, ẋ = (1 − x xᵀ) M_C V_N / d, no matrix to invert.
  void pull_telescopic(const VecX<T>& F, VecX<T>& out) const {
    const Vec3<T>& x = states_[0].x;
    const Vec3<T> across = without_spin(0, F).dx / states_[0].d;
    pull_tip(0, across + (F(kLength) - x.dot(across)) * x, out);
  }

  // A bar on a revolute, or a slide, then bars to the tips (two where there is a parallelogram): the first bar's direction removes its own
  // motion from the loop, [O, Eqs. 39-43], and leaves the rate of what carries it.
  void pull_bars(bool slide, const VecX<T>& F, VecX<T>& out) const {
    const Vec3<T> z = slide ? states_[0].x : axis(leg_.elements[0].extrinsic[0]);
    const auto carried = [&](int e) -> Vec3<T> {  // velocity of A_e per unit of that rate
      return slide ? z : Vec3<T>(z.cross(states_[e].A - states_[0].A));
    };
    T on_rate = slide ? F(kLength) : z.cross(states_[0].x).dot(without_spin(0, F).dx);
    for (std::size_t t = leg_.tips.size(); t-- > 0;) {
      const int e = static_cast<int>(t) + 1;
      const OnElement bar = without_spin(e, F);
      Vec3<T> f = bar.dx / states_[e].d;  // ẋ = (M_C V_N − rate · carried) / d
      on_rate -= carried(e).dot(f);
      if (!slide) on_rate += z.dot(bar.before);
      if (t == 0) f += (on_rate / states_[1].x.dot(carried(1))) * states_[1].x;  // rate = xᵀ M_C V_N / xᵀ carried
      pull_tip(static_cast<int>(t), f, out);
    }
  }

  void pull_stacked(const VecX<T>& F, VecX<T>& out) {
    VecX<T>& y = legw_.stacked;
    y.setZero();
    y.head(F.size()) = F;
    solve_rt(legw_.rows, y);
    apply_q(legw_.rows, y);
    for (Eigen::Index c = 0; c < out.size(); ++c)
      for (Eigen::Index r = 0; r < y.size(); ++r) out(c) += legw_.right(r, c) * y(r);
  }

  // Calls f with directions about which revolute joints along these axes cannot turn: 3, 2, 1 or none.
  template <class F>
  void held_directions(const std::vector<int>& joints, int count, const F& f) const {
    if (count == 0)
      for (int c = 0; c < 3; ++c) f(Vec3<T>(Vec3<T>::Unit(c)));
    if (count == 1) {
      f(Vec3<T>(d_.body[joints[0]].R.col(0)));
      f(Vec3<T>(d_.body[joints[0]].R.col(1)));
    }
    if (count == 2) f(Vec3<T>(axis(joints[0]).cross(axis(joints[1]))));
  }

  // Loop of one tip, [O, Eq. 37] with its angular rows: leg end less platform end.
  int loop_rows(int t, MatX<T>& A, MatX<T>& B, int row) {
    const Tip& tip = leg_.tips[t];
    const ElementPlace& end = legw_.ends[t];
    const Map &V = map_of(end), &W = omega_of(end);
    const Placement<T> near = tip_frame(tip.leg, d_.body), far = tip_frame(tip.nacelle, k_.nacelle.body);
    nacelle_maps(tip.nacelle.body, far.p);
    const Vec3<T> arm = near.p - point_of(end);
    for (int c = 0; c < 3; ++c) {
      const Vec3<T> n = Vec3<T>::Unit(c);
      add_row(n, V, T(1), A, row);
      add_row(Vec3<T>(arm.cross(n)), W, T(1), A, row);
      for (Eigen::Index v = 0; v < B.cols(); ++v) B(row, v) = w_.nacelle_point(c, v);
      ++row;
    }
    const auto held = [&](const Vec3<T>& n) {
      add_row(n, W, T(1), A, row);
      for (Eigen::Index v = 0; v < B.cols(); ++v) B(row, v) = n.dot(w_.nacelle_omega.col(v));
      ++row;
    };
    if (tip.kind == TipKind::universal) held(Vec3<T>(near.R.col(0).cross(far.R.col(1))));
    if (tip.kind == TipKind::revolute) {
      held(Vec3<T>(far.R.col(0)));
      held(Vec3<T>(far.R.col(1)));
    }
    if (tip.kind == TipKind::rigid) held_directions(legw_.wrist[t], static_cast<int>(legw_.wrist[t].size()), held);
    return row;
  }

  // ω and the velocity of a point of a nacelle body per unit of V_N.
  void nacelle_maps(int body, const Vec3<T>& at) {
    const NacelleData<T>& n = k_.nacelle;
    w_.nacelle_point.setZero();
    w_.nacelle_omega.setZero();
    for (int c = 0; c < 3; ++c) {
      w_.nacelle_point(c, c) = w_.nacelle_omega(c, 3 + c) = T(1);
      w_.nacelle_point.col(3 + c) = Vec3<T>::Unit(c).cross(at - n.body[0].p);
    }
    for (int b = body; b > 0; b = robot_.nacelle.joints[b - 1].parent) {
      const Joint& joint = robot_.nacelle.joints[b - 1];
      const Vec3<T> z = n.body[b].R.col(2);
      w_.nacelle_point.col(5 + b) = T(joint.turns()) * z.cross(at - n.body[b].p) + T(joint.slides()) * z;
      w_.nacelle_omega.col(5 + b) = T(joint.turns()) * z;
    }
  }

  // A force at the arm r from the point with map V, and a torque, on a body that turns by W.
  void act(const Map& V, const Map& W, const Vec3<T>& r, const Vec3<T>& f, const Vec3<T>& n) {
    const Vec3<T> moment = n + r.cross(f);
    for (Eigen::Index c = 0; c < V.cols(); ++c) legw_.F(c) += V.col(c).dot(f) + W.col(c).dot(moment);
  }

  // Vectors that read the rates of up to three revolute joints off their relative rotation: q̇_k = dual_k · Ω.
  int dual(const std::vector<int>& joints, Vec3<T> out[3]) const {
    const int count = static_cast<int>(joints.size());
    if (count == 1) out[0] = axis(joints[0]);
    if (count == 2) {
      const Vec3<T> a = axis(joints[0]), b = axis(joints[1]), n = a.cross(b);
      out[0] = b.cross(n) / n.squaredNorm();
      out[1] = n.cross(a) / n.squaredNorm();
    }
    if (count == 3) {
      const Vec3<T> a = axis(joints[0]), b = axis(joints[1]), c = axis(joints[2]);
      const T volume = a.dot(b.cross(c));
      out[0] = b.cross(c) / volume;
      out[1] = c.cross(a) / volume;
      out[2] = a.cross(b) / volume;
    }
    return count;
  }

  // Rates and accelerations of the revolutes between two rotations {ω, ω̇}: Ω̇ = Σ q̈_k a_k + q̇_k ω_before(k) × a_k.
  void rates(const std::vector<int>& joints, const Motion<T>& inner, const Motion<T>& outer, const Vec3<T> duals[3], T rate[3],
             T second[3]) const {
    const Vec3<T> relative = outer.linear - inner.linear;
    Vec3<T> left = outer.angular - inner.angular, w = inner.linear;
    const int count = static_cast<int>(joints.size());
    for (int k = 0; k < count; ++k) {
      rate[k] = duals[k].dot(relative);
      const Vec3<T> a = axis(joints[k]);
      left -= rate[k] * w.cross(a);
      w += rate[k] * a;
    }
    for (int k = 0; k < count; ++k) second[k] = duals[k].dot(left);
  }

  // Rotor inertia and friction act on both sides of a joint, as its actuator does, [O, Eqs. 16-21].
  T resistance(const Joint& joint, const T& rate, const T& second) const {
    return T(rotor_inertia(robot_, joint)) * second + friction_effort<T>(joint.friction, rate);
  }

  void drive(const Joint& joint, const VecX<T>& direction, const T& resist) {
    legw_.F -= resist * direction;
    if (joint.actuator < 0) return;
    for (auto& [actuator, column] : legw_.drives)
      if (actuator == joint.actuator) column = direction;
  }

  void joint_efforts(int e) {
    const Element& element = leg_.elements[e];
    const ElementMotion<T>& s = states_[e];
    const ElementMaps<T>& m = legw_.maps[e];
    Vec3<T> duals[3];
    T rate[3], second[3];
    const int count = dual(element.extrinsic, duals);
    rates(element.extrinsic, m.before, rotation(s, s.root_spin, s.root_dspin), duals, rate, second);
    for (int k = 0; k < count; ++k) {
      for (Eigen::Index c = 0; c < legw_.F.size(); ++c) legw_.direction(c) = duals[k].dot(m.omega_low.col(c) - m.omega_before.col(c));
      const Joint& joint = leg_.joints[element.extrinsic[k]];
      drive(joint, legw_.direction, resistance(joint, rate[k], second[k]));
    }
    for (int j : element.intrinsic) {
      const Joint& joint = leg_.joints[j];
      const int at = kPerElement * e;
      const T along = axis(j).dot(s.x);  // ±1: the file may point a joint back along its element
      legw_.direction.setZero();
      if (joint.revolute) {
        legw_.direction(at + kSpin) = along;
        legw_.direction(at + kRootSpin) = -along;
        drive(joint, legw_.direction, resistance(joint, along * (s.spin - s.root_spin), along * (s.dspin - s.root_dspin)));
      } else {
        legw_.direction(at + kLength) = along;
        drive(joint, legw_.direction, resistance(joint, along * s.dd, along * s.ddd));
      }
    }
  }

  // Friction in the tip, and in the revolutes of a rigid one: between the last element and the platform.
  void tip_efforts(const Tip& tip) {
    const int t = static_cast<int>(&tip - leg_.tips.data());
    const Motion<T> own = turn_of(legw_.ends[t]);
    const Map& W = omega_of(legw_.ends[t]);
    const Motion<T> platform{k_.nacelle.velocity[tip.nacelle.body].angular, k_.nacelle.acceleration[tip.nacelle.body].angular};
    nacelle_maps(tip.nacelle.body, Vec3<T>::Zero());
    const auto between = [&](const Vec3<T>& moment) {  // moment on the leg's last element, its opposite on the platform
      for (Eigen::Index c = 0; c < legw_.F.size(); ++c) legw_.F(c) += W.col(c).dot(moment);
      for (Eigen::Index c = 0; c < w_.b.size(); ++c) w_.b(c) -= w_.nacelle_omega.col(c).dot(moment);
    };
    if (has_friction(tip.friction)) between(-friction_moment<T>(tip.friction, Vec3<T>(own.linear - platform.linear)));
    Vec3<T> duals[3];
    T rate[3], second[3];
    const int count = dual(legw_.wrist[t], duals);
    rates(legw_.wrist[t], own, platform, duals, rate, second);
    for (int k = 0; k < count; ++k) between(duals[k] * resistance(leg_.joints[legw_.wrist[t][k]], rate[k], second[k]));
  }
};

// The nacelle body that a leg body is fixed to, or -1: the last one behind the revolutes of a rigid tip is the platform.
int nacelle_body_of(const Leg& leg, int joint) {
  for (const Element& e : leg.elements)
    if (e.upper == joint) return -1;
  for (const Tip& tip : leg.tips)
    if (tip.kind == TipKind::rigid && tip.leg.body == joint) return tip.nacelle.body;
  return -1;
}

// One leg's share of the nacelle: 1/k of mass and inertia, all mass centres where they are, [O, Section 3.2].
template <class T>
void add_share(const Robot& robot, const Load& load, const KinematicsData<T>& k, const T& share, VecX<T>& b) {
  const NacelleData<T>& n = k.nacelle;
  for (std::size_t j = 0; j < n.body.size(); ++j) {
    const BodyConstants<T> body = constants<T>(j == 0 ? loaded_platform(robot, load) : robot.nacelle.joints[j - 1].body);
    const Vec3<T> w = n.velocity[j].angular, dw = n.acceleration[j].angular, c = n.body[j].R * body.com;
    const auto I = [&](const Vec3<T>& v) -> Vec3<T> { return n.body[j].R * (body.inertia * (n.body[j].R.transpose() * v)); };
    const Vec3<T> ddS = n.acceleration[j].linear + dw.cross(c) + w.cross(w.cross(c));
    const auto act = [&](const Vec3<T>& at, const Vec3<T>& f, const Vec3<T>& m) {
      const Vec3<T> moment = m + (at - n.body[0].p).cross(f);
      for (int e = 0; e < 3; ++e) {
        b(e) += f(e);
        b(3 + e) += moment(e);
      }
      for (int a = static_cast<int>(j); a > 0; a = robot.nacelle.joints[a - 1].parent) {
        const Joint& joint = robot.nacelle.joints[a - 1];
        const Vec3<T> z = n.body[a].R.col(2);
        b(5 + a) += T(joint.turns()) * z.dot(m + (at - n.body[a].p).cross(f)) + T(joint.slides()) * z.dot(f);
      }
    };
    act(n.body[j].p + c, share * body.mass * (robot.gravity.template cast<T>() - ddS), -share * (I(dw) + w.cross(I(w))));
    for (const ExternalWrench& e : load.wrenches)
      if (e.leg < 0 && e.body == static_cast<int>(j))
        act(n.body[j].point(e.point.template cast<T>()), share * e.force.template cast<T>(), share * e.moment.template cast<T>());
    for (const ExternalWrench& e : load.wrenches)  // on a leg body that is the platform
      if (e.leg >= 0 && nacelle_body_of(robot.legs[e.leg], e.body) == static_cast<int>(j))
        act(k.legs[e.leg].body[e.body].point(e.point.template cast<T>()), share * e.force.template cast<T>(),
            share * e.moment.template cast<T>());
    if (j > 0) b(5 + j) -= share * friction_effort<T>(robot.nacelle.joints[j - 1].friction, k.VN(5 + j));
  }
}

template <class T>
void loop_friction(const Robot& robot, const KinematicsData<T>& k, VecX<T>& b) {
  const NacelleData<T>& n = k.nacelle;
  for (const NacelleLoop& loop : robot.nacelle.loops) {
    if (!has_friction(loop.friction)) continue;
    const Vec3<T> m = friction_moment<T>(loop.friction, Vec3<T>(n.velocity[loop.a.body].angular - n.velocity[loop.b.body].angular));
    for (const auto& [body, sign] : {std::pair{loop.a.body, T(-1)}, std::pair{loop.b.body, T(1)}})
      for (int a = body; a > 0; a = robot.nacelle.joints[a - 1].parent)
        b(5 + a) += sign * T(robot.nacelle.joints[a - 1].turns()) * n.body[a].R.col(2).dot(m);
  }
}

}  // namespace

std::string missing_element(const Robot& robot, const Load& load) {
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    for (int j = 0; j < leg.freedoms(); ++j) {
      bool needed = leg.joints[j].body.mass != 0.0;
      for (const ExternalWrench& e : load.wrenches) needed |= e.leg == static_cast<int>(i) && e.body == j;
      bool found = nacelle_body_of(leg, j) >= 0 && leg.joints[j].body.mass == 0.0;
      for (const Element& e : leg.elements)
        found |= j == e.lower || j == e.upper || std::count(e.intrinsic.begin(), e.intrinsic.end(), j) > 0;
      if (needed && !found) return leg.name + "." + leg.joints[j].name;
    }
  }
  return "";
}

template <class T>
void inverse_dynamics_of_states(const Robot& robot, const Load& load, const KinematicsData<T>& k, DynamicsData<T>& data) {
  ElementWork<T>& w = data.element;
  w.A.setZero();
  w.b.setZero();
  for (std::size_t i = 0; i < robot.legs.size(); ++i) add_share(robot, load, k, T(1.0 / static_cast<double>(robot.legs.size())), w.b);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    LegElements<T> leg(robot, static_cast<int>(i), k, data);
    leg.coordinates();
    leg.constrain();
    leg.project(load);
    leg.gather(w.A, w.b);
  }
  loop_friction(robot, k, w.b);

  // Ψᵀ(A Γ + b) = 0, [O, Eq. 58]; of least norm where there are more actuators than freedoms
  for (Eigen::Index r = 0; r < data.force.size(); ++r) {
    T sum = T(0);
    for (Eigen::Index c = 0; c < w.b.size(); ++c) sum += k.Psi(c, r) * w.b(c);
    data.force(r) = -sum;
    for (Eigen::Index a = 0; a < w.A.cols(); ++a) {
      T entry = T(0);
      for (Eigen::Index c = 0; c < w.b.size(); ++c) entry += k.Psi(c, r) * w.A(c, a);
      w.drive(a, r) = entry;
    }
  }
  w.solver.a = w.drive;
  factor(w.solver);
  least_norm(w.drive, w.solver, data);
}

template <class T>
void inverse_dynamics(const Robot& robot, const Load& load, const KinematicsData<T>& k, DynamicsData<T>& data) {
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (std::size_t e = 0; e < robot.legs[i].elements.size(); ++e)
      data.element.states[i][e] = element_motion(robot.legs[i], robot.legs[i].elements[e], k.legs[i]);
  inverse_dynamics_of_states(robot, load, k, data);
}

template void inverse_dynamics(const Robot&, const Load&, const KinematicsData<double>&, DynamicsData<double>&);
template void inverse_dynamics(const Robot&, const Load&, const KinematicsData<Recorded>&, DynamicsData<Recorded>&);
template void inverse_dynamics_of_states(const Robot&, const Load&, const KinematicsData<double>&, DynamicsData<double>&);
template void inverse_dynamics_of_states(const Robot&, const Load&, const KinematicsData<Recorded>&, DynamicsData<Recorded>&);

}  // namespace gough::elements
