// SPDX-License-Identifier: Apache-2.0
#include "service/filing.h"

#include <utility>

#include "base/sha256.h"
#include "json/write.h"

namespace cogs::service {

namespace {

using json::Value;
constexpr std::int64_t a_day = 24 * 60 * 60;

// Of a record in canonical form, where it stands before the name of the source.
std::string input_sha256(const std::string& record) {
  constexpr std::string_view begin = ",\"sha256\":\"", end = "\",\"source\":";
  const auto at = record.find(end);
  if (at == std::string::npos || at < 64 + begin.size()) return {};
  if (record.compare(at - 64 - begin.size(), begin.size(), begin) != 0) return {};
  return record.substr(at - 64, 64);
}

}  // namespace

const char* status_name(Status status) {
  switch (status) {
    case Status::found: return "found";
    case Status::already: return "already";
    case Status::none: return "none";
    case Status::gave_up: break;
  }
  return "gave_up";
}

void file_answer(Core& core, const Answer& answer, ToFile what, store::Filed done) {
  const std::string at = store::utc_now();
  store::Filing filing;
  filing.kind = what.kind;
  filing.actor = what.actor;
  filing.subject = "series/" + base::sha256(what.model.series).substr(0, 16) + "/" +
                   std::to_string(what.model.version);
  filing.payload = answer.record(core.control(), {what.reference, at, true});
  filing.model_text = what.model.decision.text();
  filing.model_sha256 = what.model.decision.sha256();
  if (core.options.keep_days > 0) {
    filing.keep_until = store::utc_in(static_cast<std::int64_t>(core.options.keep_days) * a_day);
  }
  store::AnswerRow row;
  row.kind = std::move(what.kind);
  row.series = what.model.series;
  row.version = what.model.version;
  row.model_sha256 = what.model.decision.sha256();
  row.input_sha256 = input_sha256(filing.payload);
  row.reference = std::move(what.reference);
  row.undesired = what.undesired;
  row.status = std::move(what.status);
  row.cost = std::move(what.cost);
  row.complete = what.complete;
  filing.changes.push_back(store::FileAnswer{std::move(row)});
  filing.once = std::move(what.once);
  core.store->file(std::move(filing), std::move(done));
}

Value receipt_json(const store::Receipt& receipt, const InUse& model) {
  Value out = Value::object();
  out.add("seq", Value::number(receipt.seq)).add("at", Value::string(receipt.at));
  out.add("commitment", Value::string(store::hex(store::bytes_of(receipt.commitment))));
  out.add("leaf", Value::string(store::hex(store::bytes_of(receipt.leaf))));
  Value checkpoint;
  if (receipt.checkpoint_size > 0) {
    checkpoint = Value::object();
    checkpoint.add("size", Value::number(receipt.checkpoint_size));
    checkpoint.add("root", Value::string(store::base64(store::bytes_of(receipt.checkpoint_root))));
  }
  out.add("checkpoint", std::move(checkpoint));
  out.add("model", Value::string(model.series + "/" + std::to_string(model.version)));
  return out;
}

store::Receipt receipt_of(Core& core, std::uint64_t seq) {
  const auto entry = core.store->entry(seq);
  if (!entry) throw store::StoreError(store::StoreError::Kind::missing, "there is no such entry");
  store::Receipt out;
  out.seq = seq;
  out.at = entry->at;
  out.commitment = entry->commitment;
  out.leaf = store::leaf_hash(store::entry_text(*entry));
  // The last checkpoint that was there when it was filed.
  for (const store::SignedCheckpoint& checkpoint : core.store->checkpoints()) {
    if (checkpoint.size >= seq) break;
    out.checkpoint_size = checkpoint.size;
    out.checkpoint_root = checkpoint.root;
  }
  return out;
}

}  // namespace cogs::service
