// SPDX-License-Identifier: Apache-2.0
#include "store/lock_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "base/text_file.h"
#include "store/store_error.h"

namespace cogs::store {

LockFile::LockFile(const std::string& file) {
  descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor_ < 0) {
    throw StoreError(StoreError::Kind::failed,
                     file + ": the store cannot be locked: " + base::file_error_words(errno));
  }
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    char text[32] = {};
    const ssize_t read = ::pread(descriptor_, text, sizeof text - 1, 0);
    ::close(descriptor_);
    std::string who(text, read > 0 ? static_cast<std::size_t>(read) : 0);
    while (!who.empty() && who.back() == '\n') who.pop_back();
    throw StoreError(StoreError::Kind::in_use, "another server uses this store (" + file +
                                                   (who.empty() ? "" : ", process " + who) + ")");
  }
  // Who has it is a help in messages, no more: that it cannot be written is no failure.
  if (::ftruncate(descriptor_, 0) == 0) {
    base::write_all(descriptor_, std::to_string(::getpid()) + "\n");
  }
}

LockFile::~LockFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void refuse_network(const std::string& file) {
  std::string folder = std::filesystem::path(file).parent_path().string();
  if (folder.empty()) folder = ".";
  struct statfs about = {};
  if (::statfs(folder.c_str(), &about) != 0) return;
  const auto kind = static_cast<unsigned long>(about.f_type);
  for (const unsigned long network :
       {0x6969ul, 0x517Bul, 0xFF534D42ul, 0xFE534D42ul}) {  // NFS, SMB
    if (kind == network) {
      throw StoreError(StoreError::Kind::failed,
                       folder +
                           ": this is a network file system, where a store may be damaged; "
                           "take a folder of a local disk");
    }
  }
}

}  // namespace cogs::store
