#include "gough/evaluate/encoder_efforts.hpp"

#include <algorithm>
#include <stdexcept>

namespace gough {
namespace {

ModelChoice actuators_to_efforts(Formulation formulation, bool payload) {
  ModelChoice out{Model::idm, formulation, Source::actuators, true};
  out.payload = payload;
  return out;
}

const Robot& with_forward_program(const Robot& robot) {
  (void)ForwardStep(robot, StatusDepth::none);  // says why not
  return robot;
}

}  // namespace

EncoderEfforts::EncoderEfforts(const Robot& robot, Formulation formulation, const Load& load, Payload payload)
    : robot_(&with_forward_program(robot)),
      payload_input_(payload == Payload::input),
      forward_(robot, StatusDepth::none),
      status_(robot, status_depth(Model::idm)),
      dynamics_(record(robot, actuators_to_efforts(formulation, payload_input_), load)) {}

EncoderEfforts::Memory::Memory(const EncoderEfforts& efforts)
    : forward(efforts.forward_), in(efforts.dynamics_.inputs()), out(efforts.dynamics_.outputs()), may_carry(efforts.payload_input_) {}

void EncoderEfforts::Memory::carry(const RigidBody& payload) {
  if (!may_carry) throw std::logic_error("the payload of this EncoderEfforts is constant");
  const PayloadNumbers numbers = payload_numbers(payload);
  std::copy(numbers.begin(), numbers.end(), in.end() - kPayloadNumbers);
}

Outcome EncoderEfforts::operator()(const double* readings, const double* rates, const double* accelerations, Pose<double>& pose,
                                   double* efforts, Memory& memory) const {
  const std::size_t na = robot_->actuators.size();
  const Outcome geometry = forward_(readings, pose, memory.forward);
  if (!geometry.answered()) return geometry;
  double* in = forward_.pose_ports().fill(pose, memory.in.data());
  std::copy_n(accelerations, na, std::copy_n(rates, na, in));
  dynamics_(memory.in.data(), memory.out.data());
  const Outcome outcome = status_.judge(memory.out.data() + na);
  if (!outcome.answered()) return outcome;
  std::copy_n(memory.out.data(), na, efforts);
  return geometry.ok() ? outcome : geometry;
}

}  // namespace gough
