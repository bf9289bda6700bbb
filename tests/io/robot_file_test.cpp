#include "gough/io/robot_file.hpp"

#include <fmt/format.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "tests/robots.hpp"

namespace gough {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

class RobotFile : public test::Catalog {};

TEST_P(RobotFile, ReadWriteRead) {
  const std::string written = write_robot_text(robot.description);
  const RobotDescription again = read_robot_text(written, "written");
  EXPECT_EQ(again, robot.description);
  EXPECT_EQ(write_robot_text(again), written);
  // and the robot made of it is the same to the last bit
  const Robot other = assemble(again);
  ASSERT_EQ(other.legs.size(), robot.legs.size());
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (std::size_t j = 0; j < robot.legs[i].joints.size(); ++j) {
      const Joint &a = robot.legs[i].joints[j], &b = other.legs[i].joints[j];
      EXPECT_EQ(a.placement.R, b.placement.R);
      EXPECT_EQ(a.placement.p, b.placement.p);
      EXPECT_EQ(a.body, b.body);
      EXPECT_EQ(a.home_value, b.home_value);
    }
}

TEST_P(RobotFile, SaysWhereItsNumbersComeFrom) {
  EXPECT_FALSE(robot.description.reference.empty());
  EXPECT_FALSE(robot.description.description.empty());
  EXPECT_EQ(text_of(robot_path(GetParam())).substr(0, 2), "# ") << "begin with a comment on what the machine is";
  EXPECT_EQ(robot.name, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Robots, RobotFile, ::testing::ValuesIn(catalog()), test::robot_name);

TEST(RobotFileReference, IsNotStale) {
  EXPECT_EQ(text_of(GOUGH_SOURCE_DIR "/docs/robot-file.md"), robot_file_reference())
      << "write it again: build/bin/gough docs robot-file -o docs/robot-file.md";
}

// ---- bad input: the base file below with one thing changed

const std::string kGood = R"(name = "good"
[platform]
home = { position = [0, 0, -0.7] }
body = { mass = 0.6, inertia = [1e-3, 1e-3, 2e-3] }
[[leg]]
copies = { about = "z", angles_deg = [0, 120, 240] }
at = [0.2, 0, 0]
tip = [{ joint = "S", at = [0.05, 0, 0] }]
[[leg.element]]
name = "arm"
type = "bar"
axis = [0, 1, 0]
direction = [1, 0, 0]
length = 0.3
actuator = {}
[[leg.element]]
name = "rod"
type = "bar"
joint = "U"
length = 0.8
parallelogram = [0, 0.1, 0]
)";

std::string robot_file_error(const std::string& text) {
  try {
    assemble(read_robot_text(text, "f.toml"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string changed(const std::string& from, const std::string& to) {
  std::string text = kGood;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

struct Bad {
  const char* what;
  std::string text;
  const char* expected;  // how the message begins
};

TEST(BadInput, TheBaseFileIsGood) { EXPECT_EQ(robot_file_error(kGood), ""); }

void expect_errors(const std::vector<Bad>& cases) {
  for (const Bad& bad : cases) {
    const std::string error = robot_file_error(bad.text);
    EXPECT_EQ(error.substr(0, std::string(bad.expected).size()), bad.expected) << bad.what << "\n  got: " << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << bad.what;
  }
}

// Each error is one line with its place.
TEST(BadInput, Keys) {
  expect_errors({
      {"misspelt key", changed("length = 0.3", "lenght = 0.3"),
       "f.toml:14:1: unknown key 'lenght' in leg.element (did you mean 'length'?); expected one of name, type,"},
      {"unknown key", changed("at = [0.2", "colour = 3\nat = [0.2"),
       "f.toml:7:1: unknown key 'colour' in leg; expected one of name, copies, at,"},
      {"unknown top key", "nmae = \"x\"\n" + kGood, "f.toml:1:1: unknown key 'nmae' (did you mean 'name'?)"},
      {"missing key", changed("name = \"good\"\n", ""), "f.toml:1:1: missing key 'name': of the robot"},
      {"missing inner key", changed("type = \"bar\"\naxis", "axis"), "f.toml:9:1: missing key 'type' in leg.element"},
      {"wrong type", changed("length = 0.3", "length = \"long\""),
       "f.toml:14:10: 'length' in leg.element must be a number in m; this is a string"},
      {"a number for a list", changed("at = [0.2, 0, 0]", "at = 3"),
       "f.toml:7:6: 'at' in leg must be a list of three numbers; this is a number"},
      {"a table for a list of tables", "name = \"x\"\nleg = 3\n[platform]\nhome = { position = [0, 0, 0] }\n",
       "f.toml:2:7: 'leg' must be a list of tables; this is a number"},
      {"wrong length", changed("at = [0.2, 0, 0]", "at = [0.2, 0]"), "f.toml:7:6: 'at' in leg must have 3 numbers; this has 2"},
      {"wrong length of inertia", changed("inertia = [1e-3, 1e-3, 2e-3]", "inertia = [1, 2]"),
       "f.toml:4:32: 'inertia' in platform.body must have 3 or 6 numbers; this has 2"},
      {"zero axis", changed("axis = [0, 1, 0]", "axis = [0, 0, 0]"), "f.toml:12:8: 'axis' in leg.element must not be the zero vector"},
      {"negative mass", changed("mass = 0.6", "mass = -0.6"), "f.toml:4:17: 'mass' in platform.body must not be negative; this is -0.6"},
      {"impossible inertia", changed("2e-3]", "3e-3]"), "f.toml:4:8: no body has this `inertia`"},
      {"NaN", changed("length = 0.3", "length = nan"), "f.toml:14:10: 'length' in leg.element must be finite"},
      {"infinity", changed("at = [0.2, 0, 0]", "at = [0.2, -inf, 0]"), "f.toml:7:12: 'at' in leg must be finite"},
      {"absurd number", changed("length = 0.3", "length = 1e300"),
       "f.toml:14:10: 'length' in leg.element must be between 0 and 1e+06 m; this is 1e+300"},
      {"not a choice", changed("type = \"bar\"\naxis", "type = \"bars\"\naxis"),
       "f.toml:11:8: 'type' in leg.element must be one of bar, telescopic, spindle, screw; this is 'bars' (did you mean 'bar'?)"},
      {"no leg", "name = \"x\"\n[platform]\nhome = { position = [0, 0, 0] }\n", "f.toml:1:1: missing key 'leg'"},
      {"name with a blank", changed("name = \"good\"", "name = \"a b\""), "f.toml:1:8: 'name' must be a name of 1 to 64 letters"},
      {"date for a number", changed("length = 0.3", "length = 1979-05-27"),
       "f.toml:14:10: 'length' in leg.element must be a number in m; this is a date or time"},
  });
}

TEST(BadInput, Files) {
  expect_errors({
      {"duplicate TOML key", changed("at = [0.2", "at = [0, 0, 0]\nat = [0.2"), "f.toml:8:"},
      {"not TOML", "name = \n", "f.toml:1:8: not TOML: "},
      {"empty", "", "f.toml:1:1: the file is empty"},
      {"only a comment", "# nothing\n", "f.toml:1:1: the file is empty"},
      {"binary",
       std::string("\x7f"
                   "ELF\0\0\1",
                   7),
       "f.toml:1:1: this is not a text file"},
      {"not UTF-8", "name = \"\xff\xfe\"\n", "f.toml:1:8: not TOML: "},
  });
}

TEST(BadInput, RobotsThatCannotBe) {
  expect_errors({
      {"leg that does not close", changed("length = 0.8", "length = 0.4"),
       "f.toml:5:1: leg 'leg1' does not close at home: its end stays 0.0158"},
      {"no actuator", changed("actuator = {}\n", ""), "f.toml:1:1: no joint has an `actuator`"},
      {"too few actuators", changed("parallelogram = [0, 0.1, 0]\n", ""), "f.toml:1:1: 3 actuators for 6 freedoms"},
      {"duplicate names", changed("name = \"arm\"", "name = \"rod_b\""),
       "f.toml:16:1: two parts of this leg are called 'rod_b'; names must differ"},
      {"duplicate legs",
       kGood + kGood.substr(kGood.find("[[leg]]")).replace(8, 0, "name = \"leg\"\n") +
           kGood.substr(kGood.find("[[leg]]")).replace(8, 0, "name = \"leg\"\n"),
       "f.toml:22:1: two legs are called 'leg1'"},
      {"axis along the element", changed("axis = [0, 1, 0]", "axis = [1, 0, 0]"), "f.toml:9:1: `axis` lies along the element"},
      {"unknown body", changed("at = [0.05, 0, 0]", "at = [0.05, 0, 0], on = \"platfrm\""),
       "f.toml:8:8: no platform or nacelle body is called 'platfrm' (did you mean 'platform'?)"},
      {"dependent component in the workspace", kGood + "[workspace]\nrx_deg = [-5, 5]\n",
       "f.toml:22:1: the platform cannot be steered along rx; its free components are x, y, z"},
      {"legs that flap", changed("type = \"bar\"\njoint = \"U\"", "type = \"spindle\"\njoint = \"U\""),
       "f.toml:5:1: leg 'leg1' has 7 joint freedoms but its tips hold only 6"},
      {"shape without mass", changed("actuator = {}", "actuator = {}\nbody = { shape = { type = \"rod\" } }"),
       "f.toml:16:8: a shape needs the body's `mass` or its own `density`"},
  });
}

TEST(BadInput, HugeFilesAreRefused) {
  const std::string path = ::testing::TempDir() + "gough_huge.toml";
  std::ofstream(path) << std::string(5'000'000, '#');
  EXPECT_THROW(read_robot_file(path), InputError);
  std::remove(path.c_str());
}

// Both would be at work for hours: the effort grows with the cube of a leg's joints.
TEST(BadInput, HugeRobotsAreRefused) {
  std::string joints, angles = "0";
  for (int k = 0; k < 900; ++k) joints += "[[leg.joint]]\ntype = \"R\"\norigin = [0, 0, 0]\n";
  for (int k = 1; k < 900; ++k) angles += fmt::format(", {}", 0.1 * k);
  const std::string head =
      "name = \"big\"\n[platform]\nhome = { position = [0, 0, 1] }\n[[leg]]\ntip = [{ joint = \"S\", at = [0, 0, 0] }]\n";
  EXPECT_EQ(robot_file_error(head + joints), "f.toml:4:1: leg 'leg1' has 900 joint freedoms; at most 24 are allowed");
  EXPECT_EQ(robot_file_error(head + "copies = { angles_deg = [" + angles + "] }\n[[leg.joint]]\ntype = \"S\"\norigin = [0, 0, 0]\n"),
            "f.toml:4:1: up to leg 'leg334' the legs have 1002 joint freedoms; at most 1000 are allowed");
}

TEST(BadInput, MissingFilesAndFolders) {
  EXPECT_THROW(read_robot_file("/no/such/robot.toml"), InputError);
  EXPECT_THROW(read_robot_file(GOUGH_SOURCE_DIR), InputError);
  EXPECT_THROW(load_robot("no_such_robot"), InputError);
}

TEST(BadInput, UnderactuationMustBeMeant) {
  const std::string text = changed("parallelogram = [0, 0.1, 0]\n", "");
  EXPECT_EQ(robot_file_error("underactuated = true\n" + text), "");
}

}  // namespace
}  // namespace gough
