// SPDX-License-Identifier: Apache-2.0
//
// One process at a time: a file that is locked for as long as the object lives. The system gives it
// up when the process ends, however it does.
#pragma once

#include <string>

namespace cogs::store {

class LockFile {
 public:
  // Throws StoreError of kind in_use, with the process that has it.
  explicit LockFile(const std::string& file);
  ~LockFile();
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

 private:
  int descriptor_ = -1;
};

// Throws StoreError where the folder of `file` lies on a network file system.
void refuse_network(const std::string& file);

}  // namespace cogs::store
