#include "gough/dynamics/reactions.hpp"

#include "gough/dynamics/platform_legs.hpp"
#include "tests/dynamics/states.hpp"
#include "tests/oracles/maximal_coordinates.hpp"

namespace gough {
namespace {

class Reactions : public test::Catalog {};

// Unique reactions against the oracle's multipliers: constraint forces on the outer body and the net effort along the freedom.
TEST_P(Reactions, AgreeWithTheOracleWhereUnique) {
  std::mt19937_64 random(111);
  DynamicsData<double> data(robot);
  int compared = 0, loose = 0;
  for (int s = 0; s < 3; ++s) {
    test::State state(robot, random);
    const KinematicsData<double>& k = state.kinematics;
    platform_legs::inverse_dynamics(robot, state.load, k, data);
    const oracle::Solution truth = oracle::direct_dynamics(robot, state.load, k, state.Vr, data.effort);
    const std::vector<Reaction> found = reactions(robot, state.load, k, data.effort);
    std::size_t at = 0;
    for (std::size_t i = 0; i < robot.legs.size(); ++i)
      for (int j = 0; j < robot.legs[i].freedoms(); ++j, ++at) {
        const Reaction& r = found[at];
        ASSERT_EQ(r.joint, robot.legs[i].joints[j].name);
        if (!r.unique) {
          ++loose;
          continue;
        }
        // constraint wrench on the outer body, at its mass centre
        const int body = oracle::body_index(robot, static_cast<int>(i), j);
        const auto [row, count] = oracle::joint_rows(robot, static_cast<int>(i), j);
        Eigen::Matrix<double, 6, 1> w =
            truth.constraints.block(row, 6 * body, count, 6).transpose() * truth.multipliers.segment(row, count);
        const Placement<double>& frame = k.legs[i].body[j];
        const Vec3<double> c = frame.R * robot.legs[i].joints[j].body.com, z = frame.R.col(2);
        const Vec3<double> force = w.head<3>(), moment = w.tail<3>() + c.cross(force);
        // ours has the effort along the freedom too: compare across it
        const Vec3<double> f = robot.legs[i].joints[j].revolute ? r.force : Vec3<double>(r.force - z * z.dot(r.force));
        const Vec3<double> m = robot.legs[i].joints[j].revolute ? Vec3<double>(r.moment - z * z.dot(r.moment)) : r.moment;
        const double scale = 1.0 + truth.multipliers.cwiseAbs().maxCoeff();
        EXPECT_LT((f - force).norm() / scale, 1e-8) << robot.legs[i].name << " " << r.joint;
        EXPECT_LT((m - moment).norm() / scale, 1e-8) << robot.legs[i].name << " " << r.joint;
        ++compared;
      }
  }
  const bool over_constrained = robot.mobility.redundant_rows > 0;
  EXPECT_EQ(loose > 0, over_constrained) << "reactions are shared in other ways exactly where constraints repeat";
  EXPECT_TRUE(compared > 0 || over_constrained);
}

INSTANTIATE_TEST_SUITE_P(Robots, Reactions, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
