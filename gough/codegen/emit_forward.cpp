#include "gough/codegen/emit_forward.hpp"

#include <fmt/format.h>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "gough/program/encoder_counts.hpp"
#include "gough/program/forward_closed.hpp"
#include "gough/program/forward_step.hpp"
#include "gough/program/robot_ports.hpp"
#include "gough/program/status_parts.hpp"

namespace gough {
namespace {

std::string encoders_name(const Program& actuators, const EmitOptions& options) {
  const std::string name = c_function(actuators, options), tail = "_actuators";
  return name.substr(0, name.size() - tail.size()) + "_encoders";
}

std::string forward_name(const std::string& robot, const EmitOptions& options) { return c_identifier(options.prefix + robot + "_fgm"); }

// Within the stroke, on the numbers `x` of the reading.
std::string stroke(const Robot& robot, const Actuator& a, std::size_t at, Precision precision) {
  const auto number = [&](double x) { return c_literal(x, precision); };
  const double slack = precision == Precision::float64 ? kStrokeRounding : 1e-6;
  if (!a.revolute) {
    const std::string low = fmt::format("x[{}] >= {}", at, number(a.position_min - slack));
    const std::string high = fmt::format("x[{}] <= {}", at, number(a.position_max + slack));
    if (a.position_min == -kInfinity) return high;
    return a.position_max == kInfinity ? low : low + " && " + high;
  }
  const StrokeArc arc(robot, a);
  const double inside = arc.middle + reading_offset(driven_joint(robot, a));
  return fmt::format("{} * x[{}] + {} * x[{}] >= {}", number(std::cos(inside)), at, number(std::sin(inside)), at + 1,
                     number(std::cos(arc.half) - slack));
}

// {0} the type, {1} the pose's numbers, {2} all inputs, {3} outputs, {4} readings, {5} the function, {6} strokes
constexpr const char* kClosedForm =
    R"(/* the pose of these readings, on home's side of the arms: 0, 6 where a stroke is exceeded, or the pose as it was, 1 where the legs do not
 * meet and 5 where one would have to be bent the other way than at home */
static int find_pose(const {0} *q, {0} *pose)
{{
    {0} in[{2}], out[{3}], *const x = in + {1};
    for (int i = 0; i < {1}; ++i) in[i] = pose[i];
{4}    {5}(in, out);
    if (!(out[{1}] > 0)) return 1;
    if (!(out[{1} + 1] > 0)) return 5;
    for (int i = 0; i < {1}; ++i) pose[i] = out[i];
    return {6} ? 0 : 6;
}}

)";

// further {7} a first step that is the last, {8} what may be left, {9} steps of rounding, {10} open, squared, {11} the square root,
// {12} the most steps
constexpr const char* kNewton =
    R"(/* the pose of these readings, near where it was: 0, 6 where a stroke is exceeded, or 5, and the pose as it was. A step is the error
 * before it, and what it leaves is of second order; a motion that bends more than its first step promised may lead elsewhere. */
static int find_pose(const {0} *q, {0} *pose)
{{
    {0} in[{2}], out[{3}], *const x = in + {1}, first = 0, later = 0, last = 0;
    for (int i = 0; i < {1}; ++i) in[i] = pose[i];
{4}    for (int k = 0; k < {12}; ++k) {{
        {5}(in, out);
        const {0} step = {11}(out[{1}]);
        if (!(step < 100)) return 5;
        if (k == 0) first = step;
        else later += step;
        if (later > ({0})0.05 + ({0})0.5 * first) return 5;
        for (int i = 0; i < {1}; ++i) in[i] = out[i];
        const {0} bend = k > 0 ? step / (last * last) : 0;
        const int done = k == 0 ? step < {7} : step * step * (bend > 1 ? bend : 1) < {8};
        const int rounding = k > 0 && step < {9} && step > ({0})0.25 * last && out[{1} + 1] < {10};
        last = step;
        if (!done && !rounding) continue;
        if (!(out[{1} + 2] < ({0})1e-6)) return 5; /* more readings than freedoms that do not agree */
        for (int i = 0; i < {1}; ++i) pose[i] = in[i];
        return {6} ? 0 : 6;
    }}
    return 5;
}}

)";

// {0} the type, {1} the pose's numbers, {2} declaration
constexpr const char* kForward = R"({2}
{{
    {0} found[{1}];
    for (int i = 0; i < {1}; ++i) found[i] = pose[i];
    const int code = find_pose(q, found);
    if (code == 1 || code == 5) return code;
    const int told = reason(found, 1, 1, 1);
    if (told != 0) return told;
    for (int i = 0; i < {1}; ++i) pose[i] = found[i];
    return code;
}}
)";

// {0} the type, {1} the pose's numbers, {2} declaration, {3} actuators, {4} the function from the actuators
constexpr const char* kEncoders = R"({2}
{{
    {0} x[{1} + 2 * {3}];
    const int code = find_pose(in, pose);
    if (code == 1 || code == 5) return code;
    for (int i = 0; i < {1}; ++i) x[i] = pose[i];
    for (int i = 0; i < 2 * {3}; ++i) x[{1} + i] = in[{3} + i];
    const int told = {4}(x, out);
    return told != 0 ? told : code;
}}
)";

}  // namespace

EmittedForward emitted_forward(const Robot& robot, Precision precision, int states, unsigned seed) {
  EmittedForward out;
  const ForwardStep newton(robot, StatusDepth::none);
  out.closed = ForwardClosed::exists(robot);
  out.program = record(robot, {Model::fgm});
  out.pose = newton.pose().ports();
  std::size_t at = 0;
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
    const Actuator& actuator = robot.actuators[a];
    out.readings.push_back(actuator_position_port(robot, a));
    out.offsets.push_back(actuator.revolute ? reading_offset(driven_joint(robot, actuator)) : 0.0);
    if (has_stroke(robot, actuator)) out.strokes.push_back(stroke(robot, actuator, at, precision));
    at += actuator.revolute ? 2 : 1;
  }
  std::mt19937_64 random(seed);
  KinematicsData<double> k(robot);
  VecX<double> q(robot.actuators.size());
  for (int s = 0; s < states; ++s) {
    Pose<double> pose;
    if (!sample_pose(robot, 0.9, 1e-2, random, pose, k).ok())
      throw InputError({}, robot.name + ": no regular pose found for the self-test");
    velocity(robot, random_vector(robot.mobility.n, random), k);
    acceleration(robot, random_vector(robot.mobility.n, random), k);
    actuated_positions(robot, k, q);
    std::vector<double> motion(q.begin(), q.end()), numbers(out.pose.size());
    motion.insert(motion.end(), k.dqa.begin(), k.dqa.end());
    motion.insert(motion.end(), k.ddqa.begin(), k.ddqa.end());
    out.motions.push_back(motion);
    newton.pose().fill(pose, numbers.data());
    out.poses.push_back(numbers);
    const Pose<double> near = moved(robot, pose, 1e-3 * robot.length * random_vector(robot.nacelle.freedoms(), random));
    newton.pose().fill(near, numbers.data());
    out.starts.push_back(numbers);
  }
  return out;
}

std::string forward_declaration(const std::string& robot, const EmittedForward& forward, const EmitOptions& options) {
  return fmt::format("int {0}(const {1} q[{2}], {1} pose[{3}])", forward_name(robot, options), c_type(options.precision),
                     forward.readings.size(), forward.pose.size());
}

std::string encoders_declaration(const Program& actuators, const EmittedForward& forward, const EmitOptions& options) {
  const std::size_t na = forward.readings.size();
  return fmt::format("int {0}(const {1} in[{2}], {1} pose[{3}], {1} out[{4}])", encoders_name(actuators, options),
                     c_type(options.precision), 3 * na, forward.pose.size(), na);
}

std::string reading_statements(const EmittedForward& forward, Precision precision) {
  const char* suffix = precision == Precision::float32 ? "f" : "";
  std::string goal;
  std::size_t at = 0;
  for (std::size_t a = 0; a < forward.readings.size(); ++a) {
    const std::string angle =
        forward.offsets[a] == 0.0 ? fmt::format("q[{}]", a) : fmt::format("q[{}] + ({})", a, c_literal(forward.offsets[a], precision));
    if (forward.readings[a].unit == "rad") {
      goal += fmt::format("    x[{}] = cos{}({});\n", at++, suffix, angle);
      goal += fmt::format("    x[{}] = sin{}({});\n", at++, suffix, angle);
    } else {
      goal += fmt::format("    x[{}] = q[{}];\n", at++, a);
    }
  }
  return goal;
}

std::string emit_find_pose(const EmittedForward& forward, const EmitOptions& options) {
  const bool single = options.precision == Precision::float32;
  std::string strokes = forward.strokes.empty() ? "1" : "";
  for (const std::string& s : forward.strokes) strokes += (strokes.empty() ? "" : " && ") + s;
  const auto number = [&](double in_double, double in_single) { return c_literal(single ? in_single : in_double, options.precision); };
  return "#include <math.h>\n\n" + fmt::format(fmt::runtime(forward.closed ? kClosedForm : kNewton), c_type(options.precision),
                                               forward.pose.size(), forward.program.inputs.size(), forward.program.outputs.size(),
                                               reading_statements(forward, options.precision), c_function(forward.program, options),
                                               strokes, number(1e-9, 1e-4), number(1e-15, 1e-8), number(1e-10, 1e-4), number(1e-22, 1e-8),
                                               single ? "sqrtf" : "sqrt", kMostForwardSteps);
}

std::string emit_forward(const std::string& robot, const EmittedForward& forward, const EmitOptions& options) {
  return fmt::format(kForward, c_type(options.precision), forward.pose.size(), forward_declaration(robot, forward, options));
}

std::string emit_encoders(const Program& actuators, const EmittedForward& forward, const EmitOptions& options) {
  return fmt::format(kEncoders, c_type(options.precision), forward.pose.size(), encoders_declaration(actuators, forward, options),
                     forward.readings.size(), c_function(actuators, options));
}

namespace {

std::string about_pose(const EmittedForward& forward) {
  return forward.closed
             ? " * pose: what is found, on home's side of the arms\n *\n"
             : " * pose: in a pose nearby, as the last call left it, or home to begin with; out the pose found. It is kept where\n"
               " * the status is neither 0 nor 6\n *\n";
}

// {0} the type, {1} the pose's numbers, {2} readings, {3} the function, {4} states, {5} tolerance
constexpr const char* kCheckForward = R"(static int check_forward(void)
{{
    double worst = 0.0;
    int wrong = 0;
    for (int s = 0; s < {4}; ++s) {{
        {0} pose[{1}];
        for (int i = 0; i < {1}; ++i) pose[i] = forward_start[s][i];
        const int code = {3}(forward_motion[s], pose);
        wrong += code != 0 && code != 6;
        for (int i = 0; i < {1}; ++i) {{
            const double d = (double)pose[i] - (double)forward_pose[s][i];
            if (!(d <= worst)) worst = d;
            if (!(-d <= worst)) worst = -d;
        }}
    }}
    const int good = wrong == 0 && worst <= {5};
    printf("{3} %d states, largest error %.1e (of {5} allowed), %d statuses wrong: %s\n", {4}, worst, wrong, good ? "ok" : "FAILED");
    return good;
}}

)";

// further {6} the function from the actuators
constexpr const char* kCheckEncoders = R"(static int check_encoders(void)
{{
    double worst = 0.0;
    int wrong = 0;
    for (int s = 0; s < {4}; ++s) {{
        {0} pose[{1}], x[{1} + 2 * {2}], out[{2}], expected[{2}];
        double largest = 1e-3;
        for (int i = 0; i < {1}; ++i) pose[i] = forward_start[s][i];
        const int code = {3}(forward_motion[s], pose, out);
        for (int i = 0; i < {1}; ++i) x[i] = forward_pose[s][i];
        for (int i = 0; i < 2 * {2}; ++i) x[{1} + i] = forward_motion[s][{2} + i];
        wrong += code != {6}(x, expected);
        for (int i = 0; i < {2}; ++i) {{
            if ((double)expected[i] > largest) largest = (double)expected[i];
            if (-(double)expected[i] > largest) largest = -(double)expected[i];
        }}
        for (int i = 0; i < {2}; ++i) {{
            const double d = ((double)out[i] - (double)expected[i]) / largest;
            if (!(d <= worst)) worst = d;
            if (!(-d <= worst)) worst = -d;
        }}
    }}
    const int good = wrong == 0 && worst <= {5};
    printf("{3} %d states, largest relative error %.1e (of {5} allowed), %d statuses wrong: %s\n", {4}, worst, wrong, good ? "ok" : "FAILED");
    return good;
}}

)";

}  // namespace

std::string document_forward(const std::string& robot, const EmittedForward& forward, const EmitOptions& options) {
  return "/* forward geometry: the pose from the positions of the actuated joints\n *\n" + port_comment("q", forward.readings) + " *\n" +
         about_pose(forward) + port_comment("pose", forward.pose) + " */\n" + forward_declaration(robot, forward, options) + ";\n\n";
}

std::string document_encoders(const EmittedModel& actuators, const EmittedForward& forward, const EmitOptions& options) {
  std::vector<Port> in = forward.readings;
  const auto& all = actuators.program.inputs;
  in.insert(in.end(), all.begin() + static_cast<std::ptrdiff_t>(forward.pose.size()), all.end());
  ModelChoice plain = actuators.choice;
  plain.source = Source::encoders;
  const auto& out = actuators.program.outputs;
  return "/* " + title(plain) + ", from the actuated joints\n *\n" + port_comment("in", in) + " *\n" + about_pose(forward) +
         port_comment("pose", forward.pose) + " *\n" +
         port_comment("out", {out.begin(), out.begin() + static_cast<std::ptrdiff_t>(plain_outputs(actuators.program))}) + " */\n" +
         encoders_declaration(actuators.program, forward, options) + ";\n\n";
}

std::string selftest_tables(const EmittedForward& forward, const EmitOptions& options) {
  return c_table("forward_motion", forward.motions, options.precision) + c_table("forward_start", forward.starts, options.precision) +
         c_table("forward_pose", forward.poses, options.precision);
}

std::string selftest_forward(const std::string& robot, const EmittedForward& forward, const EmitOptions& options) {
  const char* tolerance = options.precision == Precision::float64 ? "1e-12" : "1e-4";
  return fmt::format(kCheckForward, c_type(options.precision), forward.pose.size(), forward.readings.size(), forward_name(robot, options),
                     forward.poses.size(), tolerance);
}

// Efforts of a pose that is found to 1e-12 differ by more.
std::string selftest_encoders(const Program& actuators, const EmittedForward& forward, const EmitOptions& options) {
  const char* tolerance = options.precision == Precision::float64 ? "1e-10" : "1e-2";
  return fmt::format(kCheckEncoders, c_type(options.precision), forward.pose.size(), forward.readings.size(),
                     encoders_name(actuators, options), forward.poses.size(), tolerance, c_function(actuators, options));
}

}  // namespace gough
