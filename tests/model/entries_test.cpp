#include "tests/entries.hpp"

#include "gough/model/pose_coordinates.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

TEST(ModelEntries, RefuseIndices) {
  const Robot robot = load_robot("quattro");
  const int bodies = robot.nacelle.bodies();
  test::expect_refused({
      {"JointTree::joint", [&] { (void)robot.nacelle.joint(bodies); }},
      {"JointTree::joint, the platform", [&] { (void)robot.nacelle.joint(0); }},
      {"Robot::body, leg",
       [&] {
         (void)robot.body({4, 0});
       }},
      {"Robot::body",
       [&] {
         (void)robot.body({0, robot.legs[0].bodies()});
       }},
      {"nacelle_coordinate", [&] { (void)nacelle_coordinate(robot, robot.home, bodies - 1); }},
  });
}

}  // namespace
}  // namespace gough
