#include "gough/control/emit_controller.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/codegen/emit_project.hpp"
#include "gough/program/pose_ports.hpp"
#include "gough/program/robot_ports.hpp"

namespace gough {
namespace {

constexpr const char* kBasics = R"(static int answered(int status)
{
    return status == 0 || status == 6;
}

/* returns what is behind the copy */
static double *copy(const double *from, int n, double *to)
{
    for (int k = 0; k < n; ++k) to[k] = from[k];
    return to + n;
}

static int all_finite(const double *x, int n)
{
    int good = 1;
    for (int k = 0; k < n; ++k) good &= x[k] - x[k] == 0;
    return good;
}

)";

constexpr const char* kSwitching = R"(/* sign of s, or s / boundary where that is less */
static double switching(double s, double boundary)
{
    const double ratio = boundary > 0 ? s / boundary : (double)((s > 0) - (s < 0));
    return ratio < -1 ? -1 : ratio > 1 ? 1 : ratio;
}

)";

// {0} numbers behind the rates, {1} what copies them
constexpr const char* kFindMotion = R"(/* how the platform moves where the actuated joints move with these rates */
static void find_motion(const controller *c, const given *in, double *m)
{{
    double x[POSE + ACTUATORS{0}];
    {1};
    platform_motion(x, m);
}}

)";

constexpr const char* kFindClosed = R"(static int find_platform(controller *c, const double *q)
{
    return find_pose(q, c->pose);
}

)";

// Where the steps from the pose expected do not come to an end, those from the last one may.
constexpr const char* kFindByNewton = R"(/* from where the platform would be if it went on, or else from where it was */
static int find_platform(controller *c, const double *q)
{
    double x[POSE];
    int code = 5;
    if (c->found == 2) {
        predict(c->before, c->pose, x);
        code = find_pose(q, x);
    }
    if (!answered(code)) {
        copy(c->pose, POSE, x);
        code = find_pose(q, x);
    }
    if (!answered(code)) {
        c->found = 0;
        return code;
    }
    copy(c->pose, POSE, c->before);
    copy(x, POSE, c->pose);
    if (c->found < 2) c->found += 1;
    return code;
}

)";

// {0} numbers given besides, as a condition; {1} what tells efforts that exceed their limits; {2} the limits
constexpr const char* kAttempt = R"({2}/* why the efforts are none, or 0, or 6 */
static int attempt(controller *c, const given *in, double *tau)
{{
    const motion *const r = in->reference;
    if (!(all_finite(in->q, ACTUATORS) && all_finite(in->dq, ACTUATORS) && all_finite(r->pose, POSE) && all_finite(r->v, FREEDOMS)
          && all_finite(r->a, FREEDOMS){0})) return 5;
    const int place = find_platform(c, in->q);
    if (!answered(place)) return place;
    int code = law(c, in, tau);
    if (!answered(code)) return code;
    if (!all_finite(tau, ACTUATORS)) return 5;
    if (code == 0) code = place;
{1}    return code;
}}

)";

// {0} the name, {1} the declaration of step, {2} more that is given, {3} what begins, {4} what is integrated
constexpr const char* kEntries = R"(void {0}_init({0} *c)
{{
{3}}}

{1}
{{
    double rates[ACTUATORS], tau[ACTUATORS];
    for (int k = 0; k < ACTUATORS; ++k)
        rates[k] = dq ? dq[k] : c->started ? (q[k] - c->q[k]) / c->parameters.period : 0;
    const given in = {{q, rates, reference{2}}};
    const int status = attempt(c, &in, tau);
    if (answered(status)) copy(tau, ACTUATORS, c->effort);
    copy(c->effort, ACTUATORS, effort);
{4}    copy(q, ACTUATORS, c->q);
    c->started = 1;
    return status;
}}
)";

std::string joint_error_text(const EmittedController& e) {
  std::string lines;
  std::size_t at = 0;
  for (std::size_t a = 0; a < e.forward.readings.size(); ++a) {
    const bool revolute = e.forward.readings[a].unit == "rad";
    const char* error = revolute ? "    e[{0}] = atan2(w[{2}] * x[{1}] - w[{1}] * x[{2}], w[{1}] * x[{1}] + w[{2}] * x[{2}]);\n"
                                 : "    e[{0}] = w[{1}] - x[{1}];\n";
    lines += fmt::format(fmt::runtime(error), a, at, at + 1);
    at += revolute ? 2 : 1;
  }
  return fmt::format(
      "/* from the readings to the numbers w, cosines and sines or lengths: the short way round */\n"
      "static void joint_error(const double *q, const double *w, double *e)\n{{\n    double x[{}];\n{}{}}}\n\n",
      at, reading_statements(e.forward, Precision::float64), lines);
}

std::string find_motion_text(const EmittedController& e, const Program& motion) {
  const std::size_t more = motion.inputs.size() - e.forward.pose.size() - e.forward.readings.size();
  const std::string rates = "copy(in->dq, ACTUATORS, copy(c->pose, POSE, x))";
  if (more == 0) return fmt::format(kFindMotion, "", rates);
  return fmt::format(kFindMotion, fmt::format(" + {}", more),
                     (e.law.wrench ? "copy(in->wrench, 6, " : "copy(in->reference->v, FREEDOMS, ") + rates + ")");
}

std::string numbers_of(const EmittedController& e) {
  std::size_t readings = 0, motion = e.velocity.size();
  for (const Port& port : e.forward.readings) readings += port.unit == "rad" ? 2 : 1;
  for (const Program& program : e.law.programs)
    if (program.name == "platform_motion") motion = program.outputs.size();
  return fmt::format("enum {{ ACTUATORS = {}, FREEDOMS = {}, POSE = {}, {} }};\n", e.forward.readings.size(), e.velocity.size(),
                     e.forward.pose.size(),
                     e.law.joint_errors ? fmt::format("READINGS = {}", readings) : fmt::format("MOTION = {}", motion));
}

std::string literals(const std::vector<double>& numbers) {
  std::string out;
  for (std::size_t k = 0; k < numbers.size(); ++k)
    out += (k == 0 ? "" : k % 6 == 0 ? ",\n    " : ", ") + c_literal(numbers[k], Precision::float64);
  return out;
}

// Statements that fill a member of a struct.
std::string begin(const std::string& of, const LawInC::Numbers& numbers) {
  const std::string member = of + numbers.name, first = c_literal(numbers.values[0], Precision::float64);
  if (numbers.single) return fmt::format("    {} = {};\n", member, first);
  const bool alike = std::all_of(numbers.values.begin(), numbers.values.end(), [&](double x) { return x == numbers.values[0]; });
  const std::size_t size = numbers.values.size();
  if (alike) return fmt::format("    for (int k = 0; k < {}; ++k) {}[k] = {};\n", size, member, first);
  return fmt::format("    static const double {0}[] = {{{1}}};\n    copy({0}, {2}, {3});\n", numbers.name, literals(numbers.values), size,
                     member);
}

std::string init_text(const EmittedController& e) {
  std::string out = fmt::format("    c->parameters.period = {};\n", c_literal(1.0 / e.rate, Precision::float64));
  for (const LawInC::Numbers& n : e.law.parameters) out += begin("c->parameters.", n);
  for (const LawInC::Numbers& n : e.law.memory) out += begin("c->", n);
  out += begin("c->", {"pose", "", "", e.home});
  if (!e.forward.closed) out += "    copy(c->pose, POSE, c->before);\n    c->found = 0;\n";
  return out + "    for (int k = 0; k < ACTUATORS; ++k) c->effort[k] = c->q[k] = 0.0;\n    c->started = 0;\n";
}

std::string attempt_text(const EmittedController& e) {
  const bool limited = std::any_of(e.effort_max.begin(), e.effort_max.end(), [](double most) { return most < kInfinity; });
  const std::string limits = limited ? "static const double effort_max[ACTUATORS] = {" + literals(e.effort_max) + "};\n\n" : "";
  return fmt::format(
      kAttempt, e.law.wrench ? " && all_finite(in->wrench, 6)" : "",
      limited ? "    for (int k = 0; k < ACTUATORS; ++k)\n        if (tau[k] > effort_max[k] || tau[k] < -effort_max[k]) code = 6;\n" : "",
      limits);
}

}  // namespace

std::string step_declaration(const EmittedController& e) {
  const std::size_t na = e.forward.readings.size();
  const std::string head = fmt::format("int {}_step(", e.name), blanks(head.size(), ' ');
  return head + fmt::format("{0} *c, const double q[{1}], const double *dq,\n{2}const {0}_reference *reference,{3} double effort[{1}])",
                            e.name, na, blanks, e.law.wrench ? " const double wrench[6]," : "");
}

std::string controller_source(const EmittedController& e, bool lanes) {
  EmitOptions options;
  options.internal = true;
  options.lanes = lanes;
  std::vector<Program> programs = e.law.programs;
  programs.push_back(e.forward.program);
  const bool motion = e.law.platform_errors, switches = e.type == "sliding_mode" || e.type == "super_twisting";
  std::string out = emit_c(programs, options, c_stem(e.name) + ".h", &e.status) + "\n" + emit_find_pose(e.forward, options);
  out += numbers_of(e) +
         fmt::format(
             "typedef {0} controller;\ntypedef {0}_reference motion;\n{1}\n"
             "/* what a call is given */\ntypedef struct {{\n    const double *q, *dq;\n    const motion *reference;\n{2}}} given;\n\n",
             e.name, e.law.parameters.empty() ? "" : fmt::format("typedef {}_parameters parameters;\n", e.name),
             e.law.wrench ? "    const double *wrench;\n" : "");
  out += kBasics;
  out += e.forward.closed ? kFindClosed : e.predict + kFindByNewton;
  if (motion)
    for (const Program& program : e.law.programs)
      if (program.name == "platform_motion") out += find_motion_text(e, program);
  out += e.error;
  if (e.law.joint_errors) out += joint_error_text(e);
  if (switches) out += kSwitching;
  out += fmt::format("/* {} */\nstatic int law(controller *c, const given *in, double *tau)\n{{\n{}}}\n\n", e.law.formula, e.law.step);
  if (!e.law.advance.empty()) out += "static void advance(controller *c, double dt)\n{\n" + e.law.advance + "}\n\n";
  return out + attempt_text(e) +
         fmt::format(kEntries, e.name, step_declaration(e), e.law.wrench ? ", wrench" : "", init_text(e),
                     e.law.advance.empty() ? "" : "    if (status == 0 && c->started) advance(c, c->parameters.period);\n");
}

std::vector<NamedText> controller_project(const EmittedController& e, bool lanes) {
  const std::string stem = c_stem(e.name);
  return {{stem + ".c", controller_source(e, lanes)},
          {stem + ".h", controller_header(e)},
          {stem + "_selftest.c", controller_selftest(e)},
          {"CMakeLists.txt", emit_cmake(stem, "controller")}};
}

}  // namespace gough
