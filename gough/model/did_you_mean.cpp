#include "gough/model/did_you_mean.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace gough {
namespace {

// Edit distance with transpositions, small enough to be plain.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

}  // namespace

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t least = 1 + word.size() / 3;
  if (word.size() > 64) return "";
  for (const std::string& c : candidates)
    if (const std::size_t d = distance(word, c); d <= least && d < c.size()) {
      if (best.empty() || d < least) best = c;
      least = d;
    }
  if (!best.empty()) return fmt::format(" (did you mean '{}'?)", best);
  if (word.size() < 3) return "";
  std::vector<std::string> parts;  // what the word is a part of
  for (const std::string& c : candidates)
    if (c.find(word) != std::string::npos && parts.size() < 3) parts.push_back("'" + c + "'");
  return parts.empty() ? "" : fmt::format(" (did you mean {}?)", fmt::join(parts, ", "));
}

}  // namespace gough
