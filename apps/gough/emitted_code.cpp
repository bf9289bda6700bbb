#include "apps/gough/emitted_code.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "gough/codegen/emit.hpp"
#include "gough/io/files.hpp"
#include "gough/model/input_error.hpp"

extern char** environ;

namespace gough::command {
namespace {

namespace fs = std::filesystem;

// Measured on the inverse dynamics of a Gough–Stewart platform, 6500 operations, AVX2, GCC 12 and clang 14. -O3 is no faster than -O2, for
// batches of GCC's 9 % slower; -fno-trapping-math changes nothing. SLP vectorisation makes GCC's function for one state 6 % slower; clang
// needs it for the square roots of batches. A regressor of 36000 operations compiles in 27 s with -O2 and 16 s with -O1 (clang; GCC: 37 s
// with -O1), and is as fast: beyond kLarge operations it is -O1. With -march=native alone clang halves the vectors of AVX-512, and batches
// take four times as long.
constexpr std::size_t kLarge = 20000;
std::vector<std::string> compiler_flags(std::size_t operations, const std::string& compiler) {
  std::vector<std::string> out{"-w", "-std=gnu99", operations > kLarge ? "-O1" : "-O2", "-march=native"};
  out.insert(out.end(), std::begin(kEmittedFlags), std::end(kEmittedFlags));
#ifdef __x86_64__
  out.push_back("-mprefer-vector-width=512");
#endif
  if (compiler == "gcc") out.push_back("-fno-tree-slp-vectorize");
  return out;
}

// A new folder that only the user can open; gone at the end.
class Workshop {
 public:
  Workshop() {
    std::string name = (fs::temp_directory_path() / "gough-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw InputError({name, 0, 0}, "cannot be made; set TMPDIR to a folder that can be written");
    path = name;
  }
  ~Workshop() {
    std::error_code error;
    fs::remove_all(path, error);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  fs::path path;
};

// Runs a command of the PATH without a shell, both its streams going to `log`. Throws InputError where it does not end well.
void run(const std::vector<std::string>& words, const fs::path& log) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = -1;
  const int error = ::posix_spawnp(&child, words[0].c_str(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw InputError({}, fmt::format("{} cannot be run: {}", words[0], std::strerror(error)));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw InputError({}, fmt::format("{} was lost", words[0]));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  std::string complaint;
  std::getline(std::ifstream(log), complaint);
  throw InputError({}, fmt::format("{} failed: {}", words[0], complaint));
}

std::shared_ptr<void> compiled_program(const Program& program, const std::string& compiler, const std::vector<std::string>& flags) {
  Program named = program;
  named.name = "run";
  EmitOptions options;
  options.batch = options.lanes = true;
  return compiled_library(
      {{"program.c", "#include <stddef.h>\n" + emit_c(named, options)}, {c_batch_file(named, options), emit_batch_loop(named, options)}},
      program.code.size(), compiler, flags);
}

}  // namespace

std::shared_ptr<void> compiled_library(const std::vector<NamedText>& files, std::size_t operations, const std::string& compiler,
                                       const std::vector<std::string>& flags) {
  const Workshop workshop;
  for (const NamedText& file : files) write_text(workshop.path / file.name, file.text);
  const fs::path object = workshop.path / "library.so";
  std::vector<std::string> words{compiler};
  for (const auto& more : {compiler_flags(operations, compiler), flags}) words.insert(words.end(), more.begin(), more.end());
  words.insert(words.end(), {"-shared", "-fPIC", "-o", object.string(), (workshop.path / files.front().name).string(), "-lm"});
  run(words, workshop.path / "compiler.log");
  void* library = ::dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw InputError({}, fmt::format("{}'s code cannot be loaded: {}", compiler, ::dlerror()));
  return {library, [](void* handle) { ::dlclose(handle); }};
}

std::optional<EmittedCode> compile_emitted(const Program& program, const std::string& compiler, const std::vector<std::string>& flags,
                                           std::string* why_not) {
  std::string reason = "the compiled program lacks its functions";
  try {
    EmittedCode out;
    out.library_ = compiled_program(program, compiler, flags);
    out.run_ = reinterpret_cast<decltype(out.run_)>(::dlsym(out.library_.get(), "run"));
    out.run_batch_ = reinterpret_cast<decltype(out.run_batch_)>(::dlsym(out.library_.get(), "run_batch"));
    if (out.run_ && out.run_batch_) return out;
  } catch (const InputError& error) {
    reason = error.what();
  } catch (const fs::filesystem_error& error) {
    reason = error.what();
  }
  if (why_not) *why_not = reason;
  return std::nullopt;
}

}  // namespace gough::command
