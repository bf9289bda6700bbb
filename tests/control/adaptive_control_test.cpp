#include "gough/control/adaptive_control.hpp"

#include "gough/dynamics/platform_legs.hpp"
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
    AdaptiveControl control(robot, believed, lambda, lambda_s, adapted, rate);
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
      position(robot, loop.pose, k);
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

}  // namespace
}  // namespace gough::test
