#pragma once

#include <optional>

#include "gough/evaluate/fast_program.hpp"
#include "gough/evaluate/manifold_program.hpp"
#include "gough/program/pose_ports.hpp"
#include "gough/simulation/friction_points.hpp"

// The robot as it is, which need not be the robot that a controller believes in: what moves it and what it then does.
namespace gough {

// Where the platform is and how it moves. The legs' joints follow by inverse geometry.
struct MotionState {
  Pose<double> pose;
  VecX<double> Vr;
};

// A point of a body on which a wrench acts, [force; moment] in world axes.
struct WrenchPoint {
  int leg = -1, body = 0;
  Vec3<double> point = Vec3<double>::Zero();  // in the body's frame
};

// What acts on the plant: six numbers of `wrench` for each WrenchPoint, one of `friction` for each row of the friction_points.
struct PlantInput {
  VecX<double> effort, friction, wrench;
};

// The same code for numbers and for recording.
template <class T>
struct PlantMemory {
  explicit PlantMemory(const Robot& robot, int rows);
  KinematicsData<T> kinematics;
  DynamicsData<T> dynamics;
  Eigen::Matrix<T, 6, Eigen::Dynamic> twists;
  MatX<T> D, Psi;                               // rates of the friction_points are D V_r; working memory
  VecX<T> Vr, effort, friction, wrench, right;  // M V̇_r = right − Dᵀ friction
  VecX<T> rate, rate_after;                     // of the friction_points
  T step = T(0);
};

// The friction_points in coordinates z = Lᵀ V_r, M = L Lᵀ, in which kinetic energy is ½ zᵀz: their rates are Eᵀ z, E = L⁻¹ Dᵀ.
struct FrictionTerms {
  MatX<double> factor, E;
};

// Rates of the friction_points now, and after a step in which each has its full friction against its motion.
struct ContactRates {
  VecX<double> now, after;
};

// What a plant is made of. Contacts are those of `robot`, which has its Coulomb friction still; `smooth` is the robot without.
struct PlantParts {
  Robot smooth;
  Load load;
  std::vector<FrictionPoint> friction_points;
  std::vector<WrenchPoint> points;
};

// What a log shows of a state besides itself.
struct EnergyReading {
  VecX<double> VN;
  double kinetic = 0.0, potential = 0.0;  // J, as in `energy`
};

class Plant {
 public:
  // By programs, legs without a closed form being closed by the library before; all by the library where `by_programs` is false: to compare
  // with, or for a run that is over before a program is recorded.
  Plant(const Robot& robot, const RigidBody& payload, const std::vector<WrenchPoint>& points, bool by_programs = true);
  Plant(const Plant&) = delete;

  const Robot& robot() const { return parts_.smooth; }
  const Load& load() const { return parts_.load; }
  const std::vector<FrictionPoint>& friction_points() const { return parts_.friction_points; }
  bool is_by_programs() const { return motion_.has_value(); }
  bool is_machine_code() const { return motion_ && motion_->is_machine_code(); }
  PlantInput input() const;  // zeros, as many as it takes
  FrictionTerms no_friction_terms() const;

  // V_N and V̇_r. False where a leg cannot reach or a number is not finite. The pose may be off the manifold by an integrator's error.
  bool motion(const Pose<double>& pose, const VecX<double>& Vr, const PlantInput& input, VecX<double>& VN, VecX<double>& dVr);

  bool contact_terms(const Pose<double>& pose, FrictionTerms& out);

  // For a step of length h. Reads effort and wrench of `input`.
  bool friction_rates(const MotionState& state, const PlantInput& input, double h, ContactRates& out);

  // Puts the dependent components of a pose right where Ψ varies.
  Outcome settle(Pose<double>& pose);

  // Status of a state and actuated positions and rates. ok with the distance to the nearest loss of rank as measure; else which rank is
  // lost (distance below `threshold`, or the sign of a determinant turned against that of the last `inspect` that was ok), or unreachable.
  Outcome inspect(const MotionState& state, double threshold, VecX<double>& qa, VecX<double>& dqa);

  void observe(const MotionState& state, EnergyReading& out);

  // How far the loops are open, by the library: m, and rad times the robot's length.
  double loop_gap(const MotionState& state);

 private:
  PlantParts parts_;
  PlantMemory<double> memory_;
  PosePorts ports_;
  ManifoldProgram manifold_;
  ManifoldProgram::Memory manifold_memory_;
  bool closed_ = true;  // every leg has a closed form
  std::optional<FastProgram> motion_, sliding_, contact_, monitor_, observation_;
  std::vector<double> in_, out_, seen_;
  std::vector<int> signs_, new_signs_;  // of determinants, 0: not looked at yet

  double* put_state(const Pose<double>& pose, const VecX<double>& Vr);  // nothing where a leg does not close
  bool place(const Pose<double>& pose);
  void record_programs();
  Outcome judge(const double* values, double threshold);
};

}  // namespace gough
