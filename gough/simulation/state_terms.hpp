#pragma once

#include "gough/simulation/friction_jacobian.hpp"

// What a state of a plant tells, so that its motion under any efforts, wrenches and friction takes no more than products and a solution:
//   M V̇_r = free + J_invᵀ τ + Bᵀ w − Dᵀ f,   M = L Lᵀ.
namespace gough {

// What acts on a plant: six numbers of `wrench` for each WrenchPoint, one of `friction` for each row of the friction points.
struct PlantInput {
  VecX<double> effort, friction, wrench;
};

struct StateTerms {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  VecX<double> qa, dqa;                   // positions and rates of the actuated joints
  VecX<double> Vr, VN;                    // V_r as given, V_N = Ψ V_r
  double kinetic = 0.0, potential = 0.0;  // J, as in `energy`
  MatX<double> factor;                    // L
  VecX<double> free;                      // velocity, gravity and viscous friction
  Rows Jinv, B, D;                        // rates of the actuators, twists of the points, rates of the friction points, each by V_r
};

// The friction points in coordinates z = Lᵀ V_r, in which kinetic energy is ½ zᵀz: their rates are Eᵀ z, E = L⁻¹ Dᵀ.
struct FrictionTerms {
  MatX<double> factor, E;
};

// Rates of the friction points now, and after a step in which each has its full friction against its motion.
struct FrictionRates {
  VecX<double> now, after;
};

// V̇_r. False where a number is not finite.
bool motion(const StateTerms& terms, const PlantInput& input, VecX<double>& dVr);

// For a step of length h. Reads effort and wrench of `input`; `work` has room for V_r.
bool friction_rates(const StateTerms& terms, const std::vector<FrictionPoint>& friction_points, const PlantInput& input, double h,
                    VecX<double>& work, FrictionRates& out);

bool friction_terms(const StateTerms& terms, FrictionTerms& out);

}  // namespace gough
