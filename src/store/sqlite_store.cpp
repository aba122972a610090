// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite_store.h"

#include <ctime>
#include <filesystem>
#include <future>
#include <map>
#include <utility>

#include "base/diagnostic.h"
#include "base/text_file.h"
#include "store/group_commit.h"
#include "store/lock_file.h"
#include "store/schema.h"
#include "store/sqlite.h"
#include "store/sqlite_changes.h"

namespace cogs::store {

namespace {

constexpr std::int64_t a_day = 24 * 60 * 60;

Nodes nodes_of(Connection& connection) {
  return [&connection](unsigned level, std::uint64_t at) {
    const auto read = [&](Rows& rows) {
      const auto hash = rows.next() ? hash_of(rows.text(0)) : std::nullopt;
      if (!hash) throw StoreError(StoreError::Kind::failed, "the log of the store is damaged");
      return *hash;
    };
    if (level == 0) {
      Rows rows(connection, "SELECT leaf FROM log WHERE seq = ?", at + 1);
      return read(rows);
    }
    Rows rows(connection, "SELECT hash FROM node WHERE level = ? AND at = ?", std::int64_t{level},
              at);
    return read(rows);
  };
}

Entry entry_of(const Rows& rows) {
  Entry out;
  out.seq = static_cast<std::uint64_t>(rows.integer(0));
  out.at = rows.text(1);
  out.kind = rows.text(2);
  out.actor = rows.text(3);
  out.subject = rows.text(4);
  out.commitment = hash_of(rows.text(5)).value_or(Hash{});
  return out;
}

// What record_of reads. A statement is a literal, so its parts can only be put together like this.
#define COGS_RECORDS                                                                        \
  "SELECT l.seq, l.at, l.kind, l.actor, l.subject, l.commitment, a.kind, series, version, " \
  "a.model, input, reference, undesired, status, cost, complete, p.body IS NULL, p.held, "  \
  "a.case_id FROM answer a JOIN log l USING(seq) JOIN payload p USING(seq) "

RecordRow record_of(const Rows& rows) {
  RecordRow out;
  out.entry = entry_of(rows);
  AnswerRow& a = out.answer;
  a.kind = rows.text(6);
  a.series = rows.text(7);
  a.version = static_cast<std::uint64_t>(rows.integer(8));
  a.model_sha256 = rows.text(9);
  a.input_sha256 = rows.text(10);
  a.reference = rows.text(11);
  a.undesired = rows.integer(12) != 0;
  a.status = rows.text(13);
  a.cost = rows.text(14);
  a.complete = rows.integer(15) != 0;
  out.erased = rows.integer(16) != 0;
  out.held = rows.integer(17) != 0;
  a.case_id = static_cast<std::uint64_t>(rows.integer(18));
  return out;
}

SignedCheckpoint checkpoint_of(const Rows& rows) {
  return {static_cast<std::uint64_t>(rows.integer(0)), hash_of(rows.text(1)).value_or(Hash{}),
          rows.text(2), rows.text(3), rows.text(4)};
}

LetterRow letter_of(const Rows& rows) {
  return {static_cast<std::uint64_t>(rows.integer(0)),
          static_cast<std::uint64_t>(rows.integer(1)),
          rows.text(2),
          rows.text(3),
          rows.text(4),
          rows.text(5),
          rows.text(6),
          rows.integer(7) != 0};
}

Job job_of(const Rows& rows) {
  return {static_cast<std::uint64_t>(rows.integer(0)),
          rows.text(1),
          rows.text(2),
          rows.text(3),
          rows.text(4),
          rows.text(5),
          rows.text(6),
          rows.text(7),
          rows.text(8)};
}

// How far the log had come when it was last signed, kept beside the store: an old copy that is put
// in its place would otherwise go on with numbers that were given before.
std::optional<Checkpoint> kept_head(const std::string& file) {
  if (!std::filesystem::exists(file + "-head")) return std::nullopt;
  return checkpoint_named(base::read_text_file(file + "-head", 4096));
}

class SqliteStore : public Store {
 public:
  explicit SqliteStore(const SqliteOptions& options)
      : file_((refuse_network(options.file), base::resolved(options.file))),
        lock_(file_ + "-lock"),
        writer_((check_there(options), file_), Connection::Use::write),
        signer_((refuse_lost_key(),
                 load_signer(file_ + "-key", options.origin + "/" + hex(random_bytes(4))))) {
    migrate(writer_);
    load_state();
    compare_with_head();
    commits_ = std::make_unique<GroupCommit>(writer_);
  }
  ~SqliteStore() override {
    try {
      make_checkpoint();
    } catch (const StoreError&) {  // the next one is made when there is room again
    }
    commits_.reset();
    readers_.clear();  // before the writer, which then checkpoints alone
  }

  using Store::file;
  void file(Filing filing, Filed done) override {
    struct Running {
      Filing filing;
      std::string quoted, model_sha256;
      CutPayload cut;
      Receipt receipt;
      Frontier before;
      std::string last_before;
      bool appended = false;
    };
    auto running = std::make_shared<Running>();
    running->filing = std::move(filing);
    // All that needs no transaction is done by whoever files.
    const Filing& f = running->filing;
    if (!f.model_text.empty()) {
      running->quoted = canonical_quoted(f.model_text);
      running->model_sha256 =
          f.model_sha256.empty() ? hex(bytes_of(digest(f.model_text))) : f.model_sha256;
    }
    running->cut = cut(f.payload, running->quoted);
    GroupCommit::Work work;
    work.run = [this, running] {
      Running& r = *running;
      r.before = frontier_;
      r.last_before = last_at_;
      r.appended = true;
      append(r.filing, r.cut, r.model_sha256, r.receipt);
    };
    work.undone = [this, running] {
      if (!running->appended) return;
      frontier_ = running->before;
      last_at_ = running->last_before;
    };
    work.done = [running, done = std::move(done)](std::exception_ptr failure) {
      done(failure ? nullptr : &running->receipt, failure);
    };
    commits_->add(std::move(work));
  }

  void note(std::vector<Change> changes) override {
    wait([this, changes = std::move(changes)] {
      for (const Change& change : changes) apply(writer_, change, 0, utc_now());
    });
  }

  std::optional<OnceKept> kept_answer(const std::string& actor, const std::string& key) override {
    const Reader reader(*this);
    Rows rows(*reader, "SELECT route, body, seq FROM once WHERE actor = ? AND key = ? AND ends > ?",
              actor, key, utc_now());
    if (!rows.next()) return std::nullopt;
    return OnceKept{rows.text(0), rows.text(1), static_cast<std::uint64_t>(rows.integer(2))};
  }

  std::vector<std::uint64_t> due(const std::string& now) override {
    const Reader reader(*this);
    Rows rows(
        *reader,
        "SELECT seq FROM payload p WHERE keep_until <= ? AND keep_until IS NOT NULL AND body IS "
        "NOT NULL AND held = 0 AND NOT EXISTS (SELECT 1 FROM letter l JOIN payload o ON o.seq = "
        "l.seq WHERE l.answer = p.seq AND o.held = 1 AND o.body IS NOT NULL) ORDER BY seq LIMIT "
        "1000",
        now);
    std::vector<std::uint64_t> out;
    while (rows.next()) out.push_back(static_cast<std::uint64_t>(rows.integer(0)));
    return out;
  }

  std::uint64_t size() override {
    const Reader reader(*this);
    return size_by(*reader);
  }

  std::optional<Entry> entry(std::uint64_t seq) override {
    const std::vector<Entry> found = entries(seq, 1);
    if (found.empty() || found[0].seq != seq) return std::nullopt;
    return found[0];
  }
  std::vector<Entry> entries(std::uint64_t from, std::uint32_t limit) override {
    const Reader reader(*this);
    Rows rows(
        *reader,
        "SELECT seq, at, kind, actor, subject, commitment FROM log WHERE seq >= ? ORDER BY seq "
        "LIMIT ?",
        from, std::int64_t{limit});
    std::vector<Entry> out;
    while (rows.next()) out.push_back(entry_of(rows));
    return out;
  }

  std::optional<Payload> payload(std::uint64_t seq) override {
    const Reader reader(*this);
    Rows rows(*reader,
              "SELECT salt, body, p.model, model_at, held, m.text FROM payload p LEFT JOIN model m "
              "ON m.sha256 = p.model WHERE seq = ?",
              seq);
    if (!rows.next()) return std::nullopt;
    Payload out;
    out.held = rows.integer(4) != 0;
    out.erased = rows.is_null(1);
    if (out.erased) return out;
    out.salt = rows.text(0);
    out.text = rows.text(1);
    if (!rows.is_null(3)) {
      out.text = joined(out.text, static_cast<std::uint64_t>(rows.integer(3)),
                        canonical_quoted(rows.text(5)));
    }
    return out;
  }

  std::vector<RecordRow> records(const RecordQuery& query) override {
    const Reader reader(*this);
    std::optional<std::int64_t> undesired;
    if (query.undesired) undesired = *query.undesired ? 1 : 0;
    const auto limit = std::int64_t{query.limit};
    // Times never go back in the log, so that they are a range of numbers.
    std::uint64_t before = query.before == 0 ? INT64_MAX : query.before;
    std::uint64_t from = 0;
    if (!query.from.empty()) from = first_not_before(*reader, query.from);
    if (!query.to.empty()) before = std::min(before, first_not_before(*reader, query.to + "~"));
    std::vector<RecordRow> out;
    const auto take = [&](Rows& rows) {
      while (rows.next()) out.push_back(record_of(rows));
    };
    // A case, a reference or a status names few of many: by their index.
    if (query.case_id > 0) {
      Rows rows(*reader,
                COGS_RECORDS "WHERE a.case_id = ?1 AND a.seq < ?2 ORDER BY a.seq DESC LIMIT ?3",
                query.case_id, before, limit);
      take(rows);
    } else if (!query.reference.empty()) {
      Rows rows(*reader,
                COGS_RECORDS
                "WHERE a.seq < ?1 AND a.seq >= ?2 AND reference = ?3 AND (?4 = '' OR a.kind = ?4) "
                "AND (?5 = '' OR series = ?5) AND (?6 = '' OR status = ?6) AND (?7 IS NULL OR "
                "undesired = ?7) ORDER BY a.seq DESC LIMIT ?8",
                before, from, query.reference, query.kind, query.series, query.status, undesired,
                limit);
      take(rows);
    } else if (!query.status.empty()) {
      Rows rows(*reader,
                COGS_RECORDS
                "WHERE a.seq < ?1 AND a.seq >= ?2 AND status = ?3 AND (?4 = '' OR a.kind = ?4) "
                "AND (?5 = '' OR series = ?5) AND (?6 IS NULL OR undesired = ?6) "
                "ORDER BY a.seq DESC LIMIT ?7",
                before, from, query.status, query.kind, query.series, undesired, limit);
      take(rows);
    } else if (!query.series.empty()) {
      Rows rows(*reader,
                COGS_RECORDS
                "WHERE series = ?1 AND a.seq < ?2 AND a.seq >= ?3 AND (?4 = '' OR a.kind = ?4) "
                "AND (?5 IS NULL OR undesired = ?5) ORDER BY a.seq DESC LIMIT ?6",
                query.series, before, from, query.kind, undesired, limit);
      take(rows);
    } else {
      Rows rows(*reader,
                COGS_RECORDS
                "WHERE a.seq < ?1 AND a.seq >= ?2 AND (?3 = '' OR a.kind = ?3) AND (?4 IS NULL OR "
                "undesired = ?4) ORDER BY a.seq DESC LIMIT ?5",
                before, from, query.kind, undesired, limit);
      take(rows);
    }
    return out;
  }

  std::optional<RecordRow> record(std::uint64_t seq) override {
    const Reader reader(*this);
    Rows rows(*reader, COGS_RECORDS "WHERE a.seq = ?", seq);
    if (!rows.next()) return std::nullopt;
    return record_of(rows);
  }

  const Signer& signer() const override { return signer_; }

  SignedCheckpoint make_checkpoint() override {
    SignedCheckpoint out;
    std::uint64_t size_before = 0;
    Hash root_before = {};
    const auto sign = [&] {
      size_before = checkpoint_size_;
      root_before = checkpoint_root_;
      Rows last(writer_,
                "SELECT size, root, at, note, stamp FROM checkpoint ORDER BY size DESC LIMIT 1");
      if (last.next()) {
        out = checkpoint_of(last);
        if (out.size == frontier_.size()) return;
      }
      const std::string now = utc_now();
      const Checkpoint made{signer_.name, frontier_.size(), frontier_.root()};
      out = {made.size, made.root, now, signed_checkpoint(made, signer_)};
      run(writer_, "INSERT INTO checkpoint VALUES(?,?,?,?,NULL)", out.size,
          Blob{bytes_of(out.root)}, out.at, out.note);
      checkpoint_size_ = out.size;
      checkpoint_root_ = out.root;
    };
    const auto undone = [&] {
      checkpoint_size_ = size_before;
      checkpoint_root_ = root_before;
    };
    wait(sign, undone);
    keep_head(out);
    return out;
  }
  std::vector<SignedCheckpoint> checkpoints() override {
    const Reader reader(*this);
    Rows rows(*reader, "SELECT size, root, at, note, stamp FROM checkpoint ORDER BY size");
    std::vector<SignedCheckpoint> out;
    while (rows.next()) out.push_back(checkpoint_of(rows));
    return out;
  }
  std::optional<SignedCheckpoint> last_checkpoint() override {
    const Reader reader(*this);
    Rows rows(*reader,
              "SELECT size, root, at, note, stamp FROM checkpoint ORDER BY size DESC LIMIT 1");
    if (!rows.next()) return std::nullopt;
    return checkpoint_of(rows);
  }

  std::vector<Hash> inclusion(std::uint64_t seq, std::uint64_t size) override {
    const Reader reader(*this);
    check_size(*reader, size);
    if (seq == 0 || seq > size) {
      throw StoreError(StoreError::Kind::missing, "the log of that size has no such entry");
    }
    return inclusion_proof(nodes_of(*reader), seq - 1, size);
  }
  std::vector<Hash> consistency(std::uint64_t first, std::uint64_t second) override {
    const Reader reader(*this);
    check_size(*reader, second);
    if (first == 0 || first > second) {
      throw StoreError(StoreError::Kind::missing, "the first size is between 1 and the second");
    }
    return consistency_proof(nodes_of(*reader), first, second);
  }
  Hash root(std::uint64_t size) override {
    const Reader reader(*this);
    check_size(*reader, size);
    return tree_root(nodes_of(*reader), size);
  }

  void put_stamp(std::uint64_t size, const std::string& stamp) override {
    wait([this, size, &stamp] {
      run(writer_, "UPDATE checkpoint SET stamp = ? WHERE size = ?", Blob{stamp}, size);
      if (writer_.changes() == 0) {
        throw StoreError(StoreError::Kind::missing, "there is no checkpoint of that size");
      }
    });
  }

  std::optional<KeptFile> kept_file(const std::string& sha256) override {
    const Reader reader(*this);
    Rows rows(*reader, "SELECT sha256, name, bytes, by, at FROM file WHERE sha256 = ?", sha256);
    if (!rows.next()) return std::nullopt;
    return KeptFile{rows.text(0), rows.text(1), rows.text(2), rows.text(3), rows.text(4)};
  }
  std::vector<KeptFile> kept_files() override {
    const Reader reader(*this);
    Rows rows(*reader, "SELECT sha256, name, by, at FROM file ORDER BY at, sha256");
    std::vector<KeptFile> out;
    while (rows.next()) {
      out.push_back({rows.text(0), rows.text(1), "", rows.text(2), rows.text(3)});
    }
    return out;
  }

  std::optional<Case> find_case(std::uint64_t id) override {
    const Reader reader(*this);
    Rows rows(*reader, "SELECT id, series, reference, by, at FROM cases WHERE id = ?", id);
    if (!rows.next()) return std::nullopt;
    return case_of(rows);
  }
  std::vector<Case> cases(const std::string& reference, std::uint64_t before,
                          std::uint32_t limit) override {
    const Reader reader(*this);
    Rows rows(*reader,
              "SELECT id, series, reference, by, at FROM cases WHERE (?1 = '' OR reference = ?1) "
              "AND id < ?2 ORDER BY id DESC LIMIT ?3",
              reference, before == 0 ? std::uint64_t{INT64_MAX} : before, std::int64_t{limit});
    std::vector<Case> out;
    while (rows.next()) out.push_back(case_of(rows));
    return out;
  }
  std::optional<std::uint64_t> case_by_link(const Hash& secret, const std::string& now) override {
    const Reader reader(*this);
    Rows rows(*reader, "SELECT case_id FROM case_link WHERE secret = ? AND ends > ?",
              Blob{bytes_of(secret)}, now);
    if (!rows.next()) return std::nullopt;
    return static_cast<std::uint64_t>(rows.integer(0));
  }
  std::uint64_t links_of(std::uint64_t case_id, const std::string& now) override {
    const Reader reader(*this);
    Rows rows(*reader, "SELECT count(*) FROM case_link WHERE case_id = ? AND ends > ?", case_id,
              now);
    return rows.next() ? static_cast<std::uint64_t>(rows.integer(0)) : 0;
  }
  std::vector<LetterRow> letters_of(std::uint64_t answer) override {
    const Reader reader(*this);
    Rows rows(*reader,
              "SELECT seq, answer, template, language, due, sent, channel, p.body IS NULL FROM "
              "letter JOIN payload p USING(seq) WHERE answer = ? ORDER BY seq DESC",
              answer);
    std::vector<LetterRow> out;
    while (rows.next()) out.push_back(letter_of(rows));
    return out;
  }
  std::optional<LetterRow> letter(std::uint64_t seq) override {
    const Reader reader(*this);
    Rows rows(*reader,
              "SELECT seq, answer, template, language, due, sent, channel, p.body IS NULL FROM "
              "letter JOIN payload p USING(seq) WHERE seq = ?",
              seq);
    if (!rows.next()) return std::nullopt;
    return letter_of(rows);
  }

  std::optional<std::string> model_text(const std::string& sha256) override {
    const Reader reader(*this);
    Rows rows(*reader, "SELECT text FROM model WHERE sha256 = ?", sha256);
    if (!rows.next()) return std::nullopt;
    return rows.text(0);
  }
  std::vector<std::string> series() override {
    const Reader reader(*this);
    Rows rows(*reader, "SELECT DISTINCT series FROM version ORDER BY series");
    std::vector<std::string> out;
    while (rows.next()) out.push_back(rows.text(0));
    return out;
  }
  std::vector<Version> versions(const std::string& series) override {
    const Reader reader(*this);
    Rows rows(*reader,
              "SELECT series, n, model, text, parent, state, note, by, v.at, active_from FROM "
              "version v JOIN model m ON m.sha256 = v.model WHERE series = ? ORDER BY n DESC",
              series);
    std::vector<Version> out;
    while (rows.next()) {
      out.push_back({rows.text(0), static_cast<std::uint64_t>(rows.integer(1)), rows.text(2),
                     rows.text(3), static_cast<std::uint64_t>(rows.integer(4)), rows.text(5),
                     rows.text(6), rows.text(7), rows.text(8), rows.text(9)});
    }
    return out;
  }
  std::vector<Dataset> datasets() override {
    const Reader reader(*this);
    Rows rows(*reader, "SELECT id, name, sha256, bytes, at, by FROM dataset ORDER BY id DESC");
    std::vector<Dataset> out;
    while (rows.next()) {
      out.push_back({static_cast<std::uint64_t>(rows.integer(0)), rows.text(1), rows.text(2),
                     rows.text(4), rows.text(5), static_cast<std::uint64_t>(rows.integer(3))});
    }
    return out;
  }
  std::vector<Job> jobs(std::uint32_t limit) override {
    const Reader reader(*this);
    Rows rows(
        *reader,
        "SELECT id, kind, state, params, outcome, error, by, made, ended FROM job ORDER BY id "
        "DESC LIMIT ?",
        std::int64_t{limit});
    std::vector<Job> out;
    while (rows.next()) out.push_back(job_of(rows));
    return out;
  }
  std::optional<Job> job(std::uint64_t id) override {
    const Reader reader(*this);
    Rows rows(
        *reader,
        "SELECT id, kind, state, params, outcome, error, by, made, ended FROM job WHERE id = ?",
        id);
    if (!rows.next()) return std::nullopt;
    return job_of(rows);
  }
  std::uint64_t next_id() override {
    std::uint64_t out = 0;
    wait([this, &out] {
      Rows rows(writer_, "UPDATE counter SET value = value + 1 WHERE name = 'id' RETURNING value");
      if (rows.next()) out = static_cast<std::uint64_t>(rows.integer(0));
      while (rows.next()) {
      }
    });
    return out;
  }

  StoreFigures figures() override {
    const GroupCommit::Figures commits = commits_->figures();
    StoreFigures out{0, 0, commits.commits, commits.waiting, commits.largest};
    const Reader reader(*this);
    out.entries = size_by(*reader);
    return out;
  }

  void back_up(const std::string& to) override {
    // On the reader's side: the writer goes on meanwhile.
    const Reader reader(*this);
    const std::string part = to + "-part";
    std::filesystem::remove(part);
    reader->copy_to(part);
    std::filesystem::rename(part, to);
  }

 private:
  // A connection that reads, for as long as the object lives.
  class Reader {
   public:
    explicit Reader(SqliteStore& store) : store_(store) {
      {
        const std::lock_guard lock(store.readers_mutex_);
        if (!store.readers_.empty()) {
          connection_ = std::move(store.readers_.back());
          store.readers_.pop_back();
        }
      }
      if (!connection_) {
        connection_ = std::make_unique<Connection>(store.file_, Connection::Use::read);
      }
    }
    ~Reader() {
      const std::lock_guard lock(store_.readers_mutex_);
      store_.readers_.push_back(std::move(connection_));
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    Connection& operator*() const { return *connection_; }
    Connection* operator->() const { return connection_.get(); }

   private:
    SqliteStore& store_;
    std::unique_ptr<Connection> connection_;
  };

  static Case case_of(const Rows& rows) {
    return {static_cast<std::uint64_t>(rows.integer(0)), rows.text(1), rows.text(2), rows.text(3),
            rows.text(4)};
  }

  // The number of the first entry that is not older; one behind the last if all are.
  static std::uint64_t first_not_before(Connection& connection, const std::string& at) {
    std::uint64_t low = 1, high = size_by(connection) + 1;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      Rows rows(connection, "SELECT at FROM log WHERE seq = ?", middle);
      if (rows.next() && rows.text(0) < at) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  static void check_there(const SqliteOptions& options) {
    if (!options.make && !std::filesystem::exists(options.file)) {
      throw StoreError(StoreError::Kind::missing, options.file + ": there is no such store");
    }
  }

  static std::uint64_t size_by(Connection& connection) {
    Rows rows(connection, "SELECT max(seq) FROM log");
    return rows.next() ? static_cast<std::uint64_t>(rows.integer(0)) : 0;
  }
  static void check_size(Connection& connection, std::uint64_t size) {
    if (size > size_by(connection)) {
      throw StoreError(StoreError::Kind::missing, "the log has not grown to that size");
    }
  }

  void load_state() {
    frontier_ = Frontier(nodes_of(writer_), size_by(writer_));
    Rows last(writer_, "SELECT at FROM log ORDER BY seq DESC LIMIT 1");
    if (last.next()) last_at_ = last.text(0);
    Rows rows(writer_,
              "SELECT size, root, at, note, stamp FROM checkpoint ORDER BY size DESC LIMIT 1");
    if (!rows.next()) return;
    const SignedCheckpoint checkpoint = checkpoint_of(rows);
    checkpoint_size_ = checkpoint.size;
    checkpoint_root_ = checkpoint.root;
    if (checkpoint_size_ > frontier_.size() ||
        tree_root(nodes_of(writer_), checkpoint_size_) != checkpoint_root_) {
      throw StoreError(StoreError::Kind::failed,
                       file_ + ": the log is not the one that the last checkpoint speaks of (" +
                           std::to_string(checkpoint_size_) +
                           " entries): it was altered; restore a backup");
    }
  }

  void append(const Filing& filing, const CutPayload& cut_payload, const std::string& model_sha256,
              Receipt& receipt) {
    Entry entry;
    entry.seq = frontier_.size() + 1;
    entry.at = std::max(utc_now(), last_at_);  // a clock that goes back does not reach the log
    entry.kind = filing.kind;
    entry.actor = filing.actor;
    entry.subject = filing.subject;
    const std::string salt = random_bytes(salt_size);
    entry.commitment = commitment_of(salt, filing.payload);
    const Hash leaf = leaf_hash(entry_text(entry));
    run(writer_, "INSERT INTO log VALUES(?,?,?,?,?,?,?)", entry.seq, entry.at, entry.kind,
        entry.actor, entry.subject, Blob{bytes_of(entry.commitment)}, Blob{bytes_of(leaf)});
    std::optional<std::string> model;
    if (cut_payload.model_at) {
      keep_model(writer_, model_sha256, filing.model_text, entry.at);
      model = model_sha256;
    }
    std::optional<std::string> keep_until;
    if (!filing.keep_until.empty()) keep_until = filing.keep_until;
    run(writer_, "INSERT INTO payload VALUES(?,?,?,?,?,?,0,NULL)", entry.seq, Blob{salt},
        cut_payload.body, model, cut_payload.model_at, keep_until);
    for (const Change& change : filing.changes) apply(writer_, change, entry.seq, entry.at);
    if (filing.once) {
      const Once& o = *filing.once;
      run(writer_, "DELETE FROM once WHERE ends <= ?", utc_now());
      run(writer_, "INSERT INTO once VALUES(?,?,?,?,?,?) ON CONFLICT DO NOTHING", o.actor, o.key,
          o.route, o.body_sha256, entry.seq, utc_in(a_day));
      if (writer_.changes() == 0) {
        throw StoreError(StoreError::Kind::refused,
                         "a request with this key is being filed: ask again for its receipt");
      }
    }
    frontier_.append(leaf, [&](unsigned level, std::uint64_t at, const Hash& hash) {
      run(writer_, "INSERT INTO node VALUES(?,?,?)", std::int64_t{level}, at, Blob{bytes_of(hash)});
    });
    last_at_ = entry.at;
    receipt = {entry.seq, entry.at, entry.commitment, leaf, checkpoint_size_, checkpoint_root_};
  }

  void refuse_lost_key() {
    if (std::filesystem::exists(file_ + "-key")) return;
    Rows table(writer_, "SELECT 1 FROM sqlite_master WHERE name = 'checkpoint'");
    if (!table.next()) return;
    Rows rows(writer_, "SELECT 1 FROM checkpoint LIMIT 1");
    if (!rows.next()) return;
    throw StoreError(StoreError::Kind::failed,
                     file_ +
                         "-key is missing: the checkpoints of this log are signed with it, and "
                         "no other key can go on; put it back from where it was kept");
  }

  void compare_with_head() {
    const auto head = kept_head(file_);
    if (!head || head->origin != signer_.name) return;
    if (head->size <= frontier_.size() && tree_root(nodes_of(writer_), head->size) == head->root) {
      return;
    }
    throw StoreError(
        StoreError::Kind::failed,
        file_ + ": its log has " + std::to_string(frontier_.size()) + " entries, but " + file_ +
            "-head says that " + std::to_string(head->size) +
            " were signed for: another copy was put in its place. Put the newer one back; if the "
            "loss is meant, remove " +
            file_ + "-head");
  }
  void keep_head(const SignedCheckpoint& made) {
    const std::lock_guard lock(head_mutex_);
    if (made.size <= head_size_) return;
    try {
      base::write_text_file(file_ + "-head", made.note);
      head_size_ = made.size;
    } catch (const base::InputError&) {  // no room: the one before stays
    }
  }

  // Runs on the writer's thread and waits for the disk.
  void wait(std::function<void()> work, std::function<void()> undone = {}) {
    std::promise<void> promise;
    commits_->add({std::move(work), std::move(undone), [&promise](std::exception_ptr failure) {
                     if (failure) {
                       promise.set_exception(failure);
                     } else {
                       promise.set_value();
                     }
                   }});
    promise.get_future().get();
  }

  std::string file_;
  LockFile lock_;
  Connection writer_;
  Signer signer_;
  // Of the writer's thread.
  Frontier frontier_;
  std::string last_at_;
  std::uint64_t checkpoint_size_ = 0;
  Hash checkpoint_root_ = {};

  std::mutex head_mutex_;
  std::uint64_t head_size_ = 0;

  std::mutex readers_mutex_;
  std::vector<std::unique_ptr<Connection>> readers_;
  std::unique_ptr<GroupCommit> commits_;
};

}  // namespace

std::unique_ptr<Store> open_sqlite_store(const SqliteOptions& options) {
  return std::make_unique<SqliteStore>(options);
}

Receipt Store::file(Filing filing) {
  std::promise<Receipt> promise;
  file(std::move(filing), [&promise](const Receipt* receipt, std::exception_ptr failure) {
    if (failure) {
      promise.set_exception(failure);
    } else {
      promise.set_value(*receipt);
    }
  });
  return promise.get_future().get();
}

std::string utc_in(std::int64_t seconds) {
  const std::time_t clock = std::time(nullptr) + seconds;
  std::tm utc{};
  gmtime_r(&clock, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}
std::string utc_now() { return utc_in(0); }

std::uint64_t restore_sqlite_store(const std::string& backup, const std::string& name,
                                   bool anyway) {
  namespace fs = std::filesystem;
  const std::string file = base::resolved(name);
  if (!fs::exists(backup)) {
    throw StoreError(StoreError::Kind::missing, backup + ": there is no such backup");
  }
  const LockFile lock(file + "-lock");
  std::uint64_t kept = 0, there = 0;
  if (const auto head = kept_head(file)) there = head->size;
  const std::string part = file + "-restored";
  fs::remove(part);
  {
    Connection from(backup, Connection::Use::read);
    if (schema_number(from) == 0) {
      throw StoreError(StoreError::Kind::failed, backup + ": this is no store of cogs");
    }
    Rows rows(from, "SELECT max(seq) FROM log");
    if (rows.next()) kept = static_cast<std::uint64_t>(rows.integer(0));
    if (fs::exists(file)) {
      Connection now(file, Connection::Use::read);
      Rows last(now, "SELECT max(seq) FROM log");
      const std::uint64_t now_there = last.next() ? static_cast<std::uint64_t>(last.integer(0)) : 0;
      there = std::max(there, now_there);
      const std::uint64_t common = std::min(kept, now_there);
      if (!anyway && (tree_root(nodes_of(from), common) != tree_root(nodes_of(now), common))) {
        throw StoreError(StoreError::Kind::refused,
                         backup + ": its log is not the beginning of the log in " + file);
      }
    }
    if (!anyway && there > kept) {
      throw StoreError(StoreError::Kind::refused,
                       backup + ": " + std::to_string(there - kept) +
                           " entries of the store are not in this backup and would be lost");
    }
    from.copy_to(part);
  }
  const std::string before = file + "-before-restore";
  if (fs::exists(file)) {
    fs::remove(before);
    Connection(file, Connection::Use::write).copy_to(before);
    fs::remove(file + "-wal");
    fs::remove(file + "-shm");
  }
  fs::rename(part, file);
  fs::remove(file + "-head");  // the next checkpoint makes it anew
  return there > kept ? there - kept : 0;
}

}  // namespace cogs::store
