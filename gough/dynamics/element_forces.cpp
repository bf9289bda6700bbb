#include "gough/dynamics/element_forces.hpp"

#include "gough/dynamics/element_maps.hpp"
#include "gough/dynamics/joint_effort.hpp"
#include "gough/dynamics/spring_force.hpp"

namespace gough::elements {
namespace {

// What is left of a vector that vanishes but for rounding.
Vec3<double> clean(const Vec3<double>& v) { return v.norm() < 1e-14 ? Vec3<double>(Vec3<double>::Zero()) : v; }

// A force at the arm r from the point with map V, and a torque, on a body that turns by W.
template <class T>
void act(LegElements<T>& leg, const Map<T>& V, const Map<T>& W, const Vec3<T>& r, const Vec3<T>& f, const Vec3<T>& n) {
  const Vec3<T> moment = n + r.cross(f);
  for (Eigen::Index c = 0; c < V.cols(); ++c) leg.work.F(c) += V.col(c).dot(f) + W.col(c).dot(moment);
}

// Vectors that read the rates of up to three revolute joints off their relative rotation: q̇_k = dual_k · Ω.
template <class T>
int dual(const LegElements<T>& leg, const std::vector<int>& joints, Vec3<T> out[3]) {
  const int count = static_cast<int>(joints.size());
  if (count == 1) out[0] = leg.axis(joints[0]);
  if (count == 2) {
    const Vec3<T> a = leg.axis(joints[0]), b = leg.axis(joints[1]), n = a.cross(b);
    out[0] = b.cross(n) / n.squaredNorm();
    out[1] = n.cross(a) / n.squaredNorm();
  }
  if (count == 3) {
    const Vec3<T> a = leg.axis(joints[0]), b = leg.axis(joints[1]), c = leg.axis(joints[2]);
    const T volume = a.dot(b.cross(c));
    out[0] = b.cross(c) / volume;
    out[1] = c.cross(a) / volume;
    out[2] = a.cross(b) / volume;
  }
  return count;
}

// Rates and accelerations of the revolutes between two rotations {ω, ω̇}: Ω̇ = Σ q̈_k a_k + q̇_k ω_before(k) × a_k.
template <class T>
void rates(const LegElements<T>& leg, const std::vector<int>& joints, const Motion<T>& inner, const Motion<T>& outer,
           const Vec3<T> duals[3], T rate[3], T second[3]) {
  const Vec3<T> relative = outer.linear - inner.linear;
  Vec3<T> left = outer.angular - inner.angular, w = inner.linear;
  const int count = static_cast<int>(joints.size());
  for (int k = 0; k < count; ++k) {
    rate[k] = duals[k].dot(relative);
    const Vec3<T> a = leg.axis(joints[k]);
    left -= rate[k] * w.cross(a);
    w += rate[k] * a;
  }
  for (int k = 0; k < count; ++k) second[k] = duals[k].dot(left);
}

// Rotor inertia, friction and a spring act on both sides of a joint, as its actuator does, [O, Eqs. 16-21].
template <class T>
T resistance(const LegElements<T>& leg, int j, const T& rate, const T& second) {
  const Joint& joint = leg.model.joints[j];
  return T(rotor_inertia(leg.robot, joint)) * second + resisting_effort<T>(joint, leg.data.q[j], rate);
}

template <class T>
void drive(LegElements<T>& leg, const Joint& joint, const VecX<T>& direction, const T& resist) {
  leg.work.F -= resist * direction;
  if (joint.actuator < 0) return;
  for (auto& [actuator, column] : leg.work.drives)
    if (actuator == joint.actuator) column = direction;
}

template <class T>
void joint_efforts(LegElements<T>& leg, int e) {
  const Element& element = leg.model.elements[e];
  const ElementMotion<T>& s = leg.states[e];
  const ElementMaps<T>& m = leg.work.maps[e];
  Vec3<T> duals[3];
  T rate[3], second[3];
  const int count = dual(leg, element.extrinsic, duals);
  rates(leg, element.extrinsic, m.before, rotation(s, s.root_spin, s.root_dspin), duals, rate, second);
  for (int k = 0; k < count; ++k) {
    for (Eigen::Index c = 0; c < leg.work.F.size(); ++c) leg.work.direction(c) = duals[k].dot(m.omega_low.col(c) - m.omega_before.col(c));
    const Joint& joint = leg.model.joints[element.extrinsic[k]];
    drive(leg, joint, leg.work.direction, resistance(leg, element.extrinsic[k], rate[k], second[k]));
  }
  for (int j : element.intrinsic) {
    const Joint& joint = leg.model.joints[j];
    const int at = kPerElement * e;
    const T along = leg.axis(j).dot(s.x);  // ±1: the file may point a joint back along its element
    leg.work.direction.setZero();
    if (joint.revolute) {
      leg.work.direction(at + kSpin) = along;
      leg.work.direction(at + kRootSpin) = -along;
      drive(leg, joint, leg.work.direction, resistance(leg, j, along * (s.spin - s.root_spin), along * (s.dspin - s.root_dspin)));
    } else {
      leg.work.direction(at + kLength) = along;
      drive(leg, joint, leg.work.direction, resistance(leg, j, along * s.dd, along * s.ddd));
    }
  }
}

// Friction in the tip, and in the revolutes of a rigid one: between the last element and the platform.
template <class T>
void tip_efforts(LegElements<T>& leg, int t) {
  const Tip& tip = leg.model.tips[t];
  const Motion<T> own = leg.turn_of(leg.model.graph.ends[t]);
  const Map<T>& W = leg.omega_of(leg.model.graph.ends[t]);
  const Motion<T> platform{leg.kinematics.nacelle.velocity[tip.nacelle.body].angular,
                           leg.kinematics.nacelle.acceleration[tip.nacelle.body].angular};
  nacelle_maps<T>(leg, tip.nacelle.body, Vec3<T>::Zero());
  const auto between = [&](const Vec3<T>& moment) {  // moment on the leg's last element, its opposite on the platform
    for (Eigen::Index c = 0; c < leg.work.F.size(); ++c) leg.work.F(c) += W.col(c).dot(moment);
    for (Eigen::Index c = 0; c < leg.shared.b.size(); ++c) leg.shared.b(c) -= leg.shared.nacelle_omega.col(c).dot(moment);
  };
  if (has_friction(tip.friction)) between(-friction_moment<T>(tip.friction, Vec3<T>(own.linear - platform.linear)));
  Vec3<T> duals[3];
  T rate[3], second[3];
  const int count = dual(leg, leg.model.graph.wrist[t], duals);
  rates(leg, leg.model.graph.wrist[t], own, platform, duals, rate, second);
  for (int k = 0; k < count; ++k) between(duals[k] * resistance(leg, leg.model.graph.wrist[t][k], rate[k], second[k]));
}

}  // namespace

template <class T>
void project(LegElements<T>& leg, const Load& load) {
  leg.work.F.setZero();
  for (std::size_t e = 0; e < leg.model.elements.size(); ++e) {
    const ElementMotion<T>& s = leg.states[e];
    for (const ElementBody& b : leg.model.elements[e].bodies) {
      const RigidBody& body = leg.model.joints[b.joint].body;
      const ElementPlace place{static_cast<int>(e), b.spins, b.at_end};
      const Motion<T> turn = leg.turn_of(place);
      const Vec3<T>&w = turn.linear, &dw = turn.angular;  // ω, ω̇
      const Placement<T>& frame = leg.data.body[b.joint];
      // the mass centre: κ along the line, which moves by κ ẍ, and whatever lies beside it
      const Vec3<double> arm = body.com - b.from;
      const double along = b.line.dot(arm);
      const Vec3<T> beside = frame.R * (clean(arm - along * b.line).template cast<T>());
      const Vec3<T> from = leg.point_of(place), r = T(along) * s.x + beside;
      const Vec3<T> ddS = leg.acceleration_of(place) + T(along) * s.ddx + dw.cross(beside) + w.cross(w.cross(beside));
      const PrincipalInertia& I = leg.inertia[b.joint];
      const Map<T>&V = leg.map_of(place), &W = leg.omega_of(place);
      act<T>(leg, V, W, r, T(body.mass) * (leg.robot.gravity.template cast<T>() - ddS),
             -(times<T>(I, frame.R, dw) + w.cross(times<T>(I, frame.R, w))));
      for (const ExternalWrench& x : load.wrenches)
        if (x.leg == leg.index && x.body == b.joint)
          act<T>(leg, V, W, frame.point(x.point.template cast<T>()) - from, x.force.template cast<T>(), x.moment.template cast<T>());
      for_each_spring_force_on<T>(leg.robot, {leg.index, b.joint}, leg.kinematics,
                                  [&](const Vec3<T>& point, const Vec3<T>& f) { act<T>(leg, V, W, point - from, f, Vec3<T>::Zero()); });
    }
    joint_efforts(leg, static_cast<int>(e));
  }
  for (std::size_t t = 0; t < leg.model.tips.size(); ++t) tip_efforts(leg, static_cast<int>(t));
}

template void project(LegElements<double>&, const Load&);
template void project(LegElements<Recorded>&, const Load&);

}  // namespace gough::elements
