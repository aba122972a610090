// SPDX-License-Identifier: Apache-2.0
//
// Records and the log.
#include "json/parse.h"
#include "json/write.h"
#include "service/actions.h"
#include "service/filing.h"
#include "service/page.h"
#include "store/bundle.h"

namespace cogs::service {

namespace {

std::string hash_cell(const store::Hash& hash) {
  return "<span class=\"hash\">" + store::hex(store::bytes_of(hash)) + "</span>";
}

std::string fact(const std::string& name, const std::string& html) {
  return "<div><dt>" + words(name) + "</dt><dd>" + html + "</dd></div>\n";
}

std::string text_field(const std::string& name, const std::string& label, const std::string& value,
                       const std::string& hint = {}) {
  return "<div class=\"field\"><label for=\"" + name + "\">" + label + "</label><input id=\"" +
         name + "\" name=\"" + name + "\" value=\"" + text(value) + "\"" +
         (hint.empty() ? "" : " placeholder=\"" + text(hint) + "\"") + "></div>\n";
}

std::string verdict_section(const store::BundleVerdict& verdict) {
  std::string out = verdict.holds()
                        ? "<p class=\"big yes\">The log holds.</p>\n<p>" +
                              std::to_string(verdict.entries) +
                              " entries were hashed anew, what was filed compared with what they "
                              "commit to, and " +
                              std::to_string(verdict.checkpoints) + " signatures checked.</p>\n"
                        : "<p class=\"big no\">The log was altered.</p>\n<ul class=\"blockers\">\n";
  for (const store::BundleFault& fault : verdict.faults) {
    out += "<li>" + words(fault.message) + "</li>\n";
  }
  return verdict.holds() ? out : out + "</ul>\n";
}

std::string log_content(Core& core, const std::string& more) {
  const std::uint64_t size = core.store->size();
  std::string content =
      "<h1>Log</h1>\n<p>Every answer that is filed and every change gets a number "
      "and a fingerprint here. Who changes, removes or slips in one later changes the "
      "fingerprint of all of them, which is signed and can be kept elsewhere.</p>\n";
  content += more + "<dl class=\"facts\">\n" + fact("entries", std::to_string(size));
  if (const auto last = core.store->last_checkpoint()) {
    content += fact("last checkpoint",
                    "at " + text(last->at) + ", of " + std::to_string(last->size) + " entries");
  }
  content +=
      "</dl>\n<div class=\"bar-actions\"><form method=\"post\" action=\"/log/verify\"><button "
      "class=\"main\">Verify now</button></form>"
      "<form method=\"post\" action=\"/log/checkpoint\"><button>Sign a checkpoint</button></form>"
      "<a class=\"button\" href=\"/api/v1/log/bundle\">Export for offline checks</a></div>\n";
  if (const auto last = core.store->last_checkpoint()) {
    content += section(
        "checkpoint", "The last checkpoint",
        "<p>Keep it where nobody who runs this server can change it: a mail, a "
        "notary, another office. <code>cogs log verify BUNDLE --since FILE</code> "
        "then shows that the log has only grown since.</p>\n<pre>" +
            text(last->note) + "</pre>\n<p class=\"soft\">Its key: <span class=\"hash\">" +
            text(store::verifier_key(core.store->signer().name, core.store->signer().key.open)) +
            "</span></p>\n");
  }
  std::vector<std::vector<std::string>> rows;
  const std::uint64_t from = size > 50 ? size - 49 : 1;
  auto entries = core.store->entries(from, 50);
  for (auto at = entries.rbegin(); at != entries.rend(); ++at) {
    const bool filed = at->kind == "recourse" || at->kind == "why";
    rows.push_back({filed
                        ? link("/records/" + std::to_string(at->seq), "#" + std::to_string(at->seq))
                        : "#" + std::to_string(at->seq),
                    text(at->at), words(at->kind), text(at->actor), words(at->subject),
                    hash_cell(at->commitment)});
  }
  return content +
         section("entries", "The newest entries",
                 table("Entries", {"number", "time", "kind", "by", "about", "commitment"}, rows));
}

}  // namespace

void page_records(Core& core, Call& call) {
  store::RecordQuery query;
  query.reference = call.value("reference");
  query.status = call.value("status");
  query.kind = call.value("kind");
  query.from = call.value("from");
  query.to = call.value("to");
  if (query.to.size() == 10) query.to += "T23:59:59Z";
  query.before = call.number("cursor", 0);
  query.limit = 50;
  const auto found = core.store->records(query);
  std::string content =
      "<h1>Records</h1>\n<form method=\"get\" action=\"/records\">\n<div class=\"fields\">\n" +
      text_field("reference", "Reference", query.reference) +
      select_of("status", "Answer", query.status,
                {{"", "any"},
                 {"found", "a way"},
                 {"none", "no way"},
                 {"already", "nothing to change"},
                 {"gave_up", "stopped"}}) +
      select_of("kind", "Kind", query.kind,
                {{"", "any"}, {"recourse", "ways"}, {"why", "reasons"}}) +
      text_field("from", "From", call.value("from"), "2026-11-01") +
      text_field("to", "To", call.value("to"), "2026-11-30") +
      "</div>\n<p class=\"actions\"><button class=\"main\">Search</button></p>\n</form>\n";
  std::vector<std::vector<std::string>> rows;
  for (const store::RecordRow& row : found) {
    const std::string number = std::to_string(row.entry.seq);
    rows.push_back(
        {row.erased ? ""
                    : "<input type=\"checkbox\" name=\"r\" value=\"" + number +
                          "\" aria-label=\"Mark #" + number + "\">",
         link("/records/" + number, "#" + number), text(row.entry.at), words(row.answer.reference),
         words(row.answer.series) + " v" + std::to_string(row.answer.version),
         row.erased
             ? "erased"
             : std::string("<span class=\"") + (row.answer.undesired ? "no" : "yes") + "\">" +
                   (row.answer.undesired ? "undesired" : "not undesired") + "</span>",
         words(answer_words(row.answer)) + (row.held ? " · held" : "")});
  }
  content += found.empty() ? "<p>Nothing was filed that fits.</p>\n"
                           : "<form method=\"get\" action=\"/beside\">\n" +
                                 table("Records",
                                       {"<span class=\"soft\">mark</span>", "number", "filed",
                                        "reference", "model", "decision", "answer"},
                                       rows) +
                                 "<p class=\"actions\"><button>Beside each other</button> <span "
                                 "class=\"soft\">two to "
                                 "six marked records</span></p>\n</form>\n";
  if (found.size() == query.limit) {
    std::string next = "/records?cursor=" + std::to_string(found.back().entry.seq);
    for (const char* name : {"reference", "status", "kind", "from", "to"}) {
      if (!call.value(name).empty())
        next += "&" + std::string(name) + "=" + url_encoded(call.value(name));
    }
    content += "<p>" + link(next, "Older ones") + "</p>\n";
  }
  call.send_page(framed({"Records", "records", content, ""}));
}

void page_record(Core& core, Call& call) {
  const std::uint64_t seq = call.part_number(0);
  const auto row = core.store->record(seq);
  const auto payload = core.store->payload(seq);
  if (!row || !payload) throw Problem(404, "There is no such record");
  const std::string number = std::to_string(seq);
  std::string content =
      "<h1>Record #" + number + "</h1>\n<dl class=\"facts\">\n" +
      fact("filed", text(row->entry.at)) +
      fact("reference", row->answer.reference.empty() ? "none" : words(row->answer.reference)) +
      fact("model", words(row->answer.series) + " version " + std::to_string(row->answer.version)) +
      fact("answer", words(answer_words(row->answer))) +
      (row->answer.case_id == 0
           ? ""
           : fact("case", link("/cases/" + std::to_string(row->answer.case_id), "open"))) +
      "</dl>\n";
  if (payload->erased) {
    content +=
        "<p class=\"note\">What was filed is erased. The log's entry stays, and tells nothing "
        "about it.</p>\n";
  } else {
    const bool committed =
        store::commitment_of(payload->salt, payload->text) == row->entry.commitment;
    const auto active = core.models.active(row->answer.series);
    const Check own = core.models.by_sha256(row->answer.model_sha256, row->answer.series)
                          .check(payload->text, "record " + number, core.control());
    const bool same = active->decision.sha256() == row->answer.model_sha256;
    const Check now =
        same ? own : active->decision.check(payload->text, "record " + number, core.control());
    std::string judged =
        std::string("<ul class=\"rules\">\n<li>") +
        (committed
             ? "<strong class=\"yes\">As filed.</strong> It is what the log's entry commits to."
             : "<strong class=\"no\">Altered.</strong> It is not what the log's entry commits "
               "to.") +
        "</li>\n<li>" +
        (own.right
             ? "<strong class=\"yes\">It holds.</strong> Proof, ways and reasons were computed "
               "anew by the "
               "model of that day."
             : "<strong class=\"no\">It does not hold</strong> by the model that it carries.") +
        "</li>\n<li>" +
        (same        ? "The model of that day is still in force."
         : now.right ? "By today's version " + std::to_string(active->version) +
                           " <strong class=\"yes\">the answer still holds.</strong>"
                     : "By today's version " + std::to_string(active->version) +
                           " <strong class=\"no\">the answer no longer holds.</strong>") +
        "</li>\n</ul>\n";
    for (const std::string& fault : now.faults)
      judged += "<p class=\"note\">" + words(fault) + "</p>\n";
    content += section("check", "Checked just now", judged);
    const json::Value record = json::parse(payload->text, "record", json::deepest);
    if (const json::Value* input = record.find("input")) {
      if (const json::Value* values = input->find("record")) {
        std::string list = "<dl>";
        for (const auto& [name, value] : values->members()) {
          list += "<dt dir=\"auto\">" + words(name) + "</dt><dd dir=\"auto\">" +
                  (value.is(json::Value::Kind::null) ? "not known" : words(value.text())) + "</dd>";
        }
        std::string query = "series=" + url_encoded(row->answer.series);
        for (const auto& [name, value] : values->members()) {
          if (!value.text().empty())
            query += "&v." + url_encoded(name) + "=" + url_encoded(value.text());
        }
        content += section(
            "input", "The person",
            list + "</dl>\n<p class=\"actions\"><a class=\"button\" href=\"/case?" + text(query) +
                "\">The case by today's version</a> <a class=\"button\" href=\"/whatif?" +
                text(query) + "\">What if</a>" +
                (row->answer.undesired ? " <a class=\"button\" href=\"/records/" + number +
                                             "/letter\">Write a letter</a>"
                                       : "") +
                "</p>\n");
      }
    }
  }
  content += section(
      "receipt", "Receipt",
      "<dl><dt>number</dt><dd>#" + number + "</dd><dt>commitment</dt><dd>" +
          hash_cell(row->entry.commitment) + "</dd><dt>leaf</dt><dd>" +
          hash_cell(store::leaf_hash(store::entry_text(row->entry))) +
          "</dd></dl>\n<p class=\"actions\"><a class=\"button\" href=\"/api/v1/records/" + number +
          "/proof\">Proof of inclusion</a> <a class=\"button\" href=\"/api/v1/records/" + number +
          "\">As JSON</a></p>\n");
  if (!payload->erased) {
    content +=
        section("keep", "Keeping it",
                std::string("<div class=\"bar-actions\"><form method=\"post\" action=\"/records/") +
                    number + "/hold\">" + hidden("held", payload->held ? "false" : "true") +
                    "<label>Reason for the hold <input name=\"reason\" required "
                    "maxlength=\"500\"></label> <button>" +
                    (payload->held ? "Lift the hold" : "Set a hold") + "</button></form>" +
                    (payload->held
                         ? ""
                         : "<form method=\"post\" action=\"/records/" + number +
                               "/erase\"><label>Reason for erasing <input name=\"reason\" required "
                               "maxlength=\"500\"></label> "
                               "<button class=\"danger\">Erase for ever</button></form>") +
                    "</div>\n");
  }
  call.send_page(framed({"Record #" + number, "records", content, row->answer.series}));
}

void page_record_hold(Core& core, Call& call) {
  const std::uint64_t seq = call.part_number(0);
  const auto fields = call.form();
  hold_filed(core, seq, form_value(fields, "held") == "true", form_value(fields, "reason"),
             call.actor);
  call.see_other("/records/" + std::to_string(seq));
}

void page_record_erase(Core& core, Call& call) {
  const std::uint64_t seq = call.part_number(0);
  erase_filed(core, seq, form_value(call.form(), "reason"), call.actor);
  call.see_other("/records/" + std::to_string(seq));
}

void page_log(Core& core, Call& call) {
  call.send_page(framed({"Log", "log", log_content(core, ""), ""}));
}

void page_log_checkpoint(Core& core, Call& call) {
  core.store->make_checkpoint();
  call.see_other("/log");
}

void page_log_verify(Core& core, Call& call) {
  const store::BundleVerdict verdict = store::verify_store(*core.store);
  call.send_page(framed({"Log", "log", log_content(core, verdict_section(verdict)), ""}));
}

}  // namespace cogs::service
