#include "gough/trajectory/check_trajectory.hpp"

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "gough/trajectory/constructors.hpp"
#include "tests/robots.hpp"

namespace gough::test {
namespace {

Pose<double> delta_at(const Robot& robot, double x, double y, double z) {
  Pose<double> out = robot.home;
  out.p = {x, y, z};
  return out;
}

TEST(CheckTrajectory, NamesWhatIsViolatedFirst) {
  Robot robot = load_robot("delta");
  const Trajectory there = line(robot, delta_at(robot, 0, 0, -0.7), delta_at(robot, 0.2, 0, -0.7), {Law::quintic, 0.5});
  const auto what = [&](const Trajectory& trajectory) {
    const TrajectoryCheck check = check_trajectory(robot, trajectory, {}, 1000);
    return check.first ? check.first->what : "";
  };
  EXPECT_EQ(what(there), "");
  Actuator& arm = robot.actuators[1];
  const Actuator kept = arm;
  arm.position_max = arm.home;
  EXPECT_EQ(what(there).rfind("position of " + arm.name + " is ", 0), 0u) << what(there);
  arm = kept;
  arm.speed_max = 0.01;
  EXPECT_EQ(what(there).rfind("speed of " + arm.name + " is ", 0), 0u) << what(there);
  arm = kept;
  arm.effort_max = 1e-3;
  EXPECT_EQ(what(there).rfind("effort of " + arm.name + " is ", 0), 0u) << what(there);
  arm = kept;
  EXPECT_EQ(what(line(robot, delta_at(robot, 0, 0, -0.7), delta_at(robot, 0.3, 0, -0.7), {Law::quintic, 2.0})).rfind("x is 0.25", 0), 0u);
}

TEST(CheckTrajectory, FindsWherePosesEnd) {
  const Robot robot = load_robot("delta");
  FourierSpec out_of_reach;
  out_of_reach.sine = out_of_reach.cosine = MatX<double>::Zero(3, 1);
  out_of_reach.sine(0, 0) = 3.0;
  const TrajectoryCheck check = check_trajectory(robot, fourier(robot, out_of_reach), {}, 1000);
  ASSERT_TRUE(check.first);
  EXPECT_LT(check.samples, 1001u);
  EXPECT_GT(check.samples, 0u);
}

// Peaks are those of the front door at the same samples.
TEST(CheckTrajectory, PeaksAreThoseOfInverseDynamics) {
  for (const char* name : {"gough_stewart", "prs_3", "planar_4rrr"}) {
    const Robot robot = load_robot(name);
    std::mt19937_64 random(2);
    KinematicsData<double> k(robot);
    DynamicsData<double> d(robot);
    const Pose<double> a = regular_pose(robot, random, k), b = regular_pose(robot, random, k);
    const Trajectory there = line(robot, a, b, {Law::quintic, 1.0});
    Load load;
    load.payload.mass = 0.7;
    VecX<double> effort = VecX<double>::Zero(robot.actuators.size()), speed = effort;
    std::size_t visited = 0;
    const TrajectoryCheck check = check_trajectory(robot, there, load, 50, [&](const TrajectorySample& s) {
      ++visited;
      (void)inverse_dynamics(robot, Formulation::virtual_work, load, s.reference.pose, s.reference.Vr, s.reference.dVr, k, d);
      effort = effort.cwiseMax(d.effort.cwiseAbs());
      speed = speed.cwiseMax(k.dqa.cwiseAbs());
    });
    EXPECT_EQ(visited, 51u);
    EXPECT_EQ(check.samples, 51u);
    for (std::size_t i = 0; i < robot.actuators.size(); ++i) {
      EXPECT_NEAR(check.actuators[i].effort, effort(i), 1e-9 * (1 + effort(i)));
      EXPECT_NEAR(check.actuators[i].speed, speed(i), 1e-12);
    }
  }
}

TEST(CheckTrajectory, ASingularityBetweenSamplesIsSeen) {
  const Robot robot = load_robot("planar_3rpr");
  const auto turned = [&](double angle) {
    VecX<double> free(3);
    free << robot.home.p.x(), robot.home.p.y(), angle;
    return pose_from_free(robot, free);
  };
  const Trajectory around = line(robot, robot.home, turned(2.5), {Law::quintic, 1.0});
  const TrajectoryCheck check = check_trajectory(robot, around, {}, 300);
  ASSERT_TRUE(check.first);
  // look beyond the workspace box: remove it
  Robot open = robot;
  for (FreeComponent& c : open.mobility.free) c.min = -100, c.max = 100;
  for (Actuator& a : open.actuators) a.position_min = -100, a.position_max = 100, a.speed_max = a.effort_max = kInfinity;
  const TrajectoryCheck crossing = check_trajectory(open, line(open, open.home, turned(2.5), {Law::quintic, 1.0}), {}, 300);
  ASSERT_TRUE(crossing.first);
  EXPECT_EQ(crossing.first->status, Status::type2_singular) << crossing.first->what;
}

}  // namespace
}  // namespace gough::test
