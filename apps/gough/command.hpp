#pragma once

#include "apps/gough/subcommand.hpp"

// One function per subcommand: it adds itself to the app and runs when chosen. A run returns by setting `exit_code`:
// 0 fine, 1 a numerical status other than ok, 2 bad input.
namespace gough::command {

constexpr int kOk = 0, kStatus = 1, kInput = 2;

void add_info(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_ik(CLI::App& app, int& exit_code);
void add_fk(CLI::App& app, int& exit_code);
void add_sensors(CLI::App& app, int& exit_code);
void add_idm(CLI::App& app, int& exit_code);
void add_ddm(CLI::App& app, int& exit_code);
void add_explain(CLI::App& app, int& exit_code);
void add_trajectory(CLI::App& app, int& exit_code);
void add_verify(CLI::App& app, int& exit_code);
void add_count(CLI::App& app, int& exit_code);
void add_compile(CLI::App& app, int& exit_code);
void add_bench(CLI::App& app, int& exit_code);
void add_simulate(CLI::App& app, int& exit_code);
void add_export(CLI::App& app, int& exit_code);
void add_excite(CLI::App& app, int& exit_code);
void add_identify(CLI::App& app, int& exit_code);
void add_studio(CLI::App& app, int& exit_code);
void add_report(CLI::App& app, int& exit_code);
void add_docs(CLI::App& app, int& exit_code);

}  // namespace gough::command
