#pragma once

#include <string>

#include "gough/assembly/assembly.hpp"

namespace gough::test {

// What is said against a description; nothing where it is a robot.
inline std::string refusal(const RobotDescription& description) {
  try {
    (void)assemble(description);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace gough::test
