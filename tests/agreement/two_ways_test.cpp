#include <fmt/format.h>

#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/orthogonal_complement.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/kinematics/element_motion.hpp"
#include "gough/kinematics/forward_geometry.hpp"
#include "gough/model/changed_robot.hpp"
#include "tests/robots.hpp"

// The same robot written two ways gives the same answers.
namespace gough {
namespace {

// Both robots at the same random states.
void at_states(const Robot& a, const Robot& b,
               const std::function<void(const KinematicsData<double>&, const KinematicsData<double>&)>& check) {
  std::mt19937_64 random(81);
  KinematicsData<double> da(a), db(b);
  for (int k = 0; k < test::samples; ++k) {
    Pose<double> pose;
    ASSERT_TRUE(sample_pose(a, 1.0, 1e-2, random, pose, da).ok());
    const Outcome there = position(b, pose, db);
    ASSERT_TRUE(there.ok()) << "state " << k << ": " << to_string(there.status) << " " << there.measure;
    const VecX<double> V = random_vector(a.mobility.n, random), A = random_vector(a.mobility.n, random);
    velocity(a, V, da);
    velocity(b, V, db);
    acceleration(a, A, da);
    acceleration(b, A, db);
    check(da, db);
  }
}

void expect_same_actuation(const Robot& a, const Robot& b, double tolerance) {
  ASSERT_EQ(a.actuators.size(), b.actuators.size());
  const int na = static_cast<int>(a.actuators.size());
  VecX<double> qa(na), qb(na);
  KinematicsData<double> found(b);
  at_states(a, b, [&](const auto& da, const auto& db) {
    actuated_positions(a, da, qa);
    actuated_positions(b, db, qb);
    EXPECT_LT((qa - qb).cwiseAbs().maxCoeff(), tolerance);
    EXPECT_LT((da.Jinv - db.Jinv).cwiseAbs().maxCoeff(), tolerance);
    EXPECT_LT((da.dqa - db.dqa).cwiseAbs().maxCoeff(), tolerance);
    EXPECT_LT((da.ddqa - db.ddqa).cwiseAbs().maxCoeff(), tolerance);
    EXPECT_LT((da.Psi - db.Psi).cwiseAbs().maxCoeff(), tolerance);
    EXPECT_LT((da.dVN - db.dVN).cwiseAbs().maxCoeff(), tolerance);
    Pose<double> pose = b.home;
    ASSERT_TRUE(forward_geometry(b, qa, pose, found).ok());
    EXPECT_LT(test::pose_distance(b, pose, da.pose), 10 * tolerance);
  });
}

// Efforts by every formulation, under a payload and a wrench on the platform.
void expect_same_efforts(const Robot& a, const Robot& b, double tolerance) {
  Load load;
  load.payload = {0.7, {0.01, 0.02, -0.03}, Vec3<double>(0.01, 0.02, 0.015).asDiagonal()};
  load.wrenches.push_back({-1, 0, {0.02, 0, 0.01}, {10, -20, 5}, {1, 2, -3}});
  DynamicsData<double> fa(a), fb(b);
  at_states(a, b, [&](const auto& da, const auto& db) {
    platform_legs::inverse_dynamics(a, load, da, fa);
    const double scale = tolerance * (1 + fa.effort.cwiseAbs().maxCoeff());
    const auto same = [&](const char* formulation) { EXPECT_LT((fa.effort - fb.effort).cwiseAbs().maxCoeff(), scale) << formulation; };
    platform_legs::inverse_dynamics(b, load, db, fb);
    same("P");
    virtual_work::inverse_dynamics(b, load, db, fb);
    same("V");
    orthogonal_complement::inverse_dynamics(b, load, db, fb);
    same("N");
    elements::inverse_dynamics(b, load, db, fb);
    same("E");
  });
}

// gough_stewart (UPS) and flight_simulator (S-P-U, six axes): struts, lengths and all that follows are the same; the spin of a
// strut about its own line is not, for it is held by the base in one and by the platform in the other.
TEST(TwoWays, FlightSimulatorIsGoughStewart) {
  const Robot a = load_robot("gough_stewart"), b = load_robot("flight_simulator");
  EXPECT_EQ(a.mobility.n, b.mobility.n);
  EXPECT_EQ(a.mobility.grubler, b.mobility.grubler);
  EXPECT_EQ(a.mobility.loops, b.mobility.loops);
  expect_same_actuation(a, b, 1e-11);
  at_states(a, b, [&](const auto& da, const auto& db) {
    for (std::size_t i = 0; i < a.legs.size(); ++i) {
      const ElementMotion<double> ea = element_motion(a.legs[i], a.legs[i].elements[0], da.legs[i]);
      const ElementMotion<double> eb = element_motion(b.legs[i], b.legs[i].elements[0], db.legs[i]);
      EXPECT_LT((ea.x - eb.x).norm() + (ea.dx - eb.dx).norm() + (ea.ddx - eb.ddx).norm(), 1e-11);
      EXPECT_LT((ea.A - eb.A).norm() + (ea.B - eb.B).norm(), 1e-11);
      EXPECT_NEAR(ea.d, eb.d, 1e-11);
      EXPECT_NEAR(ea.dd, eb.dd, 1e-11);
      EXPECT_NEAR(ea.ddd, eb.ddd, 1e-11);
    }
  });
}

// UPS with a spherical tip against U-P-S as six one-freedom joints with a rigid tip: the very same machine, spin included.
TEST(TwoWays, SphericalTipOrThreeRevolutesAndARigidTip) {
  const Robot a = load_robot("gough_stewart");
  RobotDescription six = a.description;
  for (LegSpec& leg : six.leg) {
    leg.tip[0].joint = "rigid";
    ElementSpec ball;
    ball.name = "ball";
    ball.type = "bar";
    ball.joint = "S";
    ball.length = 0.0;
    leg.element.push_back(ball);
  }
  const Robot b = assemble(six);
  EXPECT_EQ(b.mobility.n, 6);
  for (const Leg& leg : b.legs) EXPECT_EQ(leg.freedoms(), 6);
  expect_same_actuation(a, b, 1e-11);
  // friction in a spherical tip has no equal in three revolutes
  Robot smooth = a, six_smooth = b;
  for (Robot* robot : {&smooth, &six_smooth})
    *robot = changed(*robot, [](Robot& r) {
      for (Leg& leg : r.legs) leg.tips[0].friction = {};
    });
  expect_same_efforts(smooth, six_smooth, 1e-10);
  at_states(a, b, [&](const auto& da, const auto& db) {
    for (std::size_t i = 0; i < a.legs.size(); ++i)
      for (int j = 0; j < 3; ++j) {
        EXPECT_NEAR(da.legs[i].dq(j), db.legs[i].dq(j), 1e-11);
        EXPECT_NEAR(da.legs[i].ddq(j), db.legs[i].ddq(j), 1e-11);
        EXPECT_LT((da.legs[i].body[j].R - db.legs[i].body[j].R).norm(), 1e-11);
        EXPECT_LT((da.legs[i].velocity[j].angular - db.legs[i].velocity[j].angular).norm(), 1e-11);
        EXPECT_LT((da.legs[i].acceleration[j].angular - db.legs[i].acceleration[j].angular).norm(), 1e-11);
        EXPECT_LT((da.legs[i].acceleration[j].linear - db.legs[i].acceleration[j].linear).norm(), 1e-11);
      }
  });
}

// One leg of a hexapod as [BK] Table 1 has it, by modified Denavit-Hartenberg parameters or by points and axes.
std::string leg_text(const std::string& name, double base_deg, double tip_deg, bool mdh) {
  const double x = 0.5 * std::cos(radians(base_deg)), y = 0.5 * std::sin(radians(base_deg));
  std::string out = fmt::format("[[leg]]\nname = \"{}\"\nat = [0, 0, 0]\ntip = [{{ joint = \"S\", at = [{}, {}, 0] }}]\n", name,
                                0.25 * std::cos(radians(tip_deg)), 0.25 * std::sin(radians(tip_deg)));
  if (mdh)
    return out + fmt::format(R"(
[[leg.joint]]
type = "R"
mdh = {{ gamma_deg = {}, d = 0.5, alpha_deg = -90 }}
[[leg.joint]]
type = "R"
mdh = {{ alpha_deg = 90, theta_deg = 90 }}
[[leg.joint]]
type = "P"
mdh = {{ alpha_deg = 90 }}
home_length = 0.7
actuator = {{ rotor_inertia = 0.3, viscous = 20, coulomb = 5 }}
)",
                             base_deg);
  // the same axes in base axes: Rz(γ) Tx(0.5) Rx(-90): z1 = Rz(γ) y, z2 = Rz(γ) z, z3 = Rz(γ) Rx.. y
  const double c = std::cos(radians(base_deg)), s = std::sin(radians(base_deg));
  return out + fmt::format(R"(
[[leg.joint]]
type = "R"
origin = [{0}, {1}, 0]
axis = [{2}, {3}, 0]
[[leg.joint]]
type = "R"
origin = [{0}, {1}, 0]
axis = [0, 0, 1]
[[leg.joint]]
type = "P"
origin = [{0}, {1}, 0]
axis = [{4}, {5}, 0]
home_length = 0.7
actuator = {{ rotor_inertia = 0.3, viscous = 20, coulomb = 5 }}
)",
                           x, y, -s, c, c, s);
}

TEST(TwoWays, ModifiedDenavitHartenbergOrPointsAndAxes) {
  const char* const head = R"(
name = "hexapod"
[platform]
home = { position = [0, 0, 0.6] }
)";
  std::string texts[2] = {head, head};
  for (int way = 0; way < 2; ++way)
    for (int k = 0; k < 3; ++k) {
      texts[way] += leg_text(fmt::format("a{}", k), 120 * k + 10, 120 * k + 50, way == 0);
      texts[way] += leg_text(fmt::format("b{}", k), 120 * k - 10, 120 * k - 50, way == 0);
    }
  // mdh: the second joint's axis is vertical at zero and the third lies along the first frame's x
  Robot a = assemble(read_robot_text(texts[0], "mdh")), b = assemble(read_robot_text(texts[1], "axes"));
  EXPECT_EQ(a.mobility.n, 6);
  expect_same_actuation(a, b, 1e-10);
  // the same bodies, each seen from its own joint's frame
  KinematicsData<double> da(a), db(b);
  ASSERT_TRUE(position(a, a.home, da).answered() && position(b, b.home, db).answered());
  std::mt19937_64 random(83);
  for (std::size_t i = 0; i < a.legs.size(); ++i)
    for (int j = 0; j < 3; ++j) {
      a.legs[i].joints[j].friction = b.legs[i].joints[j].friction = {0.3, 0.1};
      if (j == 0) continue;  // the universal joint's ring has no mass: E has no element for it
      RigidBody& body = a.legs[i].joints[j].body;
      body = {1.0 + 0.3 * j, 0.2 * random_vector(3, random), Vec3<double>(0.02, 0.03, 0.025).asDiagonal()};
      b.legs[i].joints[j].body = seen_from(db.legs[i].body[j].inverse() * da.legs[i].body[j], body);
    }
  refresh(a);
  refresh(b);
  a.nacelle.platform = b.nacelle.platform = {5.0, {0, 0.01, 0.02}, Vec3<double>(0.1, 0.2, 0.3).asDiagonal()};
  expect_same_efforts(a, b, 1e-9);
}

// A parallelogram of two rods or its mid-line bar with a universal joint at both ends: the same arm motion.
TEST(TwoWays, ParallelogramOrMidlineWithUniversalJoints) {
  const Robot a = load_robot("delta");
  RobotDescription midline = a.description;
  for (LegSpec& leg : midline.leg) {
    leg.element[1].parallelogram.reset();
    leg.element[1].body->mass = 2 * *leg.element[1].body->mass;  // of both rods, and the friction of both
    leg.element[1].friction->viscous *= 2;
    leg.element[1].friction->coulomb *= 2;
    leg.tip[0].joint = "U";
    // at home the rod lies in the plane y = 0: its second axis is normal to the rod and to y; the platform's axis is y
    KinematicsData<double> data(a);
    (void)position(a, a.home, data);
    const Vec3<double> x = data.legs[0].body[2].R * a.legs[0].elements[1].x;
    leg.tip[0].axes = {Vec3<double>::UnitY().cross(x), Vec3<double>::UnitY()};
  }
  const Robot b = assemble(midline);
  EXPECT_EQ(b.mobility.n, 3);
  expect_same_actuation(a, b, 1e-11);
  expect_same_efforts(a, b, 1e-10);

  // and as R-U-U: the far universal joint as two revolutes with a rigid tip, solved in closed form
  RobotDescription ruu = midline;
  for (LegSpec& leg : ruu.leg) {
    ElementSpec cardan;
    cardan.name = "cardan";
    cardan.type = "bar";
    cardan.joint = "U";
    cardan.length = 0.0;
    // axes are given with every joint at zero: the arm along its `direction`, the rod from its end to the tip
    const Vec3<double> elbow = leg.at + *leg.element[0].length * leg.element[0].direction->normalized();
    const Vec3<double> rod = a.home.p + leg.tip[0].at - elbow;
    cardan.axes = {Vec3<double>::UnitY().cross(rod), Vec3<double>::UnitY()};
    leg.element.push_back(cardan);
    leg.tip[0].joint = "rigid";
    leg.tip[0].axes.clear();
  }
  const Robot c = assemble(ruu);
  for (const Leg& leg : c.legs) {
    EXPECT_EQ(leg.freedoms(), 5);
    EXPECT_TRUE(leg.solver.closed_form);
  }
  expect_same_actuation(a, c, 1e-11);
  expect_same_efforts(a, c, 1e-10);
}

// Turning the whole robot changes nothing in its joints.
TEST(TwoWays, TurnedRobot) {
  for (const char* name : {"gough_stewart", "delta", "rps_3"}) {
    const Robot a = load_robot(name);
    RobotDescription turned = a.description;
    for (LegSpec& leg : turned.leg)
      for (double& angle : leg.copies->angles_deg) angle += 40.0;
    const Robot b = assemble(turned);
    const Mat3<double> Q = rotation_from_rpy({0, 0, 40});
    KinematicsData<double> da(a), db(b);
    std::mt19937_64 random(82);
    for (int k = 0; k < test::samples; ++k) {
      Pose<double> pose;
      ASSERT_TRUE(sample_pose(a, 1.0, 1e-2, random, pose, da).ok());
      Pose<double> other = b.home;
      other.p = Q * pose.p;
      other.R = Q * pose.R * Q.transpose();
      ASSERT_TRUE(position(b, other, db).ok()) << name;
      VecX<double> qa(a.actuators.size()), qb(a.actuators.size());
      actuated_positions(a, da, qa);
      actuated_positions(b, db, qb);
      EXPECT_LT((qa - qb).cwiseAbs().maxCoeff(), 1e-12) << name;
    }
  }
}

}  // namespace
}  // namespace gough
