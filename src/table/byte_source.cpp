// SPDX-License-Identifier: Apache-2.0
#include "table/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/text_file.h"
#include "table/decode.h"
#include "table/gzip.h"

namespace cogs::table {
namespace {

constexpr std::size_t piece_bytes = std::size_t{256} << 10;

[[noreturn]] void fail(const std::string& name, std::string message, std::string help = {}) {
  base::Diagnostic d;
  d.file = name;
  d.message = std::move(message);
  d.help = std::move(help);
  throw base::InputError(std::move(d));
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (number_ > STDERR_FILENO) ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

class TextSource : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : text_(text) {}
  std::optional<std::string_view> whole() const override { return text_; }
  std::optional<std::size_t> size() const override { return text_.size(); }
  std::size_t read(char*, std::size_t) override { return 0; }
  std::size_t bytes_done() const override { return 0; }
  std::size_t bytes_in_all() const override { return text_.size(); }

 private:
  std::string_view text_;
};

// A file, pipe or terminal, from where it stands.
class Stream : public ByteSource {
 public:
  Stream(Descriptor descriptor, std::string name)
      : descriptor_(std::move(descriptor)), name_(std::move(name)) {
    struct stat status{};
    if (::fstat(descriptor_.number(), &status) != 0 || !S_ISREG(status.st_mode)) return;
    // The standard input may have been read in part already.
    const off_t at = ::lseek(descriptor_.number(), 0, SEEK_CUR);
    // Files of the system say 0 and have a text all the same.
    if (at < 0 || status.st_size <= at) return;
    begin_ = at;
    size_ = static_cast<std::size_t>(status.st_size - at);
    ::posix_fadvise(descriptor_.number(), 0, 0, POSIX_FADV_SEQUENTIAL);
  }

  std::size_t read(char* into, std::size_t size) override {
    if (!peeked_.empty()) {
      const std::size_t count = std::min(size, peeked_.size());
      std::memcpy(into, peeked_.data(), count);
      peeked_.erase(0, count);
      return count;
    }
    return read_descriptor(into, size);
  }
  // The first bytes, which read() will give all the same.
  std::string_view peek(std::size_t size) {
    while (peeked_.size() < size) {
      std::string more(size - peeked_.size(), '\0');
      const std::size_t count = read_descriptor(more.data(), more.size());
      if (count == 0) break;
      peeked_.append(more, 0, count);
    }
    return peeked_;
  }
  std::optional<std::size_t> size() const override { return size_; }
  bool seek(std::size_t offset) override {
    if (!size_ || offset > *size_) return false;
    if (::lseek(descriptor_.number(), begin_ + static_cast<off_t>(offset), SEEK_SET) < 0) {
      return false;
    }
    peeked_.clear();
    done_ = offset;
    return true;
  }
  std::size_t bytes_done() const override { return done_; }
  std::size_t bytes_in_all() const override { return size_.value_or(0); }

 private:
  std::size_t read_descriptor(char* into, std::size_t size) {
    if (size_) size = std::min(size, *size_ - done_);
    if (size == 0) return 0;
    while (true) {
      const ssize_t count = ::read(descriptor_.number(), into, size);
      if (count > 0) done_ += static_cast<std::size_t>(count);
      if (count == 0 && size_) {
        fail(name_,
             "the file has become shorter while it was read: it ends at byte " +
                 std::to_string(done_) + " of " + std::to_string(*size_),
             "another program writes to it; put the whole file there again");
      }
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) {
        fail(name_, "cannot read this file: " + base::file_error_words(errno));
      }
    }
  }

  Descriptor descriptor_;
  std::string name_, peeked_;
  off_t begin_ = 0;
  std::optional<std::size_t> size_;
  std::size_t done_ = 0;
};

class Unpacked : public ByteSource {
 public:
  Unpacked(std::unique_ptr<ByteSource> packed, std::string name)
      : packed_(std::move(packed)), name_(std::move(name)), input_(piece_bytes) {
    // 15: the largest window; 16: a gzip header.
    if (::inflateInit2(&state_, 15 + 16) != Z_OK) fail(name_, "cannot unpack this gzip file");
  }
  Unpacked(const Unpacked&) = delete;
  Unpacked& operator=(const Unpacked&) = delete;
  ~Unpacked() override { ::inflateEnd(&state_); }

  std::size_t read(char* into, std::size_t size) override {
    size = std::min<std::size_t>(size, std::size_t{1} << 30);
    state_.next_out = reinterpret_cast<Bytef*>(into);
    state_.avail_out = static_cast<uInt>(size);
    while (state_.avail_out == size && !at_end_) {
      if (state_.avail_in == 0) {
        state_.next_in = reinterpret_cast<Bytef*>(input_.data());
        state_.avail_in = static_cast<uInt>(packed_->read(input_.data(), input_.size()));
        at_end_ = state_.avail_in == 0;
        if (at_end_ && !between_members_) fail(name_, "the gzip file is cut off", "copy it again");
      }
      if (between_members_ && !next_member()) continue;
      const int status = ::inflate(&state_, Z_NO_FLUSH);
      between_members_ = status == Z_STREAM_END;
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
        fail(name_, "the gzip file is damaged", state_.msg ? state_.msg : "");
      }
    }
    return size - state_.avail_out;
  }
  std::size_t bytes_done() const override { return packed_->bytes_done(); }
  std::size_t bytes_in_all() const override { return packed_->bytes_in_all(); }

 private:
  // Several gzip files one after the other are one. Zeros behind them are padding.
  bool next_member() {
    while (state_.avail_in > 0 && *state_.next_in == 0) ++state_.next_in, --state_.avail_in;
    return state_.avail_in > 0 && ::inflateReset(&state_) == Z_OK;
  }

  std::unique_ptr<ByteSource> packed_;
  std::string name_;
  std::vector<char> input_;
  z_stream state_{};
  bool between_members_ = true, at_end_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> text_source(std::string_view text) {
  return std::make_unique<TextSource>(text);
}

std::unique_ptr<ByteSource> open_as_it_is(const std::string& file) {
  Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status{};
  if (in.number() < 0 || ::fstat(in.number(), &status) != 0) {
    fail(file, "cannot read this file: " + base::file_error_words(errno));
  }
  if (!S_ISREG(status.st_mode)) fail(file, "cannot read this file: it is not a plain file");
  if (status.st_size == 0) return text_source("");
  return std::make_unique<Stream>(std::move(in), file);
}

namespace {

struct OtherKind {
  std::string_view first_bytes, is, help;
};

// What people have that is no CSV, and the pipe that makes it one. % stands for the file.
constexpr OtherKind other_kinds[] = {
    {"PAR1", "is a Parquet file",
     "duckdb -csv -c \"FROM '%'\" | cogs ... -   reads it, and so does python3 -c \"import pandas, "
     "sys; pandas.read_parquet('%').to_csv(sys.stdout, index=False)\" | cogs ... -"},
    {"ARROW1", "is an Arrow file (Feather)",
     "python3 -c \"import pandas, sys; pandas.read_feather('%').to_csv(sys.stdout, index=False)\" "
     "| cogs ... -   reads it"},
    {"PK\x03\x04", "is a spreadsheet or a zip archive",
     "save the sheet as CSV (UTF-8), or unpack it: unzip -p '%' | cogs ... -"},
    {"\xD0\xCF\x11\xE0", "is a spreadsheet of Excel", "save the sheet as CSV (UTF-8)"},
    {"\x28\xB5\x2F\xFD", "is packed with zstd", "zstd -dc '%' | cogs ... -   reads it"},
    {"\xFD"
     "7zXZ",
     "is packed with xz", "xz -dc '%' | cogs ... -   reads it"},
    {"BZh", "is packed with bzip2", "bzip2 -dc '%' | cogs ... -   reads it"},
    {"SQLite format 3", "is an SQLite database",
     "sqlite3 -csv -header '%' 'SELECT * FROM table' | cogs ... -   reads it"},
    {"\x89HDF", "is an HDF5 file", "write it as CSV with the program that made it"}};

void refuse_other_kinds(std::string_view head, const std::string& name) {
  for (const OtherKind& kind : other_kinds) {
    if (!head.starts_with(kind.first_bytes)) continue;
    // Many texts begin with the letters BZh; a packed file goes on with a digit and pi.
    if (kind.first_bytes == "BZh" && head.substr(4, 3) != "1AY") continue;
    std::string help;
    for (const char c : kind.help) help += c == '%' ? name : std::string(1, c);
    fail(name, "this " + std::string(kind.is) + ", not a CSV text", std::move(help));
  }
}

// The stream of what a file holds, with its first bytes to look at.
class Peeked : public ByteSource {
 public:
  explicit Peeked(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}
  std::string_view peek(std::size_t size) {
    while (head_.size() < size) {
      std::string more(size - head_.size(), '\0');
      const std::size_t count = source_->read(more.data(), more.size());
      if (count == 0) break;
      head_.append(more, 0, count);
    }
    return head_;
  }
  std::size_t read(char* into, std::size_t size) override {
    if (head_.empty()) return source_->read(into, size);
    const std::size_t count = std::min(size, head_.size());
    std::memcpy(into, head_.data(), count);
    head_.erase(0, count);
    return count;
  }
  std::size_t bytes_done() const override { return source_->bytes_done(); }
  std::size_t bytes_in_all() const override { return source_->bytes_in_all(); }

 private:
  std::unique_ptr<ByteSource> source_;
  std::string head_;
};

constexpr std::size_t head_bytes = 16;

std::unique_ptr<ByteSource> in_utf8(std::unique_ptr<ByteSource> source, std::string_view head,
                                    const std::string& name, const std::string& encoding) {
  refuse_other_kinds(head, name);
  if (!encoding.empty()) {
    const auto known = encoding_named(encoding);
    if (!known) {
      std::string list;
      for (const std::string& each : encoding_names()) list += (list.empty() ? "" : ", ") + each;
      fail(name, "there is no encoding '" + encoding + "'", "the encodings are " + list);
    }
    return decoded(std::move(source), *known, name);
  }
  const bool marked = head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF");
  return decoded(std::move(source), marked ? Encoding::utf16 : Encoding::utf8, name);
}

}  // namespace

std::unique_ptr<ByteSource> open_byte_source(const std::string& file, const std::string& name,
                                             const std::string& encoding) {
  Descriptor in(file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (in.number() < 0) fail(name, "cannot read this file: " + base::file_error_words(errno));
  struct stat status{};
  if (::fstat(in.number(), &status) == 0 && S_ISDIR(status.st_mode)) {
    fail(name, "cannot read this file: it is a folder");
  }
  auto stream = std::make_unique<Stream>(std::move(in), name);
  const std::string head(stream->peek(head_bytes));
  if (!is_gzip(head)) return in_utf8(std::move(stream), head, name, encoding);
  auto unpacked = std::make_unique<Peeked>(std::make_unique<Unpacked>(std::move(stream), name));
  const std::string inside(unpacked->peek(head_bytes));
  return in_utf8(std::move(unpacked), inside, name, encoding);
}

}  // namespace cogs::table
