#pragma once

#include <filesystem>
#include <string>

// How something new takes the place of something old: made beside it under a temporary name, brought to the disk, renamed.
// Functions that return an int return 0 or the system's error number.
namespace gough {

// A hidden name beside `target`: not to be guessed, and telling which process of which machine chose it.
std::filesystem::path temporary_name(const std::filesystem::path& target);

// Removes what has such a name and was left behind: its process is gone, or it is older than a day.
void remove_left_behind(const std::filesystem::path& target);

// A file that did not exist, on the disk when this returns; with the permissions of `like` where that is a file.
int write_new_file(const std::filesystem::path& path, const std::string& text, const std::filesystem::path& like);

// Brings the names in a folder to the disk.
int sync_folder(const std::filesystem::path& folder);

// A new file beside `target`, gone at the end unless it has taken its place. Throws InputError about `shown`, the
// target as the user calls it.
class FreshFile {
 public:
  FreshFile(const std::filesystem::path& target, const std::string& text, const std::filesystem::path& shown);
  ~FreshFile();
  FreshFile(FreshFile&& other) noexcept;
  FreshFile& operator=(FreshFile&&) = delete;

  void take_place();

 private:
  std::filesystem::path target_, shown_, path_;  // path_ is empty once there is nothing to remove
};

}  // namespace gough
