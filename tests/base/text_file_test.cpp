// SPDX-License-Identifier: Apache-2.0
#include "base/text_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "base/diagnostic.h"

namespace cogs::base {
namespace {

namespace fs = std::filesystem;

class TextFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "cogs-text-file-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string in_folder(const std::string& name) const { return (folder_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

template <class Function>
std::string message_of(Function function) {
  try {
    function();
  } catch (const InputError& error) {
    return error.diagnostics().front().message;
  }
  return "no error";
}

TEST_F(TextFile, ReadsBackWhatWasWritten) {
  const std::string text = std::string("a\0b\r\n", 5) + std::string(100'000, 'x');
  write_text_file(in_folder("a.txt"), text);
  EXPECT_EQ(read_text_file(in_folder("a.txt")), text);
  write_text_file(in_folder("a.txt"), "");
  EXPECT_EQ(read_text_file(in_folder("a.txt")), "");
  EXPECT_EQ(files(), 1u);
}

TEST_F(TextFile, SaysWhyAFileCannotBeRead) {
  EXPECT_EQ(message_of([&] { read_text_file(in_folder("none")); }),
            "cannot read this file: no such file or folder");
  EXPECT_EQ(message_of([&] { read_text_file(folder_.string()); }),
            "cannot read this file: it is a folder");
}

TEST_F(TextFile, RefusesFilesBeyondTheLimit) {
  write_text_file(in_folder("a.txt"), "0123456789");
  EXPECT_EQ(read_text_file(in_folder("a.txt"), 10), "0123456789");
  EXPECT_EQ(message_of([&] { read_text_file(in_folder("a.txt"), 9); }),
            "the file is too large to be what is asked for");
  EXPECT_EQ(message_of([&] { read_text_file("/dev/zero", 100'000); }),
            "the file is too large to be what is asked for");
}

TEST_F(TextFile, LeavesNothingBehindWhereItCannotWrite) {
  EXPECT_EQ(message_of([&] { write_text_file(in_folder("none/a.txt"), "x"); }),
            "cannot write this file: no such file or folder");
  fs::create_directory(in_folder("sub"));
  EXPECT_EQ(message_of([&] { write_text_file(in_folder("sub"), "x"); }),
            "cannot write this file: it is a folder");
  EXPECT_EQ(files(), 1u);
}

TEST_F(TextFile, NewFilesHaveTheModeThatTheUserWants) {
  const mode_t before = ::umask(027);
  write_text_file(in_folder("a.txt"), "x");
  ::umask(before);
  struct stat status{};
  ASSERT_EQ(::stat(in_folder("a.txt").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
  ASSERT_EQ(::chmod(in_folder("a.txt").c_str(), 0604), 0);
  write_text_file(in_folder("a.txt"), "y");
  ASSERT_EQ(::stat(in_folder("a.txt").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0604u);
}

// The umask belongs to the process: whoever sets it, if only for a moment, does so for all threads.
TEST_F(TextFile, WritingLeavesTheUmaskOfOtherThreadsAlone) {
  const mode_t before = ::umask(077);
  std::atomic<bool> done = false;
  std::thread other([&] {
    for (int i = 0; i < 2000; ++i) {
      const NewTextFile unfinished(in_folder("new.txt"));
    }
    done = true;
  });
  std::size_t open_to_others = 0;
  while (!done) {
    const std::string file = in_folder("mine");
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT, 0666);
    struct stat status{};
    ASSERT_EQ(::fstat(descriptor, &status), 0);
    open_to_others += (status.st_mode & 077) != 0 ? 1U : 0U;
    ::close(descriptor);
    ::unlink(file.c_str());
  }
  other.join();
  ::umask(before);
  EXPECT_EQ(open_to_others, 0u);
}

TEST_F(TextFile, WritesThroughLinks) {
  write_text_file(in_folder("real"), "old");
  fs::create_symlink("real", in_folder("link"));
  write_text_file(in_folder("link"), "new");
  EXPECT_TRUE(fs::is_symlink(in_folder("link")));
  EXPECT_EQ(read_text_file(in_folder("real")), "new");
}

}  // namespace
}  // namespace cogs::base
