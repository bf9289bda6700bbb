#pragma once

#include <string>

namespace gough::command {

// docs/lumped-legs.md: what simplified legs cost along a fast motion of every robot of the catalog.
std::string lumped_legs_page();

}  // namespace gough::command
