#pragma once

#include "gough/codegen/emit_project.hpp"

// Forward geometry as C, and efforts from encoders. The caller keeps the pose, from which the next call starts.
namespace gough {

struct EmittedForward {
  Program program;  // ForwardClosed or one ForwardStep, without a status
  bool closed = false;
  std::vector<Port> pose, readings;
  std::vector<double> offsets;       // of the readings of revolute actuators
  std::vector<std::string> strokes;  // conditions of C on the readings' numbers, true within the stroke
  // states of the self-test: readings, rates and accelerations; a pose beside; the pose
  std::vector<std::vector<double>> motions, starts, poses;
};

// Throws InputError, with the reason, where the robot has no forward geometry as a program.
EmittedForward emitted_forward(const Robot& robot, Precision precision, int states, unsigned seed);

// Declarations without the semicolon:
//   int ROBOT_fgm(const double q[6], double pose[12])
//   int ROBOT_idm_P_encoders(const double in[18], double pose[12], double out[6])
// The second one calls the function of a program from pose, rates and accelerations (Source::actuators).
std::string forward_declaration(const std::string& robot, const EmittedForward& forward, const EmitOptions& options);
std::string encoders_declaration(const Program& actuators, const EmittedForward& forward, const EmitOptions& options);

// Statements that store the numbers of the readings q, cosines and sines or lengths, in x.
std::string reading_statements(const EmittedForward& forward, Precision precision);

// Their text; both call what emit_find_pose writes, which calls the function of forward.program.
std::string emit_find_pose(const EmittedForward& forward, const EmitOptions& options);
std::string emit_forward(const std::string& robot, const EmittedForward& forward, const EmitOptions& options);
std::string emit_encoders(const Program& actuators, const EmittedForward& forward, const EmitOptions& options);

// What the header says of them, and their part of the self-test.
std::string document_forward(const std::string& robot, const EmittedForward& forward, const EmitOptions& options);
std::string document_encoders(const EmittedModel& actuators, const EmittedForward& forward, const EmitOptions& options);
std::string selftest_tables(const EmittedForward& forward, const EmitOptions& options);
std::string selftest_forward(const std::string& robot, const EmittedForward& forward, const EmitOptions& options);
std::string selftest_encoders(const Program& actuators, const EmittedForward& forward, const EmitOptions& options);

}  // namespace gough
