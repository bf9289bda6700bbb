#include "gough/evaluate/forward_program.hpp"

#include <cmath>
#include <thread>

#include "gough/kinematics/forward_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

// Distances over the robot's length, angles in radians.
double apart(const Robot& robot, const Pose<double>& a, const Pose<double>& b) {
  double out = (a.p - b.p).cwiseAbs().maxCoeff() / robot.length;
  out = std::max(out, (a.R - b.R).cwiseAbs().maxCoeff());
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k)
    out = std::max({out, std::abs(a.z[k].c - b.z[k].c), std::abs(a.z[k].s - b.z[k].s), std::abs(a.z[k].d - b.z[k].d) / robot.length});
  return out;
}

VecX<double> readings_at(const Robot& robot, const KinematicsData<double>& data) {
  VecX<double> out(robot.actuators.size());
  actuated_positions(robot, data, out);
  return out;
}

// The pose after a random twist of this size: off the manifold where components depend on others.
Pose<double> beside(const Robot& robot, const Pose<double>& pose, double size, std::mt19937_64& random) {
  VecX<double> step = size * random_vector(robot.nacelle.freedoms(), random);
  for (Eigen::Index c = 0; c < step.size(); ++c)
    if (c < 3 || (c >= 6 && !robot.nacelle.joints[c - 6].revolute)) step(c) *= robot.length;
  return moved(robot, pose, step);
}

class ForwardPrograms : public test::Catalog {
 protected:
  ForwardProgram forward{robot};
  ForwardProgram::Memory memory{forward};
  KinematicsData<double> data{robot};
  std::mt19937_64 random{511};

  VecX<double> sample(Pose<double>& pose) {
    EXPECT_TRUE(sample_pose(robot, 1.0, 1e-3, random, pose, data).ok());
    return readings_at(robot, data);
  }
};

TEST_P(ForwardPrograms, FindThePoseAgain) {
  ASSERT_TRUE(forward.has_program());
  int by_library = 0;
  for (int s = 0; s < test::samples; ++s) {
    Pose<double> pose;
    const VecX<double> q = sample(pose);
    for (double size : {0.0, 1e-6, 1e-3, 0.02}) {
      Pose<double> found = beside(robot, pose, size, random), near = found;
      if (!project_near(robot, near, data).answered()) continue;  // no leg reaches it
      const Outcome outcome = forward(q.data(), found, memory);
      ASSERT_TRUE(outcome.ok()) << to_string(outcome.status) << ", start off by " << size << ", " << memory.steps << " steps";
      ASSERT_LT(apart(robot, found, pose), 1e-12) << "start off by " << size << ", " << memory.steps << " steps";
      ASSERT_LT((found.R * found.R.transpose() - Mat3<double>::Identity()).cwiseAbs().maxCoeff(), 1e-14);
      by_library += memory.by_library;
    }
  }
  EXPECT_LE(by_library, test::samples / 50);
}

// From home, wherever the readings lead: the library's pose and status.
TEST_P(ForwardPrograms, AnswerAsTheLibraryDoes) {
  int answered = 0;
  for (int s = 0; s < test::samples; ++s) {
    (void)position(robot, robot.home, data);
    VecX<double> q = readings_at(robot, data);
    const double size = std::pow(10.0, -3.0 + 3.0 * s / test::samples);
    for (std::size_t a = 0; a < robot.actuators.size(); ++a)
      q(a) += size * random_vector(1, random)(0) * (robot.actuators[a].revolute ? 1.0 : 0.3 * robot.length);
    Pose<double> found = robot.home, expected = robot.home;
    KinematicsData<double> fresh(robot);
    const Outcome library = forward_geometry(robot, q, expected, fresh), ours = forward(q.data(), found, memory);
    ASSERT_EQ(ours.status, library.status) << "off by " << size << ", " << memory.steps << " steps, measures " << ours.measure << " and "
                                           << library.measure;
    if (!library.answered() || !ours.answered()) continue;
    ++answered;
    ASSERT_NEAR(ours.measure, library.measure, 1e-6) << "off by " << size;
    ASSERT_LT(apart(robot, found, expected), 1e-9) << "off by " << size << ", " << memory.steps << " steps";
  }
  EXPECT_GT(answered, test::samples / 12);
}

// A pose kept over thousands of calls neither drifts nor stops being a rotation.
TEST_P(ForwardPrograms, AreWarmStartedForLong) {
  Pose<double> pose;
  const VecX<double> to = sample(pose);
  ASSERT_TRUE(position(robot, robot.home, data).ok());
  const VecX<double> from = readings_at(robot, data);
  Pose<double> at = robot.home;
  for (int k = 0; k <= 4000; ++k) {
    const VecX<double> q = from + 0.25 * (1.0 - std::cos(2.0 * kPi * k / 1000.0)) * (to - from);
    const Outcome outcome = forward(q.data(), at, memory);
    if (static_cast<int>(robot.actuators.size()) == robot.mobility.n) {
      ASSERT_TRUE(outcome.answered()) << k << ": " << to_string(outcome.status);
    }
    ASSERT_LE(memory.steps, 4);
  }
  EXPECT_LT(apart(robot, at, robot.home), 1e-12);
  EXPECT_LT((at.R * at.R.transpose() - Mat3<double>::Identity()).cwiseAbs().maxCoeff(), 1e-14);
}

TEST_P(ForwardPrograms, BatchesAndThreads) {
  const std::size_t na = robot.actuators.size();
  constexpr std::size_t kRows = 40;
  std::vector<Pose<double>> poses(kRows), found(kRows);
  std::vector<double> rows;
  for (Pose<double>& pose : poses) {
    const VecX<double> q = sample(pose);
    rows.insert(rows.end(), q.begin(), q.end());
  }
  std::vector<Outcome> outcomes(kRows);
  rows[7 * na] = std::nan("");  // a lost row does not lose the next
  forward.batch(kRows, rows.data(), found.data(), outcomes.data(), memory);
  EXPECT_EQ(outcomes[7].status, Status::unreachable);
  int right = 0;
  for (std::size_t s = 0; s < kRows; ++s) right += outcomes[s].answered() && apart(robot, found[s], poses[s]) < 1e-9;
  EXPECT_GE(right, static_cast<int>(kRows) / 2) << "other modes are rarer than that";
  std::vector<std::thread> others;
  for (int t = 0; t < 3; ++t)
    others.emplace_back([&] {
      ForwardProgram::Memory own(forward);
      std::vector<Pose<double>> again(kRows);
      std::vector<Outcome> answers(kRows);
      forward.batch(kRows, rows.data(), again.data(), answers.data(), own);
      for (std::size_t s = 0; s < kRows; ++s) {
        EXPECT_EQ(answers[s].status, outcomes[s].status);
        EXPECT_EQ(apart(robot, again[s], found[s]), 0.0) << "row " << s;
      }
    });
  for (std::thread& t : others) t.join();
}

TEST_P(ForwardPrograms, StrokesAreThoseOfTheReadings) {
  Pose<double> pose;
  const VecX<double> q = sample(pose);
  Robot limited = robot;
  limited.actuators[0].position_max = q(0);
  const ForwardProgram at_the_end(limited);
  Pose<double> found = beside(robot, pose, 1e-7, random);
  const Outcome at_limit = at_the_end(q.data(), found, memory);
  EXPECT_TRUE(at_limit.ok()) << to_string(at_limit.status);
  limited.actuators[0].position_max = q(0) - 1e-6;
  const Outcome beyond = at_the_end(q.data(), found, memory);
  EXPECT_EQ(beyond.status, Status::out_of_limits);
  EXPECT_NEAR(beyond.measure, 1e-6, 1e-12);
  EXPECT_LT(apart(robot, found, pose), 1e-12) << "the pose is given all the same";
}

INSTANTIATE_TEST_SUITE_P(Robots, ForwardPrograms, ::testing::ValuesIn(catalog()), test::robot_name);

// The other assembly of a Delta, above its arms: the closed form is of home's.
TEST(ForwardProgram, OtherAssemblyModesAreKept) {
  const Robot robot = load_robot("delta");
  const ForwardProgram forward(robot);
  ForwardProgram::Memory memory(forward);
  KinematicsData<double> data(robot);
  ASSERT_TRUE(position(robot, robot.home, data).ok());
  const VecX<double> q = readings_at(robot, data);
  EXPECT_TRUE(forward.closed_form());
  Pose<double> pose = robot.home;
  EXPECT_TRUE(forward(q.data(), pose, memory).ok());
  EXPECT_EQ(memory.steps, 0);
  Pose<double> above = robot.home;
  above.p.z() = -above.p.z();
  const Outcome outcome = forward(q.data(), above, memory);
  EXPECT_TRUE(!outcome.answered() || above.p.z() > 0.0);
}

TEST(ForwardProgram, UnderActuatedRobotsHaveNone) {
  Robot robot = load_robot("delta");
  robot.actuators.pop_back();
  robot.legs[2].joints[0].actuator = -1;
  const ForwardProgram forward(robot);
  ForwardProgram::Memory memory(forward);
  EXPECT_FALSE(forward.has_program());
  Pose<double> pose = robot.home;
  EXPECT_EQ(forward(std::vector<double>(2, 0.0).data(), pose, memory).status, Status::type2_singular);
}

}  // namespace
}  // namespace gough
