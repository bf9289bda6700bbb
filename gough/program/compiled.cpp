#include "gough/program/compiled.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "gough/io/files.hpp"
#include "gough/io/fingerprint.hpp"
#include "gough/io/fresh_file.hpp"
#include "gough/model/input_error.hpp"
#include "gough/program/c_compiler.hpp"
#include "gough/program/emit.hpp"
#include "gough/program/private_cache.hpp"

namespace gough {
namespace {

namespace fs = std::filesystem;

// Measured on the inverse dynamics of a Gough–Stewart platform, 6500 operations, AVX2, GCC 12 and clang 14. -O3 is no faster than -O2, for
// batches of GCC's 9 % slower; -fno-trapping-math changes nothing. SLP vectorisation makes GCC's function for one state 6 % slower; clang
// needs it for the square roots of batches. Without -fno-math-errno square roots are calls, without contraction there is no fused
// multiply-add. A regressor of 36000 operations compiles in 27 s with -O2 and 16 s with -O1 (clang; GCC: 37 s with -O1), and is as fast:
// beyond kLarge operations it is -O1.
constexpr std::size_t kLarge = 20000;
std::vector<std::string> flags_for(const Program& program, Code code, bool clang, bool native) {
  std::vector<std::string> out{"-w"};
  out.insert(out.end(), std::begin(kEmittedFlags), std::end(kEmittedFlags));
  out.insert(out.end(), {code == Code::portable ? "-std=c99" : "-std=gnu99", code == Code::portable         ? "-O3"
                                                                             : program.code.size() > kLarge ? "-O1"
                                                                                                            : "-O2"});
  if (code == Code::portable) return out;
  if (!clang) out.push_back("-fno-tree-slp-vectorize");
  if (native) out.push_back("-march=native");
  return out;
}

constexpr const char* kLoopFile = "run_batch.inc";

struct SourceText {
  std::string text, loop;  // the loop of batches where it is in a file of its own
};

SourceText source_of(const Program& program, Code code) {
  if (code == Code::tuned) return {emit_vector_c(program), ""};
  Program named = program;
  named.name = "run";
  EmitOptions options;
  options.batch = true;
  return {"#include <stddef.h>\n" + emit_c(named, options), emit_batch_loop(named, options)};
}

// What -march=native depends on: a home folder may be shared by machines.
std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  std::string out;
  for (std::string line; std::getline(in, line) && !line.empty();)
    if (line.rfind("model name", 0) == 0 || line.rfind("flags", 0) == 0 || line.rfind("Features", 0) == 0 || line.rfind("CPU", 0) == 0)
      out += line;
  return out;
}

// A folder of one's own inside the cache, gone at the end; where the process was killed, at the next one's.
class Workshop {
 public:
  explicit Workshop(const fs::path& cache) : path(temporary_name(cache / "making")) {
    remove_left_behind(cache / "making");
    if (::mkdir(path.c_str(), 0700) != 0)
      throw InputError({cache.string(), 0, 0}, "cannot be written; set GOUGH_CACHE to a folder that can");
  }
  ~Workshop() {
    std::error_code error;
    fs::remove_all(path, error);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  const fs::path path;
};

// Shared objects carry their own fingerprint at the end, where loaders do not look: one that was cut or changed is not loaded.
constexpr std::size_t kMark = 32, kLimit = 1'000'000'000;

bool intact(const fs::path& object) {
  if (!is_private_file(object)) return false;
  const std::string text = read_text(object, kLimit);
  return text.size() > kMark && fingerprint(text.substr(0, text.size() - kMark)) == text.substr(text.size() - kMark);
}

void build(const Program& program, Code code, const SourceText& source, const CCompiler& compiler, const fs::path& object) {
  const Workshop workshop(object.parent_path());
  const fs::path c = workshop.path / "program.c", so = workshop.path / "program.so";
  write_text(c, source.text);
  if (!source.loop.empty()) write_text(workshop.path / kLoopFile, source.loop);
  const bool clang = compiler.is_clang(workshop.path);
  if (compiler.shared_object(c, so, flags_for(program, code, clang, true)))
    if (const auto complaint = compiler.shared_object(c, so, flags_for(program, code, clang, false))) throw InputError({}, *complaint);
  std::ofstream(so, std::ios::binary | std::ios::app) << fingerprint(read_text(so, kLimit));
  fs::permissions(so, fs::perms::owner_read | fs::perms::owner_write);
  if (!intact(so)) throw InputError({so.string(), 0, 0}, "cannot be written; is there room?");
  fs::rename(so, object);
}

std::shared_ptr<void> loaded(const fs::path& object) {
  require_private_folder(object.parent_path());
  if (!is_private_file(object)) throw InputError({object.string(), 0, 0}, "disappeared; try again");
  void* library = ::dlopen(fs::absolute(object).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw InputError({object.string(), 0, 0}, fmt::format("cannot be loaded: {}", ::dlerror()));
  return {library, [](void* handle) { ::dlclose(handle); }};
}

std::shared_ptr<void> library_of(const Program& program, Code code) {
  const std::optional<CCompiler> compiler = find_c_compiler();
  if (!compiler) throw InputError({}, "no C compiler; install one, or name one in CC");
  const fs::path cache = private_cache();
  const SourceText source = source_of(program, code);
  std::string key = source.text + source.loop + compiler->identity + processor();
  for (bool clang : {false, true})
    for (const std::string& flag : flags_for(program, code, clang, true)) key += flag;
  const fs::path object = cache / (fingerprint(key) + ".so");
  if (!intact(object)) build(program, code, source, *compiler, object);
  return loaded(object);
}

}  // namespace

std::optional<CompiledProgram> compile(const Program& program, std::string* why_not, Code code) {
  try {
    CompiledProgram out;
    out.library_ = library_of(program, code);
    out.run_ = reinterpret_cast<decltype(out.run_)>(::dlsym(out.library_.get(), "run"));
    out.run_batch_ = reinterpret_cast<decltype(out.run_batch_)>(::dlsym(out.library_.get(), "run_batch"));
    if (out.run_ && out.run_batch_) return out;
    if (why_not) *why_not = "the compiled program lacks its functions";
  } catch (const InputError& error) {
    if (why_not) *why_not = error.what();
  } catch (const fs::filesystem_error& error) {
    if (why_not) *why_not = error.what();
  }
  return std::nullopt;
}

}  // namespace gough
