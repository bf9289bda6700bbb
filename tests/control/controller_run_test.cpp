#include "gough/control/pose_error.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/control/closed_loop.hpp"

// Controllers in closed loop with a robot, and what they say to bad input.
namespace gough::test {
namespace {

Robot delta() { return load_robot("delta"); }

VecX<double> vector3(double x, double y, double z) { return Vec3<double>(x, y, z); }

// From 10 mm away the error follows the solution of ë + 2 ζ ω ė + ω² e = 0, up to what holding the efforts for 0.1 ms changes.
TEST(ComputedTorque, ErrorFollowsTheSecondOrderSolution) {
  const Robot robot = delta();
  Controller control = make_controller(robot, controller("type = 'computed_torque'\nrate = 10000\nbandwidth_hz = 5\n"));
  ClosedLoop loop(robot);
  const VecX<double> from = vector3(-0.1, 0.0, -0.7), stroke = vector3(0.2, 0.0, 0.05);
  loop.pose = pose_from_free(robot, from + vector3(0.01, 0.0, 0.0));
  const double omega = 2 * kPi * 5.0;
  for (int call = 0; call < 2000; ++call) {
    const Reference reference = there_and_back(robot, loop.t, 0.3, stroke, from);
    ASSERT_TRUE(control(loop.measurement(), reference, loop.effort).ok());
    const double exact = 0.01 * (1 + omega * loop.t) * std::exp(-omega * loop.t);
    // a delay of half a period: ω / 2 / rate of the error, and of the reference's acceleration in the response 1 / ω²
    EXPECT_NEAR(loop.pose.p.x() - reference.pose.p.x(), exact, 5e-5) << loop.t;
    loop.advance(1e-4, 1);
  }
}

TEST(SuperTwisting, ConvergesInSpiteOfAnUnknownDisturbance) {
  const Robot robot = delta();
  for (const bool robust : {true, false}) {
    // force of 6 N that turns twice a second on about 1.5 kg: acceleration's rate below 6 / 1.1 · 4π = 70 m/s³
    Controller control =
        make_controller(robot, controller(robust ? "type = 'super_twisting'\nrate = 5000\nbandwidth_hz = 3\ndisturbance = 200\n"
                                                 : "type = 'computed_torque'\nrate = 5000\nbandwidth_hz = 3\n"));
    ClosedLoop loop(robot);
    const VecX<double> from = vector3(0.0, 0.0, -0.7), stroke = vector3(0.05, 0.05, 0.02);
    loop.pose = pose_from_free(robot, from);
    loop.load.wrenches.resize(1);
    double worst = 0.0;
    for (int call = 0; call < 5000; ++call) {
      loop.load.wrenches[0].force = 6.0 * Vec3<double>(std::cos(4 * kPi * loop.t), std::sin(4 * kPi * loop.t), 0.5);
      const Reference reference = there_and_back(robot, loop.t, 0.5, stroke, from);
      ASSERT_TRUE(control(loop.measurement(), reference, loop.effort).answered());
      if (loop.t > 0.6) worst = std::max(worst, (loop.pose.p - reference.pose.p).norm());
      loop.advance(2e-4, 1);
    }
    if (robust) EXPECT_LT(worst, 2e-5);
    else EXPECT_GT(worst, 1e-3);  // what the disturbance does otherwise
  }
}

TEST(SlidingMode, StaysWithinTheLayerThatItsBoundarySays) {
  const Robot robot = delta();
  Controller control =
      make_controller(robot, controller("type = 'sliding_mode'\nrate = 5000\nbandwidth_hz = 3\ndisturbance = 15\nboundary = 0.05\n"));
  ClosedLoop loop(robot);
  Reference reference(robot);
  loop.load.wrenches.resize(1);
  loop.load.wrenches[0].force = {6.0, 0.0, -6.0};
  for (int call = 0; call < 2500; ++call) {
    ASSERT_TRUE(control(loop.measurement(), reference, loop.effort).answered());
    loop.advance(2e-4, 1);
  }
  // |s| < boundary, so |e| < boundary / λ
  const double e = (loop.pose.p - reference.pose.p).cwiseAbs().maxCoeff();
  EXPECT_LT(e, 0.05 / (2 * kPi * 3.0));
  EXPECT_GT(e, 1e-5);  // a layer has no integral
}

// Both with the robot's own inertia and with another, for which the wrench is measured: at rest K e = W.
TEST(Impedance, StaticDeflectionIsTheWrenchOverTheStiffness) {
  for (const std::string name : {"delta", "gough_stewart"}) {
    const Robot robot = without_friction(load_robot(name));
    for (const bool shaped : {false, true}) {
      ControllerSpec spec = controller("type = 'impedance'\n");
      for (const FreeComponent& c : robot.mobility.free) {
        spec.stiffness.push_back(c.angular ? 800.0 : 8000.0);
        spec.damping.push_back(c.angular ? 40.0 : 600.0);
        if (shaped) spec.inertia.push_back(c.angular ? 0.3 : 3.0);
      }
      Controller control = make_controller(robot, spec);
      // put where K e = W, at rest, it must stay
      ClosedLoop loop(robot);
      Reference reference(robot);
      const Vec3<double> force(6.0, -4.0, 8.0), moment(1.0, 2.0, -1.0);
      loop.load.wrenches.push_back({-1, 0, Vec3<double>::Zero(), force, moment});
      VecX<double> step = VecX<double>::Zero(robot.nacelle.freedoms());
      for (int c = 0; c < robot.mobility.n; ++c) {
        const int index = robot.mobility.free[c].index;
        step(index) = (index < 3 ? force(index) : moment(index - 3)) / spec.stiffness[c];
      }
      loop.pose = moved(robot, reference.pose, step);
      Measurement m = loop.measurement();
      m.force = force;
      m.moment = moment;
      ASSERT_TRUE(control(m, reference, loop.effort).answered());
      EXPECT_LT(loop.acceleration().cwiseAbs().maxCoeff(), 1e-9) << name << (shaped ? " shaped" : "");
    }
  }
}

TEST(Controller, HoldsTheLastEffortsWhereItHasNoAnswer) {
  const Robot robot = delta();
  Controller control = make_controller(robot, controller("type = 'computed_torque'\n"));
  ClosedLoop loop(robot);
  Reference reference(robot);
  ASSERT_TRUE(control(loop.measurement(), reference, loop.effort).ok());
  const VecX<double> good = loop.effort;
  EXPECT_GT(good.norm(), 0.1);
  Measurement away = loop.measurement();
  away.pose.p.x() = 5.0;
  EXPECT_EQ(control(away, reference, loop.effort).status, Status::unreachable);
  EXPECT_EQ(loop.effort, good);
  away = loop.measurement();
  away.Vr(1) = std::nan("");
  EXPECT_EQ(control(away, reference, loop.effort).status, Status::not_converged);
  EXPECT_EQ(loop.effort, good);
  away.Vr(1) = 1e6;
  EXPECT_EQ(control(away, reference, loop.effort).status, Status::out_of_limits);
  EXPECT_TRUE(loop.effort.allFinite());
  EXPECT_EQ(control.status().status, Status::out_of_limits);
}

std::string error_of(const std::string& text, const std::string& robot = "delta") {
  try {
    make_controller(load_robot(robot), controller(text));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Controller, BadSpecificationsAreNamed) {
  EXPECT_EQ(error_of("type = 'pd'\n"),
            "c.toml:1:8: 'type' must be one of joint_pd, joint_computed_torque, computed_torque, sliding_mode, super_twisting, passivity, "
            "adaptive, impedance; this is 'pd'");
  EXPECT_EQ(error_of("rate = 100\n").substr(0, 34), "c.toml:1:1: missing key 'type': `j");
  EXPECT_EQ(error_of("type = 'computed_torque'\nrate = 0\n"), "c.toml:2:8: 'rate' must be positive; this is 0");
  EXPECT_EQ(error_of("type = 'computed_torque'\nkp = [1, 2]\n"),
            "c.toml:1:1: 'kp' must have 1 number, or 3, one for each freedom; this has 2");
  EXPECT_EQ(error_of("type = 'joint_pd'\nkp = [1, 2, 3, 4]\n"),
            "c.toml:1:1: 'kp' must have 1 number, or 3, one for each actuator; this has 4");
  EXPECT_EQ(error_of("type = 'adaptive'\n"),
            "c.toml:1:1: a controller of type adaptive needs 'adapt', the parameters to adapt; without any it is of type passivity");
  EXPECT_EQ(error_of("type = 'adaptive'\n[[adapt]]\nparameter = 'platform.mass'\n"),
            "c.toml:2:1: delta has no parameter called 'platform.mass' (did you mean 'platform.m'?)");
  EXPECT_EQ(error_of("type = 'adaptive'\n[[adapt]]\nparameter = 'wrist.*'\n"), "c.toml:2:1: delta has no parameter that matches 'wrist.*'");
  EXPECT_EQ(error_of("type = 'adaptive'\n[[adapt]]\nparameter = 'platform.Ixx'\n"),
            "c.toml:2:1: 'platform.Ixx' has no influence on the motion of delta: it cannot be adapted");
  EXPECT_EQ(error_of("type = 'adaptive'\n[[adapt]]\nparameter = 'platform.m'\nmin = 0\n"),
            "c.toml:2:1: 'min' of platform.m must be positive: it is a mass");
  EXPECT_EQ(error_of("type = 'adaptive'\n[[adapt]]\nparameter = 'platform.m'\nmax = 0.5\n"),
            "c.toml:2:1: platform.m starts at 0.6 kg, which is outside its bounds 0.0006 to 0.5");
  EXPECT_EQ(error_of("type = 'adaptive'\n[[adapt]]\nparameter = 'platform.m'\n[[adapt]]\nparameter = 'platform.m'\n"),
            "c.toml:4:1: platform.m is adapted twice");
  EXPECT_EQ(error_of("type = 'super_twisting'\n"), "c.toml:1:1: a controller of type super_twisting needs 'disturbance'");
  EXPECT_EQ(error_of("type = 'passivity'\ndamping_ratio = 0.5\n"),
            "c.toml:1:1: 'damping_ratio' of a controller of type passivity must be at least 1; this is 0.5");
  EXPECT_EQ(error_of("type = 'impedance'\nstiffness = 10\n"), "c.toml:1:1: a controller of type impedance needs 'stiffness' and 'damping'");
  EXPECT_EQ(error_of("type = 'impedance'\nstiffness = 10\ndamping = 1\nkp = 3\n"),
            "c.toml:1:1: 'kp' has no meaning for a controller of type impedance; it belongs to joint_pd, joint_computed_torque, "
            "computed_torque");
  EXPECT_EQ(error_of("type = 'computed_torque'\npayload = {mass = 1, inertia = [1, 1, 5]}\n"),
            "c.toml:2:11: 'inertia' of the payload is that of no body: each principal moment must be at most the sum of the others");
}

TEST(Controller, PatternsChooseParametersThatMatter) {
  Controller control = make_controller(
      delta(), controller("type = 'adaptive'\n[[adapt]]\nparameter = 'platform.*'\n[[adapt]]\nparameter = '*.arm.viscous'\n"));
  ASSERT_EQ(control.estimates().size(), 4u);  // a Delta does not turn: of the platform only its mass
  EXPECT_EQ(control.estimates()[0].name, "platform.m");
  EXPECT_EQ(control.estimates()[0].unit, "kg");
  EXPECT_EQ(control.estimates()[0].value, 0.6);
  EXPECT_EQ(control.estimates()[1].value, 0.02);
}

}  // namespace
}  // namespace gough::test
