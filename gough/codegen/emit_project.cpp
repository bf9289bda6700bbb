#include "gough/codegen/emit_project.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/first_change.hpp"
#include "gough/model/input_error.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "gough/program/library_outputs.hpp"

namespace gough {
namespace {

// How far the self-test's states are from a singularity: half as far as home, if that is not far enough anyway. Rounding grows with the
// inverse square of the distance; very near, no two ways to compute the same agree to 1e-12.
double regular_distance(const Robot& robot, KinematicsData<double>& k) {
  constexpr double kFar = 0.05;
  return std::min(kFar, 0.5 * position(robot, robot.home, k).measure);
}

std::string rows(const std::vector<std::vector<double>>& numbers, Precision precision) {
  std::string out;
  for (const std::vector<double>& row : numbers) {
    out += "    {";
    for (std::size_t k = 0; k < row.size(); ++k) out += (k == 0 ? "" : k % 6 == 0 ? ",\n     " : ", ") + c_literal(row[k], precision);
    out += "},\n";
  }
  return out;
}

}  // namespace

std::string c_table(const std::string& name, const std::vector<std::vector<double>>& numbers, Precision precision) {
  return fmt::format("static const {} {}[][{}] = {{\n{}}};\n\n", c_type(precision), name, std::max<std::size_t>(1, numbers[0].size()),
                     rows(numbers, precision));
}

namespace {

// The function under test, called state by state or as a batch, and its answers compared.
constexpr const char* kCheck =
    R"(static int report(const char *name, int outputs, const real *expected, const real *out, const int *codes, const int *code)
{{
    double worst = 0.0;
    int good = 1;
    for (int s = 0; s < STATES; ++s) {{
        double largest = 1e-3, error = 0.0;
        for (int o = 0; o < outputs; ++o) {{
            const double e = (double)expected[s * outputs + o], d = (double)out[s * outputs + o] - e;
            if (e > largest) largest = e;
            if (-e > largest) largest = -e;
            if (!(d <= error)) error = d;
            if (!(-d <= error)) error = -d;
            if (d != d) good = 0;
        }}
        if (error > worst * largest) worst = error / largest;
    }}
    if (!(worst <= {tolerance})) good = 0;
    int wrong = 0;
    for (int s = 0; s < ALL; ++s) wrong += code[s] != codes[s];
    if (wrong > 0) good = 0;
    printf("%-{width}s %d states, largest relative error %.1e (of {tolerance} allowed), %d of %d statuses wrong: %s\n", name, STATES, worst,
           wrong, ALL, good ? "ok" : "FAILED");
    return good;
}}

static int check(const char *name, function f, int inputs, int outputs, const real *in, const real *expected, const int *codes)
{{
    static real out[ALL * OUTPUTS];
    static int code[ALL];
    for (int s = 0; s < ALL; ++s) code[s] = f(in + s * inputs, out + s * outputs);
    return report(name, outputs, expected, out, codes, code);
}}

)";

constexpr const char* kCheckBatch =
    R"(static int check_batch(const char *name, batch f, int inputs, int outputs, const real *in, const real *expected, const int *codes)
{
    static real columns[ALL * INPUTS], answers[ALL * OUTPUTS], out[ALL * OUTPUTS];
    static int code[ALL];
    for (int s = 0; s < ALL; ++s)
        for (int i = 0; i < inputs; ++i) columns[i * ALL + s] = in[s * inputs + i];
    f(ALL, ALL, columns, answers, NULL);
    f(ALL, ALL, columns, answers, code);
    for (int s = 0; s < ALL; ++s)
        for (int o = 0; o < outputs; ++o) out[s * outputs + o] = answers[o * ALL + s];
    return report(name, outputs, expected, out, codes, code);
}

)";

}  // namespace

namespace {

// A pose where the actuators do not hold the platform, between two whose J_inv have determinants of either sign; false where none is found.
bool singular_pose(const Robot& robot, std::mt19937_64& random, Pose<double>& pose, KinematicsData<double>& k) {
  if (k.Jinv.rows() != k.Jinv.cols()) return false;
  const VecX<double> home = free_coordinates(robot, robot.home);
  const auto side = [&](const VecX<double>& at) {
    pose = pose_from_free(robot, at);
    const Outcome outcome = project_near(robot, pose, k);
    return outcome.has_position() ? k.Jinv.determinant() : std::nan("");
  };
  const double first = side(home);
  for (int draw = 0; draw < 40; ++draw) {
    const VecX<double> way = free_coordinates(robot, near_home(robot, 4.0, random)) - home;
    const auto change = first_change([&](double s) { return !(first * side(home + s * way) < 0.0); }, 0.0, 1.0, 40);
    if (change && (side(home + change->before * way), position(robot, pose, k).status == Status::type2_singular)) return true;
  }
  return false;
}

// States whose status is not ok: poses drawn from far beyond the workspace, limits exceeded, and a singular pose.
void add_others(const Robot& robot, const Load& load, int count, std::mt19937_64& random, KinematicsData<double>& k, EmittedModel& out) {
  const VecX<double> rest = VecX<double>::Zero(robot.mobility.n), effort = VecX<double>::Zero(robot.actuators.size());
  if (!robot.has_closed_forms()) return;  // joints of the others would be inputs
  const auto add = [&](double speed) {
    velocity(robot, VecX<double>(rest.array() + speed), k);
    acceleration(robot, rest, k);
    std::vector<double> in = program_inputs(robot, out.choice, k, effort);
    for (double& x : in)
      if (!std::isfinite(x)) x = 0.0;  // rates of actuators where a leg does not reach
    out.inputs.push_back(in);
    out.statuses.push_back(static_cast<int>(library_status(robot, out.choice, load, k, effort)));
  };
  Pose<double> pose;
  for (int draw = 0, found = 0; draw < 400 && found < count; ++draw) {
    pose = near_home(robot, 1.0 + 0.01 * draw, random);
    const Outcome outcome = project_near(robot, pose, k);
    const bool clear = outcome.leg >= 0 ? outcome.measure < -1e-3 : outcome.status == Status::out_of_limits && outcome.measure > 1e-3;
    if (outcome.ok() || !clear) continue;
    inverse_geometry_closed(robot, k);
    eliminate(robot, k);
    add(0.0);
    ++found;
  }
  const bool exact = out.choice.margin->pivots == 1.0;  // a pose rounded to single precision is singular no longer
  if (exact && singular_pose(robot, random, pose, k)) add(0.0);
  (void)position(robot, robot.home, k);
  add(1e6);
}

}  // namespace

namespace {

// What the platform carries in a state of the self-test.
RigidBody random_payload(const Robot& robot, std::mt19937_64& random) {
  const Vec3<double> com = 0.1 * robot.length * random_vector(3, random);
  const double mass = 1.0 + random_vector(1, random)(0);
  return {mass, com, mass * box_inertia(0.1 * robot.length * Vec3<double>(1.0, 2.0, 3.0))};
}

}  // namespace

EmittedModel emitted_model(const Robot& robot, const ModelChoice& choice, const Load& load, int states, unsigned seed) {
  EmittedModel out{choice, record(robot, choice, load), {}, {}};
  std::mt19937_64 random(seed);
  KinematicsData<double> k(robot);
  const double margin = regular_distance(robot, k);
  Pose<double> pose;
  for (int s = 0; s < states; ++s) {
    if (const Outcome outcome = sample_pose(robot, 0.9, margin, random, pose, k); !outcome.ok())
      throw InputError({}, fmt::format("{}: no regular pose found for the self-test ({}); is the workspace box right?", robot.name,
                                       to_string(outcome.status)));
    velocity(robot, VecX<double>(2.0 * random_vector(robot.mobility.n, random)), k);
    acceleration(robot, VecX<double>(10.0 * random_vector(robot.mobility.n, random)), k);
    const VecX<double> effort = 10.0 * random_vector(static_cast<int>(robot.actuators.size()), random);
    const RigidBody payload = choice.payload ? random_payload(robot, random) : RigidBody{};
    const Load carried{joined(load.payload, payload), load.wrenches};
    out.inputs.push_back(program_inputs(robot, choice, k, effort, payload));
    out.outputs.push_back(library_outputs(robot, choice, carried, k, effort));
    if (choice.margin) out.statuses.push_back(static_cast<int>(library_status(robot, choice, carried, k, effort)));
  }
  if (choice.margin) add_others(robot, load, states, random, k, out);
  return out;
}

double selftest_tolerance(Precision precision) { return precision == Precision::float64 ? 1e-12 : 1e-12 * (1 << 29); }

std::string emit_selftest(const std::string& robot, const std::vector<EmittedModel>& models, const EmitOptions& options,
                          const std::string& more, const std::vector<std::string>& more_calls) {
  std::size_t most_inputs = 1, most_outputs = 1, width = 1;
  for (const EmittedModel& m : models) {
    most_inputs = std::max(most_inputs, m.program.inputs.size());
    most_outputs = std::max(most_outputs, plain_outputs(m.program));
    width = std::max(width, c_function(m.program, options).size() + (options.batch ? 6 : 0));
  }
  const char* type = c_type(options.precision);
  std::string out = fmt::format(
      "/* Compares the functions of {0}.h with what the library answers. */\n#include \"{0}.h\"\n\n#include <stdio.h>\n\n"
      "enum {{ STATES = {1}, ALL = {5}, INPUTS = {2}, OUTPUTS = {3} }};\ntypedef {4} real;\n"
      "typedef int (*function)(const real *in, real *out);\n",
      c_stem(robot), models.empty() ? 1 : models[0].outputs.size(), most_inputs, most_outputs, type,
      models.empty() ? 1 : models[0].inputs.size());
  if (options.batch) out += "typedef void (*batch)(size_t n, size_t stride, const real *in, real *out, int *status);\n";
  out += "\n";
  std::string calls;
  for (const EmittedModel& m : models) {
    const std::string name = c_function(m.program, options);
    out += c_table(name + "_in", m.inputs, options.precision) + c_table(name + "_out", m.outputs, options.precision) +
           fmt::format("static const int {}_status[] = {{{}}};\n\n", name, fmt::join(m.statuses, ", "));
    const auto call = [&](const char* how, const std::string& which) {
      return fmt::format("    good &= {0}(\"{1}\", {1}, {2}, {3}, {4}_in[0], {4}_out[0], {4}_status);\n", how, which,
                         m.program.inputs.size(), plain_outputs(m.program), name);
    };
    calls += call("check", name);
    if (options.batch) calls += call("check_batch", name + "_batch");
  }
  if (!models.empty())
    out +=
        fmt::format(kCheck, fmt::arg("tolerance", fmt::format("{:.1e}", selftest_tolerance(options.precision))), fmt::arg("width", width));
  if (options.batch && !models.empty()) out += kCheckBatch;
  for (const std::string& function : more_calls) calls += "    good &= " + function + "();\n";
  return out + more + "int main(void)\n{\n    int good = 1;\n" + calls + "    return good ? 0 : 1;\n}\n";
}

std::string emit_cmake(const std::string& robot, const std::string& what) {
  return fmt::format(
      "cmake_minimum_required(VERSION 3.13)\nproject({0} C)\nset(CMAKE_C_STANDARD 99)\n"
      "if(NOT CMAKE_BUILD_TYPE)\n  set(CMAKE_BUILD_TYPE Release)\nendif()\n\n"
      "add_library({0}_{2} STATIC {0}.c)\ntarget_include_directories({0}_{2} PUBLIC ${{CMAKE_CURRENT_SOURCE_DIR}})\n"
      "if(CMAKE_C_COMPILER_ID MATCHES \"GNU|Clang\")\n"
      "  target_compile_options({0}_{2} PRIVATE {1}) # square roots and multiply-adds as instructions\nendif()\n"
      "if(UNIX)\n  target_link_libraries({0}_{2} PUBLIC m)\nendif()\n\n"
      "enable_testing()\nadd_executable({0}_selftest {0}_selftest.c)\ntarget_link_libraries({0}_selftest PRIVATE {0}_{2})\n"
      "add_test(NAME selftest COMMAND {0}_selftest)\n",
      c_stem(robot), fmt::join(kEmittedFlags, " "), what);
}

}  // namespace gough
