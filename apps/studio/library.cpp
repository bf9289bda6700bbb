#include "apps/studio/library.hpp"

#include <algorithm>
#include <sstream>

#include "apps/gough/result.hpp"
#include "apps/studio/recording.hpp"
#include "apps/studio/regular_file.hpp"

namespace gough::studio {

namespace fs = std::filesystem;
namespace {
constexpr std::size_t kLargest = 256u << 20;
}

Json recordings_in(const fs::path& folder) {
  std::vector<std::pair<std::string, std::uintmax_t>> found;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().filename().string().starts_with('.')) continue;  // hidden, or being made
    const fs::path states = entry.is_directory(error) ? entry.path() / "states.csv" : entry.path();
    if (states.extension() == ".csv" && fs::is_regular_file(states, error))
      found.emplace_back(entry.path().filename().string(), fs::file_size(states, error));
  }
  std::sort(found.begin(), found.end());
  Json out = Json::array();
  for (const auto& [name, size] : found) out.push_back({{"name", name}, {"bytes", size}});
  return out;
}

std::string load_recording(Session& session, const std::string& name) {
  const fs::path folder = session.file().parent_path();
  std::error_code error;
  fs::path path = fs::canonical(folder / name, error);  // links followed: what counts is where they lead
  const bool is_result = !error && fs::is_directory(path, error);
  if (is_result) path = fs::canonical(path / "states.csv", error);
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  if (error || name.find('\0') != std::string::npos || end != folder.end() || path.extension() != ".csv" ||
      !fs::is_regular_file(path, error))
    throw InputError({}, "no CSV file or result folder beside the robot file has this name");
  if (!is_result) return read_recording(session, read_regular(path, kLargest), name);
  const command::Result result(path.parent_path());
  const std::string text = read_regular(path, kLargest);
  const fs::path robot = path.parent_path() / "robot.toml";
  result.require_own("states.csv", text);
  if (fs::is_regular_file(robot, error)) result.require_own("robot.toml", read_regular(robot, kLargest));
  return read_recording(session, text, name);
}

std::string read_recording(Session& session, const std::string& text, const std::string& name) {
  std::istringstream in(text);
  return to_json(read_recording(*session.evaluator(), in, name)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace gough::studio
