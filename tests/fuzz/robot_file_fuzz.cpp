#include <cstdint>
#include <string>

#include "gough/assembly/assembly.hpp"
#include "gough/io/robot_file.hpp"

// Any bytes are a robot, or an InputError; what is read is written and read again as the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  try {
    const gough::RobotDescription description = gough::read_robot_text(std::string(reinterpret_cast<const char*>(bytes), size), "fuzz");
    if (!(gough::read_robot_text(gough::write_robot_text(description), "again") == description)) __builtin_trap();
    gough::assemble(description);
  } catch (const gough::InputError&) {
  }
  return 0;
}
