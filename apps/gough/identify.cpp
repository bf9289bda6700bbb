#include <fmt/format.h>

#include <memory>

#include "apps/gough/command.hpp"
#include "apps/gough/identify_report.hpp"
#include "apps/gough/identify_structure.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/state.hpp"
#include "apps/gough/warn.hpp"
#include "gough/assembly/assembly.hpp"
#include "gough/io/files.hpp"
#include "gough/io/robot_file.hpp"

namespace gough::command {
namespace {

struct Options {
  std::string robot, data, estimator = "weighted", loaded, known_payload, payload, validate, write, plot;
  IdentificationOptions identification;
  bool structure = false, json = false;
};

void check_options(const Options& o) {
  if (o.data.empty()) throw InputError({}, "give a file of measurements, or --structure");
  if (o.loaded.empty() != o.known_payload.empty())
    throw InputError({}, "--loaded and --known-payload belong together: a motion, and what it carried");
  if (!o.payload.empty() && !(o.loaded.empty() && o.write.empty() && o.validate.empty()))
    throw InputError({}, "--payload takes everything else as known; it goes without --loaded, --write and --validate");
}

// The robot with what was identified; what is written is read back first.
void write_identified(const Options& o, const Identification& id) {
  RobotDescription description = id.file->described(id.consistent.value);
  description.place = {o.write, 0, 0};
  assemble(description);
  write_robot_file(description, o.write);
}

int run(Options o) {
  for (const std::string& file : {o.write, o.plot}) require_writable(file);
  const Robot robot = open_robot(o.robot);
  if (o.structure) return print_structure(robot, {o.identification.base, {}, o.json});
  check_options(o);
  Progress progress;
  o.identification.progress = [&](std::size_t done, std::size_t total) { progress.update(done, total); };
  if (!o.payload.empty()) {
    const PayloadIdentification p = identify_payload(robot, o.data, o.payload == "inertia", o.identification);
    o.json ? emit(payload_json(robot, p)) : print_payload(robot, p);
    return kOk;
  }
  o.identification.consistent = o.estimator == "consistent" || !o.write.empty();
  if (o.estimator == "ordinary") o.identification.estimator = Estimator::ordinary;
  if (o.estimator == "robust") o.identification.estimator = Estimator::robust;
  std::optional<KnownPayload> known;
  if (!o.loaded.empty()) known = KnownPayload{o.loaded, parse_payload(robot, o.known_payload, "--known-payload")};
  const Identification id = identify(robot, o.data, o.identification, known);
  std::vector<Fit> validation;
  o.identification.filter.period = 0.0;  // the other motion is predicted as it was recorded
  if (!o.validate.empty()) validation = validate(robot, id, o.validate, o.identification);
  if (!o.write.empty()) write_identified(o, id);
  if (!o.plot.empty()) write_text(o.plot, identification_plot(validation.empty() ? id.fit : validation[0]));
  const IdentificationReport report{robot, id, validation, o.estimator};
  o.json ? emit(identification_json(report)) : print_identification(report);
  if (!o.write.empty() && !o.json)
    fmt::print("\nwritten: {} (the consistent estimate; legs that share a table share its values)\n", o.write);
  return id.consistent.converged || !id.file ? kOk : kStatus;
}

}  // namespace

void add_identify(CLI::App& app, int& exit_code) {
  const Subcommand sub(app, "identify", "Inertial and friction parameters from a recorded motion and its efforts");
  auto o = std::make_shared<Options>();
  sub.option("ROBOT", o->robot, "robot file or catalog name").required();
  sub.option("DATA", o->data, "CSV: t, q_NAME and tau_NAME of every actuator, units in brackets: t [ms], q_leg1.arm [deg]");
  sub.flag("--structure", o->structure, "which parameters a motion can tell, without data");
  sub.option("--estimator", o->estimator,
             "ordinary, weighted (by each actuator's noise, default), robust (Huber), or consistent (bodies that can exist, as the file "
             "writes them)")
      .one_of({"ordinary", "weighted", "robust", "consistent"});
  sub.number("--cutoff", o->identification.filter.cutoff, 1e-6, 1e6,
             "Hz, of the positions' low-pass; default: ten times the motion's fastest");
  sub.number("--decimate", o->identification.filter.decimate, 1, 100000, "keep every n-th equation; default: from the cutoff");
  sub.number("--period", o->identification.filter.period, 1e-3, 1e6,
             "s, of a motion that repeats: its periods but the first are averaged, of DATA and --loaded, before anything else");
  sub.number("--prior", o->identification.prior, 1e-9, 1e9, "how much the consistent estimate trusts the robot file; default 1");
  sub.option("--loaded", o->loaded, "CSV of a second motion, with --known-payload: tells the drives' gains too");
  sub.option("--known-payload", o->known_payload,
             "what --loaded carried: mass, or mass,x,y,z from the tool point, or these and ixx,iyy,izz or ixx,ixy,ixz,iyy,iyz,izz "
             "about its centre");
  sub.option("--payload", o->payload, "what DATA carried, all else known: its mass and `centre`, or with its `inertia`")
      .one_of({"centre", "inertia"});
  sub.option("--validate", o->validate, "CSV of another motion, whose efforts are predicted");
  sub.option("--write", o->write, "robot file with the identified values (physically consistent; comments are not kept)");
  sub.option("--plot", o->plot, "draw measured and predicted efforts, of --validate where given, into this SVG file");
  sub.flag("--json", o->json, "one JSON object");
  add_base_options(sub, o->identification.base);
  sub.footer(
      "Examples:\n  gough identify delta --structure\n  gough identify delta motion.csv --validate other.csv --write identified.toml\n"
      "  gough identify gough_stewart motion.csv --period 3\n"
      "  gough identify delta currents.csv --loaded loaded.csv --known-payload 1.5\n  gough identify gough_stewart carrying.csv --payload "
      "centre");
  sub.callback([=, &exit_code] { exit_code = run(*o); });
}

}  // namespace gough::command
