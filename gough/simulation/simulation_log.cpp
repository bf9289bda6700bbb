#include "gough/kinematics/state_columns.hpp"
#include "gough/simulation/simulation.hpp"

// Rows of the log.
namespace gough {

void Simulation::name_columns() {
  const auto add = [&](const std::vector<std::string>& names, const std::string& prefix = "") {
    for (const std::string& name : names) columns_.push_back(prefix + name);
  };
  add({"t"});
  add(pose_columns(model_));
  add({"vx", "vy", "vz", "wx", "wy", "wz"});
  add(nacelle_columns(model_, "dz_"));
  add(acceleration_columns(model_));
  for (const char* prefix : {"q_", "dq_", "tau_"}) add(actuator_columns(model_, prefix));
  add(sensor_columns(model_));
  add(actuator_columns(model_, "measured_tau_"));
  if (controller_ || trajectory_) {
    add(pose_columns(model_), "ref_");
    add({"position_error", "rotation_error"});
  }
  add({"kinetic", "potential"});
  if (controller_)
    for (const virtual_work::Parameter& p : controller_->estimates()) columns_.push_back("estimate_" + p.name);
}

// The effort is held from one call of the controller to the next. Where it jumps, what belongs to the instant, as its position and
// acceleration do, is the mean of both sides: the value after the jump is half a period ahead of the motion.
void Simulation::log() {
  rows_.push_back(t_);
  put_pose(model_, state_.pose, false, rows_);
  if (motion(here_, input_, dVr_)) acceleration_ = dVr_;
  recorded_ = 0.5 * (effort_before_ + input_.effort);
  sensors_->record(recorded_);
  const std::initializer_list<const VecX<double>*> vectors{&here_.VN,      &acceleration_,        &here_.qa, &here_.dqa,
                                                           &input_.effort, &sensors_->readings(), &recorded_};
  for (const VecX<double>* x : vectors) rows_.insert(rows_.end(), x->begin(), x->end());
  if (controller_ || trajectory_) {
    if (trajectory_) (void)refer(t_);
    put_pose(model_, reference_.pose, false, rows_);
    rows_.push_back((state_.pose.p - reference_.pose.p).norm());
    rows_.push_back(rotation_vector(state_.pose.R * reference_.pose.R.transpose()).norm());
  }
  rows_.insert(rows_.end(), {here_.kinetic, here_.potential});
  if (controller_)
    for (const virtual_work::Parameter& p : controller_->estimates()) rows_.push_back(p.value);
}

}  // namespace gough
