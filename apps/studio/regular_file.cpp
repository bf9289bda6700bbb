#include "apps/studio/regular_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "gough/model/input_error.hpp"

namespace gough::studio {

namespace fs = std::filesystem;
namespace {

InputError not_regular(const fs::path& path) {
  return {{path.string(), 0, 0}, "this is no regular file; the studio follows the edits of one, so copy it to one"};
}

// Closes itself.
struct Handle {
  int number;
  ~Handle() {
    if (number >= 0) ::close(number);
  }
};

}  // namespace

fs::path regular_file(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) throw InputError({path.string(), 0, 0}, "this is a folder; a file was expected");
  if (fs::exists(status) && !fs::is_regular_file(status)) throw not_regular(path);
  const fs::path found = fs::canonical(path, error);
  if (error) throw InputError({path.string(), 0, 0}, "no such file");
  return found;
}

std::string read_regular(const fs::path& path, std::size_t limit) {
  const Handle file{::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
  struct stat status {};
  if (file.number < 0 || ::fstat(file.number, &status) != 0) throw InputError({path.string(), 0, 0}, "cannot be opened for reading");
  if (!S_ISREG(status.st_mode)) throw not_regular(path);
  std::string out;
  char bytes[64 << 10];
  for (ssize_t got; (got = ::read(file.number, bytes, sizeof bytes)) != 0;) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw InputError({path.string(), 0, 0}, "cannot be read");
    out.append(bytes, static_cast<std::size_t>(got));
    if (out.size() > limit)
      throw InputError({path.string(), 1, 1}, fmt::format("larger than {} MB; too large for what it should be", limit / 1000000));
  }
  return out;
}

}  // namespace gough::studio
