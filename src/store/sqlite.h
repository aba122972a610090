// SPDX-License-Identifier: Apache-2.0
//
// SQLite as this folder uses it. A statement is a literal of the program: a text that was put
// together at run time does not compile, so no value can become part of one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace cogs::store {

class Sql {
 public:
  template <std::size_t N>
  consteval Sql(const char (&text)[N]) : text_(text, N - 1) {}  // NOLINT: a literal is one
  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

struct Blob {
  std::string_view bytes;
};

class Connection {
 public:
  enum class Use { write, read };
  // Throws StoreError, as do all others.
  Connection(const std::string& file, Use use);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Several statements without values.
  void run(Sql statements);
  std::int64_t changes() const;
  bool in_transaction() const;
  // A copy of the whole database, while others read and write.
  void copy_to(const std::string& file);
  [[noreturn]] void fail(int code) const;

 private:
  friend class Rows;
  sqlite3_stmt* prepared(Sql sql);

  sqlite3* database_ = nullptr;
  std::map<std::string_view, sqlite3_stmt*> known_;  // by the literal's text
};

// One run of a statement: `Rows rows(connection, "SELECT ... WHERE a = ?", a); while
// (rows.next())`.
class Rows {
 public:
  template <class... Values>
  Rows(Connection& connection, Sql sql, const Values&... values)
      : connection_(connection), statement_(connection.prepared(sql)) {
    (bind(values), ...);
  }
  ~Rows();
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  bool next();
  std::int64_t integer(int column) const;
  std::string text(int column) const;  // of a blob, its bytes
  bool is_null(int column) const;
  std::optional<std::string> optional_text(int column) const;

 private:
  void bind(std::int64_t value);
  void bind(std::uint64_t value) { bind(static_cast<std::int64_t>(value)); }
  void bind(int value) { bind(std::int64_t{value}); }
  void bind(bool value) { bind(std::int64_t{value}); }
  void bind(std::string_view value);
  void bind(const std::string& value) { bind(std::string_view(value)); }
  void bind(const char* value) { bind(std::string_view(value)); }
  void bind(Blob value);
  void bind(std::nullptr_t);
  template <class T>
  void bind(const std::optional<T>& value) {
    if (value) {
      bind(*value);
    } else {
      bind(nullptr);
    }
  }
  void check(int code) const;

  Connection& connection_;
  sqlite3_stmt* statement_;
  int bound_ = 0;
};

template <class... Values>
void run(Connection& connection, Sql sql, const Values&... values) {
  Rows rows(connection, sql, values...);
  while (rows.next()) {
  }
}

}  // namespace cogs::store
