#include "gough/simulation/plant.hpp"

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/simulation/plant_terms.hpp"

namespace gough {
namespace {

constexpr double kIntegrationMargin = -1e-9;  // an integrator's error below zero; `settle` is strict

double sum_of(const double* x, std::size_t count) {
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += x[i];
  return sum;
}

}  // namespace

template <class T>
PlantMemory<T>::PlantMemory(const Robot& robot, int rows)
    : kinematics(robot), dynamics(robot), twists(6, robot.mobility.n), D(rows, robot.mobility.n), Psi(kinematics.Psi) {
  Vr.setZero(robot.mobility.n);
  right.setZero(robot.mobility.n);
  effort.setZero(static_cast<Eigen::Index>(robot.actuators.size()));
  friction.setZero(rows);
  rate.setZero(rows);
  rate_after.setZero(rows);
}

template struct PlantMemory<double>;
template struct PlantMemory<Recorded>;

Plant::Plant(const Robot& robot, const RigidBody& payload, const std::vector<WrenchPoint>& points, bool by_programs)
    : parts_{without_coulomb(robot), Load{payload, {}}, gough::friction_points(robot), points},
      memory_(parts_.smooth, friction_rows(parts_.friction_points)),
      ports_(parts_.smooth),
      manifold_(parts_.smooth),
      manifold_memory_(manifold_) {
  memory_.wrench.setZero(6 * static_cast<Eigen::Index>(points.size()));
  for (const Leg& leg : parts_.smooth.legs) closed_ &= leg.solver.closed_form;
  if (by_programs) record_programs();
}

void Plant::record_programs() {
  std::size_t in = 0, out = 0;
  const auto fast = [&](const Program& program) {
    in = std::max(in, program.inputs.size());
    out = std::max(out, program.outputs.size());
    return FastProgram(program);
  };
  motion_ = fast(record_motion(parts_));
  monitor_ = fast(record_monitor(parts_));
  observation_ = fast(record_observation(parts_));
  if (!parts_.friction_points.empty()) {
    sliding_ = fast(record_sliding(parts_));
    contact_ = fast(record_contacts(parts_));
  }
  in_.resize(in);
  out_.resize(out);
}

PlantInput Plant::input() const {
  PlantInput out;
  out.effort.setZero(memory_.effort.size());
  out.friction.setZero(memory_.friction.size());
  out.wrench.setZero(memory_.wrench.size());
  return out;
}

FrictionTerms Plant::no_friction_terms() const {
  const Eigen::Index n = memory_.Vr.size(), rows = memory_.D.rows();
  return {MatX<double>::Zero(n, n), MatX<double>::Zero(n, rows)};
}

// Joints of legs without a closed form are found first.
double* Plant::put_state(const Pose<double>& pose, const VecX<double>& Vr) {
  if (!closed_ && !place(pose)) return nullptr;
  double* in = ports_.fill(closed_ ? pose : memory_.kinematics.pose, in_.data());
  if (!closed_) in = ports_.fill_joints(memory_.kinematics, in);
  return std::copy(Vr.begin(), Vr.end(), in);
}

// Joints and elimination at a pose. Legs without a closed form need a pose on the manifold.
bool Plant::place(const Pose<double>& pose) {
  KinematicsData<double>& k = memory_.kinematics;
  if (!closed_) {
    Pose<double> on = pose;
    const Status status = project_near(parts_.smooth, on, k).status;
    return status == Status::ok || status == Status::out_of_limits || status == Status::type2_singular;
  }
  k.pose = pose;
  inverse_geometry_closed(parts_.smooth, k);
  for (const LegData<double>& leg : k.legs)
    if (!(leg.reach > kIntegrationMargin)) return false;
  eliminate(parts_.smooth, k);
  return true;
}

bool Plant::motion(const Pose<double>& pose, const VecX<double>& Vr, const PlantInput& input, VecX<double>& VN, VecX<double>& dVr) {
  if (motion_) {
    double* in = put_state(pose, Vr);
    if (!in) return false;
    in = std::copy(input.effort.begin(), input.effort.end(), in);
    in = std::copy(input.wrench.begin(), input.wrench.end(), in);
    std::copy(input.friction.begin(), input.friction.end(), in);
    (*motion_)(in_.data(), out_.data());
    const double* out = out_.data();
    for (Eigen::Index i = 0; i < VN.size(); ++i) VN(i) = *out++;
    for (Eigen::Index i = 0; i < dVr.size(); ++i) dVr(i) = *out++;
    return std::isfinite(sum_of(out_.data(), static_cast<std::size_t>(VN.size() + dVr.size())));
  }
  if (!place(pose)) return false;
  memory_.Vr = Vr;
  memory_.effort = input.effort;
  memory_.wrench = input.wrench;
  memory_.friction = input.friction;
  plant_terms(parts_, memory_);
  plant_acceleration(parts_, memory_);
  VN = memory_.kinematics.VN;
  dVr = memory_.dynamics.acceleration;
  return VN.allFinite() && dVr.allFinite();
}

bool Plant::contact_terms(const Pose<double>& pose, FrictionTerms& out) {
  const Eigen::Index n = memory_.Vr.size(), rows = memory_.D.rows();
  out.factor.resize(n, n);
  out.E.resize(n, rows);
  if (contact_) {
    memory_.Vr.setZero();
    if (!put_state(pose, memory_.Vr)) return false;
    (*contact_)(in_.data(), out_.data());
    const double* x = out_.data();
    for (Eigen::Index c = 0; c < n; ++c)
      for (Eigen::Index r = c; r < n; ++r) out.factor(r, c) = *x++;
    std::copy(x, x + n * rows, out.E.data());
    return std::isfinite(sum_of(out_.data(), static_cast<std::size_t>(x + n * rows - out_.data())));
  }
  if (!place(pose)) return false;
  memory_.Vr.setZero();
  memory_.effort.setZero();
  memory_.wrench.setZero();
  plant_terms(parts_, memory_);
  contact_metric(parts_, memory_);
  out.factor = memory_.dynamics.platform_legs->factor;
  out.E = memory_.D.transpose();
  return out.E.allFinite();
}

bool Plant::friction_rates(const MotionState& state, const PlantInput& input, double h, ContactRates& out) {
  const Eigen::Index rows = memory_.D.rows();
  out.now.resize(rows);
  out.after.resize(rows);
  if (sliding_) {
    double* in = put_state(state.pose, state.Vr);
    if (!in) return false;
    in = std::copy(input.effort.begin(), input.effort.end(), in);
    in = std::copy(input.wrench.begin(), input.wrench.end(), in);
    *in = h;
    (*sliding_)(in_.data(), out_.data());
    std::copy(out_.data(), out_.data() + rows, out.now.data());
    std::copy(out_.data() + rows, out_.data() + 2 * rows, out.after.data());
    return std::isfinite(sum_of(out_.data(), static_cast<std::size_t>(2 * rows)));
  }
  if (!place(state.pose)) return false;
  memory_.Vr = state.Vr;
  memory_.effort = input.effort;
  memory_.wrench = input.wrench;
  memory_.step = h;
  plant_terms(parts_, memory_);
  sliding_rates(parts_, memory_);
  out.now = memory_.rate;
  out.after = memory_.rate_after;
  return out.now.allFinite() && out.after.allFinite();
}

Outcome Plant::settle(Pose<double>& pose) {
  if (parts_.smooth.mobility.constant || parts_.smooth.mobility.dependent.empty()) return {};
  const Outcome outcome = manifold_(pose, manifold_memory_);
  return outcome.status == Status::out_of_limits || outcome.status == Status::type2_singular ? Outcome{} : outcome;
}

Outcome Plant::inspect(const MotionState& state, double threshold, VecX<double>& qa, VecX<double>& dqa) {
  if (monitor_) {
    if (!put_state(state.pose, state.Vr)) return {Status::unreachable, 0.0};
    (*monitor_)(in_.data(), out_.data());
  } else {
    if (!place(state.pose)) return {Status::unreachable, 0.0};
    memory_.Vr = state.Vr;
    seen_.clear();
    monitor_values(parts_.smooth, memory_, seen_);
  }
  const double* x = monitor_ ? out_.data() : seen_.data();
  for (std::size_t a = 0; a < parts_.smooth.actuators.size(); ++a, x += 3) {
    const Actuator& actuator = parts_.smooth.actuators[a];
    qa(a) = joint_value(parts_.smooth.legs[actuator.leg].joints[actuator.joint], {x[0], x[1], x[2]});
  }
  for (std::size_t a = 0; a < parts_.smooth.actuators.size(); ++a) dqa(a) = *x++;
  const Outcome outcome = judge(x, threshold);
  if (!(std::isfinite(sum_of(qa.data(), qa.size())) && std::isfinite(sum_of(dqa.data(), dqa.size())) &&
        std::isfinite(sum_of(state.Vr.data(), state.Vr.size()))))
    return {outcome.ok() ? Status::not_converged : outcome.status, 0.0};
  return outcome;
}

void Plant::observe(const MotionState& state, EnergyReading& out) {
  if (observation_ && put_state(state.pose, state.Vr)) {
    (*observation_)(in_.data(), out_.data());
    const Eigen::Index size = parts_.smooth.nacelle.freedoms();
    out.VN = Eigen::Map<const VecX<double>>(out_.data(), size);
    out.kinetic = out_[size];
    out.potential = out_[size + 1];
    return;
  }
  place(state.pose);
  memory_.Vr = state.Vr;
  memory_.effort.setZero();
  memory_.wrench.setZero();
  plant_terms(parts_, memory_);
  out.VN = memory_.kinematics.VN;
  plant_energy(parts_, memory_, out.kinetic, out.potential);
}

double Plant::loop_gap(const MotionState& state) {
  KinematicsData<double>& k = memory_.kinematics;
  if (!place(state.pose)) return kInfinity;
  double gap = k.residual.size() ? k.residual.cwiseAbs().maxCoeff() : 0.0;
  for (const LegData<double>& leg : k.legs) gap = std::max(gap, leg.residual.cwiseAbs().maxCoeff());
  return gap;
}

Outcome Plant::judge(const double* x, double threshold) {
  const Robot& robot = parts_.smooth;
  for (std::size_t i = 0; i < robot.legs.size(); ++i, ++x)
    if (!(*x > kIntegrationMargin)) return {Status::unreachable, *x};
  Outcome outcome{Status::ok, 1.0};
  std::size_t matrix = 0;
  new_signs_.resize(robot.legs.size() + 2);
  signs_.resize(new_signs_.size(), 0);
  const auto look = [&](Eigen::Index columns, bool square, double lost, Status status) {
    double longest = 0.0, least = kInfinity;
    int sign = 1;
    for (Eigen::Index c = 0; c < columns; ++c, x += 2) {
      longest = std::max(longest, std::abs(x[1]));
      least = std::abs(x[0]) < least ? std::abs(x[0]) : (x[0] == x[0] ? least : 0.0);
      if (x[0] < 0.0) sign = -sign;
    }
    const double distance = columns == 0 ? 1.0 : longest > 0.0 ? least / longest : 0.0;
    new_signs_[matrix] = square ? sign : 0;
    const bool crossed = square && signs_[matrix] * sign < 0;
    ++matrix;
    if (!outcome.ok()) return;
    if (crossed || !(distance > std::max(lost, threshold))) outcome = {status, crossed ? 0.0 : distance};
    else outcome.measure = std::min(outcome.measure, distance);
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    look(robot.legs[i].freedoms(), robot.legs[i].constraints() == 0, kLegPivot, Status::type1_singular);
  const auto dependent = static_cast<Eigen::Index>(robot.mobility.dependent.size());
  if (dependent > 0) look(dependent, memory_.kinematics.Cd.a.rows() == dependent, kConstraintPivot, Status::constraint_singular);
  const auto actuators = static_cast<Eigen::Index>(robot.actuators.size());
  if (actuators >= robot.mobility.n) look(robot.mobility.n, actuators == robot.mobility.n, kActuationPivot, Status::type2_singular);
  if (outcome.ok()) signs_ = new_signs_;
  return outcome;
}

}  // namespace gough
