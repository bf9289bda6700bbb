#include "gough/model/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gough {
namespace {

constexpr char32_t kNone = 0xFFFFFFFF;

struct CodePoint {
  char32_t value = kNone;  // none: not UTF-8
  std::size_t bytes = 1;
};

CodePoint code_point(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t bytes = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (bytes == 0 || bytes > text.size()) return {};
  char32_t value = first & (0x7F >> bytes);
  for (std::size_t k = 1; k < bytes; ++k) {
    if ((byte(k) & 0xC0) != 0x80) return {};
    value = value << 6 | (byte(k) & 0x3F);
  }
  const bool longer_than_need_be = (bytes == 3 && value < 0x800) || (bytes == 4 && value < 0x10000);
  if (longer_than_need_be || (value >= 0xD800 && value < 0xE000) || value > 0x10FFFF) return {};
  return {value, bytes};
}

// Controls, and what turns the direction of writing or breaks a line.
bool steers(char32_t c) {
  if (c == '\n' || c == '\t') return false;
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const CodePoint c = code_point(text);
    if (c.value == kNone) out += "\xEF\xBF\xBD";
    else if (steers(c.value)) out += fmt::format("\\u{:04x}", static_cast<unsigned>(c.value));
    else out += text.substr(0, c.bytes);
    text.remove_prefix(c.bytes);
  }
  return out;
}

std::string printable_line(std::string_view text) {
  std::string out = printable(text);
  std::replace(out.begin(), out.end(), '\n', ' ');
  return out;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const CodePoint c = code_point(text);
    if (c.value == kNone) return false;
    text.remove_prefix(c.bytes);
  }
  return true;
}

}  // namespace gough
