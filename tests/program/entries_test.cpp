#include "tests/entries.hpp"

#include "gough/program/encoder_ports.hpp"
#include "gough/program/entry_ports.hpp"
#include "gough/program/library_outputs.hpp"
#include "gough/program/meeting_point.hpp"
#include "gough/program/record_position.hpp"
#include "gough/program/robot_ports.hpp"
#include "gough/program/status_margin.hpp"
#include "gough/program/status_parts.hpp"
#include "gough/program/vision_ports.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

// A quattro's, asked with what belongs to a Delta, and a Delta's, asked with what belongs to a quattro.
class ProgramEntries : public ::testing::Test {
 protected:
  Robot robot = load_robot("quattro"), delta = load_robot("delta");
  KinematicsData<double> numbers_of_delta{delta}, numbers_of_quattro{robot};
  KinematicsData<Recorded> of_delta{delta}, of_quattro{robot};
  DynamicsData<Recorded> dynamics_of_delta{delta}, dynamics_of_quattro{robot};
  Recorder recorder{"refused"};
  std::vector<double> numbers;
  std::vector<Recorded> inputs;
  VecX<Recorded> step = VecX<Recorded>::Zero(robot.nacelle.freedoms()), short_step = VecX<Recorded>::Zero(3), tau = short_step;
  VecX<double> efforts = VecX<double>::Zero(4);
};

TEST_F(ProgramEntries, RefuseDataOfAnotherRobot) {
  const PosePorts pose(robot);
  const EncoderPorts encoders(delta);
  const VisionPorts vision(delta);
  const ModelChoice idm;
  double out[100];
  test::expect_refused({
      {"PosePorts::record", [&] { (void)pose.record(recorder, of_delta); }},
      {"PosePorts::rates", [&] { (void)pose.rates(inputs, of_delta, 0); }},
      {"PosePorts::moved", [&] { (void)pose.moved(inputs, of_delta, step); }},
      {"PosePorts::moved, step", [&] { (void)pose.moved(inputs, of_quattro, short_step); }},
      {"PosePorts::append", [&] { pose.append(numbers_of_delta, numbers); }},
      {"PosePorts::fill_joints", [&] { (void)pose.fill_joints(numbers_of_delta, out); }},
      {"EncoderPorts::record", [&] { (void)encoders.record(recorder, dynamics_of_quattro); }},
      {"EncoderPorts::append", [&] { encoders.append(numbers_of_quattro, numbers); }},
      {"VisionPorts::record", [&] { vision.record(recorder, of_quattro, dynamics_of_delta); }},
      {"VisionPorts::follow", [&] { vision.follow(of_delta, dynamics_of_quattro); }},
      {"VisionPorts::append", [&] { vision.append(numbers_of_quattro, numbers); }},
      {"library_outputs", [&] { (void)library_outputs(robot, idm, {}, numbers_of_delta, efforts); }},
      {"library_status", [&] { (void)library_status(robot, idm, {}, numbers_of_delta, efforts); }},
      {"program_inputs", [&] { (void)program_inputs(robot, idm, numbers_of_delta, efforts, {}); }},
      {"record_position", [&] { record_position(robot, recorder, of_delta); }},
      {"record_actuated_motion", [&] { record_actuated_motion(robot, recorder, of_delta); }},
      {"StatusMargin::record", [&] { StatusMargin(robot, StatusDepth::rank, {}).record(recorder, of_delta, tau, Recorded(0.0)); }},
      {"StatusPorts::record", [&] { StatusPorts(robot, StatusDepth::rank).record(recorder, of_delta, tau); }},
      {"constraint_pivots", [&] { (void)constraint_pivots(robot, of_delta); }},
      {"actuation_pivots", [&] { (void)actuation_pivots(robot, of_delta); }},
      {"leg_pivots", [&] { (void)leg_pivots(robot, 0, of_delta); }},
      {"stroke_place", [&] { (void)stroke_place(robot, of_delta, 0); }},
      {"stroke_margin", [&] { (void)stroke_margin(robot, of_delta, 0); }},
  });
}

TEST_F(ProgramEntries, RefuseIndices) {
  const PosePorts pose(robot);
  const MeetingPoint meeting(delta);
  const VisionPorts vision(delta);
  const JointPosition<Recorded> q;
  const Reaction reaction;
  test::expect_refused({
      {"PosePorts::rates", [&] { (void)pose.rates(inputs, of_quattro, 4); }},
      {"leg_pivots", [&] { (void)leg_pivots(robot, 4, of_quattro); }},
      {"stroke_place", [&] { (void)stroke_place(robot, of_quattro, -1); }},
      {"stroke_margin", [&] { (void)stroke_margin(robot, of_quattro, 4); }},
      {"MeetingPoint::sphere", [&] { (void)meeting.sphere(3, q); }},
      {"MeetingPoint::bend", [&] { (void)meeting.bend(3, q, Vec3<Recorded>::Zero()); }},
      {"VisionPorts::constants_of", [&] { (void)vision.constants_of(3, 0); }},
      {"VisionPorts::constants_of, element", [&] { (void)vision.constants_of(0, 9); }},
      {"actuator_position_port", [&] { (void)actuator_position_port(robot, 4); }},
      {"actuator_rate_port", [&] { (void)actuator_rate_port(robot, 4); }},
      {"actuator_acceleration_port", [&] { (void)actuator_acceleration_port(robot, 4); }},
      {"effort_port", [&] { (void)effort_port(robot, 4); }},
      {"velocity_port", [&] { (void)velocity_port(robot, 4); }},
      {"acceleration_port", [&] { (void)acceleration_port(robot, -1); }},
      {"jacobian_port, actuator", [&] { (void)jacobian_port(robot, 4, 0); }},
      {"jacobian_port, freedom", [&] { (void)jacobian_port(robot, 0, 4); }},
      {"mobility_port", [&] { (void)mobility_port(robot, robot.nacelle.freedoms(), 0); }},
      {"mass_port", [&] { (void)mass_port(robot, 0, 4, 0); }},
      {"bias_port", [&] { (void)bias_port(robot, 4, 0); }},
      {"regressor_port", [&] { (void)regressor_port(robot, 4, "m", "kg", 0); }},
      {"reaction_port", [&] { (void)reaction_port(robot, reaction, 0, 6); }},
  });
}

}  // namespace
}  // namespace gough
