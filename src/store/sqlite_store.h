// SPDX-License-Identifier: Apache-2.0
//
// The store in a file of SQLite. One connection writes and checkpoints, on a thread of its own that
// takes all changes that wait and commits them together; others read. A lock file keeps a second
// server out, and the key that signs lies beside the file: FILE, FILE-key, FILE-lock.
#pragma once

#include <memory>
#include <string>

#include "store/store.h"

namespace cogs::store {

struct SqliteOptions {
  std::string file;
  std::string origin = "cogs";  // of a new log, with something random behind it
  bool make = true;             // where there is none
};

// Throws StoreError: in use by another server, no store, made by a newer cogs, on a network file
// system, where SQLite cannot lock.
std::unique_ptr<Store> open_sqlite_store(const SqliteOptions& options);

// A backup in the place of a store that nobody uses, its key kept. The store that was there is kept
// under FILE-before-restore. Throws StoreError if the backup's log is no beginning of what was
// there, or the other way round, unless `anyway`; gives how many entries are lost by it.
std::uint64_t restore_sqlite_store(const std::string& backup, const std::string& file, bool anyway);

}  // namespace cogs::store
