#include "gough/trajectory/trajectory.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "gough/trajectory/constructors.hpp"
#include "tests/robots.hpp"

namespace gough::test {
namespace {

std::vector<Pose<double>> some_poses(const Robot& robot, int count, double fraction = 0.5) {
  std::mt19937_64 random(11);
  KinematicsData<double> data(robot);
  std::vector<Pose<double>> out(count);
  for (Pose<double>& pose : out) EXPECT_TRUE(sample_pose(robot, fraction, 1e-2, random, pose, data).ok()) << robot.name;
  return out;
}

FourierSpec some_series(const Robot& robot) {
  std::mt19937_64 random(5);
  FourierSpec spec;
  spec.frequency = 0.5;
  const int n = robot.mobility.n;
  spec.cosine = spec.sine = MatX<double>::Zero(n, 3);
  spec.offset = VecX<double>::Zero(n);
  for (int j = 0; j < n; ++j) {
    const FreeComponent& c = robot.mobility.free[j];
    spec.offset(j) = c.index < 3 ? robot.home.p(c.index) : 0.0;
    const double room = 0.15 * std::min(c.max - spec.offset(j), spec.offset(j) - c.min);
    spec.cosine.row(j) = room * random_vector(3, random).transpose();
    spec.sine.row(j) = room * random_vector(3, random).transpose();
  }
  return spec;
}

std::vector<std::pair<std::string, Trajectory>> one_of_each(const Robot& robot) {
  const std::vector<Pose<double>> poses = some_poses(robot, 5);
  std::vector<std::pair<std::string, Trajectory>> out;
  out.emplace_back("hold", hold(robot, poses[0], 1.0));
  out.emplace_back("line", line(robot, poses[0], poses[1], {Law::quintic, 1.0}));
  out.emplace_back("trapezoidal line", line(robot, poses[1], poses[2], {Law::trapezoidal, 1.0, 0.3}));
  out.emplace_back("s-curve line", line(robot, poses[1], poses[2], {Law::s_curve, 1.0}));
  out.emplace_back("spline", pose_spline(robot, poses, {0.0, 0.61, 1.13, 1.9, 2.31}));
  out.emplace_back("fourier", fourier(robot, some_series(robot)));
  PickAndPlaceSpec pick{poses[0], poses[1]};
  pick.height = 0.01;
  pick.cycle_time = 2.0;
  pick.dwell = 0.1;
  bool lifts = false;
  for (const FreeComponent& c : robot.mobility.free) lifts |= c.index == 2;
  if (lifts) out.emplace_back("pick and place", pick_and_place(robot, pick));
  std::vector<double> times;
  std::vector<Pose<double>> samples;
  KinematicsData<double> data(robot);
  Reference reference(robot);
  for (int k = 0; k <= 40; ++k) {
    times.push_back(0.05 * k);
    EXPECT_TRUE(out[5].second.at(times.back(), data, reference).answered());
    samples.push_back(reference.pose);
  }
  out.emplace_back("sampled", sampled(robot, times, samples));
  out.emplace_back("sequence", sequence({out[1].second, hold(robot, poses[1], 0.21), out[2].second}));
  return out;
}

// V_N at a time by central differences of fourth order.
VecX<double> differenced(const Robot& robot, const Trajectory& trajectory, double t, double h, KinematicsData<double>& data) {
  Reference at(robot), near(robot);
  EXPECT_TRUE(trajectory.at(t, data, at).answered());
  VecX<double> out = VecX<double>::Zero(robot.nacelle.freedoms());
  for (const auto& [steps, weight] : {std::pair{-2, 1.0}, {-1, -8.0}, {1, 8.0}, {2, -1.0}}) {
    EXPECT_TRUE(trajectory.at(t + steps * h, data, near).answered());
    const double w = weight / (12 * h);
    out.head<3>() += w * near.pose.p;
    out.segment<3>(3) += w * rotation_vector(near.pose.R * at.pose.R.transpose());
    for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) {
      const JointPosition<double>&a = at.pose.z[k], &b = near.pose.z[k];
      out(6 + k) += w * (robot.nacelle.joints[k].revolute ? std::atan2(b.s * a.c - b.c * a.s, b.c * a.c + b.s * a.s) : b.d);
    }
  }
  return out;
}

void expect_exact_rates(const Robot& robot) {
  KinematicsData<double> data(robot), other(robot);
  Reference reference(robot), near(robot);
  for (const auto& [name, trajectory] : one_of_each(robot)) {
    const double h = 5e-4;
    for (int k = 0; k < 12; ++k) {
      const double t = trajectory.duration() * (0.031 + k * 0.0789);
      const std::string where = fmt::format("{} {} at {}", robot.name, name, t);
      ASSERT_TRUE(trajectory.at(t, data, reference).answered()) << where;
      ASSERT_TRUE(position(robot, reference.pose, other).answered()) << where;
      velocity(robot, reference.Vr, other);
      // errors: rounding 1e-15/h and h⁴ times the fifth derivative, at most some 1e4 here
      const VecX<double> V = differenced(robot, trajectory, t, h, data);
      EXPECT_LT((other.VN - V).cwiseAbs().maxCoeff(), 1e-8) << where << "\n" << other.VN.transpose() << "\n" << V.transpose();
      VecX<double> dVr = VecX<double>::Zero(robot.mobility.n);
      for (const auto& [steps, weight] : {std::pair{-2, 1.0}, {-1, -8.0}, {1, 8.0}, {2, -1.0}}) {
        ASSERT_TRUE(trajectory.at(t + steps * h, data, near).answered());
        dVr += weight / (12 * h) * near.Vr;
      }
      EXPECT_LT((reference.dVr - dVr).cwiseAbs().maxCoeff(), 1e-7) << where;
    }
  }
}

class Trajectories : public Catalog {};

TEST_P(Trajectories, LieOnTheManifoldWithExactRates) { expect_exact_rates(robot); }

INSTANTIATE_TEST_SUITE_P(Robots, Trajectories, ::testing::ValuesIn(catalog()), robot_name);

// A hexapod with two of its struts rigid: four freedoms, one of them a rotation; the other two rotations depend on all four.
Robot hexapod_with_two_rods() {
  RobotDescription d = read_robot_file(robot_path("gough_stewart"));
  d.name = "two_rods";
  d.workspace.reset();
  LegSpec rods = d.leg[0];
  d.leg[0].copies->angles_deg = {240};
  rods.name = "rod";
  rods.copies->angles_deg = {0, 120};
  ElementSpec& rod = rods.element[0];
  rod.type = "bar";
  // from the base's anchor to the platform's at home
  rod.length = (Vec3<double>(0, 0, 0.62) + rods.tip[0].at - rods.at).norm();
  rod.end_body.reset();
  rod.actuator.reset();
  d.leg.push_back(rods);
  Robot robot = assemble(d);
  // the split with two dependent rotations, which `find_mobility` would not take here but does elsewhere
  robot.mobility.free.clear();
  robot.mobility.dependent = {3, 4};
  for (const auto& [index, name] : {std::pair{0, "x"}, {1, "y"}, {2, "z"}, {5, "rz"}}) {
    const double middle = index < 3 ? robot.home.p(index) : 0.0, room = index < 3 ? 0.03 : 0.2;
    robot.mobility.free.push_back({index, name, index >= 3, middle - room, middle + room});
  }
  return robot;
}

TEST(Trajectory, TwoDependentRotations) {
  const Robot robot = hexapod_with_two_rods();
  ASSERT_EQ(robot.mobility.n, 4);
  ASSERT_FALSE(robot.mobility.constant);
  expect_exact_rates(robot);
}

TEST(Trajectory, PosesOfASplineAreReachedAndTheAccelerationIsContinuous) {
  const Robot robot = load_robot("gough_stewart");
  const std::vector<Pose<double>> poses = some_poses(robot, 5, 0.9);
  const std::vector<double> times{0.0, 0.61, 1.13, 1.9, 2.31};
  const Trajectory spline = pose_spline(robot, poses, times);
  KinematicsData<double> data(robot);
  Reference at(robot), before(robot), after(robot);
  for (std::size_t k = 0; k < times.size(); ++k) {
    (void)spline.at(times[k], data, at);
    EXPECT_LT(pose_distance(robot, at.pose, poses[k]), 1e-12);
    (void)spline.at(times[k] - 1e-9, data, before);
    (void)spline.at(times[k] + 1e-9, data, after);
    EXPECT_LT((before.dVr - after.dVr).norm(), 1e-6);  // the third derivative is some 100
  }
  for (double t : {0.0, 2.31}) {
    (void)spline.at(t, data, at);
    EXPECT_EQ(at.Vr.norm() + at.dVr.norm(), 0.0);
  }
}

// About one axis the product of powers is a cubic spline of the angle; seen from other axes it is the same motion.
TEST(Trajectory, RotationSplineDoesNotDependOnFrames) {
  const Robot robot = load_robot("gough_stewart");
  std::mt19937_64 random(3);
  const Mat3<double> base = rotation_exp(random_vector(3, random)), tool = rotation_exp(random_vector(3, random));
  const auto curve = [&](const Mat3<double>& left, const Mat3<double>& right) {
    PoseSpline out;
    const Vec3<double> c[] = {{0, 0, 0}, {0.5, 0.1, 0}, {0.2, -0.6, 0.4}, {0, 0.3, -1.0}};
    MatX<double> values = MatX<double>::Zero(4, 6);
    out.from.R = left * rotation_exp(c[0]) * right;
    for (int k = 1; k < 4; ++k) {
      out.turns.push_back(rotation_vector(left * rotation_exp(c[k]) * rotation_exp(c[k - 1]).transpose() * left.transpose()));
      values.col(2 + k).tail(4 - k).setOnes();
    }
    out.spline = CubicSpline({0, 1, 1.5, 3}, values, CubicSpline::Ends::rest);
    return out;
  };
  const PoseSpline plain = curve(Mat3<double>::Identity(), Mat3<double>::Identity()), turned = curve(base, tool);
  for (double t = 0; t < 3; t += 0.1) {
    NacelleMotion a, b;
    plain.at(t, a);
    turned.at(t, b);
    EXPECT_LT((base * a.R * tool - b.R).norm(), 1e-13);
    EXPECT_LT((base * a.w - b.w).norm(), 1e-12);
    EXPECT_LT((base * a.dw - b.dw).norm(), 1e-11);
  }
}

TEST(Trajectory, PickAndPlaceKeepsItsHeightsAndItsAcceleration) {
  const Robot robot = load_robot("delta");
  PickAndPlaceSpec spec{robot.home, robot.home};
  spec.pick.p = {-0.1525, 0, -0.75};
  spec.place.p = {0.1525, 0, -0.74};
  spec.acceleration = 98.1;
  const Trajectory cycle = pick_and_place(robot, spec);
  KinematicsData<double> data(robot);
  Reference at(robot);
  double highest = -1.0, largest = 0.0;
  for (int k = 0; k <= 20000; ++k) {
    (void)cycle.at(cycle.duration() * k / 20000, data, at);
    highest = std::max(highest, at.pose.p.z());
    largest = std::max(largest, at.dVr.norm());
  }
  EXPECT_NEAR(highest, -0.74 + 0.025, 1e-12);
  EXPECT_NEAR(largest, 98.1, 1e-3);
  (void)cycle.at(cycle.duration() / 2, data, at);
  EXPECT_LT((at.pose.p - spec.place.p).norm() + at.Vr.norm(), 1e-12);
  spec.acceleration = 0.0;
  spec.cycle_time = 0.43;
  EXPECT_NEAR(pick_and_place(robot, spec).duration(), 0.43, 1e-15);
}

TEST(Trajectory, RestsOutsideAndRepeatsIfPeriodic) {
  const Robot robot = load_robot("delta");
  const std::vector<Pose<double>> poses = some_poses(robot, 2);
  KinematicsData<double> data(robot);
  Reference at(robot), again(robot);
  const Trajectory there = line(robot, poses[0], poses[1], {Law::trapezoidal, 1.0});
  for (const auto& [t, k] : {std::pair{-1.0, 0}, {2.0, 1}}) {
    (void)there.at(t, data, at);
    EXPECT_LT(pose_distance(robot, at.pose, poses[k]), 1e-12);
    EXPECT_EQ(at.Vr.norm() + at.dVr.norm(), 0.0);
  }
  const Trajectory cycle = sequence({there, line(robot, poses[1], poses[0], {Law::quintic, 0.5})}, true);
  for (double t : {0.3, 1.2}) {
    (void)cycle.at(t, data, at);
    for (double whole : {-3.0, 1.5}) {
      (void)cycle.at(t + whole, data, again);
      EXPECT_LT((at.pose.p - again.pose.p).norm() + (at.Vr - again.Vr).norm(), 1e-12);
    }
  }
  EXPECT_THROW(sequence({there, there}), InputError);
  EXPECT_THROW(sequence({there}, true), InputError);
}

}  // namespace
}  // namespace gough::test
