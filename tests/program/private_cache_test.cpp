#include "gough/program/private_cache.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "gough/model/input_error.hpp"
#include "gough/program/c_compiler.hpp"
#include "gough/program/compiled.hpp"
#include "tests/program/variable.hpp"

// Nothing is run from a cache that others could have written.
namespace gough {
namespace {

namespace fs = std::filesystem;

class PrivateCache : public ::testing::Test {
 protected:
  fs::path home = fs::path(::testing::TempDir()) / ("gough_private_cache_" + std::to_string(::getpid()));
  fs::path folder = home / "cache";
  test::Variable variable{"GOUGH_CACHE", folder.string()};

  void SetUp() override {
    fs::remove_all(home);
    fs::create_directories(home);
  }
  void TearDown() override { fs::remove_all(home); }

  // Why a program is not compiled, in one line; empty if it is.
  static std::string why_not() {
    Recorder recorder("small");
    recorder.output("b", "1", sqrt(recorder.input("a", "1") + 2.0));
    std::string out;
    if (compile(recorder.finish(), &out)) return "";
    EXPECT_EQ(out.find('\n'), std::string::npos);
    return out;
  }

  static void expect_reason(const std::string& part) {
    const std::string reason = why_not();
    EXPECT_NE(reason.find(part), std::string::npos) << reason;
  }

  fs::path entry() const {
    for (const auto& found : fs::directory_iterator(folder)) return found.path();
    return {};
  }

  static void open_to(const fs::path& path, fs::perms more) { fs::permissions(path, more, fs::perm_options::add); }
};

TEST_F(PrivateCache, IsMadeForTheUserAlone) {
  EXPECT_EQ(private_cache(), folder);
  EXPECT_EQ(fs::status(folder).permissions(), fs::perms::owner_all);
  EXPECT_EQ(private_cache(), folder);
}

TEST_F(PrivateCache, AFolderOpenToOthersIsNotUsed) {
  if (!find_c_compiler()) GTEST_SKIP() << "no C compiler";
  ASSERT_EQ(why_not(), "");
  for (fs::perms more : {fs::perms::others_write, fs::perms::group_write, fs::perms::others_read, fs::perms::group_exec}) {
    open_to(folder, more);
    expect_reason("chmod 700");
    fs::permissions(folder, fs::perms::owner_all);
    EXPECT_EQ(why_not(), "");
  }
}

TEST_F(PrivateCache, ALinkIsNotFollowed) {
  if (!find_c_compiler()) GTEST_SKIP() << "no C compiler";
  fs::create_directory(home / "elsewhere");
  fs::permissions(home / "elsewhere", fs::perms::owner_all);
  fs::create_directory_symlink(home / "elsewhere", folder);
  expect_reason("it is a link");
  const test::Variable with_slash("GOUGH_CACHE", folder.string() + "/");
  expect_reason("it is a link");
  EXPECT_TRUE(fs::is_empty(home / "elsewhere"));
}

TEST_F(PrivateCache, FilesInItAreLookedAtToo) {
  if (!find_c_compiler()) GTEST_SKIP() << "no C compiler";
  ASSERT_EQ(why_not(), "");
  const fs::path object = entry(), copy = home / "copy.so";
  EXPECT_EQ(fs::status(object).permissions() & (fs::perms::group_all | fs::perms::others_all), fs::perms::none);
  open_to(object, fs::perms::others_write);
  expect_reason("open to other users");
  fs::rename(object, copy);
  fs::create_symlink(copy, object);
  expect_reason("link");
  fs::remove(object);
  EXPECT_EQ(why_not(), "") << "it is made again";
}

TEST_F(PrivateCache, AnotherUsersIsNotUsed) {
  if (!find_c_compiler()) GTEST_SKIP() << "no C compiler";
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give folders away";
  ASSERT_EQ(why_not(), "");
  ASSERT_EQ(::chown(entry().c_str(), 1, 1), 0);
  expect_reason("belongs to another user");
  fs::remove(entry());
  ASSERT_EQ(::chown(folder.c_str(), 1, 1), 0);
  expect_reason("belongs to another user");
}

}  // namespace
}  // namespace gough
