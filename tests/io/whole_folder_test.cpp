#include "gough/io/whole_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gough/io/files.hpp"
#include "gough/io/fresh_file.hpp"
#include "gough/model/input_error.hpp"
#include "tests/io/scratch_folder.hpp"

namespace gough {
namespace {

namespace fs = std::filesystem;

const std::vector<NamedText> kOld{{"a.txt", "old a"}, {"b.txt", "old b"}}, kNew{{"a.txt", "new a"}, {"b.txt", "new b"}};

std::string text(const fs::path& path) { return read_text(path, 1000); }

void expect_new(const fs::path& folder) {
  EXPECT_EQ(text(folder / "a.txt"), "new a");
  EXPECT_EQ(text(folder / "b.txt"), "new b");
}

TEST(WholeFolder, IsMadeWithTheFoldersAboveIt) {
  const ScratchFolder scratch;
  write_folder(scratch / "above" / "run", kNew);
  expect_new(scratch / "above" / "run");
  write_folder((scratch / "other").string() + "/", kNew);
  expect_new(scratch / "other");
}

TEST(WholeFolder, IsExchangedWithWhatOthersHavePutIntoIt) {
  const ScratchFolder scratch;
  write_folder(scratch / "run", kOld);
  write_text(scratch / "run" / "notes.txt", "mine");
  fs::create_directories(scratch / "run" / "pictures" / "of it");
  write_text(scratch / "run" / "pictures" / "of it" / "one.txt", "a picture");
  fs::create_symlink("nowhere", scratch / "run" / "link");
  fs::permissions(scratch / "run", fs::perms::owner_all | fs::perms::group_read);
  fs::permissions(scratch / "run" / "a.txt", fs::perms::owner_all);
  struct stat before {
  }, after{};
  ::stat((scratch / "run").c_str(), &before);
  write_folder(scratch / "run", kNew);
  ::stat((scratch / "run").c_str(), &after);
  EXPECT_NE(before.st_ino, after.st_ino) << "another folder has taken its place";
  expect_new(scratch / "run");
  EXPECT_EQ(text(scratch / "run" / "notes.txt"), "mine");
  EXPECT_EQ(text(scratch / "run" / "pictures" / "of it" / "one.txt"), "a picture");
  EXPECT_EQ(fs::read_symlink(scratch / "run" / "link"), "nowhere");
  EXPECT_EQ(fs::status(scratch / "run").permissions(), fs::perms::owner_all | fs::perms::group_read);
  EXPECT_EQ(fs::status(scratch / "run" / "a.txt").permissions(), fs::perms::owner_all);
  EXPECT_EQ(scratch.names(), std::vector<std::string>{"run"});
}

TEST(WholeFolder, StaysWhereItCannotBeExchanged) {
  const ScratchFolder scratch;
  const fs::path before = fs::current_path();
  write_folder(scratch / "run", kOld);
  fs::current_path(scratch / "run");  // the process, or a shell, stands in it
  write_folder(".", kNew);
  expect_new(fs::current_path());
  fs::current_path(before);
  write_text(scratch / "elsewhere.txt", "old");
  fs::remove(scratch / "run" / "a.txt");
  fs::create_symlink("../elsewhere.txt", scratch / "run" / "a.txt");
  write_folder(scratch / "run", kNew);
  EXPECT_TRUE(fs::is_symlink(scratch / "run" / "a.txt"));
  EXPECT_EQ(text(scratch / "elsewhere.txt"), "new a");
  EXPECT_EQ((scratch / "run" / "b.txt"), fs::canonical(scratch / "run" / "b.txt"));
}

TEST(WholeFolder, BehindALinkIsExchangedThere) {
  const ScratchFolder scratch;
  write_folder(scratch / "run", kOld);
  fs::create_directory_symlink("run", scratch / "latest");
  write_folder(scratch / "latest", kNew);
  EXPECT_TRUE(fs::is_symlink(scratch / "latest"));
  expect_new(scratch / "run");
}

TEST(WholeFolder, WhatAProcessThatIsGoneHasLeftIsRemoved) {
  const ScratchFolder scratch;
  write_folder(scratch / "run", kOld);
  const pid_t child = ::fork();
  if (child == 0) {
    const fs::path half = temporary_name(scratch / "run");
    fs::create_directory(half);
    write_new_file(half / "a.txt", "half", "");
    write_new_file(temporary_name(scratch / "run" / "a.txt"), "half", "");
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  ASSERT_EQ(scratch.names().size(), 2u);
  write_folder(scratch / "run", kNew);
  EXPECT_EQ(scratch.names(), std::vector<std::string>{"run"});
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch / "run"), fs::directory_iterator()), 2);
}

TEST(WholeFolder, WhetherItCanBeWrittenIsKnownWithoutWriting) {
  const ScratchFolder scratch;
  write_text(scratch / "file", "x");
  require_writable_folder(scratch / "run");
  require_writable_folder(scratch / "above" / "run");
  require_writable_folder(scratch.path());
  EXPECT_EQ(scratch.names(), std::vector<std::string>{"file"});
  EXPECT_THROW(require_writable_folder(""), InputError);
  EXPECT_THROW(require_writable_folder(scratch / "file"), InputError);
  EXPECT_THROW(require_writable_folder(scratch / "file" / "run"), InputError);
  EXPECT_THROW(write_folder(scratch / "file", kNew), InputError);
  EXPECT_THROW(write_folder(scratch / "file" / "run", kNew), InputError);
  EXPECT_EQ(text(scratch / "file"), "x");
}

}  // namespace
}  // namespace gough
