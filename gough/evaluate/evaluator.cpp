#include "gough/evaluate/evaluator.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <stdexcept>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/program/library_outputs.hpp"
#include "gough/program/model_derivatives.hpp"

namespace gough {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// By their exponents, none waiting for another. Copies them to `out`, if that is given, in the same go.
bool all_finite(const double* x, std::size_t n, double* out = nullptr) {
  constexpr std::uint64_t kExponent = 0x7ff0000000000000;
  bool odd = false;
  const auto look = [&](std::size_t i) {
    odd |= (std::bit_cast<std::uint64_t>(x[i]) & kExponent) == kExponent;
    return x[i];
  };
  if (out)
    for (std::size_t i = 0; i < n; ++i) out[i] = look(i);
  else
    for (std::size_t i = 0; i < n; ++i) look(i);
  return !odd;
}

ModelChoice with_status(ModelChoice choice) {
  choice.status = true;
  return choice;
}

using RowMajor = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

VecX<double> vector_of(std::span<const double> x) { return Eigen::Map<const VecX<double>>(x.data(), static_cast<Eigen::Index>(x.size())); }

std::span<const double> numbers(const VecX<double>& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

// Direct dynamics by P needs no inverse of J_inv. No branch tells ok from out of limits, which changes from state to state.
bool has_answer(const ModelChoice& choice, const Outcome& outcome) {
  const int answered = static_cast<int>(outcome.status == Status::ok) | static_cast<int>(outcome.status == Status::out_of_limits);
  return answered != 0 ||
         (choice.model == Model::ddm && choice.formulation == Formulation::platform_legs && outcome.status == Status::type2_singular);
}

}  // namespace

Evaluator::Ready::Ready(const Robot& robot, const ModelChoice& wanted, const Load& load)
    : choice(with_status(wanted)),
      program(record(robot, choice, load)),
      fast(program),
      status(robot, status_depth(choice.model, choice.limits)),
      outputs(program.outputs.size() - status.size()) {}

Evaluator::Ready::Ready(const Robot& robot, Program recorded)
    : program(std::move(recorded)),
      fast(program),
      status(robot, StatusDepth::rank),
      outputs(program.outputs.size() - status.size()),
      own(true) {
  choice.limits = false;
}

Evaluator::Evaluator(const Robot& robot, const Load& load, Payload payload)
    : robot_(robot), load_(load), payload_input_(payload == Payload::input), ports_(robot_) {
  followed_ = !robot_.has_closed_forms();
}

Evaluator::Memory::Memory(const Evaluator& evaluator) : kinematics_(evaluator.robot()), may_carry_(evaluator.payload_input_) {}

void Evaluator::Memory::carry(const RigidBody& payload) {
  if (!may_carry_) throw std::logic_error("the payload of this Evaluator is constant");
  payload_ = payload;
  payload_numbers_ = payload_numbers(payload);
}

void Evaluator::Memory::make_room(const Program& program) {
  if (in_.size() >= program.inputs.size() && out_.size() >= program.outputs.size()) return;
  in_.resize(std::max(in_.size(), program.inputs.size()));
  out_.resize(std::max(out_.size(), program.outputs.size()));
}

ModelChoice Evaluator::choice_of(Model model, Formulation formulation) const {
  ModelChoice out{model, formulation};
  out.payload = payload_input_ && depends_on_payload(model);
  return out;
}

const Evaluator::Ready& Evaluator::ready(Model model, Formulation formulation) const {
  const bool dynamics = model == Model::idm || model == Model::ddm;
  if (!dynamics) formulation = Formulation::platform_legs;
  const std::size_t which = static_cast<std::size_t>(model) * std::size(kFormulations) + static_cast<std::size_t>(formulation);
  return models_[which].get([&] { return Ready(robot_, choice_of(model, formulation), load_); });
}

// The answer stands at the head of memory.out_, and in `out` where that is given.
Outcome Evaluator::run(const Ready& model, const Pose<double>& pose, std::span<const double> first, std::span<const double> second,
                       Memory& memory, double* out) const {
  const Attempt attempt = attempted(model, pose, first, second, memory, out);
  if (attempt.answered) return attempt.outcome;
  if (attempt.given) {  // the caller may have given `out` as an input too
    first = {attempt.given, first.size()};
    second = {attempt.given + first.size(), second.size()};
  }
  const Outcome outcome = attempt.refused ? refused(model, attempt.outcome, memory) : by_reference(model, pose, first, second, memory);
  if (out) std::copy_n(memory.out_.data(), model.outputs, out);
  return outcome;
}

// What the program says, if it says anything.
Evaluator::Attempt Evaluator::attempted(const Ready& model, const Pose<double>& pose, std::span<const double> first,
                                        std::span<const double> second, Memory& memory, double* out) const {
  memory.make_room(model.program);
  if (!ports_.holds(pose)) return {};
  double* in = ports_.fill(pose, memory.in_.data());
  if (followed_) {
    const Outcome joints = inverse_geometry(robot_, pose, memory.kinematics_);
    if (!joints.answered()) return {joints, false, true};
    in = ports_.fill_joints(memory.kinematics_, in);
  }
  const double* given = in;
  for (const double x : first) *in++ = x;
  for (const double x : second) *in++ = x;
  if (model.choice.payload) std::copy(memory.payload_numbers_.begin(), memory.payload_numbers_.end(), in);
  model.fast(memory.in_.data(), memory.out_.data());
  const Outcome outcome = model.status.judge(memory.out_.data() + model.outputs);
  if (!has_answer(model.choice, outcome)) return {outcome, false, true};
  return {outcome, all_finite(memory.out_.data(), model.outputs, out), false, given};
}

Outcome Evaluator::refused(const Ready& model, const Outcome& outcome, Memory& memory) {
  std::fill_n(memory.out_.begin(), model.outputs, kNone);
  return outcome;
}

// What is on the border of what programs answer: a root of zero less rounding, a number beyond what numbers hold.
Outcome Evaluator::by_reference(const Ready& model, const Pose<double>& pose, std::span<const double> first, std::span<const double> second,
                                Memory& memory) const {
  assert(fits(robot_, memory.kinematics_));
  KinematicsData<double>& k = memory.kinematics_;
  const bool geometry = model.choice.model == Model::igm, driven = model.choice.model == Model::ddm;
  Outcome outcome = geometry ? inverse_geometry(robot_, pose, k) : position(robot_, pose, k);
  if (!has_answer(model.choice, outcome)) return refused(model, outcome, memory);
  if (model.own) return refused(model, {Status::not_converged, kInfinity}, memory);
  const VecX<double> effort = driven ? vector_of(second) : VecX<double>();
  if (!first.empty()) velocity(robot_, vector_of(first), k);
  if (!second.empty() && !driven) acceleration(robot_, vector_of(second), k);
  const Load carried{joined(load_.payload, memory.payload_), load_.wrenches};
  const std::vector<double> found = library_outputs(robot_, model.choice, carried, k, effort);
  std::copy(found.begin(), found.end(), memory.out_.begin());
  if (!all_finite(found.data(), found.size()))
    return refused(model, driven ? Outcome{Status::constraint_singular, 0.0} : Outcome{Status::not_converged, kInfinity}, memory);
  if (outcome.ok() && driven) return actuator_limits(robot_, k, effort);
  if (outcome.ok() && model.choice.model == Model::idm && model.choice.limits) return actuator_limits(robot_, k, vector_of(found));
  return outcome;
}

Outcome Evaluator::evaluate(const Ready& model, const Pose<double>& pose, std::span<const double> first, std::span<const double> second,
                            Memory& memory, double* out) const {
  assert(fits(robot_, memory.kinematics_));
  return run(model, pose, first, second, memory, out);
}

Outcome Evaluator::positions(const Pose<double>& pose, Memory& memory, VecX<double>& qa) const {
  assert(fits(robot_, memory.kinematics_));
  const Outcome outcome = run(ready(Model::igm), pose, {}, {}, memory);
  const double* out = memory.out_.data();
  for (std::size_t a = 0; a < robot_.actuators.size(); ++a) {
    const Actuator& actuator = robot_.actuators[a];
    const JointPosition<double> q = actuator.revolute ? JointPosition<double>{out[0], out[1], 0.0} : JointPosition<double>{1.0, 0.0, *out};
    qa(static_cast<Eigen::Index>(a)) = joint_value(driven_joint(robot_, actuator), q);
    out += actuator.revolute ? 2 : 1;
  }
  return outcome;
}

Outcome Evaluator::forward_geometry(const VecX<double>& qa, Pose<double>& pose, Memory& memory) const {
  assert(fits(robot_, memory.kinematics_));
  assert(qa.size() == static_cast<Eigen::Index>(robot_.actuators.size()));
  const ForwardProgram& forward = forward_.get([&] { return ForwardProgram(robot_); });
  if (!memory.forward_) memory.forward_.emplace(forward);
  return forward(qa.data(), pose, *memory.forward_);
}

Outcome Evaluator::rates(const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& dVr, Memory& memory, VecX<double>& dqa,
                         VecX<double>& ddqa) const {
  assert(fits(robot_, memory.kinematics_));
  assert(Vr.size() == robot_.mobility.n);
  assert(dVr.size() == robot_.mobility.n);
  const Outcome outcome = run(ready(Model::rates), pose, numbers(Vr), numbers(dVr), memory);
  std::copy_n(memory.out_.data(), dqa.size(), dqa.data());
  std::copy_n(memory.out_.data() + dqa.size(), ddqa.size(), ddqa.data());
  return outcome;
}

Outcome Evaluator::jacobian(const Pose<double>& pose, Memory& memory, MatX<double>& Jinv) const {
  assert(fits(robot_, memory.kinematics_));
  const Outcome outcome = run(ready(Model::jacobian), pose, {}, {}, memory);
  Jinv = RowMajor(memory.out_.data(), Jinv.rows(), Jinv.cols());
  return outcome;
}

Outcome Evaluator::mobility(const Pose<double>& pose, Memory& memory, MatX<double>& Psi) const {
  assert(fits(robot_, memory.kinematics_));
  if (robot_.mobility.constant) {
    Psi = robot_.mobility.Psi;
    return {};
  }
  const Outcome outcome = run(ready(Model::mobility), pose, {}, {}, memory);
  Psi = RowMajor(memory.out_.data(), Psi.rows(), Psi.cols());
  return outcome;
}

Outcome Evaluator::efforts(const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& dVr, Memory& memory,
                           VecX<double>& effort) const {
  assert(fits(robot_, memory.kinematics_));
  assert(Vr.size() == robot_.mobility.n);
  assert(dVr.size() == robot_.mobility.n);
  const Ready& model = efforts_.get([&] {
    ModelChoice choice = choice_of(Model::idm, Formulation::platform_legs);
    choice.limits = false;
    return Ready(robot_, choice, load_);
  });
  return run(model, pose, numbers(Vr), numbers(dVr), memory, effort.data());
}

Outcome Evaluator::inverse_dynamics(const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& dVr, Memory& memory,
                                    VecX<double>& effort, Formulation formulation) const {
  assert(fits(robot_, memory.kinematics_));
  assert(Vr.size() == robot_.mobility.n);
  assert(dVr.size() == robot_.mobility.n);
  assert(effort.size() == static_cast<Eigen::Index>(robot_.actuators.size()));
  return run(ready(Model::idm, formulation), pose, numbers(Vr), numbers(dVr), memory, effort.data());
}

Outcome Evaluator::direct_dynamics(const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& effort, Memory& memory,
                                   VecX<double>& dVr, Formulation formulation) const {
  assert(fits(robot_, memory.kinematics_));
  assert(Vr.size() == robot_.mobility.n);
  assert(effort.size() == static_cast<Eigen::Index>(robot_.actuators.size()));
  assert(dVr.size() == robot_.mobility.n);
  return run(ready(Model::ddm, formulation), pose, numbers(Vr), numbers(effort), memory, dVr.data());
}

Outcome Evaluator::mass(const Pose<double>& pose, const VecX<double>& Vr, Memory& memory, MatX<double>& M, VecX<double>& c) const {
  assert(fits(robot_, memory.kinematics_));
  assert(Vr.size() == robot_.mobility.n);
  const Outcome outcome = run(ready(Model::mass), pose, numbers(Vr), {}, memory);
  M = RowMajor(memory.out_.data(), M.rows(), M.cols());
  std::copy_n(memory.out_.data() + M.size(), c.size(), c.data());
  return outcome;
}

Outcome Evaluator::bias(const Pose<double>& pose, const VecX<double>& Vr, Memory& memory, VecX<double>& c) const {
  assert(fits(robot_, memory.kinematics_));
  assert(Vr.size() == robot_.mobility.n);
  const Outcome outcome = run(ready(Model::bias), pose, numbers(Vr), {}, memory);
  std::copy_n(memory.out_.data(), c.size(), c.data());
  return outcome;
}

Outcome Evaluator::reactions(const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& dVr, Memory& memory,
                             Eigen::Matrix<double, 6, Eigen::Dynamic>& wrenches) const {
  assert(fits(robot_, memory.kinematics_));
  assert(Vr.size() == robot_.mobility.n);
  assert(dVr.size() == robot_.mobility.n);
  const Outcome outcome = run(ready(Model::reactions), pose, numbers(Vr), numbers(dVr), memory);
  std::copy_n(memory.out_.data(), wrenches.size(), wrenches.data());
  return outcome;
}

Outcome Evaluator::energy(const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& dVr, Memory& memory, Energy& energy) const {
  assert(fits(robot_, memory.kinematics_));
  assert(Vr.size() == robot_.mobility.n);
  assert(dVr.size() == robot_.mobility.n);
  const Outcome outcome = run(ready(Model::energy), pose, numbers(Vr), numbers(dVr), memory);
  const double* out = memory.out_.data();
  energy = {out[0], out[1], out[2], out[3], out[4], out[5]};
  return outcome;
}

Outcome Evaluator::derivatives(Model model, const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& dVr_or_effort,
                               Memory& memory, MatX<double>& derivatives, Formulation formulation) const {
  assert(fits(robot_, memory.kinematics_));
  assert(Vr.size() == robot_.mobility.n);
  assert(model == Model::idm || model == Model::ddm);
  const std::size_t which = (model == Model::ddm ? std::size(kFormulations) : 0) + static_cast<std::size_t>(formulation);
  const Derivative& derivative =
      derivatives_[which].get([&] { return Derivative(state_jacobian(robot_, choice_of(model, formulation), load_)); });
  memory.make_room(derivative.program);
  const Ready& itself = ready(model, formulation);
  const Outcome outcome = run(itself, pose, numbers(Vr), numbers(dVr_or_effort), memory);
  derivatives.setConstant(kNone);
  if (!has_answer(itself.choice, outcome)) return outcome;
  if (!ports_.holds(pose)) return {Status::not_converged, kInfinity};
  derivative.fast(memory.in_.data(), memory.out_.data());  // its inputs are the model's
  if (!all_finite(memory.out_.data(), derivative.program.outputs.size())) return {Status::not_converged, kInfinity};
  derivatives = RowMajor(memory.out_.data(), derivatives.rows(), derivatives.cols());
  return outcome;
}

Outcome Evaluator::regressor(const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& dVr, Memory& memory,
                             MatX<double>& Y) const {
  assert(fits(robot_, memory.kinematics_));
  assert(Vr.size() == robot_.mobility.n);
  assert(dVr.size() == robot_.mobility.n);
  const Outcome outcome = run(ready(Model::regressor), pose, numbers(Vr), numbers(dVr), memory);
  Y = RowMajor(memory.out_.data(), Y.rows(), Y.cols());
  return outcome;
}

}  // namespace gough
