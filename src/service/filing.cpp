// SPDX-License-Identifier: Apache-2.0
#include "service/filing.h"

#include <algorithm>
#include <future>
#include <utility>

#include "base/sha256.h"
#include "json/write.h"
#include "service/call.h"

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
  core.store->file(filing_of(answer, std::move(what), core.control(), core.options.keep_days),
                   std::move(done));
}

store::Filing filing_of(const Answer& answer, ToFile what, const Control& control,
                        std::uint64_t keep_days) {
  const std::string at = store::utc_now();
  store::Filing filing;
  filing.kind = what.kind;
  filing.actor = what.actor;
  filing.subject = "series/" + base::sha256(what.model.series).substr(0, 16) + "/" +
                   std::to_string(what.model.version);
  filing.payload = answer.record(control, {what.reference, at, true});
  filing.model_text = what.model.decision.text();
  filing.model_sha256 = what.model.decision.sha256();
  if (keep_days > 0) {
    filing.keep_until = store::utc_in(static_cast<std::int64_t>(keep_days) * a_day);
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
  row.case_id = what.case_id;
  filing.changes.push_back(store::FileAnswer{std::move(row)});
  filing.once = std::move(what.once);
  return filing;
}

Value hold_filed(Core& core, std::uint64_t seq, bool held, const std::string& reason,
                 const std::string& actor) {
  if (reason.empty()) throw Problem(422, "Say why", "'reason' is a text");
  Value what = Value::object();
  what.add("seq", Value::number(seq)).add("held", Value::boolean(held));
  what.add("reason", Value::string(reason));
  store::Filing filing{held ? "held" : "released", actor, std::to_string(seq),
                       json::canonical_text(what), "",    "",
                       {store::Hold{seq, held}},   {}};
  for (const store::LetterRow& letter : core.store->letters_of(seq)) {
    if (!letter.erased) filing.changes.emplace_back(store::Hold{letter.seq, held});
  }
  core.store->file(std::move(filing));
  return what;
}

namespace {

// What is about somebody can be erased; who changed which rules when stays.
bool is_about_somebody(Core& core, std::uint64_t seq) {
  const auto entry = core.store->entry(seq);
  return entry && (entry->kind == "case" || core.store->record(seq) || core.store->letter(seq));
}

store::Filing erasing(Core& core, std::uint64_t seq, const std::string& reason,
                      const std::string& actor) {
  Value what = Value::object();
  what.add("erased", Value::number(seq)).add("reason", Value::string(reason));
  store::Filing filing{"erased", actor, std::to_string(seq), json::canonical_text(what),
                       "",       "",    {store::Erase{seq}}, {}};
  for (const store::LetterRow& letter : core.store->letters_of(seq)) {
    if (!letter.erased) filing.changes.emplace_back(store::Erase{letter.seq});
  }
  return filing;
}

}  // namespace

Value erase_filed(Core& core, std::uint64_t seq, const std::string& reason,
                  const std::string& actor) {
  if (reason.empty()) throw Problem(422, "Say why", "'reason' is a text");
  if (!is_about_somebody(core, seq)) {
    throw Problem(404, "There is no such record", "answers, letters and cases can be erased");
  }
  core.store->file(erasing(core, seq, reason, actor));
  return Value::object().add("erased", Value::number(seq)).add("reason", Value::string(reason));
}

std::vector<std::uint64_t> erase_due(Core& core, const std::string& actor) {
  std::vector<std::uint64_t> out;
  while (true) {
    // One after the other would wait for the disk each time.
    std::vector<std::pair<std::uint64_t, std::future<void>>> waiting;
    std::vector<std::uint64_t> gone;  // letters that go with their answers
    for (const std::uint64_t seq : core.store->due(store::utc_now())) {
      if (std::find(gone.begin(), gone.end(), seq) != gone.end()) continue;
      for (const store::LetterRow& letter : core.store->letters_of(seq)) gone.push_back(letter.seq);
      auto promise = std::make_shared<std::promise<void>>();
      waiting.emplace_back(seq, promise->get_future());
      core.store->file(erasing(core, seq, "its time has come", actor),
                       [promise](const store::Receipt*, const std::exception_ptr& failure) {
                         if (failure) {
                           promise->set_exception(failure);
                         } else {
                           promise->set_value();
                         }
                       });
    }
    const std::size_t before = out.size();
    for (auto& [seq, erased] : waiting) {
      try {
        erased.get();
        out.push_back(seq);
      } catch (const store::StoreError& error) {
        // Held or erased by somebody else since: the others go on.
        if (error.kind() != store::StoreError::Kind::refused) throw;
      }
    }
    if (out.size() == before) return out;
  }
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
