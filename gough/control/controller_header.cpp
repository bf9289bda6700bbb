#include <fmt/format.h>

#include <algorithm>

#include "gough/codegen/emit_project.hpp"
#include "gough/control/emit_controller.hpp"

namespace gough {
namespace {

constexpr const char* kStatuses =
    R"( * A call returns a status. Efforts are always numbers: where the status is neither 0 nor 6 those of the last call are held. Only
 * where it is 0 are errors integrated and parameters adapted.
 *   0  ok
 *   1  unreachable: the readings, or the reference, belong to no pose
 *   2  type1_singular: a leg has lost rank, in the pose or in the reference
 *   3  type2_singular: the actuators do not hold the platform
 *   4  constraint_singular: the legs hold the platform less than they do at home
 *   5  not_converged: the pose was not found from the last one, a leg would be bent the other way than at home, or a number is none
 *   6  out_of_limits: efforts are given, but one is beyond its limit or a joint beyond its stroke. Limiting efforts is the drive's part
)";

std::string member(const LawInC::Numbers& n, const std::string& what) {
  const std::string unit = n.unit.empty() ? "" : n.unit + ": ";
  return fmt::format("    double {}{}; /* {}{}{} */\n", n.name, n.single ? "" : fmt::format("[{}]", n.values.size()), unit, n.meaning,
                     n.single ? "" : what);
}

// What the entries of an array belong to, where that is not said below.
std::string entries(const LawInC::Numbers& n, const LawInC& law) {
  if (!n.of.empty()) return "";
  return law.joint_errors ? ", one for each actuator" : ", one for each component of v";
}

std::string estimates(const LawInC& law) {
  for (const LawInC::Numbers& n : law.memory) {
    if (n.of.empty()) continue;
    std::vector<Port> ports = n.of;
    for (Port& port : ports) port.meaning = "parameter of the equations of motion";
    return "/* what is estimated; gain, least, most and slope have the same order\n *\n" + port_comment("estimate", ports) + " */\n";
  }
  return "";
}

std::string state_text(const EmittedController& e) {
  std::string out =
      fmt::format("/* what the controller keeps from one call to the next */\ntypedef struct {{\n    {}_parameters parameters;\n", e.name);
  out += fmt::format("    double pose[{}]; /* the pose found last; {}_init makes it that of home */\n", e.forward.pose.size(), e.name);
  if (!e.forward.closed)
    out +=
        fmt::format("    double before[{}]; /* the one found before it */\n    int found; /* how many of the two come from readings */\n",
                    e.forward.pose.size());
  for (const LawInC::Numbers& n : e.law.memory) out += member(n, entries(n, e.law));
  const std::size_t na = e.forward.readings.size();
  return out + fmt::format(
                   "    double effort[{0}]; /* those given last */\n    double q[{0}]; /* readings of the last call */\n"
                   "    int started; /* there was a call */\n}} {1};\n\n",
                   na, e.name);
}

}  // namespace

std::string controller_header(const EmittedController& e) {
  std::string guard = e.name + "_h";
  std::transform(guard.begin(), guard.end(), guard.begin(), [](unsigned char c) { return std::toupper(c); });
  std::string out = fmt::format(
      "/* Controller of the robot {0}, of type {1}, written by gough compile:\n *   {2}\n *\n"
      " *     {3} c;\n *     {3}_init(&c);\n *     every {4} s, as c.parameters.period says:\n"
      " *         status = {3}_step(&c, q, dq, &reference, {5}effort);\n *\n"
      " * Units are SI. Nothing is allocated or shared: what is kept is in the struct, one for each robot. Parameters may be changed "
      "between\n"
      " * calls. {6}\n *\n",
      c_identifier(e.robot), e.type, e.law.formula, e.name, 1.0 / e.rate, e.law.wrench ? "wrench, " : "",
      e.forward.closed
          ? "The pose is found in closed form, on home's side of the arms."
          : "The pose is found by at most twenty steps from the last one. The first call starts from home: put the numbers of\n"
            " * another pose into c.pose where the platform is elsewhere, and 0 into c.found.");
  out += std::string(kStatuses) + fmt::format(" */\n#ifndef {0}\n#define {0}\n\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n", guard);
  out += estimates(e.law);
  out += "/* what may be changed between calls */\ntypedef struct {\n    double period; /* s: time from one call to the next */\n";
  for (const LawInC::Numbers& n : e.law.parameters) out += member(n, entries(n, e.law));
  out += fmt::format("}} {}_parameters;\n\n", e.name) + state_text(e);
  out += "/* where the platform should be and how it should move\n *\n" + port_comment("pose", e.forward.pose) + " *\n" +
         port_comment("v", e.velocity) + " *\n" + port_comment("a", e.acceleration) + " */\n" +
         fmt::format("typedef struct {{\n    double pose[{0}], v[{1}], a[{1}];\n}} {2}_reference;\n\n", e.forward.pose.size(),
                     e.velocity.size(), e.name);
  out += "/* the beginning: parameters as compiled, nothing integrated, the platform at home */\n" +
         fmt::format("void {0}_init({0} *c);\n\n", e.name);
  std::vector<Port> rates = e.forward.readings;
  for (Port& port : rates) port = {port.name, port.unit + "/s", PortKind::other, 0, "its rate"};
  out += "/* efforts for one period\n *\n" + port_comment("q", e.forward.readings) + " *\n" + port_comment("dq", rates) +
         " *   dq may be NULL: rates are then differences of the readings over the period, and 0 in the first call\n *\n";
  if (e.law.wrench)
    out +=
        " *   wrench[0] to [2]  N    measured force on the platform, base axes\n"
        " *   wrench[3] to [5]  N m  its moment about the platform's origin, base axes\n *\n";
  return out + port_comment("effort", e.effort) + " */\n" + step_declaration(e) + ";\n\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

}  // namespace gough
