#include "gough/program/private_cache.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>

#include "gough/model/input_error.hpp"

namespace gough {
namespace {

namespace fs = std::filesystem;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

fs::path cache_folder() {
  if (const std::string own = environment("GOUGH_CACHE"); !own.empty()) return own;
  if (const std::string shared = environment("XDG_CACHE_HOME"); !shared.empty()) return fs::path(shared) / "gough";
  if (const std::string home = environment("HOME"); !home.empty()) return fs::path(home) / ".cache" / "gough";
  throw InputError({}, "no folder for compiled programs; set GOUGH_CACHE");
}

[[noreturn]] void not_private(const fs::path& path, const std::string& why) {
  throw InputError({path.string(), 0, 0}, "compiled programs are not run from here: " + why);
}

void require_own(const fs::path& path, const struct stat& status, mode_t forbidden, const char* remedy) {
  if (status.st_uid != ::geteuid()) not_private(path, "it belongs to another user; set GOUGH_CACHE to a folder of your own");
  if (status.st_mode & forbidden)
    not_private(path, fmt::format("it is open to other users (mode {:03o}); {}", static_cast<unsigned>(status.st_mode & 0777u), remedy));
}

}  // namespace

fs::path private_cache() {
  fs::path folder = cache_folder();
  if (!folder.has_filename()) folder = folder.parent_path();  // "folder/": a link would be followed
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);
  ::mkdir(folder.c_str(), 0700);  // where it is already there it is looked at
  require_private_folder(folder);
  return folder;
}

void require_private_folder(const fs::path& folder) {
  struct stat status {};
  if (::lstat(folder.c_str(), &status) != 0)
    throw InputError({folder.string(), 0, 0}, "cannot be written; set GOUGH_CACHE to a folder that can");
  if (S_ISLNK(status.st_mode)) not_private(folder, "it is a link; set GOUGH_CACHE to the folder itself");
  if (!S_ISDIR(status.st_mode)) not_private(folder, "it is no folder; set GOUGH_CACHE to one");
  require_own(folder, status, 0077, "close it with chmod 700");
}

bool is_private_file(const fs::path& file) {
  struct stat status {};
  if (::lstat(file.c_str(), &status) != 0) {
    if (errno == ENOENT) return false;
    not_private(file, "it cannot be looked at");
  }
  if (!S_ISREG(status.st_mode) || status.st_nlink != 1) not_private(file, "it is a link or no file; remove it");
  require_own(file, status, 0022, "remove it");
  return true;
}

}  // namespace gough
