#pragma once

#include "gough/codegen/emit_forward.hpp"
#include "gough/control/controller.hpp"
#include "gough/io/whole_folder.hpp"

// A controller as C: encoders and a reference in, efforts out. It keeps what it remembers in a struct of the caller's.
namespace gough {

struct EmittedController {
  std::string name;  // of its struct, in front of its functions; also that of its files
  std::string robot, type;
  double rate = 0.0;  // Hz
  LawInC law;
  EmittedForward forward;
  Program status;
  std::vector<Port> velocity, acceleration, effort;
  std::vector<double> home;        // numbers of the pose there
  std::vector<double> effort_max;  // of each actuator
  std::string predict, error;      // text of functions that depend on the robot
  // Calls of the self-test and what the library answers: readings, their rates, the reference's pose, V_r and V̇_r, a wrench; efforts.
  std::vector<std::vector<double>> given, efforts;
  std::vector<int> statuses;
};

// Throws InputError where the spec describes no controller of this robot, or one that needs a simulation, and where the robot has no
// forward geometry as C.
EmittedController emitted_controller(const Robot& robot, const ControllerSpec& spec, const std::string& prefix, int calls, unsigned seed);

// NAME.c, NAME.h, NAME_selftest.c and CMakeLists.txt. `lanes`: as EmitOptions has it.
std::vector<NamedText> controller_project(const EmittedController& controller, bool lanes);
std::string controller_source(const EmittedController& controller, bool lanes);
std::string controller_header(const EmittedController& controller);
std::string controller_selftest(const EmittedController& controller);
std::string step_declaration(const EmittedController& controller);  // without the semicolon

// Text of functions on the numbers of a pose (PosePorts): the pose that follows when the platform goes on as from the one before to the
// last; the error of a pose against a reference (pose_error.hpp), and its rate.
std::string predict_in_c(const Robot& robot);
std::string platform_error_in_c(const Robot& robot, bool rates);

}  // namespace gough
