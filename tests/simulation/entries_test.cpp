#include "tests/entries.hpp"

#include "gough/simulation/drive.hpp"
#include "gough/simulation/friction_jacobian.hpp"
#include "gough/simulation/sensors.hpp"
#include "gough/simulation/wrench_profile.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

// A quattro's, asked with what belongs to a Delta.
TEST(SimulationEntries, RefuseSizesOfAnotherRobot) {
  const Robot robot = load_robot("quattro"), delta = load_robot("delta");
  Plant plant(robot, {}, {}, false);
  Drive drive(robot, {});
  Sensors sensors(robot, nullptr, 1e-3, 1e-3, 1);
  const WrenchProfile wrenches(robot, {});
  KinematicsData<double> k(robot), of_delta(delta);
  DynamicsData<double> data(robot), dynamics_of_delta(delta);
  BodyJacobian<double> work{6, robot.mobility.n};
  MatX<double> D;
  VecX<double> four = VecX<double>::Zero(4), three = VecX<double>::Zero(3), VN = VecX<double>::Zero(robot.nacelle.freedoms());
  const MotionState state{robot.home, four}, short_state{robot.home, three};
  PlantInput input = plant.input(), wrong = input;
  wrong.effort = three;
  StateTerms terms = plant.terms();
  test::expect_refused({
      {"Plant::motion", [&] { (void)plant.motion(robot.home, three, input, VN, four); }},
      {"Plant::motion, efforts", [&] { (void)plant.motion(robot.home, four, wrong, VN, four); }},
      {"Plant::inspect", [&] { (void)plant.inspect(short_state, 1e-6, terms); }},
      {"Plant::loop_gap", [&] { (void)plant.loop_gap(short_state); }},
      {"motion", [&] { (void)motion(terms, wrong, four); }},
      {"Drive::start", [&] { drive.start(three); }},
      {"Drive::command", [&] { drive.command(0.0, three); }},
      {"Drive::update", [&] { drive.update(three); }},
      {"Sensors::sample", [&] { sensors.sample(0.0, state, three, four); }},
      {"Sensors::sample, rates", [&] { sensors.sample(0.0, state, four, three); }},
      {"WrenchProfile::at", [&] { wrenches.at(0.0, three); }},
      {"friction_jacobian", [&] { friction_jacobian(robot, {}, of_delta, data, work, D); }},
      {"friction_jacobian, dynamics", [&] { friction_jacobian(robot, {}, k, dynamics_of_delta, work, D); }},
      {"subtract_friction", [&] { subtract_friction(robot, {}, of_delta, four, data, four); }},
  });
}

}  // namespace
}  // namespace gough
