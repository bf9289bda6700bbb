#include <fmt/format.h>

#include <algorithm>

#include "gough/codegen/emit_project.hpp"

namespace gough {
namespace {

// A user's words inside a C comment: nothing in them may end it.
std::string in_comment(std::string text) {
  for (char& c : text)
    if (c == '*' || c == '\\' || c == '?' || static_cast<unsigned char>(c) < ' ') c = '.';
  return text;
}

}  // namespace

std::string port_comment(const std::string& array, const std::vector<Port>& list) {
  std::size_t name = 0, unit = 0;
  for (const Port& p : list) {
    name = std::max(name, p.name.size());
    unit = std::max(unit, p.unit.size());
  }
  std::string out;
  for (std::size_t k = 0; k < list.size(); ++k)
    out += fmt::format(" *   {}[{}]{}  {:<{}}  {:<{}}  {}\n", array, k,
                       std::string(std::to_string(list.size()).size() - std::to_string(k).size(), ' '), in_comment(list[k].name), name,
                       in_comment(list[k].unit), unit, in_comment(list[k].meaning));
  return out;
}

namespace {

std::string counts(const OperationCount& n) {
  std::string out = fmt::format("{} operations: {} additions, {} multiplications", n.total(), n.add, n.mul);
  const auto add = [&](int count, const char* what) { out += count > 0 ? fmt::format(", {} {}", count, what) : ""; };
  add(n.div, "divisions");
  add(n.sqrt, "square roots");
  add(n.trig, "sines, cosines and arc tangents");
  add(n.other, "comparisons");
  return out;
}

// What the functions return, for those that tell it.
std::string statuses(const std::vector<EmittedModel>& models) {
  if (!models.empty() && std::none_of(models.begin(), models.end(), [](const EmittedModel& m) { return tells_status(m.program); }))
    return " * Where a leg cannot reach the pose, what depends on it is NaN. Limits of strokes, speeds and efforts are not looked at. */\n";
  static const char* const kMeanings[] = {
      "",
      "no leg position puts the platform there, loops are open, or an input is no number: what depends on it is NaN",
      "a leg has lost rank (type 1): the platform cannot follow some motion; results may be huge or NaN",
      "the actuators do not hold the platform (type 2); results may be huge or NaN",
      "the legs hold the platform less than they do at home; results may be huge or NaN",
      "forward geometry came to no end within its steps, or a leg would be bent the other way than at home: the pose is left as it was",
      "all is computed, but a stroke, or the limit of a speed or of an effort, is exceeded"};
  std::string out = " *\n * Every function returns a status, or a batch one for each state:\n *   0  ok: all results are numbers\n";
  for (int code = 1; code < 7; ++code) out += fmt::format(" *   {}  {}: {}\n", code, to_string(static_cast<Status>(code)), kMeanings[code]);
  return out + " * Inverse geometry tells 0, 1 and 6 only; limits of speeds and efforts are those of dynamics. */\n";
}

std::string documented(const EmittedModel& m, const EmitOptions& options) {
  std::string out = fmt::format("/* {}\n * {}\n *\n", title(m.choice), counts(m.program.count()));
  const auto own = m.program.outputs.begin();
  out += port_comment("in", m.program.inputs) + " *\n" +
         port_comment("out", {own, own + static_cast<std::ptrdiff_t>(plain_outputs(m.program))}) + " */\n";
  out += c_declaration(m.program, options) + ";\n\n";
  if (options.batch)
    out += fmt::format("/* the same for n states, input i of state s being in[i * stride + s], and outputs likewise{} */\n",
                       tells_status(m.program) ? "; one status for each\n * state, or none where `status` is NULL" : "") +
           c_batch_declaration(m.program, options) + ";\n\n";
  return out;
}

}  // namespace

std::string title(const ModelChoice& choice) {
  const std::string by = fmt::format(" by {} ({})", name(choice.formulation), letter(choice.formulation));
  if (choice.payload) {
    ModelChoice constant = choice;
    constant.payload = false;
    return title(constant) + ", with a payload";
  }
  switch (choice.model) {
    case Model::igm: return "inverse geometry: positions of the actuated joints";
    case Model::rates: return "velocities and accelerations of the actuated joints";
    case Model::jacobian: return "inverse Jacobian: rates of the actuated joints by platform rates, row by row";
    case Model::mobility: return "mobility: rates of the platform and of its joints by the free platform rates, row by row";
    case Model::idm:
      return "inverse dynamics" + by + (choice.source == Source::actuators ? ", from the pose and the motion of the actuated joints" : "");
    case Model::ddm: return "direct dynamics" + by;
    case Model::mass: return "mass matrix M, row by row, and bias c of M a + c = transposed inverse Jacobian times efforts";
    case Model::bias: return "bias c of M a + c = transposed inverse Jacobian times efforts";
    case Model::energy: return "energy and the powers that change it";
    case Model::reactions: return "reactions of joints, tips and loops under the efforts of inverse dynamics";
    case Model::fgm: return "forward geometry in closed form, or one step of Newton's method";
    case Model::regressor: return "regressor: efforts by inertial and friction parameters, row by row";
  }
  return "";
}

std::string emit_h(const std::string& robot, const std::vector<EmittedModel>& models, const EmitOptions& options, const std::string& more) {
  std::string guard = c_identifier(options.prefix + robot) + "_h";
  std::transform(guard.begin(), guard.end(), guard.begin(), [](unsigned char c) { return std::toupper(c); });
  std::string out = fmt::format(
      "/* Models of the robot {}, written by gough compile.\n *\n"
      " * Units are SI. Nothing is allocated, kept or shared: any thread may call any function. `in` and `out` must not overlap.\n"
      "{}"
      "#ifndef {}\n#define {}\n\n",
      in_comment(robot), statuses(models), guard, guard);
  if (options.batch) out += "#include <stddef.h>\n\n";
  out += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  for (const EmittedModel& m : models) out += documented(m, options);
  return out + more + "#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

}  // namespace gough
