#include "gough/evaluate/evaluator_batch.hpp"

#include "gough/kinematics/given_pose.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

// Rows beside one state after another by the library.
class EvaluatedRows : public test::Catalog {
 protected:
  static constexpr std::size_t kRows = 700;  // more than a block
  std::mt19937_64 random{9};
  std::size_t n = static_cast<std::size_t>(robot.mobility.n), actuators = robot.actuators.size();
  std::vector<double> poses, first, second;
  std::size_t columns = 0;

  void draw(bool whole) {
    columns = whole ? PoseRows::kWhole : n;
    KinematicsData<double> k(robot);
    for (std::size_t s = 0; s < kRows; ++s) {
      Pose<double> pose = near_home(robot, s % 7 == 0 ? 2.5 : 0.9, random);
      (void)project(robot, pose, k);
      if (whole) {
        const Eigen::Quaterniond q(pose.R);
        for (const double x : {pose.p.x(), pose.p.y(), pose.p.z(), q.w(), q.x(), q.y(), q.z()}) poses.push_back(x);
      } else {
        for (const double x : free_coordinates(robot, pose)) poses.push_back(x);
      }
      for (std::size_t c = 0; c < n; ++c) first.push_back(std::uniform_real_distribution<double>(-1, 1)(random));
      for (std::size_t c = 0; c < n; ++c) second.push_back(std::uniform_real_distribution<double>(-1, 1)(random));
    }
  }

  GivenPose given(std::size_t row) const {
    const double* v = poses.data() + row * columns;
    if (columns == PoseRows::kWhole) return {whole_pose(robot, v, ""), true};
    return {pose_from_free(robot, Eigen::Map<const VecX<double>>(v, robot.mobility.n)), false};
  }

  void expect_as_the_library(const std::vector<double>& out, const std::vector<Outcome>& outcomes) {
    KinematicsData<double> k(robot);
    DynamicsData<double> d(robot);
    int answered = 0;
    for (std::size_t s = 0; s < kRows; ++s) {
      k = KinematicsData<double>(robot);
      Pose<double> pose;
      Outcome want = solve_pose(robot, given(s), pose, k);
      const double distance = want.ok() ? want.measure : 1.0;
      if (want.answered()) want = inverse_dynamics(robot, Formulation::platform_legs, {}, pose, vector(first, s), vector(second, s), k, d);
      const Eigen::Map<const VecX<double>> effort(out.data() + s * actuators, static_cast<Eigen::Index>(actuators));
      if (distance < 1e-3) continue;
      ASSERT_EQ(outcomes[s].answered(), want.answered())
          << "row " << s << ": " << to_string(outcomes[s].status) << ", not " << to_string(want.status) << " " << want.measure;
      ASSERT_EQ(effort.allFinite(), want.answered());
      if (!want.answered()) continue;
      ++answered;
      ASSERT_EQ(outcomes[s].status, want.status) << "row " << s;
      ASSERT_LT((effort - d.effort).cwiseAbs().maxCoeff(), 1e-11 / distance * (1e-3 + d.effort.cwiseAbs().maxCoeff())) << "row " << s;
    }
    EXPECT_GT(answered, static_cast<int>(kRows) / 3);
  }

  VecX<double> vector(const std::vector<double>& rows, std::size_t s) const {
    return Eigen::Map<const VecX<double>>(rows.data() + s * n, static_cast<Eigen::Index>(n));
  }

  void check(bool whole) {
    if (actuators < n) GTEST_SKIP() << "under-actuated";
    draw(whole);
    const Evaluator evaluator(robot);
    const EvaluatorBatch batch(evaluator, Model::idm);
    const StateRows rows{poses.data(), columns, first.data(), second.data()};
    std::vector<double> out(kRows * actuators), again(out);
    std::vector<Outcome> outcomes(kRows);
    batch(kRows, rows, out.data(), outcomes.data(), 1);
    expect_as_the_library(out, outcomes);
    batch(kRows, rows, again.data(), nullptr, 2);
    for (std::size_t i = 0; i < out.size(); ++i)
      ASSERT_TRUE(out[i] == again[i] || (std::isnan(out[i]) && std::isnan(again[i]))) << "threads change " << i;
  }
};

TEST_P(EvaluatedRows, WholePoses) { check(true); }
TEST_P(EvaluatedRows, FreeCoordinates) { check(false); }

TEST_P(EvaluatedRows, NumbersThatAreNoneAreNamed) {
  if (actuators < n) GTEST_SKIP() << "under-actuated";
  draw(true);
  const Evaluator evaluator(robot);
  const EvaluatorBatch batch(evaluator, Model::idm);
  std::vector<double> out(kRows * actuators);
  for (std::vector<double>* numbers : {&poses, &first, &second}) {
    std::vector<double> before = *numbers;
    (*numbers)[numbers->size() / 2] = std::nan("");
    EXPECT_THROW(batch(kRows, {poses.data(), columns, first.data(), second.data()}, out.data(), nullptr, 1), InputError);
    *numbers = before;
  }
  poses[3] += 0.1;  // of a quaternion
  EXPECT_THROW(batch(kRows, {poses.data(), columns, first.data(), second.data()}, out.data(), nullptr, 1), InputError);
}

INSTANTIATE_TEST_SUITE_P(Robots, EvaluatedRows, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
