#pragma once

#include "gough/codegen/emit.hpp"
#include "gough/program/models.hpp"

// The files that `gough compile` writes: source, header, self-test and build file of a robot's models.
namespace gough {

struct EmittedModel {
  ModelChoice choice;
  Program program;
  std::vector<std::vector<double>> inputs, outputs;  // states of the self-test and what the library answers
  std::vector<int> statuses = {};                    // with it; behind the states others that are not ok, of which only this is compared
};

constexpr StatusTolerance status_tolerance(Precision precision) {
  return precision == Precision::float64 ? StatusTolerance{} : kSingleTolerance;
}

// Records a model, with its status where `choice` has its margin, and samples states for its self-test. Throws InputError where the robot
// has no such model or no regular pose is found.
EmittedModel emitted_model(const Robot& robot, const ModelChoice& choice, const Load& load, int states, unsigned seed);

// "inverse dynamics by platform and legs (P)"
std::string title(const ModelChoice& choice);

// Every argument with its index, name, unit and meaning; what each function costs.
// What the functions return is documented where they tell a status.
// `more` stands behind them.
std::string emit_h(const std::string& robot, const std::vector<EmittedModel>& models, const EmitOptions& options,
                   const std::string& more = "");

// Lines of a comment: every number of an array with its index, name, unit and meaning.
std::string port_comment(const std::string& array, const std::vector<Port>& list);

// A program that compares every function with the library's answers, prints one line for each and returns nonzero on failure.
// `more` defines functions without arguments, called `more_calls`, that return whether they are right.
std::string emit_selftest(const std::string& robot, const std::vector<EmittedModel>& models, const EmitOptions& options,
                          const std::string& more = "", const std::vector<std::string>& more_calls = {});

// A table of numbers in C, row by row.
std::string c_table(const std::string& name, const std::vector<std::vector<double>>& numbers, Precision precision);

// Builds the library, called ROBOT_WHAT, and the self-test, which ctest runs.
std::string emit_cmake(const std::string& robot, const std::string& what = "models");

// Largest relative error that the self-test lets pass. In single precision it is as many units in the last place.
double selftest_tolerance(Precision precision);

}  // namespace gough
