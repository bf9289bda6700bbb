#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "gough/math/rotation.hpp"

// A crane on a slide, of any size: one motor counts metres, the other radians. Where it `is_held`, a turning telescope with a motor of its
// own holds the hook too: three motors for two freedoms.
namespace gough::test {

inline std::string crane_text(double size, bool is_held) {
  const double x = size * (0.3 + std::cos(radians(50.0))), y = size * std::sin(radians(50.0));
  const std::string crane = fmt::format(R"(name = "crane"
gravity = [0, -9.81, 0]
[platform]
home = {{ position = [{0}, {1}, 0] }}
body = {{ mass = 1.0 }}
[[leg]]
[[leg.joint]]
name = "slide"
type = "P"
origin = [0, 0, 0]
axis = [1, 0, 0]
actuator = {{}}
[[leg.joint]]
name = "jib"
type = "R"
origin = [0, 0, 0]
home_deg = [50]
actuator = {{}}
[[leg.tip]]
joint = "rigid"
end = [{2}, 0, 0]
at = [0, 0, 0]
)",
                                        x, y, size);
  if (!is_held) return crane;
  return crane + fmt::format(R"([[leg]]
[[leg.joint]]
name = "pivot"
type = "R"
origin = [0, -{0}, 0]
actuator = {{}}
[[leg.joint]]
name = "rod"
type = "P"
origin = [0, -{0}, 0]
axis = [{1}, {2}, 0]
[[leg.tip]]
joint = "R"
axis = [0, 0, 1]
at = [0, 0, 0]
)",
                             size, x, y + size);
}

}  // namespace gough::test
