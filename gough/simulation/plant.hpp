#pragma once

#include <optional>

#include "gough/evaluate/fast_program.hpp"
#include "gough/evaluate/manifold_program.hpp"
#include "gough/program/payload_ports.hpp"
#include "gough/program/pose_ports.hpp"
#include "gough/simulation/state_terms.hpp"

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

// What a plant is made of. Contacts are those of `robot`, which has its Coulomb friction still; `smooth` is the robot without, and
// `inertial` one that moves as it does, whose dynamics may take fewer operations (equivalent_robot.hpp).
struct PlantParts {
  Robot smooth, inertial;
  Load load;
  std::vector<FrictionPoint> friction_points;
  std::vector<WrenchPoint> points;
};

// The same code for numbers and for recording.
template <class T>
struct PlantMemory {
  explicit PlantMemory(const PlantParts& parts);
  KinematicsData<T> kinematics;
  DynamicsData<T> dynamics;
  Eigen::Matrix<T, 6, Eigen::Dynamic> twists;
  MatX<T> D, Psi;                               // rates of the friction points are D V_r; working memory
  VecX<T> Vr, effort, friction, wrench, right;  // M V̇_r = right − Dᵀ friction
  std::optional<BodyMoments<T>> payload;        // besides that of the parts
};

class Plant {
 public:
  // Payload::input: `carry` changes the payload, and needs no new program.
  enum class Payload { constant, input };

  // By programs, legs without a closed form being closed by the library before; all by the library where `by_programs` is false: to compare
  // with, or for a run that is over before a program is recorded.
  Plant(const Robot& robot, const RigidBody& payload, const std::vector<WrenchPoint>& points, bool by_programs = true,
        Payload changes = Payload::constant);
  Plant(const Plant&) = delete;

  const Robot& robot() const { return parts_.smooth; }
  const Load& load() const { return parts_.load; }
  const std::vector<FrictionPoint>& friction_points() const { return parts_.friction_points; }
  bool is_by_programs() const { return motion_.has_value(); }
  bool is_machine_code() const { return motion_ && motion_->is_machine_code(); }

  // Zeros, as many as the plant has of each.
  PlantInput input() const;
  StateTerms terms() const;
  FrictionTerms no_friction_terms() const;

  // Payload from now on. Throws std::logic_error where it is constant.
  void carry(const RigidBody& payload);

  // V_N and V̇_r. False where a leg cannot reach or a number is not finite. The pose may be off the manifold by an integrator's error.
  bool motion(const Pose<double>& pose, const VecX<double>& Vr, const PlantInput& input, VecX<double>& VN, VecX<double>& dVr);

  // Of the pose alone, for who has no StateTerms.
  bool friction_terms(const Pose<double>& pose, FrictionTerms& out);

  // Puts the dependent components of a pose right where Ψ varies.
  Outcome settle(Pose<double>& pose);

  // Status of a state, and its terms unless it is unreachable. ok with the distance to the nearest loss of rank as measure; else which rank
  // is lost (distance below `threshold`, or the sign of a determinant turned against that of the last `inspect` that was ok), or
  // unreachable.
  Outcome inspect(const MotionState& state, double threshold, StateTerms& terms);

  // How far the loops are open, by the library: m, and rad times the robot's length.
  double loop_gap(const MotionState& state);

 private:
  PlantParts parts_;
  PlantMemory<double> memory_;
  PosePorts ports_;
  ManifoldProgram manifold_;
  ManifoldProgram::Memory manifold_memory_;
  bool closed_ = true;  // every leg has a closed form
  bool payload_input_;
  PayloadNumbers payload_numbers_ = {};
  std::optional<FastProgram> motion_, friction_program_, state_;
  std::vector<double> in_, out_;
  std::vector<int> signs_, new_signs_;  // of determinants, 0: not looked at yet

  double* put_state(const Pose<double>& pose, const VecX<double>& Vr);  // nothing where a leg does not close
  void put_payload(double* in) const;
  bool place(const Pose<double>& pose);
  void record_programs();
  bool find_values(const MotionState& state);
  const double* read_actuators(const double* values, StateTerms& terms) const;
  const double* judge(const double* values, double threshold, Outcome& outcome);
};

}  // namespace gough
