#pragma once

#include <string_view>

namespace gough::studio {

// The built page of apps/studio/web, one self-contained HTML file.
std::string_view page();

}  // namespace gough::studio
