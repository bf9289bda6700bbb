#include "tests/entries.hpp"

#include "gough/control/actuator_forces.hpp"
#include "gough/control/controller.hpp"
#include "gough/control/pose_error.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

// A quattro's, asked with what belongs to a Delta.
TEST(ControlEntries, RefuseSizesOfAnotherRobot) {
  const Robot robot = load_robot("quattro"), delta = load_robot("delta");
  Controller control = make_controller(robot, read_controller("type = 'computed_torque'\nrate = 1000\nbandwidth_hz = 5\n", ""));
  const Measurement measured(robot), of_delta(delta);
  const Reference reference(robot), reference_of_delta(delta);
  const Evaluator evaluator(robot);
  Evaluator::Memory memory(evaluator);
  ActuatorForces forces(robot);
  const Pose<double> pose = robot.home;
  VecX<double> four = VecX<double>::Zero(4), three = VecX<double>::Zero(3), VN = VecX<double>::Zero(robot.nacelle.freedoms());
  test::expect_refused({
      {"Controller, measurement", [&] { (void)control(of_delta, reference, four); }},
      {"Controller, reference", [&] { (void)control(measured, reference_of_delta, four); }},
      {"pose_error", [&] { pose_error(robot, pose, pose, three); }},
      {"pose_error_rate", [&] { pose_error_rate(robot, pose, three, pose, VN, four); }},
      {"pose_error_rate, result", [&] { pose_error_rate(robot, pose, VN, pose, VN, three); }},
      {"ActuatorForces::add", [&] { (void)forces.add(evaluator, pose, three, memory, four); }},
      {"ActuatorForces::add, efforts", [&] { (void)forces.add(evaluator, pose, four, memory, three); }},
      {"ActuatorForces::platform_rates", [&] { (void)forces.platform_rates(evaluator, pose, three, memory, four); }},
  });
}

}  // namespace
}  // namespace gough
