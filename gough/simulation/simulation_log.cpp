#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/simulation/simulation.hpp"

// Rows of the log.
namespace gough {
namespace {

void put_pose(const Pose<double>& pose, std::vector<double>& out) {
  Eigen::Quaterniond q(pose.R);
  if (q.w() < 0.0) q.coeffs() = -q.coeffs();
  out.insert(out.end(), {pose.p.x(), pose.p.y(), pose.p.z(), q.w(), q.x(), q.y(), q.z()});
}

}  // namespace

void Simulation::name_columns() {
  const auto add = [&](const std::string& prefix, std::initializer_list<const char*> names) {
    for (const char* name : names) columns_.push_back(prefix + name);
  };
  const auto add_actuators = [&](const std::string& prefix) {
    for (const Actuator& a : model_.actuators) columns_.push_back(prefix + a.name);
  };
  add("", {"t", "x", "y", "z", "qw", "qx", "qy", "qz"});
  for (const Joint& joint : model_.nacelle.joints) columns_.push_back(joint.name);
  add("", {"vx", "vy", "vz", "wx", "wy", "wz"});
  for (const Joint& joint : model_.nacelle.joints) columns_.push_back("d_" + joint.name);
  add_actuators("");
  add_actuators("d_");
  add_actuators("effort_");
  add_actuators("q_");
  add_actuators("tau_");
  if (controller_ || trajectory_) {
    add("ref_", {"x", "y", "z", "qw", "qx", "qy", "qz"});
    add("", {"position_error", "rotation_error"});
  }
  add("", {"kinetic", "potential"});
  if (controller_)
    for (const virtual_work::Parameter& p : controller_->estimates()) columns_.push_back("estimate_" + p.name);
}

// The effort is held from one call of the controller to the next. Where it jumps, what belongs to the instant, as its position and
// acceleration do, is the mean of both sides: the value after the jump is half a period ahead of the motion.
void Simulation::log() {
  plant_->observe(state_, seen_);
  rows_.push_back(t_);
  put_pose(state_.pose, rows_);
  for (std::size_t k = 0; k < model_.nacelle.joints.size(); ++k) rows_.push_back(joint_value(model_.nacelle.joints[k], state_.pose.z[k]));
  recorded_ = 0.5 * (effort_before_ + input_.effort);
  sensors_->record(recorded_);
  const std::initializer_list<const VecX<double>*> vectors{&seen_.VN, &qa_, &dqa_, &input_.effort, &sensors_->readings(), &recorded_};
  for (const VecX<double>* x : vectors) rows_.insert(rows_.end(), x->begin(), x->end());
  if (controller_ || trajectory_) {
    if (trajectory_) trajectory_->at(t_, kinematics_, reference_);
    put_pose(reference_.pose, rows_);
    rows_.push_back((state_.pose.p - reference_.pose.p).norm());
    rows_.push_back(rotation_vector(state_.pose.R * reference_.pose.R.transpose()).norm());
  }
  rows_.insert(rows_.end(), {seen_.kinetic, seen_.potential});
  if (controller_)
    for (const virtual_work::Parameter& p : controller_->estimates()) rows_.push_back(p.value);

  totals_.kinetic_max = std::max(totals_.kinetic_max, seen_.kinetic);
  totals_.energy_drift =
      conserves_ ? std::max(totals_.energy_drift, std::abs(seen_.kinetic + seen_.potential - energy_start_ - work_)) : std::nan("");
  if (t_ >= next_gap_ || !outcome_.ok() || t_ == duration_) {  // by the library: not at every row
    totals_.loop_gap = std::max(totals_.loop_gap, plant_->loop_gap(state_));
    next_gap_ = t_ + 0.1;
  }
}

}  // namespace gough
