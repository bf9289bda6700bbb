#pragma once

#include "gough/control/controller.hpp"
#include "gough/simulation/integrator.hpp"
#include "gough/simulation/scenario.hpp"
#include "gough/simulation/stick_slip.hpp"
#include "gough/simulation/wrench_profile.hpp"
#include "gough/trajectory/pose_projection.hpp"
#include "gough/trajectory/trajectory.hpp"

namespace gough {

// Sums over a run, from which its summary is made.
struct RunTotals {
  std::size_t steps = 0, control_calls = 0, tracked = 0;
  double position_square = 0.0, position_max = 0.0, rotation_square = 0.0, rotation_max = 0.0;  // m, rad
  VecX<double> effort_square, effort_peak;                                                      // of each actuator
  double energy_drift = 0.0;  // J: largest |E − E₀ − work of the actuators|; NaN where friction, wrenches or payloads change E
  double kinetic_max = 0.0;   // J
  double loop_gap = 0.0;
  double least_measure = 1.0;  // nearest to a loss of rank

  double position_rms() const { return root_mean(position_square, tracked); }
  double rotation_rms() const { return root_mean(rotation_square, tracked); }
  double effort_rms(int actuator) const { return root_mean(effort_square(actuator), steps); }

 private:
  static double root_mean(double square, std::size_t count) { return count ? std::sqrt(square / static_cast<double>(count)) : 0.0; }
};

// One run of a scenario: the robot as it is, its sensors and drives, a controller that knows the model, a reference. Numbers are never NaN:
// what has no answer ends the run with a status, and the state stays the last valid one.
class Simulation {
 public:
  // `folder`: where relative names in the scenario start; `by_programs`: as of a Plant. Throws InputError.
  Simulation(const Robot& model, const ScenarioSpec& spec, const std::filesystem::path& folder, bool by_programs = true);

  Simulation(const Simulation&) = delete;

  // One step; false at the end of the duration or at an event, which `outcome` names.
  bool step();

  double time() const { return t_; }
  double duration() const { return duration_; }
  double step_size() const { return step_; }
  const Outcome& outcome() const { return outcome_; }
  const MotionState& state() const { return state_; }
  const VecX<double>& effort() const { return input_.effort; }
  const StateTerms& terms() const { return here_; }  // of the state
  const VecX<double>& qa() const { return here_.qa; }
  const VecX<double>& dqa() const { return here_.dqa; }
  const RunTotals& totals() const { return totals_; }
  const Robot& model() const { return model_; }
  const Robot& true_robot() const { return true_robot_; }
  Plant& plant() { return *plant_; }
  const StickSlip& friction() const { return *stick_slip_; }

  // Parameters that the controller adapts, and what they truly are.
  std::vector<virtual_work::Parameter> estimates() const;
  std::vector<double> true_values() const;

  // The log: whole rows, one at the beginning, then at the log rate, and one at the end.
  const std::vector<std::string>& columns() const { return columns_; }
  const std::vector<double>& rows() const { return rows_; }

 private:
  Robot model_, true_robot_;
  double step_ = 1e-3, duration_ = 0.0, t_ = 0.0, singularity_ = 1e-3;
  std::size_t index_ = 0, steps_ = 0, control_every_ = 1, log_every_ = 1, next_event_ = 0;
  bool limit_position_ = true, limit_speed_ = false, conserves_ = false;
  std::optional<Trajectory> trajectory_;
  std::optional<Controller> controller_;
  std::vector<double> event_times_;
  std::vector<RigidBody> event_payloads_;
  std::optional<Plant> plant_;
  std::optional<Integrator> integrator_;
  std::optional<Drive> drive_;
  std::optional<Sensors> sensors_;
  std::optional<WrenchProfile> wrenches_;
  std::optional<StickSlip> stick_slip_;
  std::optional<Flow> flow_;
  InputAt input_at_;
  PlantInput input_;
  FrictionTerms terms_;  // at the present pose, if `terms_known_`
  FrictionRates rates_;
  bool terms_known_ = false;
  MotionState state_, before_;
  StateTerms here_;  // of `state_`, always
  VecX<double> qa_before_, command_, dVr_;
  VecX<double> acceleration_;              // V̇_r of the last row of the log
  VecX<double> effort_before_, recorded_;  // at the end of the last step; as the log has them
  Measurement measured_;
  Reference reference_;
  struct Sight {
    explicit Sight(const Robot& model);
    void look(const VecX<double>& Vr, Measurement& at);  // qa and dqa at its pose
    PoseProjection projection;
    Evaluator::Memory memory;
    VecX<double> rest, ddqa;
  };
  std::unique_ptr<Sight> sight_;  // of a continuous controller, at every stage of the integrator
  ReferenceFollower follower_;
  double reference_time_ = -1.0;  // of `reference_`, where there is a trajectory
  Outcome reference_outcome_;
  RunTotals totals_;
  double work_ = 0.0, energy_start_ = 0.0, next_gap_ = 0.0;
  Outcome outcome_;
  std::vector<std::string> columns_;
  std::vector<double> rows_;

  void set_times(const ScenarioSpec& spec);
  void set_start(const ScenarioSpec& spec);
  void set_plant(const ScenarioSpec& spec, bool by_programs);
  void name_columns();
  Outcome refer(double t);
  void control();
  void control_at(double t, const Pose<double>& pose, const VecX<double>& Vr);
  bool choose_friction(double h);
  Outcome try_step(double h);
  Outcome inspect();
  void account(double h, const Outcome& outcome);
  bool land(Outcome why, double h);
  bool finish();
  void log();
  void account_energy(double t);
};

}  // namespace gough
