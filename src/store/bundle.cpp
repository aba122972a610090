// SPDX-License-Identifier: Apache-2.0
#include "store/bundle.h"

#include <map>
#include <set>

#include "base/diagnostic.h"
#include "json/parse.h"
#include "json/write.h"
#include "store/sqlite_changes.h"

namespace cogs::store {

namespace {

using json::Value;

std::string line_of(const Value& value) { return json::canonical_text(value) + "\n"; }

class BundleReader {
 public:
  explicit BundleReader(const BundleChecks& checks) : checks_(checks), budget_(checks.limits) {}

  BundleVerdict read(std::string_view bundle) {
    std::size_t at = 0;
    while (at < bundle.size()) {
      const auto end = bundle.find('\n', at);
      if (end == std::string_view::npos) {
        ++line_;
        fault("format", "the last line has no end");
        break;
      }
      line(bundle.substr(at, end - at));
      at = end + 1;
    }
    return verdict();
  }

  void line(std::string_view text) {
    ++line_;
    take(text);
    // A line can stand for much more than itself: the model of an entry is written once.
    if (budget_.exhausted_now()) throw base::Stopped(budget_.reason());
  }
  BundleVerdict verdict() {
    finish();
    return std::move(out_);
  }

 private:
  void fault(const char* kind, const std::string& message) {
    if (out_.faults.size() < 100) out_.faults.push_back({line_, kind, message});
  }

  void take(std::string_view text) {
    Value value;
    try {
      value = json::parse(text, "line", 4);
    } catch (const base::InputError&) {
      return fault("format", "this is no JSON");
    }
    if (!value.is(Value::Kind::object) || json::canonical_text(value) != text) {
      return fault("format", "this is no object in canonical form");
    }
    if (line_ == 1) return head(value);
    if (has(value, {"checkpoint"})) return checkpoint(value);
    if (out_.checkpoints > 0) return fault("format", "checkpoints are the last lines");
    if (has(value, {"model", "text"})) return model(value);
    if (has(value, {"entry", "payload", "salt"}) ||
        has(value, {"entry", "model", "payload", "salt"})) {
      return entry(value);
    }
    fault("format", "this line is none of a log");
  }

  static bool has(const Value& value, const std::set<std::string>& names) {
    if (value.members().size() != names.size()) return false;
    for (const auto& [name, member] : value.members()) {
      if (!names.contains(name)) return false;
    }
    return true;
  }
  static bool is_text(const Value* value) { return value && value->is(Value::Kind::string); }

  void head(const Value& value) {
    const Value* schema = value.find("schema");
    const Value* key = value.find("key");
    const Value* size = value.find("size");
    const auto count = size && size->is(Value::Kind::number) ? whole_number(size->text())
                                                             : std::optional<std::uint64_t>();
    if (!has(value, {"key", "schema", "size"}) || !is_text(schema) || !is_text(key) || !count ||
        schema->text() != "cogs.log/1") {
      return fault("format", "the first line is not that of a log (cogs.log/1)");
    }
    size_ = *count;
    out_.key = key->text();
    key_ = read_verifier_key(checks_.key.empty() ? out_.key : checks_.key);
    if (!key_) return fault("format", "the key cannot be read");
    if (!checks_.key.empty() && checks_.key != out_.key) {
      fault("signature", "the log is signed by another key than the one that was expected");
    }
  }

  void model(const Value& value) {
    const Value* sha256 = value.find("model");
    const Value* text = value.find("text");
    if (!is_text(sha256) || !is_text(text)) return fault("format", "a model has two texts");
    if (hex(bytes_of(digest(text->text()))) != sha256->text()) {
      return fault("model", "the model's text does not have this checksum");
    }
    models_[sha256->text()] = canonical_quoted(text->text());
  }

  void entry(const Value& value) {
    const Value* text = value.find("entry");
    ++out_.entries;
    if (!is_text(text)) return fault("format", "an entry is a text");
    const std::optional<Entry> read = read_entry(text->text());
    frontier_.append(leaf_hash(text->text()), [](unsigned, std::uint64_t, const Hash&) {});
    roots_due();
    if (!read) return fault("format", "this is no entry of a log");
    if (read->seq != out_.entries) {
      fault("seq", "entry " + std::to_string(out_.entries) + " is missing or not in its place: " +
                       "this is " + std::to_string(read->seq));
    }
    if (read->at < last_at_) fault("time", "the time goes back");
    last_at_ = read->at;
    payload(value, *read);
  }

  void payload(const Value& value, const Entry& entry) {
    const Value* salt = value.find("salt");
    const Value* body = value.find("payload");
    const Value* model = value.find("model");
    if (salt->is(Value::Kind::null) && body->is(Value::Kind::null) && !model) {
      ++out_.erased;
      return;
    }
    const auto bytes = is_text(salt) ? from_hex(salt->text()) : std::nullopt;
    std::string whole;
    if (model) {
      if (!is_text(model) || !models_.contains(model->text())) {
        return fault("model", "the model of this entry is not in the file");
      }
      if (!body->is(Value::Kind::array) || body->items().size() != 2 ||
          !is_text(&body->items()[0]) || !is_text(&body->items()[1])) {
        return fault("format", "a payload around a model has two parts");
      }
      whole = body->items()[0].text() + models_[model->text()] + body->items()[1].text();
    } else if (is_text(body)) {
      whole = body->text();
    } else {
      return fault("format", "the payload is no text");
    }
    if (!bytes || bytes->size() != salt_size) return fault("format", "the salt has 32 bytes");
    if (commitment_of(*bytes, whole) != entry.commitment) {
      return fault("payload", "entry " + std::to_string(entry.seq) +
                                  ": what was filed is not what the entry commits to");
    }
    if (checks_.each) checks_.each(line_, entry, whole);
  }

  // Roots of sizes that checkpoints speak of come after the entries: all are kept.
  void roots_due() { roots_.push_back(frontier_.root()); }

  Hash root_at(std::uint64_t size) const { return size == 0 ? digest("") : roots_[size - 1]; }

  void checkpoint(const Value& value) {
    ++out_.checkpoints;
    const Value* note = value.find("checkpoint");
    if (!is_text(note)) return fault("format", "a checkpoint is a text");
    judge(note->text(), "checkpoint");
  }

  void judge(const std::string& note, const char* kind) {
    if (!key_) return;
    const auto read = read_checkpoint(note, *key_);
    if (!read) return fault(kind, "this is no checkpoint of this log");
    if (!read->signature_holds) fault("signature", "the signature of the checkpoint is not right");
    if (read->checkpoint.size > frontier_.size()) {
      return fault(kind, "the checkpoint speaks of " + std::to_string(read->checkpoint.size) +
                             " entries, of which only " + std::to_string(frontier_.size()) +
                             " are here");
    }
    if (root_at(read->checkpoint.size) != read->checkpoint.root) {
      return fault(kind, "the entries are not those that the checkpoint of size " +
                             std::to_string(read->checkpoint.size) + " was signed for");
    }
    if (kind != std::string_view("checkpoint")) return;
    if (read->checkpoint.size < covered_) fault(kind, "checkpoints are in order of their size");
    covered_ = read->checkpoint.size;
  }

  void finish() {
    line_ = 0;
    if (out_.entries != size_) {
      fault("size", "the first line speaks of " + std::to_string(size_) + " entries, there are " +
                        std::to_string(out_.entries));
    }
    if (out_.checkpoints == 0) fault("checkpoint", "there is no checkpoint");
    if (out_.checkpoints > 0 && covered_ < out_.entries) {
      fault("checkpoint", "no checkpoint covers the entries after " + std::to_string(covered_));
    }
    if (!checks_.since.empty()) judge(checks_.since, "since");
    out_.root = frontier_.root();
  }

  const BundleChecks& checks_;
  base::Budget budget_;
  BundleVerdict out_;
  std::uint64_t line_ = 0, size_ = 0, covered_ = 0;
  std::optional<VerifierKey> key_;
  std::map<std::string, std::string> models_;  // by checksum, as JSON
  Frontier frontier_;
  std::vector<Hash> roots_;
  std::string last_at_;
};

}  // namespace

void write_bundle(Store& store, const std::function<void(std::string_view)>& write) {
  const SignedCheckpoint last = store.make_checkpoint();
  Value head = Value::object();
  head.add("schema", Value::string("cogs.log/1"));
  head.add("key", Value::string(verifier_key(store.signer().name, store.signer().key.open)));
  head.add("size", Value::number(last.size));
  write(line_of(head));
  std::map<std::string, std::string> models;
  for (std::uint64_t seq = 1; seq <= last.size;) {
    for (const Entry& entry : store.entries(seq, 500)) {
      if (entry.seq > last.size) break;
      seq = entry.seq + 1;
      Value line = Value::object();
      line.add("entry", Value::string(entry_text(entry)));
      const std::optional<Payload> payload = store.payload(entry.seq);
      if (!payload || payload->erased) {
        line.add("payload", Value()).add("salt", Value());
        write(line_of(line));
        continue;
      }
      line.add("salt", Value::string(hex(payload->salt)));
      const auto record = store.record(entry.seq);
      const std::string sha256 = record ? record->answer.model_sha256 : "";
      if (!sha256.empty() && !models.contains(sha256)) {
        if (const auto text = store.model_text(sha256)) {
          Value model = Value::object();
          model.add("model", Value::string(sha256)).add("text", Value::string(*text));
          write(line_of(model));
          models[sha256] = canonical_quoted(*text);
        }
      }
      const auto known = models.find(sha256);
      const CutPayload parts = cut(payload->text, known == models.end() ? "" : known->second);
      if (parts.model_at) {
        line.add("model", Value::string(sha256));
        line.add("payload", Value::array({Value::string(parts.body.substr(0, *parts.model_at)),
                                          Value::string(parts.body.substr(*parts.model_at))}));
      } else {
        line.add("payload", Value::string(payload->text));
      }
      write(line_of(line));
    }
  }
  for (const SignedCheckpoint& checkpoint : store.checkpoints()) {
    if (checkpoint.size > last.size) break;
    Value line = Value::object();
    line.add("checkpoint", Value::string(checkpoint.note));
    write(line_of(line));
  }
}

BundleVerdict verify_store(Store& store, const BundleChecks& checks) {
  BundleReader reader(checks);
  write_bundle(store, [&](std::string_view line) {
    reader.line(line.substr(0, line.size() - 1));  // without its end
  });
  return reader.verdict();
}

BundleVerdict verify_bundle(std::string_view bundle, const BundleChecks& checks) {
  return BundleReader(checks).read(bundle);
}

}  // namespace cogs::store
