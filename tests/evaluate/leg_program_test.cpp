#include "gough/evaluate/leg_program.hpp"

#include <map>

#include "gough/dynamics/front_door.hpp"
#include "gough/evaluate/evaluator.hpp"
#include "tests/evaluate/newton_robots.hpp"

namespace gough::test {
namespace {

// Poses as they come one after another: most of them near the one before, some anywhere, in and out of reach.
class Poses {
 public:
  Poses(const Robot& robot, unsigned long seed) : robot_(robot), data_(robot), random_(seed) {}

  Pose<double> next() {
    const int s = count_++;
    Pose<double> pose = at_;
    if (s % 6 == 5) pose = near_home(robot_, s % 12 == 5 ? 2.0 : 0.8, random_);
    else pose = pose_from_free(robot_, free_coordinates(robot_, at_) + small_step());
    if (project(robot_, pose, data_).answered()) at_ = pose;
    return pose;
  }

  VecX<double> vector(std::size_t size) { return random_vector(static_cast<int>(size), random_); }

 private:
  const Robot& robot_;
  KinematicsData<double> data_;
  std::mt19937_64 random_;
  Pose<double> at_ = robot_.home;
  int count_ = 0;

  VecX<double> small_step() {
    VecX<double> out = (count_ % 2 ? 0.02 : 0.2) * random_vector(robot_.mobility.n, random_);
    for (int k = 0; k < robot_.mobility.n; ++k)
      if (!robot_.mobility.free[k].angular) out(k) *= robot_.length;
    return out;
  }
};

// Joints that programs follow beside those that the library follows, from the same start.
TEST(LegProgram, FollowsAsTheLibrary) {
  int followed = 0, all = 0;
  for (const Robot& robot : newton_robots(4, 71000)) {
    const LegProgram program(robot);
    ASSERT_TRUE(program.exists());
    LegProgram::Memory memory(program);
    KinematicsData<double> ours(robot), library(robot);
    Poses poses(robot, 5);
    for (int s = 0; s < 40; ++s) {
      const Pose<double> pose = poses.next();
      ours.latest = library.latest;
      for (std::size_t i = 0; i < robot.legs.size(); ++i) ours.legs[i].latest = library.legs[i].latest;
      const bool found = program.follow(pose, ours, memory);
      const Outcome want = inverse_geometry(robot, pose, library);
      const double distance = want.answered() ? position(robot, pose, library).measure : 0.0;
      all += want.answered();
      followed += found;
      ASSERT_TRUE(want.answered() || !found) << robot.name << " " << s << ": " << to_string(want.status) << " " << want.measure;
      if (!found || distance < 1e-3) continue;
      for (std::size_t i = 0; i < robot.legs.size(); ++i)
        for (int j = 0; j < robot.legs[i].freedoms() && !robot.legs[i].solver.closed_form; ++j) {
          const JointPosition<double>&a = ours.legs[i].q[j], &b = library.legs[i].q[j];
          ASSERT_LT(std::abs(a.c - b.c) + std::abs(a.s - b.s) + std::abs(a.d - b.d) / robot.length, 1e-12 / distance)
              << robot.name << " " << s << " leg " << i << " joint " << j;
        }
    }
  }
  EXPECT_GT(all, 500);
  EXPECT_GT(followed, 9 * all / 10) << "of " << all;
}

TEST(LegProgram, IsNotThereWhereEveryLegHasAClosedForm) { EXPECT_FALSE(LegProgram(load_robot("gough_stewart")).exists()); }

// Efforts and statuses along the way.
TEST(EvaluatorOfNewtonLegs, AnswersAsTheReference) {
  std::map<Status, int> seen;
  for (const Robot& robot : newton_robots(3, 72000)) {
    if (robot.actuators.size() < static_cast<std::size_t>(robot.mobility.n)) continue;
    const Evaluator evaluator(robot);
    Evaluator::Memory memory(evaluator);
    KinematicsData<double> k(robot);
    DynamicsData<double> d(robot);
    Poses poses(robot, 6);
    VecX<double> effort = VecX<double>::Zero(static_cast<Eigen::Index>(robot.actuators.size()));
    for (int s = 0; s < 40; ++s) {
      const Pose<double> pose = poses.next();
      const VecX<double> Vr = poses.vector(robot.mobility.n), dVr = poses.vector(robot.mobility.n);
      const Outcome place = position(robot, pose, k), want = inverse_dynamics(robot, Formulation::platform_legs, {}, pose, Vr, dVr, k, d);
      const Outcome got = evaluator.inverse_dynamics(pose, Vr, dVr, memory, effort);
      if (place.ok() && place.measure < 1e-3) continue;
      ++seen[want.status];
      if (got.status != want.status && want.measure < 1e-6) continue;  // on the border
      ASSERT_EQ(got.status, want.status) << robot.name << " " << s << ": " << got.measure << " " << want.measure;
      ASSERT_EQ(effort.allFinite(), want.answered());
      if (!want.answered()) continue;
      const double distance = place.ok() ? place.measure : 1e-3;
      ASSERT_LT((effort - d.effort).cwiseAbs().maxCoeff(), 1e-11 / distance * (1e-3 + d.effort.cwiseAbs().maxCoeff()))
          << robot.name << " " << s;
    }
  }
  EXPECT_GT(seen[Status::ok] + seen[Status::out_of_limits], 200);
  EXPECT_GT(static_cast<int>(seen.size()), 1) << "no state was refused";
}

}  // namespace
}  // namespace gough::test
