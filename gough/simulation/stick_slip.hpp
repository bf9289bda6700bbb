#pragma once

#include "gough/simulation/plant.hpp"

namespace gough {

// Coulomb friction without chatter: the friction points' efforts are constant over a step and chosen so that what can stop does stop. With
//   V⁺ = V + h M⁻¹ (right − Dᵀ f)
// each contact either slides, |f| = F_C along its rate after the step, or sticks, |f| ≤ F_C and D V⁺ = 0. That is the optimum of a convex
// problem, found by projected Gauss–Seidel from the efforts of the step before.
class StickSlip {
 public:
  StickSlip(const std::vector<FrictionPoint>& friction_points, int n);

  // Whether every contact moves now and, under full friction against its motion, still moves the same way after the step; if so,
  // `friction` for it. A rotation of three components has its friction along the mean of both rates.
  bool slides_on(const FrictionRates& rates, VecX<double>& friction);

  // Friction for the coming step of length h. `friction`: in, that of the last step; out, that of this one. V: velocity that would be
  // reached if the last step's friction persisted.
  void choose(const FrictionTerms& terms, const VecX<double>& V, double h, VecX<double>& friction);

  // After the step: what stuck has exactly no rate. An orthogonal projection in the metric of M, so kinetic energy can only fall. Reads the
  // terms at the new state.
  void hold(const FrictionTerms& terms, VecX<double>& V);

  bool sticks() const { return any_stuck_; }
  // Nothing can move: what stuck leaves no freedom, the step before as in this one.
  bool rests() const { return rests_; }
  bool stuck(std::size_t contact) const { return stuck_[contact]; }

 private:
  const std::vector<FrictionPoint>& friction_points_;
  std::vector<bool> stuck_;
  bool any_stuck_ = false, rests_ = false;
  MatX<double> basis_;
  VecX<double> z_, column_, weight_;

  void gauss_seidel(const FrictionTerms& terms, double h, VecX<double>& friction);
};

}  // namespace gough
