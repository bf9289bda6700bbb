#include "gough/io/files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "gough/io/fresh_file.hpp"
#include "gough/model/input_error.hpp"
#include "tests/io/scratch_folder.hpp"

namespace gough {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLimit = 1000000;

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Files, WrittenTextIsReadBackAndNothingElseIsLeft) {
  const ScratchFolder folder;
  write_text(folder / "a.txt", "one");
  write_text(folder / "a.txt", "two");
  EXPECT_EQ(read_text(folder / "a.txt", kLimit), "two");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.txt"});
}

TEST(Files, PermissionsOfWhatIsReplacedStay) {
  const ScratchFolder folder;
  write_text(folder / "a.txt", "one");
  fs::permissions(folder / "a.txt", fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_write);
  write_text(folder / "a.txt", "two");
  EXPECT_EQ(fs::status(folder / "a.txt").permissions(), fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_write);
}

TEST(Files, LinksAreFollowedAndThoseThatLeadNowhereRefused) {
  const ScratchFolder folder;
  write_text(folder / "a.txt", "one");
  fs::create_symlink("a.txt", folder / "link");
  fs::create_symlink("nowhere", folder / "broken");
  write_text(folder / "link", "two");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_text(folder / "a.txt", kLimit), "two");
  EXPECT_NE(refusal([&] { write_text(folder / "broken", "x"); }).find("leads nowhere"), std::string::npos);
}

TEST(Files, LongestNamesCanBeWritten) {
  const ScratchFolder folder;
  const std::string name(255, 'n');
  write_text(folder / name, "one");
  EXPECT_EQ(folder.names(), std::vector<std::string>{name});
}

// Another process that ends without a word, as one that is killed does.
void leave_behind(const fs::path& target) {
  const pid_t child = ::fork();
  if (child == 0) {
    write_new_file(temporary_name(target), "half", "");
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
}

TEST(Files, WhatAProcessThatIsGoneHasLeftIsRemovedAndNothingElse) {
  const ScratchFolder folder;
  leave_behind(folder / "a.txt");
  leave_behind(folder / "b.txt");
  write_new_file(temporary_name(folder / "a.txt"), "of this process, which lives", "");
  std::ofstream(folder / ".a.txt.1.gough-part") << "of nobody";
  ASSERT_EQ(folder.names().size(), 4u);
  write_text(folder / "a.txt", "one");
  EXPECT_EQ(folder.names().size(), 4u) << "the new file, that of b.txt, that of this process, that of nobody";
  fs::last_write_time(folder / ".a.txt.1.gough-part", fs::file_time_type::clock::now() - std::chrono::hours(25));
  write_text(folder / "a.txt", "one");
  EXPECT_EQ(folder.names().size(), 3u) << "that of nobody is older than a day";
}

TEST(Files, WhetherAFileCanBeWrittenIsKnownWithoutWritingIt) {
  const ScratchFolder folder;
  write_text(folder / "a.txt", "one");
  require_writable("");
  require_writable("/dev/null");
  require_writable(folder / "a.txt");
  require_writable(folder / "b.txt");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.txt"});
  EXPECT_EQ(read_text(folder / "a.txt", kLimit), "one");
  EXPECT_NE(refusal([&] { require_writable(folder / "none" / "a.txt"); }).find("there is no folder"), std::string::npos);
  EXPECT_NE(refusal([&] { require_writable(folder / "a.txt" / "b.txt"); }).find("cannot be written"), std::string::npos);
  EXPECT_NE(refusal([&] { require_writable(folder.path()); }).find("this is a folder"), std::string::npos);
}

TEST(Files, ReadOnlyFilesStay) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everything";
  const ScratchFolder folder;
  write_text(folder / "a.txt", "one");
  fs::permissions(folder / "a.txt", fs::perms::owner_read);
  EXPECT_NE(refusal([&] { write_text(folder / "a.txt", "two"); }).find("Permission denied"), std::string::npos);
  fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_NE(refusal([&] { require_writable(folder / "b.txt"); }).find("Permission denied"), std::string::npos);
  fs::permissions(folder.path(), fs::perms::owner_all);
}

}  // namespace
}  // namespace gough
