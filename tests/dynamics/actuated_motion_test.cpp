#include "gough/dynamics/actuated_motion.hpp"

#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/working_mode.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/agreement/random_robots.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

ActuatedJoints joints_of(const Robot& robot, const KinematicsData<double>& k) {
  ActuatedJoints out{VecX<double>(robot.actuators.size()), k.dqa, k.ddqa};
  actuated_positions(robot, k, out.q);
  return out;
}

// Whether two states have the same joints in every leg: legs without a closed form may come to another branch.
bool same_joints(const Robot& robot, const KinematicsData<double>& a, const KinematicsData<double>& b) {
  double gap = test::pose_distance(robot, a.pose, b.pose);
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) {
      const JointPosition<double>&x = a.legs[i].q[j], &y = b.legs[i].q[j];
      gap = std::max({gap, std::abs(x.c - y.c), std::abs(x.s - y.s), std::abs(x.d - y.d)});
    }
  return gap < 1e-6;
}

// Efforts of the motion in `k` given by the platform, and by the joints from a pose beside: to 1e-9, no pivot being below 1e-2. False where
// the joints have led to another of their poses.
bool efforts_agree(const Robot& robot, const Load& load, const VecX<double>& Vr, const VecX<double>& dVr, KinematicsData<double>& k,
                   std::mt19937_64& random) {
  DynamicsData<double> expected(robot), found(robot);
  const ActuatedJoints joints = joints_of(robot, k);
  const VecX<double> aside = 1e-3 * random_vector(robot.nacelle.freedoms(), random);
  const Pose<double> start = moved(robot, k.pose, aside);
  const Outcome placed = stroke_outcome(robot, k);
  const Outcome given = inverse_dynamics(robot, Formulation::platform_legs, load, placed, Vr, dVr, k, expected);
  KinematicsData<double> at(robot);
  const ActuatedMotion motion = motion_from_joints(robot, joints, start, at);
  if (!motion.outcome.answered() || !same_joints(robot, k, at)) return false;
  EXPECT_TRUE(motion.place.other_modes.empty()) << robot.name;
  const Outcome outcome =
      inverse_dynamics(robot, Formulation::platform_legs, load, motion.outcome, motion.motion.Vr, motion.motion.dVr, at, found);
  EXPECT_EQ(outcome.status, given.status) << robot.name;
  EXPECT_LT(test::relative_error(found.effort, expected.effort), 1e-9) << robot.name;
  return true;
}

class FromJoints : public test::Catalog {};

TEST_P(FromJoints, EffortsAreThoseOfThePose) {
  std::mt19937_64 random(531);
  for (int s = 0; s < std::max(3, test::samples / 10); ++s) {
    test::State state(robot, random);
    ASSERT_TRUE(efforts_agree(robot, state.load, state.Vr, state.dVr, state.kinematics, random));
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, FromJoints, ::testing::ValuesIn(catalog()), test::robot_name);

// Near home, from where legs without a closed form are followed: some of the families, all with --samples=1000.
TEST(FromJointsOf, RandomRobotsAreThoseOfThePose) {
  int states = 0, compared = 0;
  const std::size_t stride = test::samples >= 1000 ? 1 : 5;
  for (std::size_t f = 0; f < test::robot_families().size(); f += stride) {
    const std::string& family = test::robot_families()[f];
    std::mt19937_64 random(532 + f);
    const Robot robot = assemble(read_robot_text(test::random_robot(family, random), family));
    if (static_cast<int>(robot.actuators.size()) < robot.mobility.n) continue;
    KinematicsData<double> k(robot);
    Pose<double> pose = near_home(robot, 0.1, random);
    const Outcome outcome = project_near(robot, pose, k);
    if (!outcome.ok() || outcome.measure < 1e-2) continue;
    ++states;
    const VecX<double> Vr = random_vector(robot.mobility.n, random), dVr = random_vector(robot.mobility.n, random);
    velocity(robot, Vr, k);
    acceleration(robot, dVr, k);
    compared += efforts_agree(robot, {}, Vr, dVr, k, random);
  }
  EXPECT_GT(states, 10);
  EXPECT_GT(compared, states * 8 / 10);
}

// More actuators than freedoms: positions, rates or accelerations that no motion of the platform has are told as such.
TEST(FromJointsOf, RedundantActuatorsThatContradictEachOtherHaveAStatus) {
  const Robot robot = load_robot("planar_4rrr");
  std::mt19937_64 random(533);
  test::State state(robot, random, false);
  const ActuatedJoints good = joints_of(robot, state.kinematics);
  const VecX<double> idle = right_singular(state.kinematics.Jinv.transpose()).vectors.rightCols(1);
  KinematicsData<double> k(robot);
  const auto status = [&](double q, double dq, double ddq) {
    const ActuatedJoints joints{good.q + q * idle, good.dq + dq * good.dq.norm() * idle, good.ddq + ddq * good.ddq.norm() * idle};
    const ActuatedMotion motion = motion_from_joints(robot, joints, state.kinematics.pose, k);
    EXPECT_EQ(motion.contradictory(), q == 0.0 && (dq > 0.01 || ddq > 0.01));
    return motion.outcome.status;
  };
  EXPECT_EQ(status(0, 0, 0), Status::ok);
  EXPECT_EQ(status(0, 1e-3, 1e-3), Status::ok);  // as encoders are off
  EXPECT_EQ(status(0.1, 0, 0), Status::not_converged);
  EXPECT_EQ(status(0, 0.1, 0), Status::not_converged);
  EXPECT_EQ(status(0, 0, 0.5), Status::not_converged);
}

// A leg bent the other way than at home: the efforts are those of the robot that has this working mode.
TEST(FromJointsOf, LegsInAnotherWorkingModeHaveEffortsOfTheirOwn) {
  const Robot robot = load_robot("five_bar");
  KinematicsData<double> k(robot), at(robot);
  ASSERT_TRUE(position(robot, robot.home, k).ok());
  const std::vector<WorkingMode> modes = working_modes(robot, 0, k);
  ASSERT_GT(modes.size(), 1u);
  const std::optional<Robot> other = take_working_mode(robot, 0, 1, k);
  ASSERT_TRUE(other.has_value());
  const VecX<double> Vr = VecX<double>::Constant(2, 0.3), dVr = VecX<double>::Constant(2, -2.0);
  DynamicsData<double> expected(robot), found(robot);
  ASSERT_TRUE(inverse_dynamics(*other, Formulation::platform_legs, {}, robot.home, Vr, dVr, k, expected).answered());
  const ActuatedMotion motion = motion_from_joints(robot, joints_of(robot, k), robot.home, at);
  ASSERT_TRUE(motion.outcome.answered()) << to_string(motion.outcome.status);
  EXPECT_EQ(motion.place.other_modes, std::vector<int>{0});
  (void)inverse_dynamics(robot, Formulation::platform_legs, {}, motion.outcome, motion.motion.Vr, motion.motion.dVr, at, found);
  EXPECT_LT(test::relative_error(found.effort, expected.effort), 1e-9);
}

TEST(FromJointsOf, StatesWithoutAnAnswerHaveTheirStatus) {
  const Robot robot = load_robot("five_bar");
  KinematicsData<double> k(robot);
  const VecX<double> zero = VecX<double>::Zero(2);
  const auto status = [&](const VecX<double>& q) { return motion_from_joints(robot, {q, zero, zero}, robot.home, k).outcome.status; };
  EXPECT_EQ(status(VecX<double>::Constant(2, std::nan(""))), Status::unreachable);
  VecX<double> apart(2);
  apart << kPi, 0.0;  // the elbows are as far apart as the forearms are long
  EXPECT_EQ(status(apart), Status::type1_singular);
  RobotDescription d = robot.description;
  d.underactuated = true;
  d.leg[1].element[0].actuator.reset();
  const Robot under = assemble(d);
  KinematicsData<double> few(under);
  const VecX<double> one = VecX<double>::Zero(1);
  try {
    (void)motion_from_joints(under, {one, one, one}, under.home, few);
    FAIL() << "one actuator has no one pose";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("1 actuator does not fix 2 freedoms"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace gough
