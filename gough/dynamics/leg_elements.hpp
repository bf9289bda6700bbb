#pragma once

#include "gough/dynamics/data.hpp"

// One leg seen as its elements: what the stages of formulation E read and fill of a leg.
namespace gough::elements {

// Columns of one element in a leg's motion basis: ẋ, ḋ, θ̇ of the lower body, θ̇ of the upper one.
constexpr int kPerElement = 6, kLength = 3, kRootSpin = 4, kSpin = 5;

template <class T>
using Map = Eigen::Matrix<T, 3, Eigen::Dynamic>;

// ω and ω̇ of the line turned by its spin: [O, Eqs. 12, 13].
template <class T>
Motion<T> rotation(const ElementMotion<T>& e, const T& spin, const T& dspin) {
  return {e.x.cross(e.dx) + spin * e.x, e.x.cross(e.ddx) + dspin * e.x + spin * e.dx};  // {ω, ω̇}
}

template <class T>
struct LegElements {
  LegElements(const Robot& whole, int at, const KinematicsData<T>& k, DynamicsData<T>& dynamics)
      : robot(whole),
        model(whole.legs[at]),
        index(at),
        kinematics(k),
        data(k.legs[at]),
        inertia(model.inertia),
        states(dynamics.elements->states[at]),
        shared(*dynamics.elements),
        work(dynamics.elements->legs[at]) {}

  const Robot& robot;
  const Leg& model;
  int index;
  const KinematicsData<T>& kinematics;
  const LegData<T>& data;
  const std::vector<PrincipalInertia>& inertia;
  const std::vector<ElementMotion<T>>& states;
  ElementWorkspace<T>& shared;  // of all legs
  LegElementWork<T>& work;

  // A body of an element: the point of the line that it moves with, how it turns, and what the basis gives both.
  Vec3<T> point_of(const ElementPlace& p) const { return p.at_end ? states[p.element].B : states[p.element].A; }
  Vec3<T> acceleration_of(const ElementPlace& p) const { return p.at_end ? work.maps[p.element].ddB : work.maps[p.element].ddA; }
  Motion<T> turn_of(const ElementPlace& p) const {
    const ElementMotion<T>& s = states[p.element];
    return p.spins ? rotation(s, s.spin, s.dspin) : rotation(s, s.root_spin, s.root_dspin);
  }
  const Map<T>& map_of(const ElementPlace& p) const { return p.at_end ? work.maps[p.element].B : work.maps[p.element].A; }
  const Map<T>& omega_of(const ElementPlace& p) const { return p.spins ? work.maps[p.element].omega_up : work.maps[p.element].omega_low; }

  Vec3<T> axis(int joint) const { return data.body[joint].R.col(2); }
};

}  // namespace gough::elements
