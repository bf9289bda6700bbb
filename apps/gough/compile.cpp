#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "apps/gough/command.hpp"
#include "apps/gough/compile_controller.hpp"
#include "apps/gough/counts.hpp"
#include "apps/gough/model_option.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/state.hpp"
#include "apps/gough/warn.hpp"
#include "gough/codegen/emit_forward.hpp"
#include "gough/io/whole_folder.hpp"
#include "gough/program/status_margin.hpp"

namespace gough::command {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string robot, formulation = "P", precision = "double", source = "pose", prefix, folder;
  std::vector<std::string> models{"idm"};
  std::optional<std::string> payload, controller;
  std::vector<std::string> set;
  int states = 20;
  bool payload_input = false, batch = false, simd = false, json = false;
};

Formulation formulation_of(const Options& o) {
  for (Formulation f : kFormulations)
    if (o.formulation == std::string(1, letter(f))) return f;
  throw InputError({}, "--formulation: expected E, V, P or N");
}

Precision precision_of(const Options& o) { return o.precision == "float" ? Precision::float32 : Precision::float64; }

std::vector<EmittedModel> recorded(const Robot& robot, const Options& o) {
  std::vector<EmittedModel> out;
  Load load;
  if (o.payload) load.payload = parse_payload(robot, *o.payload);
  const Source source = o.source == "encoders" ? Source::actuators : Source::pose;
  if (o.payload_input && source == Source::actuators) throw InputError({}, "--payload-input: not with --source encoders");
  for (Model m : models_of(o.models, true)) {
    if (m == Model::fgm) continue;
    ModelChoice choice{m, formulation_of(o), source, false, status_tolerance(precision_of(o))};
    choice.payload = o.payload_input && depends_on_payload(m);
    out.push_back(emitted_model(robot, choice, load, o.states, 1));
  }
  return out;
}

void print_counts(const std::vector<EmittedModel>& models, const EmitOptions& options) {
  Table table({"function", "inputs", "outputs", "add", "mul", "div", "sqrt", "trig", "other"});
  for (const EmittedModel& m : models) {
    std::vector<std::string> row{c_function(m.program, options), std::to_string(m.program.inputs.size()),
                                 std::to_string(plain_outputs(m.program))};
    for (const std::string& cell : count_cells(m.program.count())) row.push_back(cell);
    table.add(row);
  }
  fmt::print("{}", table.text());
}

Json counts_json(const std::vector<EmittedModel>& models, const EmitOptions& options) {
  Json out = Json::array();
  for (const EmittedModel& m : models) {
    out.push_back({{"function", c_function(m.program, options)},
                   {"model", to_string(m.choice.model)},
                   {"inputs", m.program.inputs.size()},
                   {"outputs", plain_outputs(m.program)}});
    add_counts(m.program.count(), out.back());
  }
  return out;
}

// What `--model fgm` and `--source encoders` add to each file.
struct Forward {
  std::optional<EmittedForward> emitted;
  std::string text, documentation, selftest;
  std::vector<std::string> calls;

  Forward(const Robot& robot, const Options& o, const EmitOptions& options, const std::vector<EmittedModel>& models) {
    const std::vector<Model> wanted = models_of(o.models, true);
    const bool fgm = std::find(wanted.begin(), wanted.end(), Model::fgm) != wanted.end(), encoders = o.source == "encoders";
    if (!fgm && !encoders) return;
    emitted = emitted_forward(robot, options.precision, o.states, 1);
    text = "\n" + emit_find_pose(*emitted, options);
    documentation = "/* " + title({Model::fgm}) + " */\n" + c_declaration(emitted->program, options) + ";\n\n";
    selftest = selftest_tables(*emitted, options);
    if (fgm) {
      text += emit_forward(robot.name, *emitted, options);
      documentation += document_forward(robot.name, *emitted, options);
      selftest += selftest_forward(robot.name, *emitted, options);
      calls.push_back("check_forward");
    }
    for (const EmittedModel& m : models) {
      if (!encoders) break;
      text += "\n" + emit_encoders(m.program, *emitted, options);
      documentation += document_encoders(m, *emitted, options);
      selftest += selftest_encoders(m.program, *emitted, options);
      calls.push_back("check_encoders");
    }
  }
};

Json write(const Options& o, const std::vector<NamedText>& files) {
  write_folder(o.folder, files);
  Json written = Json::array();
  for (const auto& [name, text] : files) {
    written.push_back((fs::path(o.folder) / name).string());
    if (!o.json) fmt::print("wrote {} ({} lines)\n", (fs::path(o.folder) / name).string(), std::count(text.begin(), text.end(), '\n'));
  }
  return written;
}

void compile(const Options& o) {
  require_writable_folder(o.folder);
  const Robot robot = open_robot(o.robot);
  const EmitOptions options{precision_of(o), o.prefix, o.batch, o.simd};
  const std::vector<EmittedModel> models = recorded(robot, o);
  std::vector<Program> programs;
  for (const EmittedModel& m : models) programs.push_back(m.program);
  const Forward forward(robot, o, options, models);
  if (forward.emitted) programs.push_back(forward.emitted->program);
  const std::string stem = c_stem(robot.name);
  const Program status = record_status(robot, status_tolerance(options.precision));
  std::vector<NamedText> files{{stem + ".c", emit_c(programs, options, stem + ".h", &status) + forward.text},
                               {stem + ".h", emit_h(robot.name, models, options, forward.documentation)},
                               {stem + "_selftest.c", emit_selftest(robot.name, models, options, forward.selftest, forward.calls)},
                               {"CMakeLists.txt", emit_cmake(robot.name)}};
  for (const Program& p : programs)
    if (o.batch) files.push_back({c_batch_file(p, options), emit_batch_loop(p, options)});
  const Json written = write(o, files);
  if (o.json) emit(Json{{"files", written}, {"functions", counts_json(models, options)}});
  else print_counts(models, options);
}

void compile_controller(const Options& o) {
  require_writable_folder(o.folder);
  const Robot robot = open_robot(o.robot);
  const ControllerSpec spec = controller_of(*o.controller, o.set);
  const EmittedController controller = emitted_controller(robot, spec, o.prefix, o.states, 1);
  const Json written = write(o, controller_project(controller, o.simd));
  if (o.json) {
    emit(Json{{"files", written}, {"controller", {{"name", controller.name}, {"type", controller.type}, {"rate", controller.rate}}}});
    return;
  }
  fmt::print("controller {}: call {}_init once and {}_step every {} s\n", controller.name, controller.name, controller.name,
             1.0 / controller.rate);
}

}  // namespace

void add_compile(CLI::App& app, int& exit_code) {
  const Subcommand sub(app, "compile", "Write models of a robot as C99 without dependencies, with a self-test");
  auto o = std::make_shared<Options>();
  sub.option("ROBOT", o->robot, "robot file or catalog name").required();
  const Option models = sub.option("--model", o->models,
                                   "igm, rates, jacobian, mobility, idm (default), ddm, mass, bias, regressor, energy, reactions: one, "
                                   "several with commas, or all; "
                                   "and fgm")
                            .separated_by_commas();
  const Option formulation =
      sub.option("--formulation", o->formulation,
                 "of idm and ddm: E elements, V virtual work, P platform and legs (default), N natural orthogonal complement")
          .one_of({"E", "V", "P", "N"});
  const Option source = sub.option("--source", o->source, "what drives idm: pose (default), the platform's; encoders, the actuated joints'")
                            .one_of({"pose", "encoders"});
  const Option precision = sub.option("--precision", o->precision, "double (default) or float").one_of({"double", "float"});
  const Option payload =
      sub.option("--payload", o->payload, "mass in kg, or mass,x,y,z with its centre from the tool point, platform axes");
  const Option payload_input = sub.flag(
      "--payload-input", o->payload_input,
      "a payload besides it as the last ten inputs of dynamics by P: mass, first moments, moments of inertia about the platform's origin");
  sub.option("--prefix", o->prefix, "in front of every function's name");
  sub.number("--states", o->states, 1, 10000, "sampled states, or calls of the controller, in the self-test (20)");
  const Option batch = sub.flag(
      "--batch", o->batch,
      "beside each function one for many states, in the vector types of GCC and clang; the widest registers that the processor has "
      "are found when it runs");
  sub.flag("--simd", o->simd, "do at once what the legs have alike, in the vector types of GCC and clang (plain C99 for other compilers)");
  const Option controller = sub.option("--controller", o->controller,
                                       "instead of models a controller: joint_pd, joint_computed_torque, computed_torque, sliding_mode, "
                                       "super_twisting, passivity, adaptive or impedance, or a file: of a controller, or a scenario with a "
                                       "table [controller]");
  for (const Option& other : {models, formulation, source, precision, payload, payload_input, batch}) controller.excludes(other);
  sub.option("--set", o->set, "of a controller given by name: a key of its file, as 'bandwidth_hz = 8'; may be repeated").needs(controller);
  sub.option("-o,--output", o->folder, "folder to write to; made if need be").required();
  sub.flag("--json", o->json, "print one JSON object");
  sub.footer(
      "Writes ROBOT.c, ROBOT.h (which says what every argument is), ROBOT_selftest.c and CMakeLists.txt; with --batch a file for each\n"
      "loop. One function for each model,\n"
      "    int delta_idm_P(const double in[9], double out[3]);\n"
      "straight-line: no loop, no memory, no call but sqrt. It returns 0, or a status that the header explains: unreachable, singular,\n"
      "out of limits. What depends on a leg that cannot reach the pose is NaN.\n"
      "Forward geometry (fgm) and efforts from encoders take a pose nearby, which the caller keeps, and a bounded number of steps, or "
      "none:\n"
      "    int delta_fgm(const double q[3], double pose[3]);\n"
      "    int delta_idm_P_encoders(const double in[9], double pose[3], double out[3]);\n"
      "A controller (docs/control.md) takes encoders and a reference, keeps its memory in a struct, and gives efforts:\n"
      "    int delta_computed_torque_step(delta_computed_torque *c, const double q[3], const double *dq,\n"
      "                                   const delta_computed_torque_reference *reference, double effort[3]);\n"
      "Its payload is a key of its file. It finds the pose as fgm does, and is refused where that is.\n"
      "Examples:\n  gough compile delta -o delta_c\n  gough compile gough_stewart --model igm,rates,idm,ddm --precision float -o "
      "models\n"
      "  gough compile delta --controller computed_torque --set 'bandwidth_hz = 8' -o delta_control\n"
      "  gough compile delta --controller examples/scenarios/delta_payload_adaptive.toml -o delta_adaptive\n"
      "  cmake -S delta_c -B delta_c/build && cmake --build delta_c/build && ctest --test-dir delta_c/build");
  sub.callback([=, &exit_code] {
    o->controller ? compile_controller(*o) : compile(*o);
    exit_code = kOk;
  });
}

}  // namespace gough::command
