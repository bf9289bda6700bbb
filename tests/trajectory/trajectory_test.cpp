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

class Trajectories : public Catalog {};

TEST_P(Trajectories, LieOnTheManifoldWithExactRates) {
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

INSTANTIATE_TEST_SUITE_P(Robots, Trajectories, ::testing::ValuesIn(catalog()), robot_name);

}  // namespace
}  // namespace gough::test
