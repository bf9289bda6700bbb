#pragma once

#include "gough/simulation/plant.hpp"

namespace gough {

// Coulomb friction without chatter: the contacts' efforts are constant over a step and chosen so that what can stop does stop. With
//   V⁺ = V + h M⁻¹ (right − Dᵀ f)
// each contact either slides, |f| = F_C along its rate after the step, or sticks, |f| ≤ F_C and D V⁺ = 0. That is the optimum of a convex
// problem, found by projected Gauss–Seidel from the efforts of the step before.
class StickSlip {
 public:
  StickSlip(const std::vector<Contact>& contacts, int n);

  // Friction for the coming step of length h. Reads the terms at the state with velocity V.
  void choose(const ContactTerms& terms, const VecX<double>& V, double h, VecX<double>& friction);

  // After the step: what stuck has exactly no rate. An orthogonal projection in the metric of M, so kinetic energy can only fall. Reads the
  // terms at the new state.
  void hold(const ContactTerms& terms, VecX<double>& V);

  bool sticks() const { return any_stuck_; }
  bool stuck(std::size_t contact) const { return stuck_[contact]; }

 private:
  const std::vector<Contact>& contacts_;
  std::vector<bool> stuck_;
  bool any_stuck_ = false;
  MatX<double> response_;  // M⁻¹ Dᵀ
  MatX<double> basis_, dual_;
  VecX<double> after_, rate_, column_, sliding_;

  bool slides_on(const ContactTerms& terms, const VecX<double>& V, double h, VecX<double>& friction);
  void gauss_seidel(const ContactTerms& terms, double h, VecX<double>& friction);
};

}  // namespace gough
