#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// The rotations among a robot's free components, and their rates: coordinates of a free rotation are components of the rotation vector
// from home, which moves by J_l⁻¹ ω.
class FreeTurns {
 public:
  explicit FreeTurns(const Mobility& mobility);

  int count() const { return count_; }
  int component(int k) const { return component_[k]; }  // place among the free components
  int axis(int k) const { return axis_[k]; }            // of the rotation vector: 0, 1 or 2

  // Rates a with J_l⁻¹ (ω + Σ a_k ω_k) = wanted_k in each free axis; `inverse` is J_l⁻¹, and column k of `by_rate` ω_k, the angular
  // velocity when the rate of turn k alone is 1.
  Vec3<double> rates(const Mat3<double>& inverse, const Vec3<double>& w, const Mat3<double>& by_rate, const Vec3<double>& wanted) const;

 private:
  int count_ = 0, component_[3] = {}, axis_[3] = {};
};

}  // namespace gough
