// SPDX-License-Identifier: Apache-2.0
#include "store/schema.h"

#include <array>
#include <string>

#include "store/store_error.h"

namespace cogs::store {

namespace {

constexpr std::int64_t application = 0x636f6773;  // "cogs"

constexpr std::array<Sql, 4> steps = {
    Sql(R"(
CREATE TABLE log(
  seq INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, actor TEXT NOT NULL,
  subject TEXT NOT NULL, commitment BLOB NOT NULL, leaf BLOB NOT NULL) STRICT;
CREATE TRIGGER log_is_not_changed BEFORE UPDATE ON log
  BEGIN SELECT RAISE(ABORT, 'entries of the log are not changed'); END;
CREATE TRIGGER log_is_not_shortened BEFORE DELETE ON log
  BEGIN SELECT RAISE(ABORT, 'entries of the log are not deleted'); END;
CREATE TABLE node(
  level INTEGER NOT NULL, at INTEGER NOT NULL, hash BLOB NOT NULL,
  PRIMARY KEY(level, at)) STRICT, WITHOUT ROWID;
CREATE TABLE checkpoint(
  size INTEGER PRIMARY KEY, root BLOB NOT NULL, at TEXT NOT NULL, note TEXT NOT NULL) STRICT;
CREATE TABLE model(sha256 TEXT PRIMARY KEY, text TEXT NOT NULL, at TEXT NOT NULL) STRICT;
CREATE TABLE payload(
  seq INTEGER PRIMARY KEY REFERENCES log(seq), salt BLOB, body TEXT,
  model TEXT REFERENCES model(sha256), model_at INTEGER, keep_until TEXT, held INTEGER NOT NULL,
  erased_at TEXT) STRICT;
CREATE INDEX payload_due ON payload(keep_until) WHERE keep_until IS NOT NULL AND body IS NOT NULL;
CREATE TABLE answer(
  seq INTEGER PRIMARY KEY REFERENCES log(seq), kind TEXT NOT NULL, series TEXT NOT NULL,
  version INTEGER NOT NULL, model TEXT NOT NULL, input TEXT, reference TEXT,
  undesired INTEGER NOT NULL, status TEXT NOT NULL, cost TEXT NOT NULL,
  complete INTEGER NOT NULL) STRICT;
CREATE INDEX answer_reference ON answer(reference, seq);
CREATE INDEX answer_status ON answer(status, seq);
CREATE TABLE version(
  series TEXT NOT NULL, n INTEGER NOT NULL, model TEXT NOT NULL REFERENCES model(sha256),
  parent INTEGER NOT NULL, state TEXT NOT NULL, note TEXT NOT NULL, by TEXT NOT NULL,
  at TEXT NOT NULL, active_from TEXT NOT NULL, PRIMARY KEY(series, n)) STRICT;
CREATE TABLE dataset(
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL,
  at TEXT NOT NULL, by TEXT NOT NULL) STRICT;
CREATE TABLE job(
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL, params TEXT NOT NULL,
  outcome TEXT NOT NULL, error TEXT NOT NULL, by TEXT NOT NULL, made TEXT NOT NULL,
  ended TEXT NOT NULL) STRICT;
CREATE TABLE once(
  actor TEXT NOT NULL, key TEXT NOT NULL, route TEXT NOT NULL, body TEXT NOT NULL,
  seq INTEGER NOT NULL, ends TEXT NOT NULL, PRIMARY KEY(actor, key)) STRICT;
CREATE TABLE counter(name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
INSERT INTO counter VALUES('id', 0);
PRAGMA user_version=1;
)"),
    // Files that models name, cases with links for those they are about, letters, time stamps.
    Sql(R"(
CREATE TABLE file(
  sha256 TEXT PRIMARY KEY, name TEXT NOT NULL, bytes BLOB NOT NULL, at TEXT NOT NULL,
  by TEXT NOT NULL) STRICT;
CREATE TABLE cases(
  id INTEGER PRIMARY KEY, series TEXT NOT NULL, reference TEXT, at TEXT NOT NULL,
  by TEXT NOT NULL) STRICT;
CREATE INDEX cases_reference ON cases(reference);
CREATE TABLE case_link(
  secret BLOB PRIMARY KEY, case_id INTEGER NOT NULL REFERENCES cases(id), at TEXT NOT NULL,
  ends TEXT NOT NULL) STRICT;
ALTER TABLE answer ADD COLUMN case_id INTEGER;
CREATE INDEX answer_case ON answer(case_id, seq) WHERE case_id IS NOT NULL;
CREATE TABLE letter(
  seq INTEGER PRIMARY KEY REFERENCES log(seq), answer INTEGER NOT NULL REFERENCES log(seq),
  template TEXT NOT NULL, language TEXT NOT NULL, due TEXT NOT NULL, sent TEXT, channel TEXT) STRICT;
CREATE INDEX letter_answer ON letter(answer);
ALTER TABLE checkpoint ADD COLUMN stamp BLOB;
PRAGMA user_version=2;
)"),
    // A series with few answers among a million of another.
    Sql(R"(
CREATE INDEX answer_series ON answer(series, seq);
PRAGMA user_version=3;
)"),
    // The entry that a case was opened with names it: it goes with the last answer of the case.
    Sql(R"(
ALTER TABLE cases ADD COLUMN opened INTEGER;
CREATE INDEX cases_opened ON cases(opened);
UPDATE cases SET opened = l.seq FROM log l
  WHERE l.kind = 'case' AND cases.id = CAST(substr(l.subject, 6) AS INTEGER);
UPDATE payload SET salt = NULL, body = NULL, erased_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  WHERE seq IN (SELECT opened FROM cases WHERE reference IS NULL) AND body IS NOT NULL;
PRAGMA user_version=4;
)")};

std::int64_t pragma(Connection& connection, Sql sql) {
  Rows rows(connection, sql);
  return rows.next() ? rows.integer(0) : 0;
}

}  // namespace

int newest_schema() { return static_cast<int>(steps.size()); }

int schema_number(Connection& connection) {
  return static_cast<int>(pragma(connection, "PRAGMA user_version"));
}

void migrate(Connection& connection) {
  const int number = schema_number(connection);
  const bool is_empty = pragma(connection, "SELECT count(*) FROM sqlite_master") == 0;
  if (number > newest_schema()) {
    throw StoreError(StoreError::Kind::failed,
                     "the store was made by a newer cogs (its number is " + std::to_string(number) +
                         ", the newest known here " + std::to_string(newest_schema()) + ")");
  }
  if (!is_empty && pragma(connection, "PRAGMA application_id") != application) {
    throw StoreError(StoreError::Kind::failed, "the file is a database, but no store of cogs");
  }
  if (number == newest_schema()) return;
  connection.run("BEGIN IMMEDIATE");
  try {
    for (std::size_t i = static_cast<std::size_t>(number); i < steps.size(); ++i) {
      connection.run(steps[i]);
    }
    connection.run("PRAGMA application_id=1668245363; COMMIT");
  } catch (...) {
    connection.run("ROLLBACK");
    throw;
  }
}

}  // namespace cogs::store
