#pragma once

#include <filesystem>

#include "apps/gough/output.hpp"
#include "gough/io/whole_folder.hpp"

// The folder that `gough simulate` writes. summary.json, written last, has the fingerprints of the other files: those of two runs are not
// taken for one.
namespace gough::command {

Json fingerprints(const std::vector<NamedText>& files);

// What a folder's summary says of its files when it is opened.
class Result {
 public:
  // Folders without a summary, or whose summary has no fingerprints, are taken as they are. Throws InputError.
  explicit Result(const std::filesystem::path& folder);

  // That these files are of one run, now that they have been read. Throws InputError.
  void require_whole(const std::vector<std::string>& names) const;

 private:
  std::filesystem::path folder_;
  Json files_;
};

}  // namespace gough::command
