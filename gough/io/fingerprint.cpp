#include "gough/io/fingerprint.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace gough {
namespace {

std::uint64_t text_hash(const std::string& text, std::uint64_t seed) {
  std::uint64_t h = 0xCBF29CE484222325ull ^ seed;  // FNV-1a
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
  return h;
}

}  // namespace

std::string fingerprint(const std::string& text) {
  return fmt::format("{:016x}{:016x}", text_hash(text, 0), text_hash(text, 0x9E3779B97F4A7C15ull));
}

}  // namespace gough
