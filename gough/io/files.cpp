#include "gough/io/files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <system_error>

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

void write_text(const fs::path& path, const std::string& text) {
  const Place place{path.string(), 0, 0};
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {  // a device or a pipe: nothing to rename
    if (fs::is_directory(status)) throw InputError(place, "this is a folder; a file was expected");
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.flush();
    if (!out) throw InputError(place, "cannot be written");
    return;
  }
  const fs::path target = fs::exists(status) ? fs::canonical(path, error) : path;  // behind links
  const fs::path temporary = target.string() + fmt::format(".{}.tmp", ::getpid());
  {
    std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
    out << text;
    out.flush();
    if (!out) {
      fs::remove(temporary, error);
      throw InputError(place, "cannot be written; does the folder exist, and is there room?");
    }
  }
  fs::rename(temporary, target, error);
  if (error) {
    const std::string why = error.message();
    fs::remove(temporary, error);
    throw InputError(place, "cannot be written: " + why);
  }
}

}  // namespace gough
