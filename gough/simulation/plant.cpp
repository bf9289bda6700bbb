#include "gough/simulation/plant.hpp"

#include <cassert>

#include "gough/dynamics/equivalent_robot.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/math/pivot_range.hpp"
#include "gough/model/friction.hpp"
#include "gough/simulation/plant_terms.hpp"

namespace gough {
namespace {

constexpr double kIntegrationMargin = -1e-9;  // an integrator's error below zero; `settle` is strict

double sum_of(const double* x, std::size_t count) {
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += x[i];
  return sum;
}

template <class Numbers>
const double* read_numbers(const double* x, Numbers& out) {
  std::copy(x, x + out.size(), out.data());
  return x + out.size();
}

// A lower triangle by columns.
const double* read_factor(const double* x, MatX<double>& L) {
  for (Eigen::Index c = 0; c < L.cols(); ++c)
    for (Eigen::Index r = c; r < L.rows(); ++r) L(r, c) = *x++;
  return x;
}

PlantParts parts_of(const Robot& robot, const RigidBody& payload, const std::vector<WrenchPoint>& points, bool by_programs) {
  const Robot smooth = without_coulomb(robot);
  return {smooth, by_programs ? equivalent_robot(smooth) : smooth, Load{payload, {}}, robot.friction_points, points};
}

}  // namespace

template <class T>
PlantMemory<T>::PlantMemory(const PlantParts& parts)
    : kinematics(parts.smooth),
      dynamics(parts.inertial),
      twists(6, parts.smooth.mobility.n),
      D(friction_rows(parts.friction_points), parts.smooth.mobility.n),
      Psi(kinematics.Psi) {
  const auto zero = [](VecX<T>& x, std::size_t size) { x = VecX<T>::Constant(static_cast<Eigen::Index>(size), T(0)); };
  zero(Vr, parts.smooth.mobility.n);
  zero(right, parts.smooth.mobility.n);
  zero(effort, parts.smooth.actuators.size());
  zero(friction, friction_rows(parts.friction_points));
  zero(wrench, 6 * parts.points.size());
}

template struct PlantMemory<double>;
template struct PlantMemory<Recorded>;

Plant::Plant(const Robot& robot, const RigidBody& payload, const std::vector<WrenchPoint>& points, bool by_programs, Payload changes)
    : parts_(parts_of(robot, payload, points, by_programs)),
      memory_(parts_),
      ports_(parts_.smooth),
      manifold_(parts_.smooth),
      manifold_memory_(manifold_),
      payload_input_(changes == Payload::input) {
  closed_ = parts_.smooth.has_closed_forms();
  if (payload_input_) payload_numbers_ = payload_numbers(payload);
  if (by_programs) record_programs();
}

void Plant::record_programs() {
  PlantParts parts = parts_;
  if (payload_input_) parts.load.payload = {};
  std::size_t in = 0, out = 0;
  const auto fast = [&](const Program& program) {
    in = std::max(in, program.inputs.size());
    out = std::max(out, program.outputs.size());
    return FastProgram(program);
  };
  motion_ = fast(record_motion(parts, payload_input_));
  state_ = fast(record_state(parts, payload_input_));
  if (!parts.friction_points.empty()) friction_program_ = fast(record_friction(parts, payload_input_));
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

StateTerms Plant::terms() const {
  const Eigen::Index n = memory_.Vr.size(), actuators = memory_.effort.size();
  StateTerms out;
  for (VecX<double>* x : {&out.qa, &out.dqa}) x->setZero(actuators);
  for (VecX<double>* x : {&out.Vr, &out.free}) x->setZero(n);
  out.VN.setZero(parts_.smooth.nacelle.freedoms());
  out.factor.setZero(n, n);
  out.Jinv.setZero(actuators, n);
  out.B.setZero(memory_.wrench.size(), n);
  out.D.setZero(memory_.D.rows(), n);
  return out;
}

FrictionTerms Plant::no_friction_terms() const {
  const Eigen::Index n = memory_.Vr.size(), rows = memory_.D.rows();
  return {MatX<double>::Zero(n, n), MatX<double>::Zero(n, rows)};
}

void Plant::carry(const RigidBody& payload) {
  if (!payload_input_) throw std::logic_error("the payload of this Plant is constant");
  parts_.load.payload = payload;
  payload_numbers_ = payload_numbers(payload);
}

// Joints of legs without a closed form are found first.
double* Plant::put_state(const Pose<double>& pose, const VecX<double>& Vr) {
  if (!closed_ && !place(pose)) return nullptr;
  double* in = ports_.fill(closed_ ? pose : memory_.kinematics.pose, in_.data());
  if (!closed_) in = ports_.fill_joints(memory_.kinematics, in);
  return std::copy(Vr.begin(), Vr.end(), in);
}

// The payload's numbers are the last inputs.
void Plant::put_payload(double* in) const {
  if (payload_input_) std::copy(payload_numbers_.begin(), payload_numbers_.end(), in);
}

// Joints and elimination at a pose. Legs without a closed form need a pose on the manifold.
bool Plant::place(const Pose<double>& pose) {
  KinematicsData<double>& k = memory_.kinematics;
  if (!closed_) {
    Pose<double> on = pose;
    return project_near(parts_.smooth, on, k).has_position();
  }
  k.pose = pose;
  inverse_geometry_closed(parts_.smooth, k);
  for (const LegData<double>& leg : k.legs)
    if (!(leg.reach > kIntegrationMargin)) return false;
  eliminate(parts_.smooth, k);
  return true;
}

bool Plant::motion(const Pose<double>& pose, const VecX<double>& Vr, const PlantInput& input, VecX<double>& VN, VecX<double>& dVr) {
  assert(Vr.size() == robot().mobility.n);
  assert(input.effort.size() == static_cast<Eigen::Index>(robot().actuators.size()));
  if (motion_) {
    double* in = put_state(pose, Vr);
    if (!in) return false;
    in = std::copy(input.effort.begin(), input.effort.end(), in);
    in = std::copy(input.wrench.begin(), input.wrench.end(), in);
    in = std::copy(input.friction.begin(), input.friction.end(), in);
    put_payload(in);
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

bool Plant::friction_terms(const Pose<double>& pose, FrictionTerms& out) {
  const Eigen::Index n = memory_.Vr.size(), rows = memory_.D.rows();
  out.factor.resize(n, n);
  out.E.resize(n, rows);
  memory_.Vr.setZero();
  if (friction_program_) {
    double* in = put_state(pose, memory_.Vr);
    if (!in) return false;
    put_payload(in);
    (*friction_program_)(in_.data(), out_.data());
    const double* x = read_factor(out_.data(), out.factor);
    std::copy(x, x + n * rows, out.E.data());
    return std::isfinite(sum_of(out_.data(), static_cast<std::size_t>(x + n * rows - out_.data())));
  }
  if (!place(pose)) return false;
  memory_.effort.setZero();
  memory_.wrench.setZero();
  plant_terms(parts_, memory_);
  friction_metric(parts_, memory_);
  out.factor = memory_.dynamics.platform_legs->factor;
  out.E = memory_.D.transpose();
  return out.E.allFinite();
}

Outcome Plant::settle(Pose<double>& pose) {
  if (parts_.smooth.mobility.is_known()) return {};
  const Outcome outcome = manifold_(pose, manifold_memory_);
  return outcome.status == Status::out_of_limits || outcome.status == Status::type2_singular ? Outcome{} : outcome;
}

// Monitor and terms of a state, at the head of out_.
bool Plant::find_values(const MotionState& state) {
  if (state_) {
    double* in = put_state(state.pose, state.Vr);
    if (!in) return false;
    put_payload(in);
    (*state_)(in_.data(), out_.data());
    return true;
  }
  if (!place(state.pose)) return false;
  memory_.Vr = state.Vr;
  memory_.effort.setZero();
  memory_.wrench.setZero();
  out_.clear();
  monitor_values(parts_.smooth, memory_, out_);
  plant_terms(parts_, memory_);
  state_values(parts_, memory_, out_);
  return true;
}

const double* Plant::read_actuators(const double* x, StateTerms& terms) const {
  for (std::size_t a = 0; a < parts_.smooth.actuators.size(); ++a, x += 3) {
    const Actuator& actuator = parts_.smooth.actuators[a];
    terms.qa(a) = joint_value(driven_joint(parts_.smooth, actuator), {x[0], x[1], x[2]});
  }
  return read_numbers(x, terms.dqa);
}

Outcome Plant::inspect(const MotionState& state, double threshold, StateTerms& terms) {
  assert(state.Vr.size() == robot().mobility.n);
  if (!find_values(state)) return {Status::unreachable, 0.0};
  Outcome outcome;
  const double* x = judge(read_actuators(out_.data(), terms), threshold, outcome);
  terms.Vr = state.Vr;
  x = read_numbers(x, terms.VN);
  terms.kinetic = *x++;
  terms.potential = *x++;
  x = read_factor(x, terms.factor);
  x = read_numbers(x, terms.free);
  x = read_numbers(x, terms.Jinv);
  x = read_numbers(x, terms.B);
  read_numbers(x, terms.D);
  if (!std::isfinite(sum_of(terms.qa.data(), terms.qa.size()) + sum_of(terms.dqa.data(), terms.dqa.size()) +
                     sum_of(state.Vr.data(), state.Vr.size())))
    return {outcome.ok() ? Status::not_converged : outcome.status, 0.0};
  return outcome;
}

double Plant::loop_gap(const MotionState& state) {
  assert(state.Vr.size() == robot().mobility.n);
  KinematicsData<double>& k = memory_.kinematics;
  if (!place(state.pose)) return kInfinity;
  double gap = k.residual.size() ? k.residual.cwiseAbs().maxCoeff() : 0.0;
  for (const LegData<double>& leg : k.legs) gap = std::max(gap, leg.residual.cwiseAbs().maxCoeff());
  return gap;
}

// Reads reaches and ranks; returns the end of them.
const double* Plant::judge(const double* x, double threshold, Outcome& outcome) {
  const Robot& robot = parts_.smooth;
  outcome = {Status::ok, 1.0};
  for (std::size_t i = 0; i < robot.legs.size(); ++i, ++x)
    if (outcome.ok() && !(*x > kIntegrationMargin)) outcome = {Status::unreachable, *x};
  std::size_t matrix = 0;
  new_signs_.resize(robot.legs.size() + 2);
  signs_.resize(new_signs_.size(), 0);
  const auto look = [&](Eigen::Index columns, bool square, double lost, Status status) {
    PivotRange range;
    for (Eigen::Index c = 0; c < columns; ++c, x += 2) range.see(x[0], x[1]);
    const double distance = range.distance();
    new_signs_[matrix] = square ? range.sign() : 0;
    const bool crossed = square && signs_[matrix] * range.sign() < 0;
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
  return x;
}

}  // namespace gough
