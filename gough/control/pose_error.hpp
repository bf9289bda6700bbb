#pragma once

#include "gough/kinematics/data.hpp"

// How far a platform is from where it should be, in the coordinates of V_r.
namespace gough {

// e: free components of [p − p_d; log(R R_dᵀ); z − z_d], the twist that carries the reference to the pose in unit time. To second order
// moved(reference, Ψ e) is the pose. The angle of the rotation lies in [0, π].
void pose_error(const Robot& robot, const Pose<double>& pose, const Pose<double>& reference, VecX<double>& e);

// ė, exact for V_N and V_Nd of the two: that of the rotation is J_l(φ)⁻¹ (ω − R R_dᵀ ω_d), φ = log(R R_dᵀ).
void pose_error_rate(const Robot& robot, const Pose<double>& pose, const VecX<double>& VN, const Pose<double>& reference,
                     const VecX<double>& VN_reference, VecX<double>& de);

}  // namespace gough
