#include "tests/exchange/samples.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/assembly/assembly.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/exchange/cut_tree.hpp"
#include "gough/io/robot_file.hpp"
#include "tests/agreement/random_robots.hpp"

namespace gough::test {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size(), ++count) text.replace(at, what.size(), by);
  if (count == 0) throw std::logic_error("nothing to replace: " + what);
  return text;
}

// A platform on three R-P-S legs.
const char* const kLegs = R"(
name = "NAME"
[platform]
name = "TOP"
home = { position = [0, 0, 0.5] }
PLATFORM
[[leg]]
name = "LEG"
copies = { about = "z", angles_deg = [0, 120, 240] }
at = [0.3, 0, 0]
tip = [{ joint = "S", at = [0.18, 0, 0] }]
[[leg.element]]
name = "strut"
type = "telescopic"
joint = "R"
axis = [0, 1, 0]
direction = [0, 0, 1]
actuator = {}
BODIES
)";

// A hexapod whose legs end in universal joints written as two revolutes with a ring between them, welded to the platform.
const char* const kRings = R"(
name = "NAME"
[platform]
home = { position = [0, 0, 0.6] }
PLATFORM
[[leg]]
name = "left"
copies = { about = "z", angles_deg = [0, 120, 240] }
at = [0.49, 0.09, 0]
tip = [{ joint = "rigid", at = [0.16, 0.19, 0] }]
STRUT
[[leg]]
name = "right"
copies = { about = "z", angles_deg = [0, 120, 240] }
at = [0.49, -0.09, 0]
tip = [{ joint = "rigid", at = [0.16, -0.19, 0] }]
STRUT
)";

const char* const kStrut = R"(
[[leg.element]]
name = "strut"
type = "telescopic"
joint = "S"
actuator = {}
BODIES
[[leg.element]]
name = "cardan"
type = "bar"
joint = "U"
length = 0.0
RING
)";

const char* const kPlate = R"(body = { mass = 3.0, shape = { type = "cylinder", axis = "z", radius = 0.2, length = 0.03 } })";
const char* const kPoint = R"(body = { mass = 3.0 })";
const char* const kStrutBodies =
    R"(body = { mass = 1.2, com = 0.15, shape = { type = "tube", length = 0.3, radius = 0.025, inner_radius = 0.018 } }
end_body = { mass = 0.5, com = -0.15, shape = { type = "cylinder", length = 0.3, radius = 0.012 } })";

ExportSample sample(const std::string& name, const std::string& text) {
  const std::string named = replaced(text, "NAME", name);
  return {name, assemble(read_robot_text(named, name))};
}

ExportSample legs(const std::string& name, const std::string& platform, const std::string& bodies) {
  return sample(name,
                replaced(replaced(replaced(replaced(kLegs, "PLATFORM", platform), "BODIES", bodies), "TOP", "platform"), "LEG", "leg"));
}

ExportSample rings(const std::string& name, const std::string& platform, const std::string& bodies, const std::string& ring) {
  const std::string strut = replaced(replaced(kStrut, "BODIES", bodies), "RING", ring);
  return sample(name, replaced(replaced(kRings, "STRUT", strut), "PLATFORM", platform));
}

ExportSample odd_names() {
  const std::string text = replaced(replaced(replaced(kLegs, "PLATFORM", kPlate), "BODIES", kStrutBodies), "TOP", "world");
  return sample("__odd__", replaced(replaced(text, "LEG", "__leg"), "\"strut\"", "\"strut__\""));
}

void add_random(std::vector<ExportSample>& out, std::size_t family, int k) {
  const std::string& name = robot_families()[family];
  std::mt19937_64 random(1000000ul * (family + 1) + static_cast<unsigned long>(k));  // as RandomRobots
  const Sketch sketch = random_sketch(name, random);
  const std::string text = robot_text(sketch, Writing::random, random);
  const bool ordinary = sketch.scale >= 0.1 && sketch.scale <= 30.0 && !sketch.underactuated;
  Robot robot = assemble(read_robot_text(text, name));
  if (!unknown_to_others(robot).empty()) return;
  const double falling = std::sqrt(robot.length / std::max(robot.gravity.norm(), 1e-3));
  out.push_back({fmt::format("random_{}_{}", family + 1, k), std::move(robot), ordinary, std::clamp(0.25 * falling, 0.01, 0.1)});
}

}  // namespace

std::vector<ExportSample> export_samples(int random_per_family) {
  std::vector<ExportSample> out;
  for (const std::string& name : catalog())
    if (Robot robot = load_robot(name); unknown_to_others(robot).empty()) out.push_back({name, std::move(robot)});
  out.push_back(legs("legs_without_mass", kPlate, ""));
  out.push_back(legs("legs_without_mass_on_a_point", kPoint, ""));
  out.push_back(legs("legs_on_a_platform_without_mass", "", kStrutBodies));
  out.push_back(legs("no_mass_at_all", "", ""));
  out.push_back(rings("rings_without_mass", kPlate, kStrutBodies, ""));
  out.push_back(rings("rings_with_hardly_any_mass", kPlate, kStrutBodies, "body = { mass = 1e-7 }"));
  out.push_back(rings("rings_on_a_point", kPoint, kStrutBodies, ""));
  out.push_back(rings("rings_on_a_platform_without_mass", "", kStrutBodies, ""));
  out.push_back(rings("struts_and_rings_without_mass", kPlate, "", ""));
  out.push_back(odd_names());
  for (std::size_t f = 0; f < robot_families().size(); ++f)
    for (int k = 0; k < random_per_family; ++k) add_random(out, f, k);
  return out;
}

}  // namespace gough::test
