// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite.h"

#include <sqlite3.h>

#include "store/store_error.h"

namespace cogs::store {

Connection::Connection(const std::string& file, Use use) {
  const int flags =
      use == Use::write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE;
  const int code = sqlite3_open_v2(file.c_str(), &database_, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  if (code != SQLITE_OK) {
    const std::string words = database_ ? sqlite3_errmsg(database_) : "out of memory";
    sqlite3_close(database_);
    throw StoreError(StoreError::Kind::failed, file + ": the store cannot be opened: " + words);
  }
  sqlite3_extended_result_codes(database_, 1);
  sqlite3_busy_timeout(database_, 5000);
  try {
    run("PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0;"
        "PRAGMA foreign_keys=ON;");
    if (use == Use::write) {
      run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON;");
    } else {
      // The writer alone checkpoints: two that do so at once may damage the file (WAL-reset).
      run("PRAGMA query_only=ON; PRAGMA wal_autocheckpoint=0;");
    }
  } catch (...) {
    sqlite3_close(database_);
    throw;
  }
}

Connection::~Connection() {
  for (const auto& [text, statement] : known_) sqlite3_finalize(statement);
  sqlite3_close(database_);
}

void Connection::fail(int code) const {
  const int kind = code & 0xff;
  if (kind == SQLITE_FULL) {
    throw StoreError(StoreError::Kind::full, "there is no room left on the disk of the store");
  }
  throw StoreError(
      StoreError::Kind::failed,
      std::string("the store: ") +
          (kind == SQLITE_NOTADB ? "this is no store of cogs" : sqlite3_errmsg(database_)));
}

void Connection::run(Sql statements) {
  const int code = sqlite3_exec(database_, statements.text().data(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

std::int64_t Connection::changes() const { return sqlite3_changes64(database_); }

bool Connection::in_transaction() const { return sqlite3_get_autocommit(database_) == 0; }

void Connection::copy_to(const std::string& file) {
  sqlite3* target = nullptr;
  int code = sqlite3_open(file.c_str(), &target);
  if (code == SQLITE_OK) {
    if (sqlite3_backup* backup = sqlite3_backup_init(target, "main", database_, "main")) {
      sqlite3_backup_step(backup, -1);
      sqlite3_backup_finish(backup);
    }
    code = sqlite3_errcode(target);
  }
  const std::string words = sqlite3_errmsg(target);
  sqlite3_close(target);
  if (code != SQLITE_OK) {
    throw StoreError(StoreError::Kind::failed, file + ": the copy failed: " + words);
  }
}

sqlite3_stmt* Connection::prepared(Sql sql) {
  const auto known = known_.find(sql.text());
  if (known != known_.end()) return known->second;
  sqlite3_stmt* statement = nullptr;
  const int code =
      sqlite3_prepare_v3(database_, sql.text().data(), static_cast<int>(sql.text().size()),
                         SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) fail(code);
  known_.emplace(sql.text(), statement);
  return statement;
}

Rows::~Rows() {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

void Rows::check(int code) const {
  if (code != SQLITE_OK) connection_.fail(code);
}

void Rows::bind(std::int64_t value) { check(sqlite3_bind_int64(statement_, ++bound_, value)); }
void Rows::bind(std::string_view value) {
  // A text without bytes must not be taken for NULL.
  check(sqlite3_bind_text64(statement_, ++bound_, value.data() ? value.data() : "", value.size(),
                            SQLITE_TRANSIENT, SQLITE_UTF8));
}
void Rows::bind(Blob value) {
  check(sqlite3_bind_blob64(statement_, ++bound_, value.bytes.data() ? value.bytes.data() : "",
                            value.bytes.size(), SQLITE_TRANSIENT));
}
void Rows::bind(std::nullptr_t) { check(sqlite3_bind_null(statement_, ++bound_)); }

bool Rows::next() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  connection_.fail(code);
}

std::int64_t Rows::integer(int column) const { return sqlite3_column_int64(statement_, column); }

std::string Rows::text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  return bytes ? std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size)) : "";
}

bool Rows::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

std::optional<std::string> Rows::optional_text(int column) const {
  if (is_null(column)) return std::nullopt;
  return text(column);
}

}  // namespace cogs::store
