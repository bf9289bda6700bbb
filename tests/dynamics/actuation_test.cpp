#include "gough/dynamics/actuation.hpp"

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/program/models.hpp"
#include "tests/crane.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

Robot held_crane(double size) { return assemble(read_robot_text(test::crane_text(size, true), "crane.toml")); }

// τ of least norm, from any τ and what does nothing: the vector across both columns of J_inv. In more digits than double has.
VecX<double> expected_efforts(const MatX<double>& Jinv, const VecX<double>& force) {
  using Long = Eigen::Matrix<long double, 3, 1>;
  const Long a = Jinv.col(0).cast<long double>(), b = Jinv.col(1).cast<long double>(), idle = a.cross(b);
  // a and b span what does something: [a·a a·b; a·b b·b] (x, y) = force
  const long double aa = a.dot(a), ab = a.dot(b), bb = b.dot(b), f = force(0), g = force(1), det = idle.dot(idle);
  const Long effort = (f * bb - g * ab) / det * a + (g * aa - f * ab) / det * b;
  return effort.cast<double>();
}

// Every effort of a crane of any size has its digits, a torque of 1e-6 N m beside a force of newtons too: by each formulation, in programs,
// and bounded by no limit.
TEST(Actuation, RedundantEffortsOfMixedMotorsHaveTheirDigits) {
  const VecX<double> rest = VecX<double>::Zero(2), A = Eigen::Vector2d(0.5, 1.0);
  for (const double size : {1e-3, 0.02, 1.0, 1e3}) {
    const Robot robot = held_crane(size);
    KinematicsData<double> k(robot);
    DynamicsData<double> data(robot);
    VecX<double> expected;
    const auto agrees = [&](double number, Eigen::Index a) { return std::abs(number - expected(a)) < 1e-10 * std::abs(expected(a)); };
    for (Formulation f : kFormulations) {
      ASSERT_TRUE(inverse_dynamics(robot, f, {}, robot.home, rest, A, k, data).ok());
      if (expected.size() == 0) expected = expected_efforts(k.Jinv, data.force);
      const ModelChoice choice{Model::idm, f, Source::pose};
      const std::vector<double> got = record(robot, choice, {}).evaluate(program_inputs(robot, choice, k, data.effort));
      for (Eigen::Index a = 0; a < 3; ++a) {
        EXPECT_TRUE(agrees(data.effort(a), a)) << size << letter(f) << a << ": " << data.effort(a) << " " << expected(a);
        EXPECT_TRUE(agrees(got[a], a)) << size << letter(f) << a << ": " << got[a] << " " << expected(a);
      }
    }
    ASSERT_TRUE(bounded_efforts(robot, k, data).ok());  // no motor of the crane has a limit
    EXPECT_LT((data.effort - expected).norm(), 1e-10 * expected.norm()) << size;
  }
}

}  // namespace
}  // namespace gough
