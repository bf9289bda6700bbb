#include "gough/codegen/c_names.hpp"

#include <gtest/gtest.h>

#include "gough/codegen/emit_project.hpp"

namespace gough {
namespace {

TEST(CNames, FilesDoNotStandBeforeHeadersOfTheSystem) {
  EXPECT_EQ(c_stem("delta"), "delta");
  EXPECT_EQ(c_stem("math"), "rmath");
  EXPECT_EQ(c_stem("stdio"), "rstdio");
  EXPECT_EQ(c_stem("features"), "rfeatures");
  EXPECT_EQ(c_stem("Math"), "rMath");
  EXPECT_EQ(c_stem("int"), "rint");
  EXPECT_EQ(c_stem("class"), "rclass");
  EXPECT_EQ(c_stem("3-rrr"), "r3_rrr");
}

TEST(CNames, TheBuildFileHasOnlyNames) {
  for (const char* name : {"math", "int", "a\"b\n", "${HOME}", "#", "test"}) {
    const std::string text = emit_cmake(name), stem = c_stem(name);
    EXPECT_NE(text.find("add_library(" + stem + "_models STATIC " + stem + ".c)"), std::string::npos) << name;
    EXPECT_EQ(stem.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"), std::string::npos);
  }
}

}  // namespace
}  // namespace gough
