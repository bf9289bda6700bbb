#pragma once

#include <string>

namespace gough {

// 32 hexadecimal digits of a text: two FNV-1a hashes. Tells texts apart that nobody means to be mistaken for one another.
std::string fingerprint(const std::string& text);

}  // namespace gough
