#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>

#include "apps/gough/command.hpp"
#include "apps/gough/output.hpp"
#include "gough/model/did_you_mean.hpp"
#include "gough/model/input_error.hpp"

namespace {

// The first word must be a command: what CLI11 says of others does not name it.
void check_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) names.push_back(sub->get_name());
  if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return;
  throw gough::InputError(
      {}, fmt::format("gough: unknown command '{}'{}; there is {}", argv[1], gough::did_you_mean(argv[1], names), fmt::join(names, ", ")));
}

// What is closed becomes the null device, so that no file takes its place; standard output one that cannot be written.
void open_standard_streams() {
  for (int stream : {0, 1, 2})
    if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", stream == 2 ? O_WRONLY : O_RDONLY) < 0) std::exit(gough::command::kInput);
}

// The last of standard output. Where it cannot be written that is said, unless its reader has gone (EPIPE).
int ended(int exit_code, int failure = 0) {
  if (std::fflush(stdout) != 0 && failure == 0) failure = errno;
  if (failure == 0 && !std::ferror(stdout)) return exit_code;
  if (failure != EPIPE) gough::command::complain("gough: standard output cannot be written");
  return gough::command::kInput;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace gough::command;
  std::signal(SIGPIPE, SIG_IGN);
  open_standard_streams();
  CLI::App app{"Kinematics and dynamics of parallel robots"};
  app.name("gough");
  app.set_version_flag("--version", "gough " GOUGH_VERSION);
  app.require_subcommand(1);
  app.footer(
      "ROBOT is a robot file (TOML) or a name from the catalog; `gough info` lists the catalog.\n"
      "Units are SI: metres, radians, seconds; angles are in degrees where an option says so.\n"
      "Exit codes: 0 fine, 1 a state that has no answer (its status is printed; with --states it stands in each row), 2 bad input.");
  int exit_code = kOk;
  add_info(app, exit_code);
  add_check(app, exit_code);
  add_ik(app, exit_code);
  add_fk(app, exit_code);
  add_sensors(app, exit_code);
  add_idm(app, exit_code);
  add_ddm(app, exit_code);
  add_explain(app, exit_code);
  add_trajectory(app, exit_code);
  add_verify(app, exit_code);
  add_count(app, exit_code);
  add_compile(app, exit_code);
  add_bench(app, exit_code);
  add_simulate(app, exit_code);
  add_export(app, exit_code);
  add_excite(app, exit_code);
  add_identify(app, exit_code);
  add_studio(app, exit_code);
  add_report(app, exit_code);
  add_docs(app, exit_code);
  try {
    check_command(app, argc, argv);
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return complain(fmt::format("gough: {}; see `gough --help`", error.what())), kInput;
    app.exit(error);  // prints the help or the version
  } catch (const gough::InputError& error) {
    return complain(error.what()), kInput;
  } catch (const std::system_error& error) {
    if (std::ferror(stdout)) return ended(kInput, error.code().value());
    return complain(fmt::format("gough: {}", error.what())), kInput;
  } catch (const std::exception& error) {
    return complain(fmt::format("gough: {}", error.what())), kInput;
  }
  return ended(exit_code);
}
