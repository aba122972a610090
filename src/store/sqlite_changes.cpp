// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite_changes.h"

#include "json/write.h"

namespace cogs::store {

namespace {

struct Apply {
  Connection& connection;
  std::uint64_t seq;
  const std::string& now;

  void operator()(const FileAnswer& change) const {
    const AnswerRow& a = change.answer;
    std::optional<std::uint64_t> of_case;
    if (a.case_id > 0) of_case = a.case_id;
    run(connection, "INSERT INTO answer VALUES(?,?,?,?,?,?,?,?,?,?,?,?)", seq, a.kind, a.series,
        a.version, a.model_sha256, a.input_sha256, a.reference, a.undesired, a.status, a.cost,
        a.complete, of_case);
  }
  void operator()(const AddVersion& change) const {
    const Version& v = change.version;
    keep_model(connection, v.model_sha256, v.text, now);
    run(connection,
        "INSERT INTO version SELECT ?1, coalesce(max(n), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7, '' "
        "FROM version WHERE series = ?1",
        v.series, v.model_sha256, v.parent, v.state.empty() ? "draft" : v.state, v.note, v.by, now);
    if (v.state == "active") {
      run(connection,
          "UPDATE version SET state = 'retired' WHERE series = ?1 AND state = 'active' AND n < "
          "(SELECT max(n) FROM version WHERE series = ?1)",
          v.series);
      run(connection, "UPDATE version SET active_from = ?2 WHERE series = ?1 AND state = 'active'",
          v.series, now);
    }
  }
  void operator()(const ActivateVersion& change) const {
    run(connection, "UPDATE version SET state = 'retired' WHERE series = ? AND state = 'active'",
        change.series);
    run(connection,
        "UPDATE version SET state = 'active', active_from = ? WHERE series = ? AND n = ?", now,
        change.series, change.n);
    if (connection.changes() == 0) {
      throw StoreError(StoreError::Kind::missing, "there is no such version");
    }
  }
  void operator()(const AddDataset& change) const {
    const Dataset& d = change.dataset;
    run(connection, "INSERT INTO dataset VALUES(?,?,?,?,?,?)", d.id, d.name, d.sha256, d.bytes, now,
        d.by);
  }
  void operator()(const RemoveDataset& change) const {
    run(connection, "DELETE FROM dataset WHERE id = ?", change.id);
    if (connection.changes() == 0) {
      throw StoreError(StoreError::Kind::missing, "there is no such table");
    }
  }
  void operator()(const PutJob& change) const {
    const Job& j = change.job;
    run(connection,
        "INSERT INTO job VALUES(?,?,?,?,?,?,?,?,?) ON CONFLICT(id) DO UPDATE SET "
        "state=excluded.state, outcome=excluded.outcome, error=excluded.error, "
        "ended=excluded.ended",
        j.id, j.kind, j.state, j.params, j.outcome, j.error, j.by, j.made.empty() ? now : j.made,
        j.ended);
  }
  void operator()(const Erase& change) const {
    Rows found(connection, "SELECT held, body IS NULL FROM payload WHERE seq = ?", change.seq);
    if (!found.next()) throw StoreError(StoreError::Kind::missing, "there is no such entry");
    if (found.integer(0) != 0) {
      throw StoreError(StoreError::Kind::refused, "a hold is set: it is not erased before");
    }
    if (found.integer(1) != 0) throw StoreError(StoreError::Kind::refused, "it is erased already");
    run(connection, "UPDATE payload SET salt = NULL, body = NULL, erased_at = ? WHERE seq = ?", now,
        change.seq);
    run(connection, "UPDATE answer SET reference = NULL, input = NULL WHERE seq = ?", change.seq);
    run(connection, "DELETE FROM once WHERE seq = ?", change.seq);
    run(connection,
        "DELETE FROM case_link WHERE case_id IN (SELECT id FROM cases WHERE opened = ?)",
        change.seq);
    run(connection, "UPDATE cases SET reference = NULL WHERE opened = ?", change.seq);
    // A case of which nothing is left has no name and no visitors.
    Rows left(connection,
              "SELECT a.case_id FROM answer a WHERE a.seq = ?1 AND a.case_id IS NOT NULL AND NOT "
              "EXISTS (SELECT 1 FROM answer o JOIN payload p USING(seq) WHERE o.case_id = "
              "a.case_id AND p.body IS NOT NULL)",
              change.seq);
    if (!left.next()) return;
    const auto emptied = static_cast<std::uint64_t>(left.integer(0));
    run(connection, "UPDATE cases SET reference = NULL WHERE id = ?", emptied);
    run(connection,
        "UPDATE payload SET salt = NULL, body = NULL, erased_at = ?2 WHERE seq = (SELECT opened "
        "FROM cases WHERE id = ?1)",
        emptied, now);
    run(connection, "DELETE FROM case_link WHERE case_id = ?", emptied);
  }
  void operator()(const Hold& change) const {
    run(connection, "UPDATE payload SET held = ? WHERE seq = ? AND body IS NOT NULL", change.held,
        change.seq);
    if (connection.changes() == 0) {
      throw StoreError(StoreError::Kind::missing, "there is no such entry, or it is erased");
    }
  }
  void operator()(const KeepFile& change) const {
    const KeptFile& f = change.file;
    run(connection, "INSERT INTO file VALUES(?,?,?,?,?) ON CONFLICT DO NOTHING", f.sha256, f.name,
        Blob{f.bytes}, now, f.by);
  }
  void operator()(const AddCase& change) const {
    const Case& c = change.opened;
    run(connection, "INSERT INTO cases VALUES(?,?,?,?,?,?)", c.id, c.series, c.reference, now, c.by,
        seq);
  }
  void operator()(const AddLink& change) const {
    run(connection, "DELETE FROM case_link WHERE ends <= ?", now);
    run(connection, "INSERT INTO case_link VALUES(?,?,?,?)", Blob{bytes_of(change.secret)},
        change.case_id, now, change.ends);
  }
  void operator()(const EndLinks& change) const {
    run(connection, "DELETE FROM case_link WHERE case_id = ?", change.case_id);
  }
  void operator()(const FileLetter& change) const {
    const LetterRow& l = change.letter;
    run(connection, "INSERT INTO letter VALUES(?,?,?,?,?,NULL,NULL)", seq, l.answer, l.form,
        l.language, l.due);
    // Whoever holds an answer means all that is written about it, also later.
    run(connection,
        "UPDATE payload SET held = (SELECT held FROM payload WHERE seq = ?2) WHERE seq = ?1", seq,
        l.answer);
  }
  void operator()(const LetterSent& change) const {
    run(connection, "UPDATE letter SET sent = ?, channel = ? WHERE seq = ? AND sent IS NULL", now,
        change.channel, change.seq);
    if (connection.changes() == 0) {
      throw StoreError(StoreError::Kind::refused, "there is no such letter, or it was sent");
    }
  }
};

}  // namespace

void keep_model(Connection& connection, const std::string& sha256, const std::string& text,
                const std::string& now) {
  run(connection, "INSERT INTO model VALUES(?,?,?) ON CONFLICT DO NOTHING", sha256, text, now);
}

void apply(Connection& connection, const Change& change, std::uint64_t seq,
           const std::string& now) {
  std::visit(Apply{connection, seq, now}, change);
}

CutPayload cut(const std::string& payload, const std::string& quoted) {
  const auto at = payload.find(quoted);
  if (quoted.empty() || at == std::string::npos) return {payload, std::nullopt};
  std::string body = payload;
  body.erase(at, quoted.size());
  return {std::move(body), at};
}

std::string joined(const std::string& body, std::uint64_t model_at, const std::string& quoted) {
  std::string out = body;
  out.insert(std::min<std::size_t>(model_at, out.size()), quoted);
  return out;
}

std::string canonical_quoted(const std::string& text) {
  return json::canonical_text(json::Value::string(text));
}

}  // namespace cogs::store
