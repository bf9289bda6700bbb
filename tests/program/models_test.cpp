#include "gough/program/models.hpp"

#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/orthogonal_complement.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

class Programs : public test::Catalog {
 protected:
  // Largest difference between a program and the library over random states, relative to the largest number of each.
  template <class Expected>
  void expect_equal(const ModelChoice& choice, const Expected& expected) {
    std::mt19937_64 random(151);
    test::State first(robot, random);
    const Load load = first.load;
    const Program program = record(robot, choice, load);
    for (int s = 0; s < test::samples; ++s) {
      test::State state(robot, random, false);
      const VecX<double> effort = 10 * random_vector(static_cast<int>(robot.actuators.size()), random);
      const std::vector<double> got = program.evaluate(program_inputs(robot, choice, state.kinematics, effort));
      const VecX<double> want = expected(state.kinematics, load, effort);
      ASSERT_EQ(static_cast<Eigen::Index>(got.size()), want.size());
      const Eigen::Map<const VecX<double>> found(got.data(), want.size());
      EXPECT_LT((found - want).cwiseAbs().maxCoeff(), 1e-12 * (1e-3 + want.cwiseAbs().maxCoeff()) * tolerance_) << program.name;
      if (HasFailure()) return;
    }
  }
  double tolerance_ = 1.0;
};

TEST_P(Programs, InverseDynamicsOfEveryFormulation) {
  DynamicsData<double> d(robot);
  using K = KinematicsData<double>;
  expect_equal({Model::idm, Formulation::platform_legs, Source::pose}, [&](const K& k, const Load& load, const VecX<double>&) {
    platform_legs::inverse_dynamics(robot, load, k, d);
    return d.effort;
  });
  if (elements::missing_element(robot, {}).empty())
    expect_equal({Model::idm, Formulation::elements, Source::pose}, [&](const K& k, const Load& load, const VecX<double>&) {
      elements::inverse_dynamics(robot, load, k, d);
      return d.effort;
    });
  expect_equal({Model::idm, Formulation::virtual_work, Source::pose}, [&](const K& k, const Load& load, const VecX<double>&) {
    virtual_work::inverse_dynamics(robot, load, k, d);
    return d.effort;
  });
  expect_equal({Model::idm, Formulation::orthogonal_complement, Source::pose}, [&](const K& k, const Load& load, const VecX<double>&) {
    orthogonal_complement::inverse_dynamics(robot, load, k, d);
    return d.effort;
  });
}

TEST_P(Programs, DirectDynamics) {
  DynamicsData<double> d(robot);
  using K = KinematicsData<double>;
  expect_equal({Model::ddm, Formulation::platform_legs, Source::pose}, [&](const K& k, const Load& load, const VecX<double>& effort) {
    K copy = k;
    platform_legs::direct_dynamics(robot, load, effort, copy, d);
    return d.acceleration;
  });
  expect_equal({Model::ddm, Formulation::orthogonal_complement, Source::pose},
               [&](const K& k, const Load& load, const VecX<double>& effort) {
                 orthogonal_complement::direct_dynamics(robot, load, effort, k, d);
                 return d.acceleration;
               });
}

// From lines and from encoders, where the robot has such a model; the rest say why not.
TEST_P(Programs, InverseDynamicsFromVisionAndEncoders) {
  if (!elements::missing_element(robot, {}).empty()) GTEST_SKIP() << "E refuses it: LoopBuilder.ElementsRefuseByName";
  DynamicsData<double> d(robot);
  using K = KinematicsData<double>;
  const auto by_E = [&](const K& k, const Load& load, const VecX<double>&) {
    elements::inverse_dynamics(robot, load, k, d);
    return d.effort;
  };
  tolerance_ = 10.0;  // the library reads a pose, the program does not
  for (Source source : {Source::vision, Source::encoders}) {
    const ModelChoice choice{Model::idm, Formulation::elements, source};
    try {
      record(robot, choice);
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("closed form"), std::string::npos) << error.what();
      continue;
    }
    expect_equal(choice, by_E);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, Programs, ::testing::ValuesIn(catalog()), test::robot_name);

// [O, Table 3] has 404 additions and 656 multiplications from vision, 484 and 778 from encoders.
TEST(Counts, FiveBarFromVisionAndEncoders) {
  const Robot robot = load_robot("five_bar");
  const OperationCount vision = record(robot, {Model::idm, Formulation::elements, Source::vision}).count();
  EXPECT_LE(vision.add, 100);
  EXPECT_LE(vision.mul, 160);
  EXPECT_EQ(vision.trig, 0);
  const OperationCount encoders = record(robot, {Model::idm, Formulation::elements, Source::encoders}).count();
  EXPECT_LE(encoders.add, 130);
  EXPECT_LE(encoders.mul, 200);
  EXPECT_LE(encoders.trig, 4);
}

}  // namespace
}  // namespace gough
