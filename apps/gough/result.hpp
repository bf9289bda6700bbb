#pragma once

#include <filesystem>

#include "apps/gough/output.hpp"
#include "gough/io/whole_folder.hpp"

// The folder that `gough simulate` writes. summary.json, written last, has the fingerprints of the other files: those of two runs are not
// taken for one.
namespace gough::command {

Json fingerprints(const std::vector<NamedText>& files);

// A summary.json, one JSON object; an empty one if there is no such file. Throws InputError with the place.
Json read_summary(const std::filesystem::path& file);

// What a folder's summary says of it and of its files when it is opened.
class Result {
 public:
  // Folders without a summary, or whose summary has no fingerprints, are taken as they are. Throws InputError.
  explicit Result(const std::filesystem::path& folder);

  const Json& summary() const { return summary_; }

  // That a file, of which this is the text, is of the same run. Throws InputError.
  void require_own(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path folder_;
  Json summary_, files_;
};

}  // namespace gough::command
