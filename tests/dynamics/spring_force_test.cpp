#include "gough/dynamics/spring_force.hpp"

#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/energy.hpp"
#include "gough/dynamics/orthogonal_complement.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/evaluate/evaluator.hpp"
#include "gough/verify/verify.hpp"
#include "tests/dynamics/sprung_robot.hpp"
#include "tests/dynamics/states.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

class SpringForceTest : public testing::TestWithParam<std::string> {
 protected:
  Robot robot = test::sprung(GetParam());
  std::mt19937_64 random{7};
};

// The forces of springs between points put on as wrenches from outside.
TEST_P(SpringForceTest, IsAPairOfWrenches) {
  Robot without = robot;
  without.springs.clear();
  for (int sample = 0; sample < 5; ++sample) {
    test::State s(robot, random, false);
    const KinematicsData<double>& k = s.kinematics;
    DynamicsData<double> a(robot), b(without);
    platform_legs::inverse_dynamics(robot, {}, k, a);
    Load load;
    for_each_spring_force<double>(robot, k, [&](const BodyId& id, const Vec3<double>& point, const Vec3<double>& force) {
      const Placement<double>& frame = id.leg < 0 ? k.nacelle.body[id.body] : k.legs[id.leg].body[id.body];
      load.wrenches.push_back({id.leg, id.body, frame.inverse_point(point), force, Vec3<double>::Zero()});
    });
    virtual_work::inverse_dynamics(without, load, k, b);
    EXPECT_LT((a.effort - b.effort).cwiseAbs().maxCoeff(), 1e-9 * (1.0 + a.effort.cwiseAbs().maxCoeff()));
  }
}

TEST_P(SpringForceTest, FourFormulationsAgree) {
  for (int sample = 0; sample < 5; ++sample) {
    test::State s(robot, random, false);
    DynamicsData<double> P(robot), other(robot);
    platform_legs::inverse_dynamics(robot, {}, s.kinematics, P);
    const auto agrees = [&](char letter) {
      EXPECT_LT((P.effort - other.effort).cwiseAbs().maxCoeff(), 1e-9 * (1.0 + P.effort.cwiseAbs().maxCoeff())) << letter;
    };
    elements::inverse_dynamics(robot, {}, s.kinematics, other);
    agrees('E');
    virtual_work::inverse_dynamics(robot, {}, s.kinematics, other);
    agrees('V');
    orthogonal_complement::inverse_dynamics(robot, {}, s.kinematics, other);
    agrees('N');
  }
}

// Efforts are linear in stiffness, damping and pull.
TEST_P(SpringForceTest, IsLinearInItsParameters) {
  const std::vector<virtual_work::Parameter> p = virtual_work::parameters(robot, {});
  VecX<double> values(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) values(static_cast<Eigen::Index>(i)) = p[i].value;
  MatX<double> W(robot.mobility.n, static_cast<Eigen::Index>(p.size()));
  for (int sample = 0; sample < 5; ++sample) {
    test::State s(robot, random, false);
    const KinematicsData<double>& k = s.kinematics;
    DynamicsData<double> data(robot);
    platform_legs::inverse_dynamics(robot, {}, k, data);
    const VecX<double> force = data.force;
    virtual_work::regressor(robot, k, data, W);
    EXPECT_LT((W * values - force).cwiseAbs().maxCoeff(), 1e-9 * (1.0 + force.cwiseAbs().maxCoeff()));
  }
}

// What the motors do is what energy and friction take.
TEST_P(SpringForceTest, PowerBalances) {
  for (int sample = 0; sample < 5; ++sample) {
    test::State s(robot, random, false);
    const KinematicsData<double>& k = s.kinematics;
    DynamicsData<double> data(robot);
    platform_legs::inverse_dynamics(robot, {}, k, data);
    const Energy e = energy(robot, {}, k);
    const double power = data.effort.dot(k.dqa), size = std::abs(e.kinetic_rate) + std::abs(e.potential_rate) + std::abs(power);
    EXPECT_NEAR(power, e.kinetic_rate + e.potential_rate + e.dissipation, 1e-9 * (1.0 + size));
  }
}

TEST_P(SpringForceTest, EveryIdentityHolds) {
  for (const VerifyRow& row : verify(robot, 5)) EXPECT_TRUE(row.passed()) << row.identity << " " << row.error;
}

// As a program, in machine code: the arc tangent of a joint's spring too.
TEST_P(SpringForceTest, ProgramsHaveIt) {
  const Evaluator evaluator(robot);
  Evaluator::Memory memory(evaluator);
  VecX<double> effort(robot.actuators.size()), acceleration(robot.mobility.n);
  for (int sample = 0; sample < 20; ++sample) {
    test::State s(robot, random, false);
    const KinematicsData<double>& k = s.kinematics;
    DynamicsData<double> data(robot);
    platform_legs::inverse_dynamics(robot, {}, k, data);
    ASSERT_TRUE(evaluator.efforts(k.pose, s.Vr, s.dVr, memory, effort).answered());
    EXPECT_LT((effort - data.effort).cwiseAbs().maxCoeff(), 1e-10 * (1.0 + effort.cwiseAbs().maxCoeff()));
    ASSERT_TRUE(evaluator.direct_dynamics(k.pose, s.Vr, effort, memory, acceleration).answered());
    EXPECT_LT((acceleration - s.dVr).cwiseAbs().maxCoeff(), 1e-8 * (1.0 + s.dVr.cwiseAbs().maxCoeff()));
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, SpringForceTest, testing::Values("delta", "gough_stewart", "five_bar", "quattro"),
                         [](const auto& info) { return info.param; });

TEST(SpringForce, ProportionalSpringsNeedNoDirection) {
  Spring spring;
  spring.stiffness = 3.0;
  SpringLine<double> line;
  line.span.setZero();
  line.rate.setZero();
  EXPECT_EQ(spring_force(spring, line), Vec3<double>(Vec3<double>::Zero()));
  spring.free_length = 0.1;
  spring.pull = 2.0;
  EXPECT_EQ(spring_force(spring, line), Vec3<double>(Vec3<double>::Zero()));  // no direction: no number that is none
}

}  // namespace
}  // namespace gough
