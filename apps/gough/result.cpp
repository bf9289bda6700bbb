#include "apps/gough/result.hpp"

#include <fmt/format.h>

#include "gough/io/files.hpp"
#include "gough/io/fingerprint.hpp"
#include "gough/model/input_error.hpp"

namespace gough::command {
namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 32, kLargestSummary = std::size_t{1} << 20;

}  // namespace

Json fingerprints(const std::vector<NamedText>& files) {
  Json out = Json::object();
  for (const NamedText& file : files) out[file.name] = fingerprint(file.text);
  return out;
}

Result::Result(const std::filesystem::path& folder) : folder_(folder) {
  std::error_code error;
  const std::filesystem::path file = folder / "summary.json";
  if (!std::filesystem::is_regular_file(file, error)) return;
  const Json summary = Json::parse(read_text(file, kLargestSummary), nullptr, false);
  if (!summary.is_object()) throw InputError({file.string(), 0, 0}, "expected one JSON object");
  if (summary.contains("files") && summary["files"].is_object()) files_ = summary["files"];
}

void Result::require_whole(const std::vector<std::string>& names) const {
  for (const std::string& name : names) {
    std::error_code error;
    if (!files_.contains(name) || !std::filesystem::is_regular_file(folder_ / name, error)) continue;
    if (files_[name] != fingerprint(read_text(folder_ / name, kLargestFile)))
      throw InputError(
          {(folder_ / name).string(), 0, 0},
          "not of the run that summary.json tells of, or edited; simulate again, or remove summary.json to use it all the same");
  }
}

}  // namespace gough::command
