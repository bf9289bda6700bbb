#include "gough/io/toml_limits.hpp"

#include <gtest/gtest.h>

#include "gough/io/robot_file.hpp"
#include "gough/model/input_error.hpp"
#include "gough/simulation/scenario.hpp"

namespace gough {
namespace {

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int k = 0; k < times; ++k) out += text;
  return out;
}

std::string toml_error(const std::string& text) {
  try {
    schema::check_toml_limits(text, "f.toml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// Each of these ended the process: the parser recurses without a bound.
TEST(TomlLimits, DeepTextsAreRefusedByEveryReader) {
  const std::string deep[] = {repeated("a.", 40000) + "a = 1\n",        "[" + repeated("a.", 40000) + "a]\n",
                              "[[" + repeated("a.", 40000) + "a]]\n",   "a = " + repeated("[", 40000) + "\n",
                              "a = " + repeated("{a = ", 40000) + "\n", "a = {" + repeated("a.", 40000) + "a = 1}\n",
                              repeated("\"a\" . ", 40000) + "a = 1\n"};
  for (const std::string& text : deep) {
    EXPECT_THROW(read_robot_text(text, "f.toml"), InputError) << text.substr(0, 20);
    EXPECT_THROW(read_scenario_text(text, "f.toml"), InputError) << text.substr(0, 20);
    EXPECT_THROW(read_trajectory_text(text, "f.toml"), InputError) << text.substr(0, 20);
  }
}

TEST(TomlLimits, TheMessageSaysWhere) {
  EXPECT_EQ(toml_error("x = 1\ny = " + repeated("[", 40)),
            "f.toml:2:37: lists and tables inside each other of more than 32 levels; no key of this file is so deep");
  EXPECT_EQ(toml_error("x = 1\n" + repeated("a.", 40)), "f.toml:2:64: a key of more than 32 parts; no key of this file is so deep");
  EXPECT_EQ(toml_error(std::string(5'000'000, '#')), "f.toml:1:1: larger than 4 MB; too large for what it should be");
}

TEST(TomlLimits, StringsAndCommentsDoNotCount) {
  const std::string deep = repeated("[", 100) + repeated("a.", 100);
  EXPECT_EQ(toml_error("# " + deep + "\na = \"" + deep + "\"\nb = '" + deep + "'\n"), "");
  EXPECT_EQ(toml_error("a = \"\"\"\n" + deep + "\\\"\"\"" + deep + "\n\"\"\"\nb = '''\n" + deep + "''" + deep + "'''\n"), "");
  EXPECT_EQ(toml_error("a = \"\\\"" + deep + "\"\n"), "");
  EXPECT_EQ(toml_error(repeated("a = 1.5\nb = [1.5, 2.5, [3.5, 4.5]]\n[a.b.c]\n[[a.b]]\nc.d.e = {a = 1}\n", 50)), "");
}

TEST(TomlLimits, WhatFollowsAStringCounts) {
  const std::string deep = repeated("[", 100);
  EXPECT_NE(toml_error("a = [\"x\", " + deep), "");
  EXPECT_NE(toml_error("a = ['''x''''', " + deep), "");  // two quotes before the three that close
  EXPECT_NE(toml_error("a = [\"\"\"x\"\"\"\"\", " + deep), "");
  EXPECT_NE(toml_error("a = ['\\', " + deep), "");  // no escape in a literal string
  EXPECT_NE(toml_error("a = \"x\nb = " + deep), "");
  EXPECT_NE(toml_error("a = 1 # \"\nb = " + deep), "");
}

}  // namespace
}  // namespace gough
