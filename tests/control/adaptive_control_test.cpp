#include "gough/control/adapted_parameters.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/control/closed_loop.hpp"

namespace gough::test {
namespace {

constexpr double kPayload = 1.0;  // kg, true

struct Tracking {
  double rms = 0.0;      // of the position error over the last half of the run, m
  double payload = 0.0;  // estimate at the end, kg
};

// Pick-and-place of the Delta, 0.3 m there and back in 0.6 s, with a payload that the model has 30 % too light.
Tracking pick_and_place(const std::string& adapt, double duration) {
  const Robot robot = load_robot("delta");
  Controller control =
      make_controller(robot, controller((adapt.empty() ? "type = 'passivity'\n" : "type = 'adaptive'\nadapt = " + adapt + "\n") +
                                        "rate = 1000\nbandwidth_hz = 5\npayload = {mass = 0.7}\n"));
  ClosedLoop loop(robot);
  loop.load.payload.mass = kPayload;
  VecX<double> from(3), stroke(3);
  from << -0.15, 0.0, -0.72;
  stroke << 0.3, 0.05, 0.02;
  loop.pose = pose_from_free(robot, from);
  Tracking run;
  const int calls = static_cast<int>(duration * control.rate());
  for (int call = 0; call < calls; ++call) {
    const Reference reference = there_and_back(robot, loop.t, 0.3, stroke, from);
    EXPECT_TRUE(control(loop.measurement(), reference, loop.effort).answered());
    if (2 * call >= calls) run.rms += (loop.pose.p - reference.pose.p).squaredNorm() / (calls - calls / 2);
    loop.advance(1.0 / control.rate(), 1);
  }
  run.rms = std::sqrt(run.rms);
  if (!control.estimates().empty()) run.payload = control.estimates()[0].value - robot.nacelle.platform.mass;
  return run;
}

TEST(AdaptiveControl, FindsTheDeltasPayloadAndTracksTenTimesBetter) {
  const Tracking fixed = pick_and_place("", 3.0);
  const Tracking adaptive = pick_and_place("[{parameter = 'platform.m'}]", 3.0);
  EXPECT_NEAR(adaptive.payload, kPayload, 0.02 * kPayload);
  EXPECT_LT(adaptive.rms, 0.1 * fixed.rms);
}

TEST(AdaptiveControl, KeepsItsEstimateWithinBounds) {
  const Tracking run = pick_and_place("[{parameter = 'platform.m', max = 1.5}]", 0.6);  // platform 0.6 + payload 1 wants 1.6
  EXPECT_EQ(run.payload + 0.6, 1.5);
}

// Robots whose Ψ is constant, where ė of the reference is exact. Payload and its inertia unknown; ½ sᵀMs + ½ p̃ᵀΓ⁻¹p̃ may grow by what
// holding the efforts over a period adds, and no more.
TEST(AdaptiveControl, LyapunovFunctionNeverGrows) {
  for (const std::string name : {"delta", "gough_stewart", "five_bar", "planar_3rrr"}) {
    const Robot robot = load_robot(name);
    const int n = robot.mobility.n;
    Load believed, carried;
    carried.payload = {1.0, Vec3<double>(0.02, 0.01, 0.03), Vec3<double>(0.02, 0.03, 0.025).asDiagonal()};
    const double rate = 20000.0, lambda = 30.0, lambda_s = 40.0;
    const auto truth = virtual_work::parameters(robot, carried);
    const VecX<double> influence = parameter_influence(robot, believed);
    std::vector<AdaptedParameter> adapted;
    for (std::size_t k = 0; k < truth.size(); ++k)
      if (truth[k].name.starts_with(robot.nacelle.body_names[0] + ".") && influence(k) > 1e-12)
        adapted.push_back({static_cast<int>(k), -kInfinity, kInfinity, adaptation_gain(influence(k), lambda_s, 0.1)});
    ASSERT_FALSE(adapted.empty()) << name;
    AdaptiveControl control(robot, believed, lambda, lambda_s, physical_linear_parameters(robot, believed), adapted, rate);
    ClosedLoop loop(robot);
    loop.load = carried;
    KinematicsData<double> k(robot);
    DynamicsData<double> d(robot);
    double last = kInfinity, first = 0.0, highest = 0.0;
    for (int call = 0; call < 2000; ++call) {
      Reference reference(robot);
      VecX<double> x = VecX<double>::Zero(n);
      for (int c = 0; c < n; ++c) {
        const double w = 6.0 + 2.0 * c, size = 0.02 * std::min(1.0, robot.length);
        const int index = robot.mobility.free[c].index;
        x(c) = (index < 3 ? robot.home.p(index) : 0.0) + size * (1 - std::cos(w * loop.t));
        if (index >= 3) x(c) = c == n - 1 ? x(c) : 0.0;  // one rotation only: its rotation vector is then the integral of ω
        reference.Vr(c) = index >= 3 && c < n - 1 ? 0.0 : size * w * std::sin(w * loop.t);
        reference.dVr(c) = index >= 3 && c < n - 1 ? 0.0 : size * w * w * std::cos(w * loop.t);
      }
      reference.pose = pose_from_free(robot, x);
      ASSERT_TRUE(control(loop.measurement(), reference, loop.effort).answered()) << name;
      (void)position(robot, loop.pose, k);
      velocity(robot, loop.Vr, k);
      platform_legs::mass_and_bias(robot, carried, k, d);
      const VecX<double> s = control.sliding_variable();
      double function = 0.5 * s.dot(d.mass * s);
      for (std::size_t j = 0; j < adapted.size(); ++j) {
        const double off = control.estimates()[j].value - truth[adapted[j].index].value;
        function += 0.5 * off * off / adapted[j].gain;
      }
      if (call == 1) first = function;  // the estimates have moved once
      if (call > 1) highest = std::max(highest, function - last);
      last = function;
      loop.advance(1.0 / rate, 1);
    }
    EXPECT_LT(last, first) << name;
    EXPECT_LE(highest, 1e-9 * first) << name;
  }
}

// Base parameters give the same control law as the physical ones that they stand for, at any state and reference.
TEST(AdaptiveControl, BaseParametersStandForThePhysicalOnes) {
  for (const std::string name : {"five_bar", "delta", "gough_stewart", "rps_3"}) {
    const Robot robot = load_robot(name);
    const std::string text = "type = 'adaptive'\nadapt = [{parameter = '*'}]\n";
    Controller physical = make_controller(robot, controller("type = 'passivity'\n"));
    Controller base = make_controller(robot, controller(text + "parameters = 'base'\n"));
    std::mt19937_64 random(5);
    KinematicsData<double> k(robot);
    for (int state = 0; state < 5; ++state) {
      Measurement m(robot);
      Reference reference(robot);
      ASSERT_TRUE(sample_pose(robot, 0.5, 1e-2, random, m.pose, k).ok());
      reference.pose = m.pose;
      m.Vr = random_vector(robot.mobility.n, random);
      reference.Vr = random_vector(robot.mobility.n, random);
      reference.dVr = 5.0 * random_vector(robot.mobility.n, random);
      VecX<double> effort[2] = {VecX<double>(robot.actuators.size()), VecX<double>(robot.actuators.size())};
      EXPECT_TRUE(physical(m, reference, effort[0]).answered());
      EXPECT_TRUE(base(m, reference, effort[1]).answered());
      EXPECT_LT((effort[1] - effort[0]).norm(), 1e-7 * effort[0].norm()) << name;
    }
  }
}

// All base parameters of the five-bar unknown, a payload not known of: the estimates move as the Lyapunov function demands, and it tracks
// better than with the model as it was.
TEST(AdaptiveControl, AdaptsAllBaseParameters) {
  const Robot robot = without_friction(load_robot("five_bar"));
  const int n = robot.mobility.n;
  Load carried;
  carried.payload = {0.5, Vec3<double>::Zero(), Mat3<double>::Zero()};
  const double rate = 10000.0, lambda = 30.0, lambda_s = 40.0;
  ControllerSpec spec = controller("type = 'adaptive'\nparameters = 'base'\nadaptation_time = 0.2\nadapt = [{parameter = '*'}]\n");
  const LinearParameters base = base_linear_parameters(robot, {});
  const std::vector<AdaptedParameter> adapted = adapted_parameters(robot, {}, base, spec, lambda_s);
  ASSERT_EQ(adapted.size(), base.values.size());
  double square[2] = {0.0, 0.0};
  for (int adapts = 0; adapts < 2; ++adapts) {
    AdaptiveControl control(robot, {}, lambda, lambda_s, base, adapts ? adapted : std::vector<AdaptedParameter>{}, rate);
    const std::vector<double> truth = control.estimated_of(virtual_work::parameters(robot, carried));
    ClosedLoop loop(robot);
    loop.load = carried;
    KinematicsData<double> k(robot);
    DynamicsData<double> d(robot);
    double first = 0.0, last = kInfinity, highest = 0.0;
    const int calls = 20000;
    for (int call = 0; call < calls; ++call) {
      Reference reference(robot);
      VecX<double> x(n);
      for (int c = 0; c < n; ++c) {
        const double w = 6.0 + 4.0 * c, size = 0.015;
        x(c) = robot.home.p(robot.mobility.free[c].index) + size * (1 - std::cos(w * loop.t));
        reference.Vr(c) = size * w * std::sin(w * loop.t);
        reference.dVr(c) = size * w * w * std::cos(w * loop.t);
      }
      reference.pose = pose_from_free(robot, x);
      ASSERT_TRUE(control(loop.measurement(), reference, loop.effort).answered());
      if (2 * call >= calls) square[adapts] += (loop.pose.p - reference.pose.p).squaredNorm();
      (void)position(robot, loop.pose, k);
      velocity(robot, loop.Vr, k);
      platform_legs::mass_and_bias(robot, carried, k, d);
      double function = 0.5 * control.sliding_variable().dot(d.mass * control.sliding_variable());
      for (std::size_t j = 0; j < control.estimates().size(); ++j) {
        const double off = control.estimates()[j].value - truth[j];
        function += 0.5 * off * off / adapted[j].gain;
      }
      if (call == 1) first = function;
      if (call > 1) highest = std::max(highest, function - last);
      last = function;
      loop.advance(1.0 / rate, 1);
    }
    if (!adapts) continue;
    EXPECT_LT(last, first);
    EXPECT_LE(highest, 1e-8 * first);
  }
  EXPECT_LT(square[1], 0.25 * square[0]);  // half the RMS at most, over the second of two seconds
}

TEST(AdaptiveControl, BaseParametersHaveTheBoundsThatAreGiven) {
  const Robot robot = load_robot("five_bar");
  const LinearParameters base = base_linear_parameters(robot, {});
  const std::string& name = base.values[0].name;
  const double value = base.values[0].value;
  ControllerSpec spec = controller("type = 'adaptive'\nparameters = 'base'\nadapt = [{parameter = '" + name + "', min = -1.0}]\n");
  const auto adapted = adapted_parameters(robot, {}, base, spec, 40.0);
  ASSERT_EQ(adapted.size(), 1u);
  EXPECT_EQ(adapted[0].min, -1.0);
  EXPECT_EQ(adapted[0].max, kInfinity);
  spec.adapt[0].max = value - 0.1;
  EXPECT_THROW(adapted_parameters(robot, {}, base, spec, 40.0), InputError);
  spec.adapt[0].parameter = "nothing.m";
  EXPECT_THROW(adapted_parameters(robot, {}, base, spec, 40.0), InputError);
}

}  // namespace
}  // namespace gough::test
