// SPDX-License-Identifier: Apache-2.0
#include "base/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

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

void write_text_file(const std::string& file, std::string_view text) {
  const std::string target = resolved(file);  // through a link, so that the link stays one
  struct stat status{};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(file, "cannot write this file: it is a folder");
  if (exists && !S_ISREG(status.st_mode)) {
    Descriptor out(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    int error = out.number() < 0 ? errno : write_all(out.number(), text);
    if (error == 0) error = out.close();
    if (error != 0) fail(file, "cannot write this file: " + file_error_words(error));
    return;
  }
  if (exists && ::access(target.c_str(), W_OK) != 0) {
    fail(file, "cannot write this file: " + file_error_words(errno));
  }

  const auto slash = target.rfind('/');
  std::string temporary = slash == std::string::npos ? "" : target.substr(0, slash + 1);
  temporary += ".cogs-XXXXXX";
  std::vector<char> name(temporary.begin(), temporary.end());
  name.push_back('\0');
  Descriptor out(::mkstemp(name.data()));
  if (out.number() < 0) fail(file, "cannot write this file: " + file_error_words(errno));
  mode_t mode = 0;
  if (exists) {
    mode = status.st_mode & 07777;
  } else {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    mode = 0666 & ~mask;
  }
  int error = write_all(out.number(), text);
  if (error == 0 && ::fchmod(out.number(), mode) != 0) error = errno;
  if (error == 0 && ::fsync(out.number()) != 0 && errno != EINVAL) error = errno;
  if (const int closing = out.close(); error == 0) error = closing;
  if (error == 0 && ::rename(name.data(), target.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(name.data());
    fail(file, "cannot write this file: " + file_error_words(error));
  }
}

}  // namespace cogs::base
