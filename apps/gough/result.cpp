#include "apps/gough/result.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/io/files.hpp"
#include "gough/io/fingerprint.hpp"
#include "gough/model/input_error.hpp"

namespace gough::command {
namespace {

constexpr std::size_t kLargestSummary = 1 << 18;  // bytes: the time to read goes with the square of an object's keys

// JSON with the place of what is wrong.
Json parsed(const std::string& text, const std::string& file) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const std::size_t at = std::min(error.byte > 0 ? error.byte - 1 : 0, text.size());
    const std::size_t before = at > 0 ? text.rfind('\n', at - 1) : std::string::npos;
    const int line = 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    throw InputError({file, line, static_cast<int>(before == std::string::npos ? at + 1 : at - before)},
                     "not JSON; expected one JSON object");
  } catch (const Json::exception& error) {  // a number that no double holds
    throw InputError({file, 1, 1}, fmt::format("not JSON: {}", error.what()));
  }
}

}  // namespace

Json fingerprints(const std::vector<NamedText>& files) {
  Json out = Json::object();
  for (const NamedText& file : files) out[file.name] = fingerprint(file.text);
  return out;
}

Json read_summary(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return Json::object();
  Json out = parsed(read_text(file, kLargestSummary), file.string());
  if (!out.is_object()) throw InputError({file.string(), 1, 1}, "expected one JSON object");
  return out;
}

Result::Result(const std::filesystem::path& folder) : folder_(folder), summary_(read_summary(folder / "summary.json")) {
  if (summary_.contains("files") && summary_["files"].is_object()) files_ = summary_["files"];
}

void Result::require_own(const std::string& name, const std::string& text) const {
  if (files_.contains(name) && files_[name] != fingerprint(text))
    throw InputError({(folder_ / name).string(), 0, 0},
                     "not of the run that summary.json tells of, or edited; simulate again, or remove summary.json to use it all the same");
}

}  // namespace gough::command
