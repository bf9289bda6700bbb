#include "gough/kinematics/tree_motion.hpp"

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/placement.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

class TreeMotion : public test::Catalog {
 protected:
  using V3 = Vec3<double>;

  // Calls f(tree, data, rates of its joints by column) for legs and nacelle in a random motion.
  template <class F>
  void for_each_tree(const F& f) {
    std::mt19937_64 random(31);
    const test::State state(robot, random, false);
    const KinematicsData<double>& k = state.kinematics;
    for (std::size_t i = 0; i < robot.legs.size(); ++i) f(robot.legs[i], k.legs[i], k.legs[i].dq);
    f(robot.nacelle, k.nacelle, k.VN);
  }
};

// The columns of a point, times the rates, are its motion.
TEST_P(TreeMotion, ColumnsGiveThePointsMotion) {
  for_each_tree([&](const JointTree& tree, const TreeData<double>& d, const VecX<double>& rates) {
    for (int b = 0; b < tree.bodies(); ++b) {
      const V3 at = d.body[b].point(V3(0.1, -0.2, 0.3));
      Motion<double> sum;
      for_each_column<double>(tree, d.body, b, at, [&](int column, const Motion<double>& S) {
        sum.linear += rates(column) * S.linear;
        sum.angular += rates(column) * S.angular;
      });
      const double size = 1.0 + d.velocity[b].linear.norm() + d.velocity[b].angular.norm();
      EXPECT_LT((sum.linear - velocity_at<double>(d.velocity[b], at - d.body[b].p)).norm(), 1e-12 * size);
      EXPECT_LT((sum.angular - d.velocity[b].angular).norm(), 1e-12 * size);
    }
  });
}

// What a wrench does on the rates is its power per rate.
TEST_P(TreeMotion, WrenchesWorkOnColumns) {
  for_each_tree([&](const JointTree& tree, const TreeData<double>& d, const VecX<double>& rates) {
    for (int b = 0; b < tree.bodies(); ++b) {
      const V3 at = d.body[b].point(V3(-0.3, 0.2, 0.1));
      const Wrench<double> wrench{V3(1, -2, 3), V3(-0.5, 0.25, 1.5)};
      VecX<double> force = VecX<double>::Zero(rates.size()), expected = force;
      add_on_tree<double>(tree, d.body, b, at, wrench, force);
      for_each_column<double>(tree, d.body, b, at, [&](int column, const Motion<double>& S) { expected(column) = power(wrench, S); });
      EXPECT_LT((force - expected).norm(), 1e-12 * (1.0 + expected.norm()));
    }
  });
}

// The rate of a column by differences along the motion.
TEST_P(TreeMotion, SubspaceRatesAreDerivatives) {
  for_each_tree([&](const JointTree& tree, const TreeData<double>& d, const VecX<double>&) {
    for (int b = tree.first_body(); b < tree.bodies(); ++b) {
      const Motion<double>& V = d.velocity[b];
      const V3 at = d.body[b].point(V3(0.1, 0.2, -0.3)), v(0.4, -0.1, 0.2);
      const auto later = [&](double h) {
        const Placement<double> body{rotation_exp(h * V.angular) * d.body[b].R, d.body[b].p + h * V.linear};
        return subspace<double>(tree.joint(b), body, at + h * v);
      };
      const double h = 1e-6, size = 1.0 + V.linear.norm() + V.angular.norm();
      const Motion<double> ahead = later(h), behind = later(-h), rate = subspace_rate<double>(tree.joint(b), d.body[b], V, at, v);
      EXPECT_LT(((ahead.linear - behind.linear) / (2 * h) - rate.linear).norm(), 1e-8 * size * size);
      EXPECT_LT(((ahead.angular - behind.angular) / (2 * h) - rate.angular).norm(), 1e-8 * size * size);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Robots, TreeMotion, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
