// SPDX-License-Identifier: Apache-2.0
//
// Filed answers and the log that they stand in.
#include <filesystem>

#include "base/diagnostic.h"
#include "base/text_file.h"
#include "json/parse.h"
#include "json/write.h"
#include "service/actions.h"
#include "service/filing.h"
#include "store/bundle.h"

namespace cogs::service {

namespace {

using json::Value;

Value hash_text(const store::Hash& hash) {
  return Value::string(store::hex(store::bytes_of(hash)));
}

Value hashes(const std::vector<store::Hash>& proof) {
  Value out = Value::array();
  for (const store::Hash& hash : proof) out.add(hash_text(hash));
  return out;
}

Value entry_json(const store::Entry& entry) {
  Value out = Value::object();
  out.add("seq", Value::number(entry.seq)).add("at", Value::string(entry.at));
  out.add("kind", Value::string(entry.kind)).add("actor", Value::string(entry.actor));
  out.add("subject", Value::string(entry.subject));
  return out.add("commitment", hash_text(entry.commitment));
}

Value row_json(const store::RecordRow& row) {
  Value out = Value::object();
  const store::AnswerRow& a = row.answer;
  out.add("seq", Value::number(row.entry.seq)).add("at", Value::string(row.entry.at));
  out.add("kind", Value::string(a.kind)).add("series", Value::string(a.series));
  out.add("version", Value::number(a.version));
  out.add("model_sha256", Value::string(a.model_sha256));
  out.add("reference", a.reference.empty() ? Value() : Value::string(a.reference));
  out.add("undesired", Value::boolean(a.undesired));
  out.add("status", a.status.empty() ? Value() : Value::string(a.status));
  out.add("cost", a.cost.empty() ? Value() : Value::string(a.cost));
  out.add("complete", Value::boolean(a.complete));
  out.add("case", a.case_id == 0 ? Value() : Value::number(a.case_id));
  out.add("erased", Value::boolean(row.erased)).add("held", Value::boolean(row.held));
  return out;
}

Value checkpoint_json(const store::SignedCheckpoint& checkpoint, const store::Signer& signer) {
  Value out = Value::object();
  out.add("size", Value::number(checkpoint.size)).add("root", hash_text(checkpoint.root));
  out.add("at", Value::string(checkpoint.at)).add("note", Value::string(checkpoint.note));
  return out.add("key", Value::string(store::verifier_key(signer.name, signer.key.open)));
}

std::string reason_of(const Value& body) {
  const Value* reason = body.find("reason");
  return reason && reason->is(Value::Kind::string) ? reason->text() : "";
}

}  // namespace

void list_records(Core& core, Call& call) {
  store::RecordQuery query;
  query.reference = call.value("reference");
  query.kind = call.value("kind");
  query.series = call.value("series");
  query.status = call.value("status");
  query.from = call.value("from");
  query.to = call.value("to");
  if (!call.value("undesired").empty()) query.undesired = call.flag("undesired");
  query.before = call.number("cursor", 0);
  const std::uint64_t limit = call.number("limit", 50);
  if (limit == 0 || limit > 200) throw Problem(400, "'limit' is between 1 and 200");
  query.limit = static_cast<std::uint32_t>(limit);
  Value list = Value::array();
  const auto found = core.store->records(query);
  for (const store::RecordRow& row : found) list.add(row_json(row));
  Value out = Value::object();
  out.add("records", std::move(list));
  const bool more = found.size() == limit && found.back().entry.seq > 1;
  out.add("cursor", more ? Value::string(std::to_string(found.back().entry.seq)) : Value());
  call.send(200, out);
}

void get_record(Core& core, Call& call) {
  const std::uint64_t seq = call.part_number(0);
  const auto row = core.store->record(seq);
  if (!row) throw Problem(404, "There is no such record");
  const auto payload = core.store->payload(seq);
  Value out = row_json(*row);
  out.add("entry", Value::string(store::entry_text(row->entry)));
  if (payload && !payload->erased) {
    out.add("salt", Value::string(store::hex(payload->salt)));
    out.add("record", json::parse(payload->text, "record", json::deepest));
  }
  call.send(200, out);
}

void record_proof(Core& core, Call& call) {
  const std::uint64_t seq = call.part_number(0);
  const auto entry = core.store->entry(seq);
  if (!entry) throw Problem(404, "There is no such entry");
  store::SignedCheckpoint checkpoint;
  if (const auto last = core.store->last_checkpoint()) checkpoint = *last;
  if (checkpoint.size < seq) checkpoint = core.store->make_checkpoint();
  Value out = Value::object();
  out.add("entry", Value::string(store::entry_text(*entry)));
  out.add("index", Value::number(seq - 1)).add("size", Value::number(checkpoint.size));
  out.add("leaf", hash_text(store::leaf_hash(store::entry_text(*entry))));
  out.add("proof", hashes(core.store->inclusion(seq, checkpoint.size)));
  out.add("checkpoint", checkpoint_json(checkpoint, core.store->signer()));
  call.send(200, out);
}

void check_record_again(Core& core, Call& call) {
  const std::uint64_t seq = call.part_number(0);
  const auto row = core.store->record(seq);
  const auto payload = core.store->payload(seq);
  if (!row || !payload) throw Problem(404, "There is no such record");
  if (payload->erased) throw Problem(410, "What was filed is erased");
  const auto active = core.models.active(row->answer.series);
  const Check found =
      active->decision.check(payload->text, "record " + std::to_string(seq), core.control());
  Value out = json::parse(found.json(), "check");
  Value whole = Value::object();
  const bool committed =
      store::commitment_of(payload->salt, payload->text) == row->entry.commitment;
  whole.add("seq", Value::number(seq)).add("as_committed", Value::boolean(committed));
  whole.add("active", Value::number(active->version)).add("check", std::move(out));
  call.send(200, whole);
}

void hold_record(Core& core, Call& call) {
  const Value body = call.object();
  const Value* held = body.find("held");
  if (!held || !held->is(Value::Kind::boolean)) throw Problem(422, "'held' is true or false");
  call.send(200, hold_filed(core, call.part_number(0), held->truth(), reason_of(body), call.actor));
}

void erase_record(Core& core, Call& call) {
  const Value body = call.object();
  call.send(200, erase_filed(core, call.part_number(0), reason_of(body), call.actor));
}

void run_retention(Core& core, Call& call) {
  call.object();
  Value list = Value::array();
  for (const std::uint64_t seq : erase_due(core, call.actor)) list.add(Value::number(seq));
  call.send(200, Value::object().add("erased", std::move(list)));
}

void log_checkpoint(Core& core, Call& call) {
  const auto last = core.store->last_checkpoint();
  if (!last) throw Problem(404, "There is no checkpoint yet");
  call.send(200, checkpoint_json(*last, core.store->signer()));
}

void new_checkpoint(Core& core, Call& call) {
  call.object();
  call.send(200, checkpoint_json(core.store->make_checkpoint(), core.store->signer()));
}

void log_entries(Core& core, Call& call) {
  const std::uint64_t from = call.number("from", 1), limit = call.number("limit", 50);
  if (limit == 0 || limit > 200) throw Problem(400, "'limit' is between 1 and 200");
  Value list = Value::array();
  for (const store::Entry& entry : core.store->entries(from, static_cast<std::uint32_t>(limit))) {
    list.add(entry_json(entry));
  }
  Value out = Value::object();
  out.add("size", Value::number(core.store->size())).add("entries", std::move(list));
  call.send(200, out);
}

void log_consistency(Core& core, Call& call) {
  const std::uint64_t first = call.number("first", 0);
  const std::uint64_t second = call.number("second", core.store->size());
  Value out = Value::object();
  out.add("first", Value::number(first)).add("second", Value::number(second));
  out.add("proof", hashes(core.store->consistency(first, second)));
  out.add("first_root", hash_text(core.store->root(first)));
  out.add("second_root", hash_text(core.store->root(second)));
  call.send(200, out);
}

void log_verify(Core& core, Call& call) {
  call.object();
  const store::BundleVerdict verdict = store::verify_store(*core.store);
  Value out = Value::object(), faults = Value::array();
  out.add("holds", Value::boolean(verdict.holds()));
  out.add("entries", Value::number(verdict.entries)).add("erased", Value::number(verdict.erased));
  out.add("checkpoints", Value::number(verdict.checkpoints));
  out.add("root", hash_text(verdict.root));
  for (const store::BundleFault& fault : verdict.faults) {
    faults.add(Value::object()
                   .add("line", Value::number(fault.line))
                   .add("kind", Value::string(fault.kind))
                   .add("message", Value::string(fault.message)));
  }
  out.add("faults", std::move(faults));
  call.send(200, out);
}

void export_bundle(Core& core, Call& call) {
  // By way of a file that goes when it is sent: the log may be larger than the memory.
  const std::string file =
      core.options.files + "/export-" + store::hex(store::random_bytes(8)) + ".jsonl";
  std::shared_ptr<const std::string> kept(new std::string(file), [](const std::string* name) {
    std::error_code ignored;
    std::filesystem::remove(*name, ignored);
    delete name;
  });
  try {
    base::NewTextFile out(file);
    store::write_bundle(*core.store, [&](std::string_view line) { out.write(line); });
    out.finish();
  } catch (const base::InputError&) {
    throw Problem(507, "There is no room for the export");
  }
  call.reply->send({200,
                    "application/jsonl",
                    "",
                    {{"Content-Disposition", "attachment; filename=\"cogs-log.jsonl\""}},
                    std::move(kept)});
}

}  // namespace cogs::service
