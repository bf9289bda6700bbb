#include "gough/dynamics/body_jacobian.hpp"

#include "gough/dynamics/platform_legs.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

class BodyJacobianOf : public test::Catalog {};

// J V_r is the velocity of the point and of the body, as `velocity` has them.
TEST_P(BodyJacobianOf, GivesTheBodysVelocity) {
  std::mt19937_64 random(13);
  test::State state(robot, random);
  DynamicsData<double> data(robot);
  platform_legs::mass_and_bias(robot, state.load, state.kinematics, data);
  const KinematicsData<double>& k = state.kinematics;
  BodyJacobian<double> J(6, robot.mobility.n);
  const auto expect_body = [&](int leg, int body, const Placement<double>& frame, const Motion<double>& V) {
    const Vec3<double> point = robot.length * random_vector(3, random);
    body_jacobian(robot, k, data, leg, body, point, J);
    const VecX<double> twist = J * state.Vr;
    const Vec3<double> at = V.linear + V.angular.cross(frame.R * point);
    EXPECT_LT((twist.head(3) - at).norm(), 1e-10 * (1.0 + at.norm())) << leg << ", body " << body;
    EXPECT_LT((twist.tail(3) - V.angular).norm(), 1e-10 * (1.0 + V.angular.norm())) << leg << ", body " << body;
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int b = 0; b < robot.legs[i].freedoms(); ++b) expect_body(static_cast<int>(i), b, k.legs[i].body[b], k.legs[i].velocity[b]);
  for (int b = 0; b < robot.nacelle.bodies(); ++b) expect_body(-1, b, k.nacelle.body[b], k.nacelle.velocity[b]);
}

INSTANTIATE_TEST_SUITE_P(Robots, BodyJacobianOf, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
