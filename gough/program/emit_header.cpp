#include <fmt/format.h>

#include <algorithm>

#include "gough/program/emit_project.hpp"

namespace gough {
namespace {

// A user's words inside a C comment: nothing in them may end it.
std::string in_comment(std::string text) {
  for (char& c : text)
    if (c == '*' || c == '\\' || c == '?' || static_cast<unsigned char>(c) < ' ') c = '.';
  return text;
}

bool starts(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }
bool ends(const std::string& text, const std::string& with) {
  return text.size() >= with.size() && text.compare(text.size() - with.size(), with.size(), with) == 0;
}

std::string joint_position(const std::string& name) {
  const std::string joint = name.substr(0, name.rfind('.'));
  const std::string what = joint == "turn" ? "the platform's turn from home about its axis" : "the angle of joint " + joint;
  if (ends(name, ".cos")) return "cosine of " + what;
  if (ends(name, ".sin")) return "sine of " + what;
  return "position of joint " + name;
}

// Component `name` of the platform's velocity or acceleration.
std::string platform_rate(const std::string& name, const std::string& quantity) {
  if (name == "x" || name == "y" || name == "z") return fmt::format("{} of the platform's origin along {}, base axes", quantity, name);
  if (name == "rx" || name == "ry" || name == "rz") return fmt::format("angular {} of the platform about {}, base axes", quantity, name[1]);
  return fmt::format("{} of joint {}", quantity, name);
}

std::string effort(const Port& port) { return (port.unit == "N" ? "force of actuator " : "torque of actuator ") + port.name; }

std::string meaning_of_input(const Port& port) {
  const std::string& n = port.name;
  if (n == "x" || n == "y" || n == "z") return fmt::format("{} of the platform's origin, base axes", n);
  if (n.size() == 3 && n[0] == 'R') return fmt::format("rotation matrix, platform to base axes: row {}, column {}", n[1], n[2]);
  if (starts(n, "dd_")) return platform_rate(n.substr(3), "acceleration");
  if (starts(n, "d_")) return platform_rate(n.substr(2), "velocity");
  return port.unit == "N" || port.unit == "N m" ? effort(port) : joint_position(n);
}

std::string meaning_of_output(Model model, const Port& port) {
  const std::string& n = port.name;
  const std::size_t slash = n.find('/'), dot = n.find('.', 2);
  switch (model) {
    case Model::igm: return joint_position(n);
    case Model::rates: return starts(n, "dd_") ? "acceleration of joint " + n.substr(3) : "velocity of joint " + n.substr(2);
    case Model::jacobian: return fmt::format("rate of joint {} by platform rate {}", n.substr(0, slash), n.substr(slash + 1));
    case Model::idm: return effort(port);
    case Model::ddm: return platform_rate(n.substr(3), "acceleration");
    case Model::mass:
      if (starts(n, "c.")) return fmt::format("velocity, gravity, friction and load terms along {}", n.substr(2));
      return fmt::format("mass matrix, row {}, column {}", n.substr(2, dot - 2), n.substr(dot + 1));
    case Model::regressor: return fmt::format("effort of {} by parameter {}", n.substr(0, slash), n.substr(slash + 1));
  }
  return "";
}

template <class Meaning>
std::string ports(const std::string& array, const std::vector<Port>& list, const Meaning& meaning) {
  std::size_t name = 0, unit = 0;
  for (const Port& p : list) {
    name = std::max(name, p.name.size());
    unit = std::max(unit, p.unit.size());
  }
  std::string out;
  for (std::size_t k = 0; k < list.size(); ++k)
    out += fmt::format(" *   {}[{}]{}  {:<{}}  {:<{}}  {}\n", array, k,
                       std::string(std::to_string(list.size()).size() - std::to_string(k).size(), ' '), in_comment(list[k].name), name,
                       in_comment(list[k].unit), unit, in_comment(meaning(list[k])));
  return out;
}

std::string counts(const OperationCount& n) {
  std::string out = fmt::format("{} operations: {} additions, {} multiplications", n.total(), n.add, n.mul);
  const auto add = [&](int count, const char* what) { out += count > 0 ? fmt::format(", {} {}", count, what) : ""; };
  add(n.div, "divisions");
  add(n.sqrt, "square roots");
  add(n.trig, "sines and cosines");
  add(n.other, "comparisons");
  return out;
}

std::string documented(const EmittedModel& m, const EmitOptions& options) {
  std::string out = fmt::format("/* {}\n * {}\n *\n", title(m.choice), counts(m.program.count()));
  out += ports("in", m.program.inputs, meaning_of_input) + " *\n";
  out += ports("out", m.program.outputs, [&](const Port& p) { return meaning_of_output(m.choice.model, p); }) + " */\n";
  out += c_declaration(m.program, options) + ";\n\n";
  if (options.batch)
    out += "/* the same for n states, input i of state s being in[i * stride + s], and outputs likewise */\n" +
           c_batch_declaration(m.program, options) + ";\n\n";
  return out;
}

}  // namespace

std::string title(const ModelChoice& choice) {
  static const char* const kFormulationNames[] = {"kinematic elements", "virtual work", "platform and legs",
                                                  "natural orthogonal complement"};
  const std::string by = fmt::format(" by {} ({})", kFormulationNames[static_cast<int>(choice.formulation)], letter(choice.formulation));
  switch (choice.model) {
    case Model::igm: return "inverse geometry: positions of the actuated joints";
    case Model::rates: return "velocities and accelerations of the actuated joints";
    case Model::jacobian: return "inverse Jacobian: rates of the actuated joints by platform rates, row by row";
    case Model::idm: return "inverse dynamics" + by;
    case Model::ddm: return "direct dynamics" + by;
    case Model::mass: return "mass matrix M, row by row, and bias c of M a + c = transposed inverse Jacobian times efforts";
    case Model::regressor: return "regressor: efforts by inertial and friction parameters, row by row";
  }
  return "";
}

std::string emit_h(const std::string& robot, const std::vector<EmittedModel>& models, const EmitOptions& options) {
  std::string guard = c_identifier(options.prefix + robot) + "_h";
  std::transform(guard.begin(), guard.end(), guard.begin(), [](unsigned char c) { return std::toupper(c); });
  std::string out = fmt::format(
      "/* Models of the robot {}, written by gough compile.\n *\n"
      " * Units are SI. Nothing is allocated, kept or shared: any thread may call any function. `in` and `out` must not overlap.\n"
      " * Where a leg cannot reach the pose, what depends on it is NaN. Limits of strokes, speeds and efforts are not looked at. */\n"
      "#ifndef {}\n#define {}\n\n",
      in_comment(robot), guard, guard);
  if (options.batch) out += "#include <stddef.h>\n\n";
  out += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  for (const EmittedModel& m : models) out += documented(m, options);
  return out + "#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

}  // namespace gough
