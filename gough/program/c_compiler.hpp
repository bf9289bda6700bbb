#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gough {

// A C compiler of this machine: its words as in $CC, the first one a path.
struct CCompiler {
  std::vector<std::string> words;
  std::string identity;  // changes when the compiler does

  // What it says its version is; `scratch` is a folder for its words.
  bool is_clang(const std::filesystem::path& scratch) const;

  // Runs it on `source`, giving a shared object. Returns what it complained of, nothing if it went well.
  std::optional<std::string> shared_object(const std::filesystem::path& source, const std::filesystem::path& object,
                                           const std::vector<std::string>& flags) const;
};

// $CC, else clang, cc or gcc on the PATH.
std::optional<CCompiler> find_c_compiler();

}  // namespace gough
