#include <cstdint>
#include <filesystem>

#include "gough/model/input_error.hpp"
#include "tests/fuzz/formats.hpp"

// Any bytes are a file of one format, or an InputError. Which one, the build file says; the robot is that of its first example.
namespace {

const gough::fuzz::Format& fuzzed() {
  static const gough::fuzz::Format found = [] {
    for (const gough::fuzz::Format& f : gough::fuzz::formats(GOUGH_SOURCE_DIR, std::filesystem::temp_directory_path()))
      if (f.name == GOUGH_FUZZED_FORMAT) return f;
    __builtin_trap();
  }();
  return found;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  try {
    fuzzed().use(fuzzed().corpus[0].robot, std::string(reinterpret_cast<const char*>(bytes), size));
  } catch (const gough::InputError&) {
  }
  return 0;
}
