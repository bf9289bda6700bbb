#include "gough/io/whole_folder.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "gough/io/fresh_file.hpp"
#include "gough/model/input_error.hpp"

namespace gough {

namespace fs = std::filesystem;
namespace {

constexpr int kMostLinks = 2000;  // of other files in the folder: beyond, it is hardly ours to exchange

[[noreturn]] void refuse_folder(const fs::path& path, const std::string& what, int error) {
  throw InputError({path.string(), 0, 0}, what + ": " + std::generic_category().message(error));
}

// A folder beside `target`, removed at the end: itself, or after the exchange what stood in the target's place.
class FreshFolder {
 public:
  explicit FreshFolder(const fs::path& target) : path(temporary_name(target)), error(::mkdir(path.c_str(), 0777) == 0 ? 0 : errno) {}
  ~FreshFolder() {
    std::error_code ignored;
    if (error == 0 && !kept) fs::remove_all(path, ignored);
  }
  FreshFolder(const FreshFolder&) = delete;
  FreshFolder& operator=(const FreshFolder&) = delete;

  const fs::path path;
  const int error;
  bool kept = false;
};

void fill(const FreshFolder& fresh, const fs::path& target, const std::vector<NamedText>& files) {
  for (const NamedText& file : files)
    if (const int error = write_new_file(fresh.path / file.name, file.text, target / file.name); error != 0)
      refuse_folder(target / file.name, "cannot be written", error);
  if (const int error = sync_folder(fresh.path); error != 0) refuse_folder(target, "cannot be written", error);
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(fs::symlink_status(path, error));
}

// Makes folder `to` like `from`: whether that could be done.
bool make_alike(const fs::path& from, const fs::path& to) {
  struct stat of {};
  if (::stat(from.c_str(), &of) != 0 || of.st_uid != ::geteuid()) return false;
  if (::mkdir(to.c_str(), 0700) != 0 && errno != EEXIST) return false;
  return ::chown(to.c_str(), of.st_uid, of.st_gid) == 0 && ::chmod(to.c_str(), of.st_mode & 07777) == 0;
}

// What `to` does not have of `from` under a second name there; false where that is forbidden, or there is too much of it.
bool link_others(const fs::path& from, const fs::path& to, int& left) {
  if (!make_alike(from, to)) return false;
  std::error_code error;
  fs::directory_iterator entries(from, error);
  if (error) return false;
  for (; entries != fs::directory_iterator(); entries.increment(error)) {
    const fs::path other = to / entries->path().filename();
    if (--left < 0) return false;
    if (is_folder(entries->path()) ? !link_others(entries->path(), other, left)
                                   : ::link(entries->path().c_str(), other.c_str()) != 0 && errno != EEXIST)
      return false;
    if (error) return false;
  }
  fs::last_write_time(to, fs::last_write_time(from, error), error);
  return true;
}

// What others have put into the old folder while it was being exchanged. False where something could not be moved.
bool move_late_comers(const fs::path& from, const fs::path& to) {
  std::error_code error;
  bool all = true;
  fs::directory_iterator entries(from, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    const fs::path other = to / entries->path().filename();
    if (is_folder(entries->path()) && is_folder(other)) all &= move_late_comers(entries->path(), other);
    else if (std::error_code ignored; fs::exists(fs::symlink_status(other, ignored))) continue;
    else if (::renameat2(AT_FDCWD, entries->path().c_str(), AT_FDCWD, other.c_str(), RENAME_NOREPLACE) != 0) all &= errno == EEXIST;
  }
  return all && !error;
}

// A folder must not be taken away from under this process, and files behind links are replaced where they are.
bool can_be_exchanged(const fs::path& target, const std::vector<NamedText>& files) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (error || std::mismatch(target.begin(), target.end(), here.begin(), here.end()).first == target.end()) return false;
  return std::all_of(files.begin(), files.end(), [&](const NamedText& file) {
    const fs::file_status status = fs::symlink_status(target / file.name, error);
    return !fs::exists(status) || fs::is_regular_file(status);
  });
}

// False where the system cannot.
bool exchanged(const fs::path& target, const std::vector<NamedText>& files) {
  if (!can_be_exchanged(target, files)) return false;
  FreshFolder fresh(target);
  if (fresh.error != 0) return false;
  fill(fresh, target, files);
  int left = kMostLinks;
  if (!link_others(target, fresh.path, left)) return false;
  if (::renameat2(AT_FDCWD, fresh.path.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) != 0) return false;
  fresh.kept = !move_late_comers(fresh.path, target);
  if (const int error = sync_folder(target.parent_path()); error != 0) refuse_folder(target, "cannot be written", error);
  return true;
}

void one_by_one(const fs::path& target, const std::vector<NamedText>& files) {
  std::vector<FreshFile> fresh;
  std::error_code error;
  for (const NamedText& file : files) {
    const fs::path shown = target / file.name, behind = fs::canonical(shown, error);
    if (is_folder(behind)) throw InputError({shown.string(), 0, 0}, "this is a folder; a file was expected");
    fresh.emplace_back(error ? shown : behind, file.text, shown);
  }
  for (FreshFile& file : fresh) file.take_place();
}

void make_folder(const fs::path& target, const std::vector<NamedText>& files) {
  std::error_code error;
  fs::create_directories(target.parent_path(), error);
  FreshFolder fresh(target);
  if (fresh.error != 0) refuse_folder(target, "the folder cannot be made", fresh.error);
  fill(fresh, target, files);
  if (::rename(fresh.path.c_str(), target.c_str()) != 0) refuse_folder(target, "the folder cannot be made", errno);
  fresh.kept = true;
  if (const int problem = sync_folder(target.parent_path()); problem != 0) refuse_folder(target, "cannot be written", problem);
}

}  // namespace

void write_folder(const fs::path& folder, const std::vector<NamedText>& files) {
  std::error_code error;
  fs::path target = fs::weakly_canonical(fs::current_path() / folder, error);  // behind links
  if (error) refuse_folder(folder, "cannot be written", error.value());
  if (target.filename().empty()) target = target.parent_path();  // run/
  remove_left_behind(target);
  for (const NamedText& file : files) remove_left_behind(target / file.name);
  if (!fs::exists(target, error)) return make_folder(target, files);
  if (!fs::is_directory(target, error)) throw InputError({folder.string(), 0, 0}, "this is not a folder");
  if (!exchanged(target, files)) one_by_one(target, files);
}

void require_writable_folder(const fs::path& folder) {
  if (folder.empty()) throw InputError({}, "expected the name of a folder to write to");
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error))
    throw InputError({folder.string(), 0, 0}, "this is not a folder; the name of a folder was expected");
  fs::path above = fs::current_path() / folder;
  while (above.has_relative_path() && !fs::exists(above, error)) above = above.parent_path();
  if (!fs::is_directory(above, error))
    throw InputError({folder.string(), 0, 0}, "the folder cannot be made: " + above.string() + " is not a folder");
  FreshFile(above / "trial", "", folder);
}

}  // namespace gough
