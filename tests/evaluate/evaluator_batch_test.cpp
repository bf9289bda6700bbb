#include "gough/evaluate/evaluator_batch.hpp"

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/kinematics/given_pose.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/agreement/random_robots.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

constexpr double kRegular = 1e-3;  // nearer to a singularity rounding grows

// Rows beside one state after another by the library, each from home.
class BatchRows {
 public:
  BatchRows(const Robot& robot, std::size_t rows, unsigned long seed) : robot_(robot), rows_(rows), random_(seed) {}

  std::vector<double> poses, first, accelerations, efforts;
  std::size_t columns = 0;
  int answered = 0;

  // Every seventh pose is drawn from a box `far` times as large as the workspace's.
  void draw(bool whole, double far = 2.5) {
    columns = whole ? PoseRows::kWhole : n_;
    KinematicsData<double> k(robot_);
    for (std::size_t s = 0; s < rows_; ++s) {
      Pose<double> pose = near_home(robot_, s % 7 == 0 ? far : 0.9, random_);
      (void)project(robot_, pose, k);
      if (whole) {
        const Eigen::Quaterniond q(pose.R);
        for (const double x : {pose.p.x(), pose.p.y(), pose.p.z(), q.w(), q.x(), q.y(), q.z()}) poses.push_back(x);
      } else {
        for (const double x : free_coordinates(robot_, pose)) poses.push_back(x);
      }
      add(n_, first);
      add(n_, accelerations);
      add(actuators_, efforts);
    }
  }

  StateRows rows(Model model) const {
    return {poses.data(), columns, first.data(), model == Model::idm ? accelerations.data() : efforts.data()};
  }

  void expect_as_the_library(Model model, const std::vector<double>& out, const std::vector<Outcome>& outcomes) {
    DynamicsData<double> d(robot_);
    const std::size_t outputs = model == Model::idm ? actuators_ : n_;
    for (std::size_t s = 0; s < rows_; ++s) {
      SCOPED_TRACE("row " + std::to_string(s));
      KinematicsData<double> k(robot_);
      const VecX<double> Vr = row_of(first, n_, s);
      Outcome want = solve_pose(robot_, given(s), k);
      const Pose<double> pose = k.pose;
      if (want.measure < kRegular && want.status != Status::unreachable && want.status != Status::out_of_limits) continue;
      VecX<double> expected;
      if (want.answered() && model == Model::idm) {
        want = inverse_dynamics(robot_, Formulation::platform_legs, {}, pose, Vr, row_of(accelerations, n_, s), k, d);
        expected = d.effort;
      } else if (want.answered()) {
        want = direct_dynamics(robot_, Formulation::platform_legs, {}, pose, Vr, row_of(efforts, actuators_, s), k, d);
        expected = d.acceleration;
      }
      const VecX<double> found = row_of(out, outputs, s);
      ASSERT_EQ(outcomes[s].status, want.status) << outcomes[s].measure << ", not " << want.measure;
      if (!want.answered()) {
        for (const double x : found) ASSERT_TRUE(std::isnan(x));
        continue;
      }
      ++answered;
      ASSERT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-12 * (1.0 + expected.cwiseAbs().maxCoeff()));
    }
  }

  void check(const Evaluator& evaluator, Model model) {
    const EvaluatorBatch batch(evaluator, model);
    std::vector<double> out(rows_ * batch.outputs()), again(out);
    std::vector<Outcome> outcomes(rows_);
    batch(rows_, rows(model), out.data(), outcomes.data(), 1);
    expect_as_the_library(model, out, outcomes);
    batch(rows_, rows(model), again.data(), nullptr, 2);
    expect_same(out, again.data(), "threads change");
    const std::size_t skipped = std::min<std::size_t>(3, rows_ - 1);  // other places in smaller blocks
    StateRows later = rows(model);
    later.poses += skipped * columns;
    later.first += skipped * batch.first_columns();
    later.second += skipped * batch.second_columns();
    batch(rows_ - skipped, later, again.data() + skipped * batch.outputs(), nullptr, 1);
    expect_same(out, again.data(), "places change");
  }

 private:
  const Robot& robot_;
  std::size_t rows_, n_ = static_cast<std::size_t>(robot_.mobility.n), actuators_ = robot_.actuators.size();
  std::mt19937_64 random_;

  void add(std::size_t count, std::vector<double>& to) {
    for (std::size_t c = 0; c < count; ++c) to.push_back(std::uniform_real_distribution<double>(-1, 1)(random_));
  }

  static VecX<double> row_of(const std::vector<double>& rows, std::size_t size, std::size_t s) {
    return Eigen::Map<const VecX<double>>(rows.data() + s * size, static_cast<Eigen::Index>(size));
  }

  GivenPose given(std::size_t row) const {
    const double* v = poses.data() + row * columns;
    if (columns == PoseRows::kWhole) return {whole_pose(robot_, v, row), true};
    return {pose_from_free(robot_, Eigen::Map<const VecX<double>>(v, robot_.mobility.n)), false};
  }

  static void expect_same(const std::vector<double>& out, const double* again, const char* what) {
    for (std::size_t i = 0; i < out.size(); ++i)
      ASSERT_TRUE(out[i] == again[i] || (std::isnan(out[i]) && std::isnan(again[i]))) << what << " " << i;
  }
};

class EvaluatedRows : public test::Catalog {
 protected:
  std::size_t count = static_cast<std::size_t>(std::max(520, test::samples));  // more than a block

  void check(bool whole) {
    if (static_cast<int>(robot.actuators.size()) < robot.mobility.n) GTEST_SKIP() << "under-actuated";
    const Evaluator evaluator(robot);
    for (const Model model : {Model::idm, Model::ddm}) {
      BatchRows rows(robot, count, 9);
      rows.draw(whole);
      rows.check(evaluator, model);
      EXPECT_GT(rows.answered, static_cast<int>(count) / 3);
    }
  }
};

TEST_P(EvaluatedRows, WholePoses) { check(true); }
TEST_P(EvaluatedRows, FreeCoordinates) { check(false); }

TEST_P(EvaluatedRows, NumbersThatAreNoneAreNamed) {
  if (static_cast<int>(robot.actuators.size()) < robot.mobility.n) GTEST_SKIP() << "under-actuated";
  BatchRows rows(robot, count, 9);
  rows.draw(true);
  const Evaluator evaluator(robot);
  const EvaluatorBatch batch(evaluator, Model::idm);
  std::vector<double> out(count * batch.outputs());
  for (std::vector<double>* numbers : {&rows.poses, &rows.first, &rows.accelerations}) {
    std::vector<double> before = *numbers;
    (*numbers)[numbers->size() / 2] = std::nan("");
    EXPECT_THROW(batch(count, rows.rows(Model::idm), out.data(), nullptr, 1), InputError);
    *numbers = before;
  }
  rows.poses[3] += 0.1;  // of a quaternion
  EXPECT_THROW(batch(count, rows.rows(Model::idm), out.data(), nullptr, 1), InputError);
}

INSTANTIATE_TEST_SUITE_P(Robots, EvaluatedRows, ::testing::ValuesIn(catalog()), test::robot_name);

// Joints of the nacelle and ties of all kinds among them; every family, legs without a closed form too, by `--samples=200`, which takes
// minutes.
TEST(EvaluatedRandomRows, AsTheLibrary) {
  const std::vector<std::string>& families = test::robot_families();
  const std::size_t count = static_cast<std::size_t>(std::max(4, test::samples / 20)), stride = test::samples > 100 ? 1 : 6;
  for (std::size_t f = 0; f < families.size(); f += stride) {
    SCOPED_TRACE(families[f]);
    std::mt19937_64 random(70 + f);
    const Robot robot = assemble(read_robot_text(test::random_robot(families[f], random), families[f]));
    bool closed = true;
    for (const Leg& leg : robot.legs) closed &= leg.solver.closed_form;
    if (static_cast<int>(robot.actuators.size()) < robot.mobility.n || (!closed && test::samples <= 100)) continue;
    const Evaluator evaluator(robot);
    for (const bool whole : {true, false}) {
      if (!whole && robot.mobility.n == static_cast<int>(PoseRows::kWhole)) continue;  // seven numbers are a whole pose
      SCOPED_TRACE(whole ? "whole poses" : "free coordinates");
      BatchRows rows(robot, count, f);
      rows.draw(whole, 0.9);
      rows.check(evaluator, Model::idm);
    }
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace gough
