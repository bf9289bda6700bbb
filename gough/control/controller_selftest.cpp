#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gough/codegen/emit_project.hpp"
#include "gough/control/emit_controller.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "gough/program/forward_step.hpp"
#include "gough/program/robot_ports.hpp"

namespace gough {
namespace {

// A pose near home that is reached, and `data` there. Tries less far away each time.
Pose<double> pose_near_home(const Robot& robot, double far, std::mt19937_64& random, KinematicsData<double>& data) {
  for (int draw = 0; draw < 40; ++draw, far *= 0.8) {
    VecX<double> step = far * random_vector(robot.mobility.n, random);
    for (int c = 0; c < robot.mobility.n; ++c)
      if (!robot.mobility.free[c].angular) step(c) *= robot.length;
    Pose<double> pose = pose_from_free(robot, free_coordinates(robot, robot.home) + step);
    if (project_near(robot, pose, data).ok()) return pose;
  }
  throw InputError({}, robot.name + ": no regular pose found near home for the self-test");
}

// {0} the name, {1} calls, {2} actuators, {3} numbers of the pose, {4} freedoms
constexpr const char* kSelftest =
    "/* Compares the controller of {0}.h with what the library answers. */\n#include \"{0}.h\"\n\n#include <stdio.h>\n\n"
    "enum {{ CALLS = {1}, ACTUATORS = {2}, POSE = {3}, FREEDOMS = {4} }};\n\n";

// {0} the name, {1} the argument of a wrench, {2} tolerance
constexpr const char* kSelftestMain = R"(static double size(double x)
{{
    return x < 0 ? -x : x;
}}

int main(void)
{{
    {0} c;
    double worst = 0, largest = 0, effort[ACTUATORS], none[ACTUATORS];
    int wrong = 0;
    {0}_init(&c);
    for (int k = 0; k < CALLS; ++k) {{
        const double *const q = given[k], *const dq = q + ACTUATORS, *x = dq + ACTUATORS;
        {0}_reference r;
        for (int i = 0; i < POSE; ++i) r.pose[i] = *x++;
        for (int i = 0; i < FREEDOMS; ++i) r.v[i] = *x++;
        for (int i = 0; i < FREEDOMS; ++i) r.a[i] = *x++;
        wrong += {0}_step(&c, q, dq, &r,{1} effort) != statuses[k];
        for (int i = 0; i < ACTUATORS; ++i) {{
            const double d = size(effort[i] - efforts[k][i]);
            if (!(d <= worst)) worst = d;
            if (size(efforts[k][i]) > largest) largest = size(efforts[k][i]);
        }}
        if (k < CALLS - 1) continue;
        for (int i = 0; i < ACTUATORS; ++i) none[i] = 0; /* no number: the efforts are held */
        none[0] /= none[0];
        wrong += {0}_step(&c, none, dq, &r,{1} none) != 5;
        for (int i = 0; i < ACTUATORS; ++i) wrong += none[i] != effort[i];
    }}
    const int good = wrong == 0 && worst <= {2} * largest;
    printf("{0} %d calls, largest error %.1e of the largest effort (of {2} allowed), %d statuses wrong: %s\n", CALLS, worst / largest,
           wrong, good ? "ok" : "FAILED");
    return good ? 0 : 1;
}}
)";

// Of the largest effort. The pose is found to 1e-15 robot lengths and the references are 1e-2 away, so that the errors that gains multiply
// have 13 digits; badly conditioned robots lose two of them.
constexpr const char* kTolerance = "1e-11";

// Calls of the library's controller, each from a pose of its own near home and with a reference beside it.
void sample_calls(const Robot& robot, Controller& control, int calls, unsigned seed, EmittedController& out) {
  std::mt19937_64 random(seed);
  KinematicsData<double> k(robot);
  const PosePorts ports(robot);
  Measurement seen(robot);
  Reference wanted(robot);
  VecX<double> effort(static_cast<Eigen::Index>(robot.actuators.size()));
  for (int call = 0; call < calls; ++call) {
    wanted.pose = pose_near_home(robot, 0.01, random, k);
    wanted.Vr = 0.1 * random_vector(robot.mobility.n, random);
    wanted.dVr = random_vector(robot.mobility.n, random);
    seen.pose = pose_near_home(robot, 1e-3, random, k);  // steps of forward geometry lead from one to the next
    seen.Vr = 0.1 * random_vector(robot.mobility.n, random);
    seen.t = call / control.rate();
    const VecX<double> wrench = 10.0 * random_vector(6, random);
    seen.force = wrench.head<3>();
    seen.moment = wrench.tail<3>();
    velocity(robot, seen.Vr, k);
    seen.dqa = k.dqa;
    actuated_positions(robot, k, seen.qa);
    const Outcome outcome = control(seen, wanted, effort);
    std::vector<double> given, pose(out.forward.pose.size());
    const auto add = [&](const auto& v) { given.insert(given.end(), v.begin(), v.end()); };
    add(seen.qa);
    add(seen.dqa);
    ports.fill(wanted.pose, pose.data());
    add(pose);
    add(wanted.Vr);
    add(wanted.dVr);
    add(wrench);
    out.given.push_back(given);
    out.efforts.emplace_back(effort.begin(), effort.end());
    out.statuses.push_back(static_cast<int>(outcome.status));
  }
}

}  // namespace

EmittedController emitted_controller(const Robot& robot, const ControllerSpec& spec, const std::string& prefix, int calls, unsigned seed) {
  if (spec.continuous)
    throw InputError(spec.place,
                     "'continuous' has no meaning in C: a controller is called once in a period, as its 'rate' says; leave it out");
  EmittedController out;
  Controller control = make_controller(robot, spec);
  out.name = c_identifier(prefix + robot.name + "_" + spec.type);
  out.robot = robot.name;
  out.type = spec.type;
  out.rate = spec.rate;
  const StatusTolerance tolerance = status_tolerance(Precision::float64);
  out.forward = emitted_forward(robot, Precision::float64, 0, seed);
  out.forward.program.name = out.forward.closed ? "forward_geometry" : "forward_step";
  out.law = control.in_c(tolerance);
  out.status = record_status(robot, tolerance);
  for (int c = 0; c < robot.mobility.n; ++c) {
    out.velocity.push_back(velocity_port(robot, c));
    out.acceleration.push_back(acceleration_port(robot, c));
  }
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
    out.effort.push_back(effort_port(robot, a));
    out.effort_max.push_back(robot.actuators[a].effort_max);
  }
  out.home.resize(out.forward.pose.size());
  PosePorts(robot).fill(robot.home, out.home.data());
  if (!out.forward.closed) out.predict = predict_in_c(robot);
  if (out.law.platform_errors) out.error = platform_error_in_c(robot, out.law.error_rates);
  sample_calls(robot, control, calls, seed, out);
  return out;
}

std::string controller_selftest(const EmittedController& e) {
  const std::size_t na = e.forward.readings.size();
  const auto table = [](const char* name, const auto& numbers) { return c_table(name, numbers, Precision::float64); };
  return fmt::format(kSelftest, c_stem(e.name), e.given.size(), na, e.forward.pose.size(), e.velocity.size()) + table("given", e.given) +
         table("efforts", e.efforts) + fmt::format("static const int statuses[] = {{{}}};\n\n", fmt::join(e.statuses, ", ")) +
         fmt::format(kSelftestMain, e.name, e.law.wrench ? " x," : "", kTolerance);
}

}  // namespace gough
