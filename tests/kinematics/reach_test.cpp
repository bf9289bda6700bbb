#include "gough/kinematics/any_mode.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/rank_distances.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/robots.hpp"

// Grids wider than the reach of robots whose reach circles and spheres tell: every pose within it is answered, every other is unreachable.
namespace gough {
namespace {

constexpr double kEdge = 1e-6;  // robot lengths: nearer to the edge of reach rounding decides

// How far a distance is inside an annulus; negative outside.
double inside(double distance, double smallest, double largest) { return std::min(distance - smallest, largest - distance); }

// Margin of a leg of an arm on a revolute and a rod: distances from the tip's point to the circle of the arm's end, against the rod.
double arm_margin(const Leg& leg, const Pose<double>& pose) {
  const Placement<double>& base = leg.joints[0].placement;
  const Vec3<double> C = base.inverse_point(pose.R * leg.tips[0].nacelle.frame.p + pose.p), E = leg.joints[1].placement.p;
  const double radius = std::hypot(E.x(), E.y()), across = std::hypot(C.x(), C.y()), height = C.z() - E.z();
  const double rod = leg.tips[0].leg.frame.p.norm();
  return inside(rod, std::hypot(across - radius, height), std::hypot(across + radius, height));
}

void expect_answers(const Robot& robot, const Pose<double>& given, double margin, KinematicsData<double>& data, int counts[3]) {
  Pose<double> pose = given;
  const Outcome outcome = project(robot, pose, data);
  if (std::abs(margin) < kEdge * robot.length) return;
  if (margin < 0.0) {
    ++counts[0];
    EXPECT_EQ(outcome.status, Status::unreachable) << given.p.transpose();
    return;
  }
  ++counts[1];
  if (outcome.answered()) return;
  ++counts[2];  // a singularity that is one
  const RankDistances d = rank_distances(robot, data);
  EXPECT_TRUE(outcome.status == Status::type1_singular || outcome.status == Status::type2_singular ||
              outcome.status == Status::constraint_singular)
      << to_string(outcome.status) << " " << given.p.transpose();
  EXPECT_LT(std::min({d.leg[d.weakest_leg()], d.constraint, d.actuation}), 1e-5) << given.p.transpose();
}

int grid() { return test::samples > 1000 ? 60 : 24; }
double at(int k, int n, double from, double to) { return from + (to - from) * k / (n - 1); }

TEST(Reach, OfFiveBar) {
  const Robot robot = load_robot("five_bar");
  KinematicsData<double> data(robot);
  int counts[3] = {};
  const int n = 4 * grid();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      VecX<double> xy(2);
      xy << at(i, n, -0.7, 0.71), at(j, n, -0.7, 0.72);
      double margin = kInfinity;
      for (const double foot : {-0.1, 0.1}) margin = std::min(margin, inside(std::hypot(xy(0) - foot, xy(1)), 0.1, 0.5));
      expect_answers(robot, pose_from_free(robot, xy), margin, data, counts);
      if (HasFailure()) return;
    }
  EXPECT_GT(counts[0], 500);
  EXPECT_GT(counts[1], 500);
}

TEST(Reach, OfPlanar3rrr) {
  const Robot robot = load_robot("planar_3rrr");
  KinematicsData<double> data(robot);
  int counts[3] = {};
  const int n = grid();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (const double turn : {-2.9, -1.1, 0.0, 0.4, 2.2}) {
        VecX<double> free(3);
        free << robot.home.p.x() + at(i, n, -0.41, 0.4), robot.home.p.y() + at(j, n, -0.4, 0.41), turn;
        const Pose<double> pose = pose_from_free(robot, free);
        double margin = kInfinity;
        for (const Leg& leg : robot.legs) margin = std::min(margin, arm_margin(leg, pose));
        expect_answers(robot, pose, margin, data, counts);
        if (HasFailure()) return;
      }
  EXPECT_GT(counts[0], 100);
  EXPECT_GT(counts[1], 100);
}

TEST(Reach, OfDelta) {
  const Robot robot = load_robot("delta");
  KinematicsData<double> data(robot);
  int counts[3] = {};
  const int n = grid();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        VecX<double> xyz(3);
        xyz << at(i, n, -1.3, 1.31), at(j, n, -1.3, 1.32), at(k, n, -1.3, 1.33);
        const Pose<double> pose = pose_from_free(robot, xyz);
        double margin = kInfinity;
        for (const Leg& leg : robot.legs) margin = std::min(margin, arm_margin(leg, pose));
        expect_answers(robot, pose, margin, data, counts);
        if (HasFailure()) return;
      }
  EXPECT_GT(counts[0], 1000);
  EXPECT_GT(counts[1], 1000);
}

// Struts on universal joints reach everywhere.
TEST(Reach, OfGoughStewart) {
  const Robot robot = load_robot("gough_stewart");
  KinematicsData<double> data(robot);
  int counts[3] = {};
  const int n = grid() / 2;
  std::mt19937_64 random(71);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        Pose<double> pose = robot.home;
        pose.p = Vec3<double>(at(i, n, -2, 2.1), at(j, n, -2, 2.2), at(k, n, -2, 2.3));
        pose.R = rotation_exp(kPi * random_vector(3, random));
        expect_answers(robot, pose, kInfinity, data, counts);
        if (HasFailure()) return;
      }
  EXPECT_EQ(counts[0], 0);
}

// Joint pairs within the limits: where the elbows are near enough a pose is found, in whichever working mode, and nowhere else.
TEST(Reach, ForwardGeometryOfFiveBar) {
  const Robot robot = load_robot("five_bar");
  std::mt19937_64 random(72);
  int reached = 0, other = 0, apart = 0;
  for (int s = 0; s < std::max(300, test::samples); ++s) {
    VecX<double> qa(2);
    Vec3<double> elbow[2];
    for (int a = 0; a < 2; ++a) {
      const Actuator& actuator = robot.actuators[a];
      const double share = 0.5 * (random_vector(1, random)(0) + 1.0);
      qa(a) = actuator.position_min + share * (actuator.position_max - actuator.position_min);
      const Joint& joint = robot.legs[a].joints[0];
      const JointPosition<double> turn = revolute_position(qa(a) - joint.home_value);
      const JointPosition<double> q{joint.home.c * turn.c - joint.home.s * turn.s, joint.home.s * turn.c + joint.home.c * turn.s, 0.0};
      elbow[a] = moved(joint.placement, q).point(robot.legs[a].joints[1].placement.p);
    }
    const double distance = (elbow[1] - elbow[0]).norm();
    if (std::abs(distance - 0.6) < 1e-4) continue;
    KinematicsData<double> data(robot);
    const AnyModePose found = forward_geometry_any_mode(robot, qa, robot.home, data);
    if (distance > 0.6) {
      ++apart;
      EXPECT_FALSE(found.outcome.answered());
      continue;
    }
    ++reached;
    other += !found.other_modes.empty();
    EXPECT_TRUE(found.outcome.answered() || found.outcome.status == Status::type1_singular ||
                found.outcome.status == Status::type2_singular)
        << to_string(found.outcome.status) << " at " << qa.transpose();
    for (const Vec3<double>& e : elbow) EXPECT_NEAR((found.pose.p - e).norm(), 0.3, 1e-9) << qa.transpose();
    if (HasFailure()) return;
  }
  EXPECT_GT(reached, 50);
  EXPECT_GT(other, 10);
}

// The size of a robot has no say: millimetres, metres, kilometres, by closed forms and by Newton, legs with slides too.
TEST(Reach, SizeHasNoSay) {
  for (const double scale : {1e-3, 1.0, 1e3})
    for (const char* name : {"gough_stewart", "planar_3rpr", "five_bar"}) {
      RobotDescription d = load_robot(name).description;
      d.workspace.reset();
      d.platform.home.position *= scale;
      d.platform.body.reset();
      for (LegSpec& leg : d.leg) {
        leg.at *= scale;
        for (TipSpec& tip : leg.tip) tip.at *= scale;
        for (ElementSpec& e : leg.element) {
          if (e.length) *e.length *= scale;
          if (e.home_length) *e.home_length *= scale;
          e.body.reset();
          e.end_body.reset();
          if (e.actuator) e.actuator->limits.reset();
        }
      }
      const Robot robot = assemble(d);
      Robot newton = robot;
      for (Leg& leg : newton.legs) leg.solver = {};
      KinematicsData<double> a(robot), b(newton);
      std::mt19937_64 random(73);
      for (int s = 0; s < 20; ++s) {
        Pose<double> pose;
        ASSERT_TRUE(sample_pose(robot, 1.0, 1e-6, random, pose, a).ok()) << name << " times " << scale;
        const Outcome outcome = position(newton, pose, b);
        ASSERT_TRUE(outcome.ok()) << name << " times " << scale << ": " << to_string(outcome.status) << " " << outcome.measure;
        VecX<double> qa(robot.actuators.size()), qb(robot.actuators.size());
        actuated_positions(robot, a, qa);
        actuated_positions(newton, b, qb);
        EXPECT_LT((qa - qb).cwiseAbs().maxCoeff(), 1e-11 * std::max(1.0, robot.length)) << name << " times " << scale;
      }
    }
}

}  // namespace
}  // namespace gough
