// SPDX-License-Identifier: Apache-2.0
//
// What is kept: filed answers, versions of models, tables, jobs, and the log that all changes
// stand in. This header is the overview of src/store.
//
//   store.h          operations in our words; no SQL leaves the folder
//   sqlite_store.h   the store in a file, one server at a time
//   entry.h          an entry of the log, its commitment
//   merkle.h         the tree over the entries, proofs
//   signed_note.h    checkpoints
//   bundle.h         the log as a file that can be checked without the store
//   secrets.h        digests, signatures, random bytes
//
// Every change is an entry of the log, in the same transaction. An entry is never changed; what it
// commits to can be erased, and then tells nothing. Changes of several callers are written together
// (group commit), and no caller is answered before his is on the disk.
//
// Any thread may call any of these. Errors are StoreError.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "store/entry.h"
#include "store/merkle.h"
#include "store/signed_note.h"
#include "store/store_error.h"

namespace cogs::store {

// ---- What is kept beside the log

struct AnswerRow {
  std::string kind;  // recourse, why
  std::string series;
  std::uint64_t version = 0;
  std::string model_sha256, input_sha256;
  std::string reference;  // what people call the case; erased with the payload
  bool undesired = false;
  std::string status, cost;  // "" where there is none
  bool complete = true;
  std::uint64_t case_id = 0;  // 0: of none
};

// A file that models name (#import), by the SHA-256 of its bytes.
struct KeptFile {
  std::string sha256, name, bytes, by, at;
};

// What belongs together for somebody whom answers are about.
struct Case {
  std::uint64_t id = 0;
  std::string series, reference, by, at;
};

struct LetterRow {
  std::uint64_t seq = 0, answer = 0;
  std::string form, language, due, sent, channel;  // sent: "" until it was
  bool erased = false;
};

struct Version {
  std::string series;
  std::uint64_t n = 0;  // from 1
  std::string model_sha256, text;
  std::uint64_t parent = 0;  // 0: none
  std::string state;         // draft, active, retired
  std::string note, by, at, active_from;
};

struct Dataset {
  std::uint64_t id = 0;
  std::string name, sha256, at, by;
  std::uint64_t bytes = 0;
};

struct Job {
  std::uint64_t id = 0;
  std::string kind, state;      // queued, running, done, failed, cancelled
  std::string params, outcome;  // JSON; the outcome of one that is done
  std::string error, by, made, ended;
};

// ---- Changes

struct FileAnswer {
  AnswerRow answer;
};
struct AddVersion {
  Version version;  // n and at are given by the store
};
struct ActivateVersion {
  std::string series;
  std::uint64_t n = 0;
};
struct AddDataset {
  Dataset dataset;  // id is that of whoever asks: next_id()
};
struct RemoveDataset {
  std::uint64_t id = 0;
};
struct PutJob {
  Job job;
};
struct Erase {
  std::uint64_t seq = 0;
};
struct Hold {
  std::uint64_t seq = 0;
  bool held = true;
};
struct KeepFile {
  KeptFile file;
};
struct AddCase {
  Case opened;  // id is that of whoever asks: next_id()
};
// Whoever knows the secret of this digest may look at the case until then.
struct AddLink {
  std::uint64_t case_id = 0;
  Hash secret = {};
  std::string ends;
};
struct EndLinks {
  std::uint64_t case_id = 0;
};
struct FileLetter {
  LetterRow letter;  // seq is that of its entry
};
struct LetterSent {
  std::uint64_t seq = 0;
  std::string channel;
};
using Change =
    std::variant<FileAnswer, AddVersion, ActivateVersion, AddDataset, RemoveDataset, PutJob, Erase,
                 Hold, KeepFile, AddCase, AddLink, EndLinks, FileLetter, LetterSent>;

// An answer that is given again to whoever asks the same with the same key.
struct Once {
  std::string actor, key, route, body_sha256;
};
struct OnceKept {
  std::string route, body_sha256;
  std::uint64_t seq = 0;
};

// One entry of the log with what belongs to it.
struct Filing {
  std::string kind, actor, subject;
  std::string payload;     // canonical JSON
  std::string model_text;  // where the payload holds it: kept once
  std::string keep_until;  // "": for ever
  std::vector<Change> changes;
  std::optional<Once> once;
  std::string model_sha256 = {};  // of `model_text`, where it is known; "": it is computed
};

struct Receipt {
  std::uint64_t seq = 0;
  std::string at;
  Hash commitment = {}, leaf = {};
  std::uint64_t checkpoint_size = 0;  // of the last checkpoint by then; 0: none yet
  Hash checkpoint_root = {};
};
using Filed = std::function<void(const Receipt* receipt, std::exception_ptr failure)>;

// ---- Questions

struct RecordQuery {
  std::string reference, kind, series, status, from, to;  // "": any; times are inclusive
  std::optional<bool> undesired;
  std::uint64_t case_id = 0;  // 0: any
  std::uint64_t before = 0;   // only those with a smaller seq; 0: from the newest on
  std::uint32_t limit = 50;
};
struct RecordRow {
  Entry entry;
  AnswerRow answer;
  bool erased = false, held = false;
};
struct Payload {
  std::string text;  // canonical; "" where it was erased
  std::string salt;
  bool erased = false, held = false;
};
struct SignedCheckpoint {
  std::uint64_t size = 0;
  Hash root = {};
  std::string at, note;
  std::string stamp = {};  // of a time stamp authority (RFC 3161); "": none
};
struct StoreFigures {
  std::uint64_t entries = 0, answers = 0, commits = 0, waiting = 0;
  std::uint64_t largest_group = 0;
};

class Store {
 public:
  virtual ~Store() = default;

  // The answer comes on a thread of the store, when all is on the disk; it must not block.
  virtual void file(Filing filing, Filed done) = 0;
  Receipt file(Filing filing);  // waits
  // Changes without an entry: how far a job is.
  virtual void note(std::vector<Change> changes) = 0;
  virtual std::optional<OnceKept> kept_answer(const std::string& actor, const std::string& key) = 0;
  // Erases what is due by `now` and not held; the seqs.
  virtual std::vector<std::uint64_t> due(const std::string& now) = 0;

  virtual std::uint64_t size() = 0;
  virtual std::optional<Entry> entry(std::uint64_t seq) = 0;
  virtual std::vector<Entry> entries(std::uint64_t from, std::uint32_t limit) = 0;
  virtual std::optional<Payload> payload(std::uint64_t seq) = 0;
  virtual std::vector<RecordRow> records(const RecordQuery& query) = 0;
  virtual std::optional<RecordRow> record(std::uint64_t seq) = 0;

  virtual const Signer& signer() const = 0;
  // A new one if the log has grown.
  virtual SignedCheckpoint make_checkpoint() = 0;
  virtual std::vector<SignedCheckpoint> checkpoints() = 0;
  virtual std::optional<SignedCheckpoint> last_checkpoint() = 0;
  virtual std::vector<Hash> inclusion(std::uint64_t seq, std::uint64_t size) = 0;
  virtual std::vector<Hash> consistency(std::uint64_t first, std::uint64_t second) = 0;
  virtual Hash root(std::uint64_t size) = 0;

  // Keeps the answer of a time stamp authority with the checkpoint of that size.
  virtual void put_stamp(std::uint64_t size, const std::string& stamp) = 0;

  virtual std::optional<std::string> model_text(const std::string& sha256) = 0;
  virtual std::optional<KeptFile> kept_file(const std::string& sha256) = 0;
  virtual std::vector<KeptFile> kept_files() = 0;  // without their bytes
  virtual std::optional<Case> find_case(std::uint64_t id) = 0;
  // The newest first, those below `before` (0: all).
  virtual std::vector<Case> cases(const std::string& reference, std::uint64_t before,
                                  std::uint32_t limit) = 0;
  virtual std::optional<std::uint64_t> case_by_link(const Hash& secret, const std::string& now) = 0;
  virtual std::uint64_t links_of(std::uint64_t case_id, const std::string& now) = 0;
  virtual std::vector<LetterRow> letters_of(std::uint64_t answer) = 0;
  virtual std::optional<LetterRow> letter(std::uint64_t seq) = 0;
  virtual std::vector<std::string> series() = 0;
  virtual std::vector<Version> versions(const std::string& series) = 0;  // the newest first
  virtual std::vector<Dataset> datasets() = 0;
  virtual std::vector<Job> jobs(std::uint32_t limit) = 0;
  virtual std::optional<Job> job(std::uint64_t id) = 0;
  virtual std::uint64_t next_id() = 0;  // of datasets and jobs

  virtual StoreFigures figures() = 0;
  // A copy that can be opened as a store, made while this one is in use.
  virtual void back_up(const std::string& file) = 0;
};

// "2026-11-16T13:50:07Z"
std::string utc_now();
std::string utc_in(std::int64_t seconds);  // from now

}  // namespace cogs::store
