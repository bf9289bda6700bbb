#include "gough/identification/excitation.hpp"

#include "gough/dynamics/platform_legs.hpp"
#include "gough/identification/excitation_file.hpp"
#include "gough/trajectory/trajectory_spec.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

ExcitationOptions quick() {
  ExcitationOptions out;
  out.random = 10;
  out.starts = 1;
  out.evaluations = 100;
  return out;
}

// The bar of docs/identification.md with a small budget; `--samples=3000` gives the numbers that stand there.
void is_five_times_better(const std::string& name) {
  ExcitationOptions options;
  options.starts = test::samples >= 1000 ? 3 : 1;
  options.evaluations = test::samples >= 1000 ? test::samples : 1000;
  const Excitation e = excite(load_robot(name), options);
  EXPECT_GT(e.random_condition, 5.0 * e.condition);
  EXPECT_LE(e.evaluations, options.random + options.evaluations);
}
TEST(Excitation, FiveTimesBetterThanRandomFiveBar) { is_five_times_better("five_bar"); }
TEST(Excitation, FiveTimesBetterThanRandomDelta) { is_five_times_better("delta"); }

TEST(Excitation, TheSameSeedGivesTheSameMotionToTheLastBit) {
  const Robot robot = load_robot("five_bar");
  ExcitationOptions options = quick();
  const Excitation a = excite(robot, options), b = excite(robot, options);
  EXPECT_EQ(a.motion.offset, b.motion.offset);
  EXPECT_EQ(a.motion.sine, b.motion.sine);
  EXPECT_EQ(a.motion.cosine, b.motion.cosine);
  EXPECT_EQ(a.condition, b.condition);
  options.seed = 2;
  EXPECT_NE(excite(robot, options).motion.sine, a.motion.sine);
}

// With limits so tight that they bind, on a grid that has nothing to do with the search's and by another formulation.
void keeps_within_limits(Robot robot, const ExcitationOptions& options) {
  const Excitation e = excite(robot, options);
  EXPECT_GT(e.use.largest(), 0.9);  // the limits do bind
  EXPECT_LE(e.use.largest(), 1.0);
  const Trajectory trajectory = fourier(robot, e.motion);
  KinematicsData<double> k(robot);
  DynamicsData<double> data(robot);
  Reference reference(robot);
  VecX<double> qa(robot.actuators.size());
  const int samples = 7919;
  for (int s = 0; s < samples; ++s) {
    ASSERT_TRUE(trajectory.at(trajectory.duration() * s / samples, k, reference).ok());
    const Outcome outcome = position(robot, reference.pose, k);
    ASSERT_TRUE(outcome.ok());
    EXPECT_GE(outcome.measure, options.margin);
    velocity(robot, reference.Vr, k);
    acceleration(robot, reference.dVr, k);
    platform_legs::inverse_dynamics(robot, options.load, k, data);
    actuated_positions(robot, k, qa);
    for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
      const Actuator& limit = robot.actuators[a];
      const double middle = (limit.position_min + limit.position_max) / 2.0;
      EXPECT_LE(std::abs(qa(a) - middle), options.limit_share * (limit.position_max - middle));
      EXPECT_LE(std::abs(k.dqa(a)), options.limit_share * limit.speed_max);
      EXPECT_LE(std::abs(data.effort(a)), options.limit_share * limit.effort_max);
    }
    const VecX<double> free = fourier_coordinates(e.motion, 2.0 * kPi * s / samples);
    for (int c = 0; c < robot.mobility.n; ++c) {
      EXPECT_LE(free(c), robot.mobility.free[c].max);
      EXPECT_GE(free(c), robot.mobility.free[c].min);
      const int index = robot.mobility.free[c].index;
      EXPECT_TRUE(index >= 3 || std::abs(free(c) - reference.pose.p(index)) < 1e-12);
    }
  }
}

TEST(Excitation, KeepsWithinTheBox) { keeps_within_limits(load_robot("five_bar"), quick()); }

TEST(Excitation, KeepsWithinEfforts) {
  Robot robot = load_robot("delta");
  for (Actuator& a : robot.actuators) a.effort_max = 7.0;
  ExcitationOptions options = quick();
  options.load.payload.mass = 0.5;
  keeps_within_limits(robot, options);
}

TEST(Excitation, KeepsWithinSpeeds) {
  Robot robot = load_robot("five_bar");
  for (Actuator& a : robot.actuators) a.speed_max = 1.0;
  keeps_within_limits(robot, quick());
}

TEST(Excitation, KeepsWithinStrokesAndAwayFromSingularities) {
  Robot robot = load_robot("five_bar");
  for (Actuator& a : robot.actuators) a.position_min = a.home - 0.2, a.position_max = a.home + 0.2;
  keeps_within_limits(robot, quick());
  robot = load_robot("five_bar");
  ExcitationOptions options = quick();
  options.margin = 0.17;  // home has 0.196
  keeps_within_limits(robot, options);
}

TEST(Excitation, StartsAtRest) {
  const Robot robot = load_robot("five_bar");
  ExcitationOptions options = quick();
  options.rest = true;
  const Excitation e = excite(robot, options);
  const Trajectory trajectory = fourier(robot, e.motion);
  KinematicsData<double> k(robot);
  Reference reference(robot);
  ASSERT_TRUE(trajectory.at(0.3 * trajectory.duration(), k, reference).ok());
  EXPECT_GT(reference.Vr.norm(), 1e-3);
  for (double t : {0.0, trajectory.duration()}) {
    ASSERT_TRUE(trajectory.at(t, k, reference).ok());
    EXPECT_LT(reference.Vr.norm(), 1e-12);
    EXPECT_LT(reference.dVr.norm(), 1e-10);
  }
}

TEST(Excitation, LogDetIsWhatItIsAskedFor) {
  const Robot robot = load_robot("five_bar");
  ExcitationOptions options = quick();
  options.evaluations = 300;
  const Excitation condition = excite(robot, options);
  options.criterion = Criterion::log_det;
  const Excitation information = excite(robot, options);
  EXPECT_GT(information.log_det, information.random_log_det + 5.0);
  EXPECT_GT(information.log_det, condition.log_det);
  EXPECT_LT(condition.condition, information.condition);
}

TEST(Excitation, FileReadsBackToTheLastBit) {
  const Robot robot = load_robot("five_bar");
  const Excitation e = excite(robot, quick());
  const TrajectorySpec spec = read_trajectory_text(fourier_text(robot, e.motion, "two\nlines"), "text");
  const Trajectory read = make_trajectory(robot, spec, "."), made = fourier(robot, e.motion);
  KinematicsData<double> k(robot);
  Reference a(robot), b(robot);
  EXPECT_EQ(read.duration(), made.duration());
  EXPECT_TRUE(read.periodic());
  for (double t : {0.0, 0.4, 1.1}) {
    ASSERT_TRUE(read.at(t, k, a).ok());
    ASSERT_TRUE(made.at(t, k, b).ok());
    EXPECT_EQ(a.pose.p, b.pose.p);
    EXPECT_EQ(a.dVr, b.dVr);
  }
}

TEST(Excitation, BadOptionsAreRefused) {
  const Robot robot = load_robot("five_bar");
  const auto refused = [&](const auto& change) {
    ExcitationOptions options = quick();
    change(options);
    EXPECT_THROW(excite(robot, options), InputError);
  };
  refused([](ExcitationOptions& o) { o.harmonics = 0; });
  refused([](ExcitationOptions& o) { o.rest = true, o.harmonics = 2; });
  refused([](ExcitationOptions& o) { o.period = -1.0; });
  refused([](ExcitationOptions& o) { o.limit_share = 0.0; });
  refused([](ExcitationOptions& o) { o.margin = 0.3; });  // home is nearer
  refused([](ExcitationOptions& o) { o.random = 0; });
  Robot weak = load_robot("delta");
  for (Actuator& a : weak.actuators) a.effort_max = 0.1;  // cannot hold its own weight
  EXPECT_THROW(excite(weak, quick()), InputError);
}

}  // namespace
}  // namespace gough
