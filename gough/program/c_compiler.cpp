#include "gough/program/c_compiler.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "gough/io/files.hpp"
#include "gough/model/input_error.hpp"

extern char** environ;

namespace gough {
namespace {

namespace fs = std::filesystem;

bool runnable(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

// The file that `word` runs, as a shell would find it; empty if none.
std::string on_path(const std::string& word) {
  if (word.find('/') != std::string::npos) return runnable(word) ? word : "";
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty() && runnable(fs::path(folder) / word)) return (fs::path(folder) / word).string();
  return "";
}

std::optional<CCompiler> compiler_of(const std::string& command) {
  CCompiler out;
  std::istringstream words(command);
  for (std::string word; words >> word;) out.words.push_back(word);
  if (out.words.empty()) return std::nullopt;
  out.words[0] = on_path(out.words[0]);
  struct stat status {};
  if (out.words[0].empty() || ::stat(out.words[0].c_str(), &status) != 0) return std::nullopt;
  for (const std::string& word : out.words) out.identity += word + " ";
  out.identity += fmt::format("{} {}.{}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
  return out;
}

// Runs a command without a shell, both its streams going to `log`. Returns its exit code, or -1.
int run(const std::vector<std::string>& words, const fs::path& log) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = -1;
  const int started = ::posix_spawn(&child, words[0].c_str(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (started != 0) return -1;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string first_line(const fs::path& log) {
  try {
    const std::string text = read_text(log, 10'000'000);
    return text.substr(0, text.find('\n'));
  } catch (const InputError&) {
    return "";
  }
}

}  // namespace

std::optional<CCompiler> find_c_compiler() {
  if (const char* chosen = std::getenv("CC"); chosen && *chosen) return compiler_of(chosen);
  for (const char* name : {"clang", "cc", "gcc"})  // clang first: a quarter of the time to compile, and code that takes a seventh less
    if (std::optional<CCompiler> found = compiler_of(name)) return found;
  return std::nullopt;
}

bool CCompiler::is_clang(const fs::path& scratch) const {
  std::vector<std::string> command = words;
  command.push_back("--version");
  return run(command, scratch / "version.log") == 0 && first_line(scratch / "version.log").find("clang") != std::string::npos;
}

std::optional<std::string> CCompiler::shared_object(const fs::path& source, const fs::path& object,
                                                    const std::vector<std::string>& flags) const {
  std::vector<std::string> command = words;
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {"-shared", "-fPIC", "-o", object.string(), source.string(), "-lm"});
  const fs::path log = object.string() + ".log";
  const int code = run(command, log);
  std::error_code error;
  if (code == 0 && fs::file_size(object, error) > 0 && !error) return std::nullopt;
  return fmt::format("{} failed (exit code {}): {}", words[0], code, first_line(log));
}

}  // namespace gough
