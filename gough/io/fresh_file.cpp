#include "gough/io/fresh_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <random>
#include <system_error>

#include "gough/io/fingerprint.hpp"
#include "gough/model/input_error.hpp"

namespace gough {

namespace fs = std::filesystem;
namespace {

constexpr std::string_view kTemporaryEnd = ".gough-part";
constexpr std::size_t kLongestStem = 180;  // bytes of the target's name: names have at most 255

std::string temporary_start(const fs::path& target) { return "." + target.filename().string().substr(0, kLongestStem) + "."; }

// Processes are told apart by their number on one machine, or in one container, only.
std::string machine_mark() {
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  std::error_code error;
  return fingerprint(host + fs::read_symlink("/proc/self/ns/pid", error).string()).substr(0, 8);
}

bool is_left_behind(const fs::path& path, const std::string& middle) {
  std::error_code error;
  const auto age = fs::file_time_type::clock::now() - fs::last_write_time(path, error);
  if (!error && age > std::chrono::hours(24)) return true;
  int process = 0;
  const auto [end, problem] = std::from_chars(middle.data(), middle.data() + middle.size(), process);
  const std::string rest(end, middle.data() + middle.size());
  if (problem != std::errc() || process <= 0 || rest.rfind("-" + machine_mark() + "-", 0) != 0) return false;
  return ::kill(process, 0) != 0 && errno == ESRCH;
}

int write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(file, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 ? errno : EIO;
    done += static_cast<std::size_t>(count);
  }
  return 0;
}

void copy_permissions(int file, const fs::path& like) {
  struct stat of {};
  if (::stat(like.c_str(), &of) != 0 || !S_ISREG(of.st_mode)) return;
  if (::geteuid() == 0 && ::fchown(file, of.st_uid, of.st_gid) != 0) return;  // first: it clears bits of the mode
  (void)!::fchmod(file, of.st_mode & 07777);
}

[[noreturn]] void refuse_writing(const fs::path& path, int error) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::error_code ignored;
  if (error == ENOENT && !fs::exists(folder, ignored))
    throw InputError({path.string(), 0, 0}, fmt::format("cannot be written: there is no folder {}", folder.string()));
  throw InputError({path.string(), 0, 0}, "cannot be written: " + std::generic_category().message(error));
}

}  // namespace

fs::path temporary_name(const fs::path& target) {
  std::random_device random;
  const std::string middle = fmt::format("{}-{}-{:08x}{:08x}", ::getpid(), machine_mark(), random(), random());
  return target.parent_path() / fmt::format("{}{}{}", temporary_start(target), middle, kTemporaryEnd);
}

void remove_left_behind(const fs::path& target) {
  const std::string start = temporary_start(target);
  std::error_code error, ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(target.has_parent_path() ? target.parent_path() : ".", error)) {
    const std::string name = entry.path().filename().string();
    if (name.size() <= start.size() + kTemporaryEnd.size() || !name.starts_with(start) || !name.ends_with(kTemporaryEnd)) continue;
    const std::string middle = name.substr(start.size(), name.size() - start.size() - kTemporaryEnd.size());
    if (is_left_behind(entry.path(), middle)) fs::remove_all(entry.path(), ignored);
  }
}

int write_new_file(const fs::path& path, const std::string& text, const fs::path& like) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  copy_permissions(file, like);
  int error = write_all(file, text);
  if (error == 0 && ::fsync(file) != 0) error = errno;
  if (::close(file) != 0 && error == 0) error = errno;
  return error;
}

int sync_folder(const fs::path& folder) {
  const int file = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return errno == EACCES ? 0 : errno;                     // a folder that may be written but not listed
  const int error = ::fsync(file) == 0 || errno == EINVAL ? 0 : errno;  // EINVAL: file systems that cannot
  return ::close(file) != 0 && error == 0 ? errno : error;
}

FreshFile::FreshFile(const fs::path& target, const std::string& text, const fs::path& shown)
    : target_(target), shown_(shown), path_(temporary_name(target)) {
  remove_left_behind(target);
  if (const int error = write_new_file(path_, text, target); error != 0) {
    ::unlink(path_.c_str());
    refuse_writing(shown, error);
  }
}

FreshFile::FreshFile(FreshFile&& other) noexcept
    : target_(std::move(other.target_)), shown_(std::move(other.shown_)), path_(std::move(other.path_)) {
  other.path_.clear();
}

FreshFile::~FreshFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

void FreshFile::take_place() {
  if (::rename(path_.c_str(), target_.c_str()) != 0) refuse_writing(shown_, errno);
  path_.clear();
  if (const int error = sync_folder(target_.parent_path()); error != 0) refuse_writing(shown_, error);
}

}  // namespace gough
