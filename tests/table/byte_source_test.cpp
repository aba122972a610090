// SPDX-License-Identifier: Apache-2.0
#include "table/byte_source.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "table_texts.h"

namespace cogs::table {
namespace {

class Files : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "/cogs-table-" + std::to_string(::getpid());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << text;
    return folder_ + "/" + name;
  }
  std::string path(const std::string& name) { return folder_ + "/" + name; }

  std::string folder_;
};

std::string packed(const std::string& text) {
  z_stream state{};
  ::deflateInit2(&state, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(text.size() + 1000, '\0');
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  state.avail_in = static_cast<uInt>(text.size());
  state.next_out = reinterpret_cast<Bytef*>(out.data());
  state.avail_out = static_cast<uInt>(out.size());
  ::deflate(&state, Z_FINISH);
  out.resize(out.size() - state.avail_out);
  ::deflateEnd(&state);
  return out;
}

std::string large_text() {
  std::string text = "n,k\n";
  for (int i = 0; i < 200000; ++i)
    text += std::to_string(i % 977) + ",kind " + std::to_string(i % 31) + "\n";
  return text;
}

std::string error_of(const std::string& file) {
  try {
    read_table(file);
  } catch (const base::InputError& error) {
    EXPECT_EQ(error.diagnostics()[0].file, file);
    return error.diagnostics()[0].message;
  }
  return "no error";
}

TEST_F(Files, AreReadPlainAndPacked) {
  const std::string text = large_text();
  const std::string expected = outcome([&] { return parse_table(text, "data.csv"); });
  EXPECT_EQ(outcome([&] { return read_table(write("plain.csv", text)); }), expected);
  EXPECT_EQ(outcome([&] { return read_table(write("packed.csv.gz", packed(text))); }), expected);
  // Two packed files in one, and padding.
  const std::string two = packed(text.substr(0, 100001)) + packed(text.substr(100001));
  EXPECT_EQ(outcome([&] { return read_table(write("two", two + std::string(512, '\0'))); }),
            expected);
  EXPECT_EQ(read_table(path("plain.csv")).file, path("plain.csv"));
}

TEST_F(Files, ArriveThroughPipesToo) {
  const std::string text = large_text();
  const std::string expected = outcome([&] { return parse_table(text, "data.csv"); });
  for (const std::string& bytes : {text, packed(text)}) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    std::thread writer([&] { std::ofstream(path("pipe"), std::ios::binary) << bytes; });
    EXPECT_EQ(outcome([&] { return read_table(path("pipe")); }), expected);
    writer.join();
    ::unlink(path("pipe").c_str());
  }
}

TEST_F(Files, ArriveThroughTheStandardInput) {
  write("in.csv", "a,b\n1,x\n2,y\n");
  const int saved = ::dup(STDIN_FILENO);
  const int file = ::open(path("in.csv").c_str(), O_RDONLY);
  ::dup2(file, STDIN_FILENO);
  const Table table = read_table("-");
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  ::close(file);
  EXPECT_EQ(table.file, "-");
  EXPECT_EQ(cells(table), (Cells{{"1", "x"}, {"2", "y"}}));
}

TEST_F(Files, ThatCannotBeReadAreErrors) {
  EXPECT_EQ(error_of(path("nowhere.csv")), "cannot read this file: no such file or folder");
  EXPECT_EQ(error_of(folder_), "cannot read this file: it is a folder");
  EXPECT_EQ(error_of(write("empty.csv", "")), "the file is empty");
  const std::string gzip = packed(large_text());
  EXPECT_EQ(error_of(write("cut.gz", gzip.substr(0, gzip.size() / 2))), "the gzip file is cut off");
  std::string damaged = gzip;
  for (std::size_t i = 1000; i < 1100; ++i) damaged[i] = static_cast<char>(damaged[i] ^ 0x55);
  EXPECT_EQ(error_of(write("damaged.gz", damaged)), "the gzip file is damaged");
}

TEST_F(Files, ThatBecomeShorterAreErrors) {
  const std::string text = large_text();
  for (const std::string& bytes : {text, packed(text) + packed(text)}) {
    const std::string file = write("shrinks", bytes);
    const auto source = open_byte_source(file, "shrinks");
    char first[64];
    ASSERT_GT(source->read(first, sizeof first), 0U);
    // Behind the first of the two packed files, where nothing else shows it.
    std::filesystem::resize_file(file, bytes.size() / 2);
    std::string piece(1 << 16, ' ');
    try {
      while (source->read(piece.data(), piece.size()) > 0) {
      }
      FAIL() << "read to its end";
    } catch (const base::InputError& error) {
      EXPECT_EQ(error.diagnostics()[0].file, "shrinks");
      EXPECT_NE(error.diagnostics()[0].message.find("has become shorter"), std::string::npos);
    }
  }
}

TEST_F(Files, ThatGrowAreReadAsFarAsTheyWent) {
  const std::string file = write("grows", "a,b\n1,2\n");
  const auto source = open_byte_source(file, "grows");
  std::ofstream(file, std::ios::app) << "3,4\n";
  std::string piece(100, ' ');
  EXPECT_EQ(source->read(piece.data(), piece.size()), 8U);
  EXPECT_EQ(source->read(piece.data(), piece.size()), 0U);
  EXPECT_EQ(source->size(), 8U);
  ASSERT_TRUE(source->seek(4));
  EXPECT_EQ(source->read(piece.data(), piece.size()), 4U);
  EXPECT_EQ(piece.substr(0, 4), "1,2\n");
}

}  // namespace
}  // namespace cogs::table
