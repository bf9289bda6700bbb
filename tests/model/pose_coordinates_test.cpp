#include "gough/model/pose_coordinates.hpp"

#include <random>

#include "tests/robots.hpp"

namespace gough {
namespace {

class PoseCoordinates : public test::Catalog {};

NacelleStep random_step(const Robot& robot, double size, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-size, size);
  NacelleStep step(robot.nacelle.freedoms());
  for (Eigen::Index c = 0; c < step.size(); ++c)
    step(c) = uniform(random) * (robot.nacelle.angular(static_cast<int>(c)) ? 1.0 : robot.length);
  return step;
}

TEST_P(PoseCoordinates, StepsLeadFromPoseToPose) {
  std::mt19937_64 random(5);
  for (int draw = 0; draw < 20; ++draw) {
    const Pose<double> a = moved(robot, robot.home, random_step(robot, 0.8, random));
    const NacelleStep step = random_step(robot, 0.4, random);
    const Pose<double> b = moved(robot, a, step);
    EXPECT_LT((step_between(robot, a, b) - step).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_LE(distance_between(robot, a, b), std::sqrt(3.0) * size_of(robot, step) * (1 + 1e-12));
    EXPECT_LT(test::pose_distance(robot, between(robot, a, b, 1.0), b), 1e-13);
    EXPECT_LT(test::pose_distance(robot, between(robot, a, b, 0.5), moved(robot, a, 0.5 * step)), 1e-13);
  }
}

TEST_P(PoseCoordinates, FreeCoordinatesThereAndBack) {
  std::mt19937_64 random(6);
  for (int draw = 0; draw < 20; ++draw) {
    const VecX<double> given = free_coordinates(robot, robot.home) + random_step(robot, 0.3, random).head(robot.mobility.n);
    EXPECT_LT((free_coordinates(robot, pose_from_free(robot, given)) - given).cwiseAbs().maxCoeff(), 1e-13);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, PoseCoordinates, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
