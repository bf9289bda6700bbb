#include "gough/dynamics/body_matrices.hpp"

#include "gough/identification/base_parameters.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

class BodyMatricesOf : public test::Catalog {};

// The regressor's columns are J_bᵀ Ω_b, in the order of the parameters.
TEST_P(BodyMatricesOf, MakeTheRegressor) {
  KinematicsData<double> k(robot);
  std::mt19937_64 random(3);
  random_state(robot, random, k);
  DynamicsData<double> data(robot);
  const std::vector<virtual_work::Parameter> parameters = virtual_work::parameters(robot, {});
  MatX<double> W = MatX<double>::Zero(robot.mobility.n, static_cast<Eigen::Index>(parameters.size()));
  virtual_work::regressor(robot, k, data, W);
  Eigen::Index column = 0;
  for (const virtual_work::BodyMatrices& b : virtual_work::body_matrices(robot, {}, k, data)) {
    const MatX<double> own = b.J.transpose() * b.Omega;
    EXPECT_LT((own - W.middleCols(column, 10)).norm(), 1e-13 * (1.0 + own.norm())) << column;
    for (int p = 0; p < 10; ++p) EXPECT_EQ(b.p(p), parameters[column + p].value);
    column += 10;
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, BodyMatricesOf, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
