#include <bit>

#include "gough/dynamics/front_door.hpp"
#include "gough/evaluate/evaluator_batch.hpp"
#include "tests/evaluate/newton_robots.hpp"

namespace gough::test {
namespace {

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

// Rows of a robot, free coordinates or whole poses, some of them out of reach.
struct DrawnRows {
  std::size_t columns, n;
  std::vector<double> poses, first, second;

  DrawnRows(const Robot& robot, bool whole, std::size_t count, unsigned long seed)
      : columns(whole ? PoseRows::kWhole : static_cast<std::size_t>(robot.mobility.n)), n(static_cast<std::size_t>(robot.mobility.n)) {
    std::mt19937_64 random(seed);
    KinematicsData<double> k(robot);
    for (std::size_t s = 0; s < count; ++s) {
      Pose<double> pose = near_home(robot, s % 9 == 0 ? 2.0 : 0.8, random);
      if (whole) (void)project(robot, pose, k);
      const Eigen::Quaterniond q(pose.R);
      if (whole) poses.insert(poses.end(), {pose.p.x(), pose.p.y(), pose.p.z(), q.w(), q.x(), q.y(), q.z()});
      else
        for (const double x : free_coordinates(robot, pose)) poses.push_back(x);
      for (const double x : random_vector(robot.mobility.n, random)) first.push_back(x);
      for (const double x : random_vector(robot.mobility.n, random)) second.push_back(x);
    }
  }

  StateRows from(std::size_t row) const { return {poses.data() + row * columns, columns, first.data() + row * n, second.data() + row * n}; }
};

void expect_same_bits(const Robot& robot, bool whole, std::size_t count) {
  const std::size_t na = robot.actuators.size();
  const DrawnRows rows(robot, whole, count, 3);
  const Evaluator evaluator(robot);
  const EvaluatorBatch batch(evaluator, Model::idm);
  std::vector<double> all(count * na), other(all);
  std::vector<Outcome> outcomes(count), again(count);
  batch(count, rows.from(0), all.data(), outcomes.data(), 1);
  const auto compare = [&](std::size_t row, std::size_t n, int threads) {
    batch(n, rows.from(row), other.data(), again.data(), threads);
    for (std::size_t i = 0; i < n * na; ++i)
      ASSERT_TRUE(same_bits(other[i], all[row * na + i]) || (std::isnan(other[i]) && std::isnan(all[row * na + i])))
          << robot.name << " whole " << whole << ": row " << row + i / na << " in a batch of " << n << " on " << threads;
    for (std::size_t s = 0; s < n; ++s) ASSERT_EQ(again[s].status, outcomes[row + s].status) << robot.name << ": row " << row + s;
  };
  compare(0, count, 2);
  for (const std::size_t n : {1, 7, 513})
    for (std::size_t row = 0; row + n <= count; row += count / 5 + 1) compare(row, n, 1);
}

TEST(BatchOfNewtonLegs, SameBitsInAnyBatch) {
  std::size_t robots = 0;
  for (const Robot& robot : newton_robots(1, 73000)) {
    if (robot.actuators.size() < static_cast<std::size_t>(robot.mobility.n)) continue;
    for (const bool whole : {false, true}) expect_same_bits(robot, whole, robots == 0 ? 2000 : 60);
    ++robots;
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(robots, 3u);
}

// Poses of which components have to be found, those of an articulated nacelle, and a rotation vector.
TEST(BatchOfPoses, SameBitsInAnyBatch) {
  for (const char* name : {"rps_3", "prs_3", "tricept", "five_bar", "quattro", "agile_eye", "gough_stewart"})
    for (const bool whole : {false, true}) expect_same_bits(load_robot(name), whole, 2000);
}

TEST(BatchOfNewtonLegs, AnswersAsTheReference) {
  int answered = 0;
  for (const Robot& robot : newton_robots(2, 74000)) {
    constexpr std::size_t kRows = 40;
    const std::size_t na = robot.actuators.size();
    if (na < static_cast<std::size_t>(robot.mobility.n)) continue;
    const DrawnRows rows(robot, false, kRows, 4);
    const Evaluator evaluator(robot);
    const EvaluatorBatch batch(evaluator, Model::idm);
    std::vector<double> out(kRows * na);
    std::vector<Outcome> outcomes(kRows);
    batch(kRows, rows.from(0), out.data(), outcomes.data(), 1);
    for (std::size_t s = 0; s < kRows; ++s) {
      KinematicsData<double> k(robot);
      DynamicsData<double> d(robot);
      const StateRows row = rows.from(s);
      const auto vector = [&](const double* x) { return VecX<double>(Eigen::Map<const VecX<double>>(x, robot.mobility.n)); };
      const GivenPose given{pose_from_free(robot, vector(row.poses)), false};
      Pose<double> pose;
      const Outcome place = solve_pose(robot, given, pose, k);
      Outcome want = place;
      if (place.answered())
        want = inverse_dynamics(robot, Formulation::platform_legs, {}, pose, vector(row.first), vector(row.second), k, d);
      if (place.ok() && place.measure < 1e-3) continue;
      const std::string where = robot.name + ", row " + std::to_string(s) + ": " + to_string(want.status);
      if (outcomes[s].status != want.status && want.measure < 1e-6) continue;  // on the border
      ASSERT_EQ(outcomes[s].status, want.status) << where;
      const Eigen::Map<const VecX<double>> effort(out.data() + s * na, static_cast<Eigen::Index>(na));
      ASSERT_EQ(effort.allFinite(), want.answered()) << where;
      if (!want.answered()) continue;
      ++answered;
      const double distance = place.ok() ? place.measure : 1e-3;
      ASSERT_LT((effort - d.effort).cwiseAbs().maxCoeff(), 1e-11 / distance * (1e-3 + d.effort.cwiseAbs().maxCoeff())) << where;
    }
  }
  EXPECT_GT(answered, 100);
}

}  // namespace
}  // namespace gough::test
