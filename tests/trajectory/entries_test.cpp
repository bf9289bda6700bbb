#include "tests/entries.hpp"

#include "gough/trajectory/constructors.hpp"
#include "gough/trajectory/manifold_motion.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

// A quattro's, asked with what belongs to a Delta.
TEST(TrajectoryEntries, RefuseDataOfAnotherRobot) {
  const Robot robot = load_robot("quattro"), delta = load_robot("delta");
  const Trajectory rest = hold(robot, robot.home, 1.0);
  ReferenceFollower follower(robot);
  KinematicsData<double> k(robot), of_delta(delta);
  Reference reference(robot), reference_of_delta(delta);
  const NacelleMotion motion;
  test::expect_refused({
      {"Trajectory::at", [&] { (void)rest.at(0.0, of_delta, reference); }},
      {"Trajectory::at, reference", [&] { (void)rest.at(0.0, k, reference_of_delta); }},
      {"Trajectory::at, follower", [&] { (void)rest.at(0.0, follower, reference_of_delta); }},
      {"set_free_rates", [&] { set_free_rates(robot, motion, reference_of_delta); }},
      {"closed_form_motion", [&] { closed_form_motion(robot, motion, reference_of_delta); }},
      {"projected_motion", [&] { (void)projected_motion(robot, motion, of_delta, reference); }},
      {"projected_motion, reference", [&] { (void)projected_motion(robot, motion, k, reference_of_delta); }},
  });
}

}  // namespace
}  // namespace gough
