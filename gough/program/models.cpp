#include "gough/program/models.hpp"

#include <fmt/format.h>

#include <cassert>

#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/energy.hpp"
#include "gough/dynamics/equivalent_robot.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/reactions.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/program/encoder_ports.hpp"
#include "gough/program/entry_ports.hpp"
#include "gough/program/forward_closed.hpp"
#include "gough/program/forward_step.hpp"
#include "gough/program/payload_ports.hpp"
#include "gough/program/pose_ports.hpp"
#include "gough/program/record_position.hpp"
#include "gough/program/robot_ports.hpp"
#include "gough/program/status_margin.hpp"
#include "gough/program/vision_ports.hpp"

namespace gough {
namespace {

using R = Recorded;

class ModelRecorder {
 public:
  ModelRecorder(const Robot& robot, const ModelChoice& choice, const Load& load)
      : robot_(robot), choice_(choice), load_(load), recorder_(program_name(robot, choice)), k_(robot), d_(robot) {}

  Program run() {
    if (choice_.source == Source::vision) {
      VisionPorts(robot_).record(recorder_, k_, d_);
      elements::inverse_dynamics_of_states(robot_, load_, k_, d_);
      return outputs_of_efforts();
    }
    if (choice_.source == Source::encoders) return from_encoders();
    pose_inputs_ = PosePorts(robot_).record(recorder_, k_);
    inverse_geometry_closed(robot_, k_);
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      if (!robot_.legs[i].solver.closed_form) place_leg(robot_.legs[i], k_.legs[i]);
    if (choice_.model == Model::igm) return outputs_of_geometry();
    eliminate(robot_, k_);
    if (choice_.model == Model::jacobian) return outputs_of_jacobian();
    if (choice_.model == Model::mobility) return outputs_of_mobility();
    if (choice_.source == Source::actuators) {
      record_actuated_motion(robot_, recorder_, k_);
      return inverse();
    }
    velocity(robot_, rates(velocity_port), k_);
    if (choice_.model == Model::ddm) return direct();
    if (choice_.model == Model::mass) return mass();
    if (choice_.model == Model::bias) return bias();
    acceleration(robot_, rates(acceleration_port), k_);
    if (choice_.model == Model::rates) return outputs_of_rates();
    if (choice_.model == Model::energy) return energies();
    if (choice_.model == Model::reactions) return joint_reactions();
    return choice_.model == Model::regressor ? regressor() : inverse();
  }

  ModelWithTangents run_with_tangents() {
    with_tangents_ = true;
    Program program = run();
    const int pose_inputs = static_cast<int>(pose_inputs_.size());
    return {program, static_cast<int>(program.outputs.size()) - robot_.mobility.n * pose_inputs, pose_inputs};
  }

 private:
  const Robot& robot_;
  ModelChoice choice_;
  const Load& load_;
  Recorder recorder_;
  KinematicsData<R> k_;
  DynamicsData<R> d_;
  std::vector<R> pose_inputs_;
  bool with_tangents_ = false;
  VecX<R> effort_;  // given or found
  std::optional<BodyMoments<R>> payload_;

  // The payload's inputs, which come last.
  const BodyMoments<R>* payload() {
    if (choice_.payload && !payload_) payload_ = recorded_payload(recorder_);
    return payload_ ? &*payload_ : nullptr;
  }

  Program finish() {
    for (int c = 0; with_tangents_ && c < robot_.mobility.n; ++c)
      for (const R& rate : PosePorts(robot_).rates(pose_inputs_, k_, c))
        recorder_.output(robot_.mobility.free[c].name + "/input", "rate of an input", rate);
    if (choice_.margin)
      StatusMargin(robot_, status_depth(choice_.model, choice_.limits), *choice_.margin).record(recorder_, k_, effort_, given());
    if (choice_.status) StatusPorts(robot_, status_depth(choice_.model, choice_.limits)).record(recorder_, k_, effort_);
    return recorder_.finish();
  }

  // No number where an input behind the pose is none: a sum of these inputs, or of the outputs where those are fewer.
  R given() const {
    if (!takes_velocity(choice_.model)) return 0.0;
    const bool many = choice_.model == Model::mass || choice_.model == Model::regressor || choice_.model == Model::reactions;
    if (!many || choice_.payload) return recorder_.sum_of_outputs();
    R sum = k_.Vr.sum();
    if (takes_acceleration(choice_.model)) sum += k_.dVr.sum();
    return sum;
  }

  static std::string program_name(const Robot& robot, const ModelChoice& choice) {
    std::string out = robot.name + "_" + to_string(choice.model);
    if (choice.model == Model::idm || choice.model == Model::ddm) out += std::string("_") + letter(choice.formulation);
    if (choice.payload) out += "_payload";
    return choice.source == Source::pose ? out : out + "_" + to_string(choice.source);
  }

  VecX<R> rates(Port (*port)(const Robot&, int)) { return record_rates(robot_, recorder_, port); }

  Program outputs_of_geometry() {
    int component = 0;
    for (const Actuator& a : robot_.actuators) {
      const JointPosition<R>& q = driven_position(k_, a);
      for (const Port& port : joint_ports(a.name, a.revolute, component++))
        recorder_.output(port, port.kind == PortKind::length ? q.d : port.kind == PortKind::cosine ? q.c : q.s);
    }
    return finish();
  }

  Program outputs_of_jacobian() {
    for (int a = 0; a < k_.Jinv.rows(); ++a)
      for (int c = 0; c < robot_.mobility.n; ++c) recorder_.output(jacobian_port(robot_, a, c), k_.Jinv(a, c));
    return finish();
  }

  Program outputs_of_mobility() {
    for (int r = 0; r < robot_.nacelle.freedoms(); ++r)
      for (int c = 0; c < robot_.mobility.n; ++c) recorder_.output(mobility_port(robot_, r, c), k_.Psi(r, c));
    return finish();
  }

  Program outputs_of_rates() {
    for (std::size_t a = 0; a < robot_.actuators.size(); ++a) recorder_.output(actuator_rate_port(robot_, a), k_.dqa(static_cast<int>(a)));
    for (std::size_t a = 0; a < robot_.actuators.size(); ++a)
      recorder_.output(actuator_acceleration_port(robot_, a), k_.ddqa(static_cast<int>(a)));
    return finish();
  }

  Program inverse() {
    if (choice_.payload) platform_legs::inverse_dynamics(robot_, load_, k_, d_, payload());
    else inverse_dynamics(robot_, choice_.formulation, load_, k_, d_);
    return outputs_of_efforts();
  }

  // Arms and bars from the actuated joints. Where lines alone tell every body, E goes on from them; else the pose drives the model.
  Program from_encoders() {
    const EncoderPorts::Origin origin = EncoderPorts(robot_).record(recorder_, d_);
    if (choice_.formulation == Formulation::elements && follow_lines()) return outputs_of_efforts();
    const Mobility& m = robot_.mobility;
    if (!m.constant || m.Psi.middleRows(3, 3).norm() > 1e-12)
      throw InputError({}, fmt::format("{} turns its platform: from encoders it has formulation E only", robot_.name));
    k_.pose.p = origin.p;
    inverse_geometry_closed(robot_, k_);
    eliminate(robot_, k_);
    VecX<R> V(m.n), A(m.n);
    for (int c = 0; c < m.n; ++c) {
      V(c) = origin.v(m.free[c].index);
      A(c) = origin.a(m.free[c].index);
    }
    velocity(robot_, V, k_);
    acceleration(robot_, A, k_);
    return inverse();
  }

  bool follow_lines() {
    try {
      const VisionPorts lines(robot_);
      if (!lines.lines_tell_all()) return false;
      lines.follow(k_, d_);
    } catch (const InputError&) {
      return false;
    }
    elements::inverse_dynamics_of_states(robot_, load_, k_, d_);
    return true;
  }

  Program outputs_of_efforts() {
    for (std::size_t a = 0; a < robot_.actuators.size(); ++a) recorder_.output(effort_port(robot_, a), d_.effort(static_cast<int>(a)));
    effort_ = d_.effort;
    return finish();
  }

  Program direct() {
    effort_.resize(static_cast<Eigen::Index>(robot_.actuators.size()));
    for (std::size_t a = 0; a < robot_.actuators.size(); ++a) effort_(static_cast<int>(a)) = recorder_.input(effort_port(robot_, a));
    if (choice_.payload) platform_legs::direct_dynamics(robot_, load_, effort_, k_, d_, payload());
    else direct_dynamics(robot_, choice_.formulation, load_, effort_, k_, d_);
    for (int c = 0; c < robot_.mobility.n; ++c) recorder_.output(acceleration_port(robot_, c), d_.acceleration(c));
    return finish();
  }

  Program mass() {
    platform_legs::mass_and_bias(robot_, load_, k_, d_, payload());
    const int n = robot_.mobility.n;
    for (int r = 0; r < n; ++r)
      for (int c = 0; c < n; ++c) recorder_.output(mass_port(robot_, r, c, n * r + c), d_.mass(r, c));
    return outputs_of_bias(n * n);
  }

  Program bias() {
    platform_legs::bias(robot_, load_, k_, d_, payload());
    return outputs_of_bias(0);
  }

  Program outputs_of_bias(int first) {
    for (int r = 0; r < robot_.mobility.n; ++r) recorder_.output(bias_port(robot_, r, first + r), d_.bias(r));
    return finish();
  }

  Program energies() {
    const EnergyOf<R> e = energy(robot_, load_, k_, payload());
    const R values[] = {e.kinetic, e.potential, e.kinetic_rate, e.potential_rate, e.dissipation, e.external};
    const std::vector<Port> ports = energy_ports();
    for (std::size_t k = 0; k < ports.size(); ++k) recorder_.output(ports[k], values[k]);
    return finish();
  }

  // Under the efforts of inverse dynamics.
  Program joint_reactions() {
    platform_legs::inverse_dynamics(robot_, load_, k_, d_, payload());
    ReactionData<R> data(robot_);
    reactions(robot_, load_, k_, d_.effort, data, payload());
    const std::vector<Reaction> list = reaction_list(robot_);
    for (std::size_t r = 0; r < list.size(); ++r)
      for (int c = 0; c < 6; ++c)
        recorder_.output(reaction_port(robot_, list[r], static_cast<int>(r), c),
                         c < 3 ? data.wrench[r].force(c) : data.wrench[r].moment(c - 3));
    return finish();
  }

  Program regressor() {
    const std::vector<virtual_work::Parameter> parameters = virtual_work::parameters(robot_, load_);
    const int np = static_cast<int>(parameters.size()), na = static_cast<int>(robot_.actuators.size());
    MatX<R> W = MatX<R>::Zero(robot_.mobility.n, np), Y = MatX<R>::Zero(na, np);
    virtual_work::effort_regressor(robot_, k_, d_, W, Y);
    for (int a = 0; a < na; ++a)
      for (int p = 0; p < np; ++p) recorder_.output(regressor_port(robot_, a, parameters[p].name, parameters[p].unit, np * a + p), Y(a, p));
    return finish();
  }
};

}  // namespace

std::string to_string(Model model) {
  static const char* const kNames[] = {"igm",  "rates", "jacobian",  "mobility", "idm",       "ddm",
                                       "mass", "bias",  "regressor", "energy",   "reactions", "fgm"};
  return kNames[static_cast<int>(model)];
}

bool takes_velocity(Model model) {
  return model != Model::igm && model != Model::jacobian && model != Model::mobility && model != Model::fgm;
}
bool takes_acceleration(Model model) {
  return takes_velocity(model) && model != Model::mass && model != Model::bias && model != Model::ddm;
}
bool takes_effort(Model model) { return model == Model::ddm; }
bool depends_on_payload(Model model) { return takes_velocity(model) && model != Model::rates && model != Model::regressor; }

StatusDepth status_depth(Model model, bool limits) {
  if (model == Model::igm) return StatusDepth::geometry;
  return limits && (model == Model::idm || model == Model::ddm) ? StatusDepth::limits : StatusDepth::rank;
}

std::string to_string(Source source) {
  static const char* const kNames[] = {"pose", "encoders", "vision", "actuators"};
  return kNames[static_cast<int>(source)];
}

namespace {

Program forward_geometry_program(const Robot& robot) {
  Program out =
      ForwardClosed::exists(robot) ? ForwardClosed(robot, StatusDepth::none).record(false) : ForwardStep(robot, StatusDepth::none).record();
  for (Port& port : out.outputs)
    if (port.kind == PortKind::margin) port.kind = PortKind::entry;  // told beside the pose: they are no status
  return out;
}

// That the robot has this model.
void require(const Robot& robot, const ModelChoice& choice, const Load& load) {
  const bool inverse = choice.model == Model::idm || choice.model == Model::regressor || choice.model == Model::reactions;
  if (inverse) require_inverse_dynamics(robot, choice.model == Model::idm ? choice.formulation : Formulation::platform_legs, load);
  if (choice.model == Model::ddm) require_direct_dynamics(choice.formulation);
  if (choice.source == Source::vision && (choice.model != Model::idm || choice.formulation != Formulation::elements))
    throw InputError({}, "measured lines drive inverse dynamics by formulation E");
  if (choice.payload && (!depends_on_payload(choice.model) || choice.formulation != Formulation::platform_legs))
    throw InputError({}, "a payload is an input of dynamics by formulation P");
}

// Whether a model asks for the motion and the efforts of the whole robot only, not for its bodies one by one.
bool of_whole_robot(const ModelChoice& choice) {
  if (choice.model == Model::idm) return choice.formulation != Formulation::elements;
  return choice.model == Model::ddm || choice.model == Model::mass || choice.model == Model::bias;
}

}  // namespace

Program record(const Robot& robot, const ModelChoice& choice, const Load& load) {
  require(robot, choice, load);
  if (choice.model == Model::fgm) return forward_geometry_program(robot);
  if ((choice.source == Source::encoders || choice.source == Source::actuators) && choice.model != Model::idm)
    throw InputError({}, "encoders drive inverse dynamics only; the other models take a pose");
  if (!of_whole_robot(choice)) return ModelRecorder(robot, choice, load).run();
  const Program out = ModelRecorder(equivalent_robot(robot), choice, load).run();
  if (choice.formulation == Formulation::platform_legs) return out;
  const Program other = ModelRecorder(robot, choice, load).run();  // V and N do not always gain
  return other.count().total() < out.count().total() ? other : out;
}

ModelWithTangents record_with_tangents(const Robot& robot, const ModelChoice& choice, const Load& load) {
  require(robot, choice, load);
  return ModelRecorder(of_whole_robot(choice) ? equivalent_robot(robot) : robot, choice, load).run_with_tangents();
}

std::vector<double> program_inputs(const Robot& robot, const ModelChoice& choice, const KinematicsData<double>& kinematics,
                                   const VecX<double>& effort, const RigidBody& payload) {
  assert(fits(robot, kinematics));
  std::vector<double> out;
  if (choice.source == Source::vision) {
    VisionPorts(robot).append(kinematics, out);
    return out;
  }
  if (choice.source == Source::encoders) {
    EncoderPorts(robot).append(kinematics, out);
    return out;
  }
  PosePorts(robot).append(kinematics, out);
  const bool actuators = choice.source == Source::actuators;
  const VecX<double>&first = actuators ? kinematics.dqa : kinematics.Vr, &second = actuators ? kinematics.ddqa : kinematics.dVr;
  if (takes_velocity(choice.model)) out.insert(out.end(), first.begin(), first.end());
  if (takes_acceleration(choice.model)) out.insert(out.end(), second.begin(), second.end());
  if (takes_effort(choice.model)) out.insert(out.end(), effort.begin(), effort.end());
  if (choice.payload)
    for (const double x : payload_numbers(payload)) out.push_back(x);
  return out;
}

}  // namespace gough
