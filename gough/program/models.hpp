#pragma once

#include <optional>

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/program/program.hpp"
#include "gough/program/status_margin.hpp"
#include "gough/program/status_ports.hpp"

// The models of a robot as Programs: the library's own code, run on the recording scalar.
namespace gough {

// Forward geometry, fgm, is a program in closed form or one step of Newton's method; the others answer in one go.
enum class Model { igm, rates, jacobian, mobility, idm, ddm, mass, bias, regressor, energy, reactions, fgm };
constexpr Model kModels[] = {Model::igm,  Model::rates, Model::jacobian,  Model::mobility, Model::idm,      Model::ddm,
                             Model::mass, Model::bias,  Model::regressor, Model::energy,   Model::reactions};
std::string to_string(Model model);

// What a model asks for behind the pose: V_r; then V̇_r, or the efforts.
bool takes_velocity(Model model);
bool takes_acceleration(Model model);
bool takes_effort(Model model);

// Whether a payload changes what a model says; the regressor is what multiplies it.
bool depends_on_payload(Model model);

// What is measured: the platform's pose and motion, the actuated joints, the elements' lines ("vision"), or the actuated joints with a pose
// found from them before ("actuators").
enum class Source { pose, encoders, vision, actuators };
std::string to_string(Source source);

struct ModelChoice {
  Model model = Model::idm;
  Formulation formulation = Formulation::platform_legs;  // of idm and ddm
  Source source = Source::pose;
  bool status = false;                         // with the outputs of StatusPorts behind its own
  std::optional<StatusTolerance> margin = {};  // with the outputs of StatusMargin
  bool limits = true;                          // of speeds and efforts in the status of idm and ddm
  bool payload = false;                        // a payload besides the load's as the last inputs (payload_ports.hpp); formulation P
};

// How much of the status a model tells.
StatusDepth status_depth(Model model, bool limits = true);

// Records a model. Inputs and outputs carry names and units. Legs without a closed-form inverse geometry take their joint positions as
// inputs. What asks for the whole robot's motion only (idm by V, P and N, ddm, mass) is recorded from its `equivalent_robot`. Throws
// InputError where the robot has no such model.
Program record(const Robot& robot, const ModelChoice& choice, const Load& load = {});

// The same model (idm or ddm from the pose), followed by outputs `component/input`: the rate of each of the pose's inputs when V_r is 1 in
// one component. The pose's inputs come first of all.
struct ModelWithTangents {
  Program program;
  int outputs = 0;      // of the model
  int pose_inputs = 0;  // then one output for each of these, component by component
};
ModelWithTangents record_with_tangents(const Robot& robot, const ModelChoice& choice, const Load& load = {});

// Inputs of a pose-driven program for a state of the library: what `record` named, in its order. `payload` is used where the choice has it.
std::vector<double> program_inputs(const Robot& robot, const ModelChoice& choice, const KinematicsData<double>& kinematics,
                                   const VecX<double>& effort, const RigidBody& payload = {});

}  // namespace gough
