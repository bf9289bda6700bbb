#pragma once

#include <string>

// Names of what `gough compile` writes: functions, files and targets of its build file.
namespace gough {

// A valid C and C++ identifier: other characters become '_', and what begins with a digit or is a word of either language gets a letter
// in front.
std::string c_identifier(const std::string& text);

// The robot's files are STEM.c, STEM.h, STEM_selftest.c, its targets STEM_models, STEM_selftest. An identifier, and with a letter in
// front where STEM.h would stand before a header of the system.
std::string c_stem(const std::string& robot);

}  // namespace gough
