#include "gough/io/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "gough/io/fresh_file.hpp"
#include "gough/model/input_error.hpp"

namespace gough {

namespace fs = std::filesystem;

std::ifstream open_file(const fs::path& path) {
  const Place place{path.string(), 0, 0};
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) throw InputError(place, "no such file");
  if (fs::is_directory(status)) throw InputError(place, "this is a folder; a file was expected");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(place, "cannot be opened for reading");
  return in;
}

std::string read_text(const fs::path& path, std::size_t limit) {
  const Place place{path.string(), 0, 0};
  std::ifstream in = open_file(path);
  std::string text(64 * 1024, '\0'), out;
  while (in.read(text.data(), static_cast<std::streamsize>(text.size())), in.gcount() > 0) {
    out.append(text, 0, static_cast<std::size_t>(in.gcount()));
    if (out.size() > limit)
      throw InputError({path.string(), 1, 1}, fmt::format("larger than {} MB; too large for what it should be", limit / 1000000));
  }
  if (in.bad()) throw InputError(place, "cannot be read");
  return out;
}

namespace {

// A device or a pipe has no place to take: written as it is.
bool is_stream(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) throw InputError({path.string(), 0, 0}, "this is a folder; a file was expected");
  return fs::exists(status) && !fs::is_regular_file(status);
}

// The file itself, behind links. What its owner has made read-only stays as it is.
fs::path behind_links(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) {
    if (fs::is_symlink(path, error)) throw InputError({path.string(), 0, 0}, "cannot be written: this link leads nowhere");
    return path;
  }
  if (::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
    throw InputError({path.string(), 0, 0}, "cannot be written: " + std::generic_category().message(errno));
  const fs::path found = fs::canonical(path, error);
  return error ? path : found;
}

}  // namespace

void write_text(const fs::path& path, const std::string& text) {
  if (!is_stream(path)) return FreshFile(behind_links(path), text, path).take_place();
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.flush();
  if (!out) throw InputError({path.string(), 0, 0}, "cannot be written");
}

void require_writable(const fs::path& path) {
  if (path.empty()) return;
  if (!is_stream(path)) FreshFile(behind_links(path), "", path);
  else if (::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
    throw InputError({path.string(), 0, 0}, "cannot be written: " + std::generic_category().message(errno));
}

}  // namespace gough
