#include "gough/identification/base_parameters.hpp"

#include "gough/dynamics/platform_legs.hpp"
#include "gough/math/linear_algebra.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

class BaseParametersOf : public test::Catalog {};

VecX<double> random_parameters(const BaseParameters& b, std::mt19937_64& random) {
  VecX<double> p = random_vector(static_cast<int>(b.all.size()), random);
  for (int k : b.known) p(k) = 0.0;
  return p;
}

// Singular values of the effort regressor, columns scaled to length 1, over states that have nothing to do with those that decided.
VecX<double> regressor_values(const Robot& robot, int states) {
  const int np = static_cast<int>(virtual_work::parameters(robot, {}).size()), na = static_cast<int>(robot.actuators.size());
  MatX<double> W = MatX<double>::Zero(robot.mobility.n, np), Y = MatX<double>::Zero(na, np), R = MatX<double>::Zero(np, np);
  KinematicsData<double> kinematics(robot);
  DynamicsData<double> data(robot);
  std::mt19937_64 random(601);
  const int chunk = 200;
  for (int s = 0; s < states; s += chunk) {
    MatX<double> rows = MatX<double>::Zero(np + chunk * na, np);
    rows.topRows(np) = R;
    for (int k = 0; k < chunk; ++k) {
      test::State state(robot, random, false);
      virtual_work::effort_regressor(robot, state.kinematics, data, W, Y);
      rows.middleRows(np + k * na, na) = Y;
    }
    R = qr_triangle(rows);
  }
  const double largest = R.colwise().norm().maxCoeff();
  for (int c = 0; c < np; ++c) R.col(c) *= R.col(c).norm() > 1e-10 * largest ? 1.0 / R.col(c).norm() : 0.0;
  return singular_values(R);
}

// `--samples=10000` is the published number; a hundredth of it already has more rows than columns.
TEST_P(BaseParametersOf, RankIsTheNumericalRank) {
  const BaseParameters b = base_parameters(robot);
  const VecX<double> s = regressor_values(robot, std::max(test::samples, 200));
  ASSERT_LT(b.rank(), s.size());
  EXPECT_GT(s(b.rank() - 1), 1e-6 * s(0));
  EXPECT_LT(s(b.rank()), 1e-10 * s(0));
  EXPECT_GT(b.gap(), 1e6);
  EXPECT_GT(b.nearest_kept, 1e4 * b.farthest_regrouped);
}

TEST_P(BaseParametersOf, GroupedModelGivesTheSameEfforts) {
  const BaseParameters b = base_parameters(robot);
  const int np = static_cast<int>(b.all.size()), na = static_cast<int>(robot.actuators.size());
  EXPECT_EQ(b.base.size() + b.regrouped.size() + b.dropped.size(), b.all.size());
  MatX<double> W = MatX<double>::Zero(robot.mobility.n, np), Y = MatX<double>::Zero(na, np), Y_base;
  DynamicsData<double> data(robot);
  std::mt19937_64 random(602);
  for (int s = 0; s < std::min(test::samples, 1000); ++s) {
    test::State state(robot, random, false);
    virtual_work::effort_regressor(robot, state.kinematics, data, W, Y);
    b.reduce(Y, Y_base);
    const VecX<double> p = random_parameters(b, random), effort = Y * p;
    EXPECT_LT((Y_base * b.values(p) - effort).norm(), 1e-10 * effort.norm());
    // and with the file's own values those of a formulation that knows no parameters
    platform_legs::inverse_dynamics(robot, {}, state.kinematics, data);
    EXPECT_LT((Y_base * b.values() - data.effort).norm(), 1e-9 * (1.0 + data.effort.norm()));
  }
}

TEST_P(BaseParametersOf, TheSameFromOtherStates) {
  const BaseParameters a = base_parameters(robot);
  BaseOptions options;
  options.seed = 17;
  const BaseParameters b = base_parameters(robot, {}, options), again = base_parameters(robot);
  EXPECT_EQ(a.base, b.base);
  EXPECT_EQ(a.dropped, b.dropped);
  EXPECT_LT((a.beta - b.beta).cwiseAbs().maxCoeff(), 1e-8 * a.beta.cwiseAbs().maxCoeff());
  EXPECT_EQ(a.beta, again.beta);
}

INSTANTIATE_TEST_SUITE_P(Robots, BaseParametersOf,
                         ::testing::Values("gough_stewart", "delta", "five_bar", "orthoglide", "planar_3rrr", "quattro", "planar_4rrr",
                                           "rps_3"),
                         test::robot_name);

// [CB, Eq. 45]: m r_x and I_yy of each arm, the rotor's inertia with it, and the platform's mass; friction of each motor beside them.
TEST(BaseParameters, SimplifiedDeltaHasTheSevenOfCodoureyAndBurdet) {
  const Robot robot = load_robot("delta_simplified");
  BaseOptions options;
  options.zeros_known = true;
  options.friction = false;
  const BaseParameters b = base_parameters(robot, {}, options);
  std::vector<std::string> groups;
  for (int i = 0; i < b.rank(); ++i) groups.push_back(b.expression(i));
  const std::vector<std::string> expected{"platform.m",
                                          "leg1.arm.mcx",
                                          "leg1.arm.Izz + leg1.arm.rotor",
                                          "leg2.arm.mcx",
                                          "leg2.arm.Izz + leg2.arm.rotor",
                                          "leg3.arm.mcx",
                                          "leg3.arm.Izz + leg3.arm.rotor"};
  EXPECT_EQ(groups, expected);
  const VecX<double> values = b.values();
  EXPECT_NEAR(values(0), 0.6 + 6 * 0.06 / 3, 1e-12);                                        // a third of each of six rods
  EXPECT_NEAR(values(1), 0.4 * 0.12 + 2 * 0.04 * 0.3, 1e-12);                               // two thirds of two rods at the elbow
  EXPECT_NEAR(values(2), 3.5e-3 + 0.4 * 0.12 * 0.12 + 2 * 0.04 * 0.09 + 25 * 2e-4, 1e-12);  // rotor behind a gear of 5
  options.friction = true;
  EXPECT_EQ(base_parameters(robot, {}, options).rank(), 7 + 6);
}

// Regrouping by hand: mass of a forearm at the elbow counts with the arm; the two rods of a parallelogram move as one.
TEST(BaseParameters, GroupsOfTheDelta) {
  const BaseParameters b = base_parameters(load_robot("delta"));
  const auto at = [&](const std::string& name) {
    for (int k = 0; k < static_cast<int>(b.all.size()); ++k)
      if (b.all[k].name == name) return k;
    ADD_FAILURE() << name;
    return 0;
  };
  const auto group = [&](const std::string& name) { return std::find(b.base.begin(), b.base.end(), at(name)) - b.base.begin(); };
  EXPECT_EQ(b.beta(group("leg1.arm.mcx"), at("leg1.rod_a.1.m")), 0.3);   // length of the arm
  EXPECT_EQ(b.beta(group("leg1.arm.Izz"), at("leg1.rod_b.1.m")), 0.09);  // its square
  EXPECT_EQ(b.beta(group("leg1.rod_a.2.mcy"), at("leg1.rod_b.2.mcy")), 1.0);
  EXPECT_EQ(b.beta(group("leg1.arm.Izz"), at("leg2.rod_b.1.m")), 0.0);
  EXPECT_EQ(b.beta(group("platform.m"), at("leg3.rod_a.2.Izz")), 1.5625);  // 1 / length² of the rod
}

// A payload is part of the platform.
TEST(BaseParameters, PayloadCountsWithThePlatform) {
  const Robot robot = load_robot("delta");
  Load load;
  load.payload.mass = 1.5;
  EXPECT_NEAR(base_parameters(robot, load).values()(0) - base_parameters(robot).values()(0), 1.5, 1e-12);
}

}  // namespace
}  // namespace gough
