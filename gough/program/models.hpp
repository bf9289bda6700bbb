#pragma once

#include "gough/dynamics/front_door.hpp"
#include "gough/program/program.hpp"

// The models of a robot as Programs: the library's own code, run on the recording scalar.
namespace gough {

enum class Model { igm, rates, jacobian, idm, ddm, mass, regressor };
constexpr Model kModels[] = {Model::igm, Model::rates, Model::jacobian, Model::idm, Model::ddm, Model::mass, Model::regressor};
std::string to_string(Model model);

// What is measured: the platform's pose and motion, the actuated joints, or the elements' lines ("vision").
enum class Source { pose, encoders, vision };
std::string to_string(Source source);

struct ModelChoice {
  Model model = Model::idm;
  Formulation formulation = Formulation::platform_legs;  // of idm and ddm
  Source source = Source::pose;
};

// Records a model. Inputs and outputs carry names and units. Legs without a closed-form inverse geometry take their joint positions as
// inputs. Throws InputError where the robot has no such model.
Program record(const Robot& robot, const ModelChoice& choice, const Load& load = {});

// Inputs of a pose-driven program for a state of the library: what `record` named, in its order.
std::vector<double> program_inputs(const Robot& robot, const ModelChoice& choice, const KinematicsData<double>& kinematics,
                                   const VecX<double>& effort);

}  // namespace gough
