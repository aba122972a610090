// SPDX-License-Identifier: Apache-2.0
#include "base/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string_view>
#include <utility>

#include "base/diagnostic.h"

namespace cogs::base {

namespace {

[[noreturn]] void fail(const std::string& file, std::string message, std::string help = {}) {
  Diagnostic d;
  d.file = file;
  d.message = std::move(message);
  d.help = std::move(help);
  throw InputError(std::move(d));
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ > STDERR_FILENO) ::close(number_);
  }
  int number() const { return number_; }
  // Closes now, because a full disk may show only here. 0 or errno.
  int close() {
    const int number = number_;
    number_ = -1;
    return ::close(number) == 0 ? 0 : errno;
  }

 private:
  int number_;
};

// A new file of a name that begins so; -1 and errno. The system takes the umask off the mode: to
// ask what it is, one would have to set it, for all threads.
int create_beside(const std::string& beginning, mode_t mode, std::string& name) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  std::random_device source;
  std::uniform_int_distribution<std::size_t> letter(0, letters.size() - 1);
  constexpr int most_tries = 100;
  for (int i = 0; i < most_tries; ++i) {
    name = beginning;
    for (int k = 0; k < 8; ++k) name += letters[letter(source)];
    const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

}  // namespace

std::string resolved(const std::string& file) {
  char* real = ::realpath(file.c_str(), nullptr);
  if (real == nullptr) return file;
  std::string path(real);
  std::free(real);
  return path;
}

bool same_file(const std::string& a, const std::string& b) {
  struct stat one{}, other{};
  if (::stat(a.c_str(), &one) != 0 || ::stat(b.c_str(), &other) != 0) return a == b;
  return one.st_ino == other.st_ino && one.st_dev == other.st_dev;
}

void refuse_same_file(const std::string& output, const std::string& input,
                      const std::string& what) {
  if (output.empty() || output == "-" || input.empty() || input == "-") return;
  struct stat status{};
  if (::stat(output.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) return;
  if (same_file(output, input)) fail(output, what, "choose another file");
}

std::string file_error_words(int error) {
  switch (error) {
    case ENOENT: return "no such file or folder";
    case EACCES: return "permission denied";
    case EISDIR: return "it is a folder";
    case ENOSPC: return "no space left on the device";
    default: return std::strerror(error);
  }
}

std::string read_text_file(const std::string& file, std::size_t largest) {
  const std::string name = file == "-" ? "standard input" : file;
  const Descriptor in(file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (in.number() < 0) fail(name, "cannot read this file: " + file_error_words(errno));
  struct stat status{};
  std::size_t expected = 0;
  if (::fstat(in.number(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) fail(name, "cannot read this file: it is a folder");
    if (S_ISREG(status.st_mode)) expected = static_cast<std::size_t>(status.st_size);
  }
  if (expected > largest) fail(name, "the file is too large to be what is asked for");

  std::string text;
  std::size_t used = 0;
  for (;;) {
    if (text.size() - used < 4096) text.resize(used + std::max<std::size_t>(used, expected + 8192));
    const ssize_t got = ::read(in.number(), text.data() + used, text.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(name, "cannot read this file: " + file_error_words(errno));
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
    if (used > largest) fail(name, "the file is too large to be what is asked for");
  }
  text.resize(used);
  return text;
}

int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

NewTextFile::NewTextFile(const std::string& file) : file_(file), target_(resolved(file)) {
  struct stat status{};
  const bool exists = ::stat(target_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(file, "cannot write this file: it is a folder");
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    check(descriptor_ < 0 ? errno : 0);
    return;
  }
  if (exists && ::access(target_.c_str(), W_OK) != 0) check(errno);
  const auto slash = target_.rfind('/');
  std::string name = slash == std::string::npos ? "" : target_.substr(0, slash + 1);
  // What replaces a file has its mode in the end, and nobody else reads it before.
  if (exists) mode_ = status.st_mode & 07777;
  descriptor_ = create_beside(name + ".cogs-", exists ? 0600 : 0666, name);
  check(descriptor_ < 0 ? errno : 0);
  temporary_ = name;
}

NewTextFile::~NewTextFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void NewTextFile::check(int error) const {
  if (error != 0) fail(file_, "cannot write this file: " + file_error_words(error));
}

void NewTextFile::write(std::string_view text) { check(write_all(descriptor_, text)); }

void NewTextFile::finish() {
  const bool renamed = !temporary_.empty();
  if (renamed && mode_ && ::fchmod(descriptor_, *mode_) != 0) check(errno);
  if (renamed && ::fsync(descriptor_) != 0 && errno != EINVAL) check(errno);
  check(::close(std::exchange(descriptor_, -1)) != 0 ? errno : 0);
  if (renamed && ::rename(temporary_.c_str(), target_.c_str()) != 0) check(errno);
  temporary_.clear();
}

void write_text_file(const std::string& file, std::string_view text) {
  NewTextFile out(file);
  out.write(text);
  out.finish();
}

}  // namespace cogs::base
