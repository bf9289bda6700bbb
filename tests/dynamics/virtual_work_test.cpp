#include "gough/dynamics/virtual_work.hpp"

#include <set>

#include "gough/dynamics/platform_legs.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/friction.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

// The simplified Delta of [CB], Eqs. 43-45, term by term. Arm 1 lies along x at angle 0 and dips for positive angles.
TEST(VirtualWork, SimplifiedDeltaTermByTerm) {
  const Robot robot = load_robot("delta_simplified");
  const std::vector<virtual_work::Parameter> parameters = virtual_work::parameters(robot, {});
  const int np = static_cast<int>(parameters.size());
  DynamicsData<double> data(robot);
  MatX<double> W = MatX<double>::Zero(3, np), Y = MatX<double>::Zero(3, np);
  std::mt19937_64 random(131);
  const auto column = [&](const std::string& name) {
    for (int c = 0; c < np; ++c)
      if (parameters[c].name == name) return c;
    ADD_FAILURE() << name;
    return 0;
  };
  for (int s = 0; s < test::samples; ++s) {
    test::State state(robot, random, false);
    const KinematicsData<double>& k = state.kinematics;
    virtual_work::effort_regressor(robot, k, data, W, Y);
    const MatX<double> J = inverse(k.Jinv);
    VecX<double> qa(3);
    actuated_positions(robot, k, qa);
    for (int i = 0; i < 3; ++i) {
      const std::string arm = "leg" + std::to_string(i + 1) + ".arm";
      // the arm's x axis of [CB] in our body frame (z along the motor axis)
      const Vec3<double> x = robot.legs[i].elements[0].x;
      const VecX<double> g = Y.middleCols(column(arm + ".mcx"), 3) * x;
      VecX<double> expected = VecX<double>::Zero(3);
      expected(i) = -9.81 * std::cos(qa(i));  // g_i = -g cos q_i
      EXPECT_LT((g - expected).norm(), 1e-10);
      expected(i) = k.ddqa(i);
      EXPECT_LT((Y.col(column(arm + ".Izz")) - expected).norm(), 1e-9 * (1 + k.ddqa.norm()));
      // the rest of the arm's ten parameters does nothing
      const Vec3<double> across(-x.y(), x.x(), 0);
      EXPECT_GT((Y.middleCols(column(arm + ".mcx"), 3) * across).norm(), 0.0);  // weight of an arm bent aside would
      for (const char* name : {".m", ".mcz", ".Ixx", ".Ixy", ".Ixz", ".Iyy", ".Iyz"})
        EXPECT_LT(Y.col(column(arm + name)).norm(), 1e-10) << name;
    }
    // [CB, Eq. 45] has friction and rotor on the motors' own rows: q̈, q̇ and its sign
    for (int i = 0; i < 3; ++i) {
      const std::string motor = "leg" + std::to_string(i + 1) + ".arm";
      const std::pair<const char*, double> own[] = {
          {".rotor", k.ddqa(i)}, {".viscous", k.dqa(i)}, {".coulomb", k.dqa(i) > 0 ? 1.0 : -1.0}, {".offset", 1.0}};
      for (const auto& [name, value] : own) {
        VecX<double> expected = VecX<double>::Zero(3);
        expected(i) = value;
        EXPECT_LT((Y.col(column(motor + name)) - expected).norm(), 1e-9 * (1 + std::abs(value))) << name;
      }
    }
    const Vec3<double> acceleration = state.dVr - robot.gravity;
    EXPECT_LT((Y.col(column("platform.m")) - J.transpose() * acceleration).norm(), 1e-9 * (1 + acceleration.norm()));
  }
  // only arms and platform have mass
  for (const Leg& leg : robot.legs)
    for (const Joint& joint : leg.joints) EXPECT_EQ(joint.body.mass > 0.0, joint.name == "arm");
}

// With the arms' mass centres on their lines, seven parameters tell all: m r_x and I_yy of each arm, and m_n.
TEST(VirtualWork, SimplifiedDeltaHasSevenParameters) {
  const Robot robot = load_robot("delta_simplified");
  const std::vector<virtual_work::Parameter> parameters = virtual_work::parameters(robot, {});
  const int np = static_cast<int>(parameters.size()), states = 30;
  DynamicsData<double> data(robot);
  MatX<double> W = MatX<double>::Zero(3, np), stacked(3 * states, 7);
  std::mt19937_64 random(132);
  for (int s = 0; s < states; ++s) {
    test::State state(robot, random, false);
    virtual_work::regressor(robot, state.kinematics, data, W);
    int c = 0, body = 0;
    for (int i = 0; i < 3; ++i, body += 5) {  // arm and four rod joints a leg
      stacked.block(3 * s, c++, 3, 1) = W.middleCols(10 * body + 1, 3) * robot.legs[i].elements[0].x;
      stacked.block(3 * s, c++, 3, 1) = W.col(10 * body + 9);
    }
    stacked.block(3 * s, c, 3, 1) = W.col(10 * 15);
    // they give the whole inertial force
    VecX<double> p(7);
    for (int i = 0; i < 3; ++i) {
      const RigidBody& arm = robot.legs[i].joints[0].body;
      p(2 * i) = arm.mass * arm.com.dot(robot.legs[i].elements[0].x);
      p(2 * i + 1) = arm.inertia(2, 2) + arm.mass * (arm.com.x() * arm.com.x() + arm.com.y() * arm.com.y());
    }
    p(6) = robot.nacelle.platform.mass;
    Robot plain = without_friction(robot);
    for (Actuator& a : plain.actuators) a.rotor_inertia = 0.0;
    platform_legs::inverse_dynamics(plain, {}, state.kinematics, data);
    const Vec3<double> sum = stacked.middleRows<3>(3 * s) * p;
    EXPECT_LT((sum - data.force).norm(), 1e-9 * (1 + data.force.norm()));
  }
  EXPECT_EQ(shortest_solution(stacked, VecX<double>::Zero(stacked.rows())).rank, 7);
}

// How much the simplification costs along a pick: a number, neither nothing nor everything.
TEST(VirtualWork, TheSimplificationHasASmallError) {
  const Robot full = load_robot("delta"), simple = load_robot("delta_simplified");
  EXPECT_NEAR(full.nacelle.platform.mass + 6 * 0.06 / 3, simple.nacelle.platform.mass, 1e-12);
  KinematicsData<double> a(full), b(simple);
  DynamicsData<double> da(full), db(simple);
  double worst = 0.0, largest = 0.0;
  for (double t = 0.0; t <= 1.0; t += 0.02) {  // 0.4 m over in a smooth second, up and down
    Pose<double> pose = full.home;
    const double s = kPi * t;
    pose.p += Vec3<double>(-0.2 * std::cos(s), 0.0, 0.05 * std::sin(s));
    const Vec3<double> V(0.2 * kPi * std::sin(s), 0.0, 0.05 * kPi * std::cos(s));
    const Vec3<double> A(0.2 * kPi * kPi * std::cos(s), 0.0, -0.05 * kPi * kPi * std::sin(s));
    for (auto [robot, k, d] : {std::tuple{&full, &a, &da}, std::tuple{&simple, &b, &db}}) {
      ASSERT_TRUE(position(*robot, pose, *k).ok());
      velocity<double>(*robot, V, *k);
      acceleration<double>(*robot, A, *k);
      platform_legs::inverse_dynamics(*robot, {}, *k, *d);
    }
    worst = std::max(worst, (da.effort - db.effort).cwiseAbs().maxCoeff());
    largest = std::max(largest, da.effort.cwiseAbs().maxCoeff());
  }
  EXPECT_GT(worst / largest, 1e-4);
  EXPECT_LT(worst / largest, 0.1);
}

}  // namespace
}  // namespace gough
