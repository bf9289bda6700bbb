#include "gough/exchange/export_names.hpp"

#include <gtest/gtest.h>

#include <set>

#include "gough/exchange/cut_tree.hpp"
#include "gough/exchange/mjcf.hpp"
#include "tests/robots.hpp"

namespace gough::test {
namespace {

TEST(ExportNames, AreWhatTheFormatsTake) {
  EXPECT_EQ(export_name("leg1.arm"), "leg1.arm");
  EXPECT_EQ(export_name("a<\"&'>ро"), "a<\"&'>ро");  // escaped where it is written
  EXPECT_EQ(export_name("a\x01\n\tb"), "a___b");
  EXPECT_EQ(export_name("a\xEF\xBF\xBF"), "a_");
  EXPECT_EQ(export_name("a::b:c"), "a__b:c");
  EXPECT_EQ(export_name(" a b "), "_a b_");
  EXPECT_EQ(export_name("__a__"), "x__a__");
  EXPECT_EQ(export_name(""), "_");
}

TEST(ExportNames, DifferAfterTheyAreMadeSo) {
  ExportNames names;
  EXPECT_EQ(names.unique("world"), "world_2");
  EXPECT_EQ(names.unique("a\x01"), "a_");
  EXPECT_EQ(names.unique("a\x02"), "a__2");
  EXPECT_EQ(names.unique("tip", {".x"}), "tip");
  EXPECT_EQ(names.unique("tip.x"), "tip.x_2");
  EXPECT_EQ(names.unique("rod.x"), "rod.x");
  EXPECT_EQ(names.unique("rod", {".x"}), "rod_2");
}

// A robot that was built, not read from a file, can have any names.
TEST(ExportNames, OfABuiltRobotAreUnique) {
  Robot robot = load_robot("rps_3");
  const char* const names[] = {"a\x01<", "a\x02<", "::"};
  for (int i = 0; i < 3; ++i) robot.legs[i].name = robot.actuators[i].name = names[i];
  const CutTree tree = cut_tree(robot);
  std::set<std::string> all;
  for (const CutLink& link : tree.links) EXPECT_TRUE(all.insert(link.name).second && all.insert(link.joint.name).second) << link.name;
  for (const CutLoop& loop : tree.loops) EXPECT_TRUE(all.insert(loop.name).second) << loop.name;
  EXPECT_EQ(tree.actuator_names, (std::vector<std::string>{"a_<", "a_<_2", "x__"}));
  const std::string text = mjcf(robot);
  EXPECT_EQ(std::count_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; }), 0);
}

}  // namespace
}  // namespace gough::test
