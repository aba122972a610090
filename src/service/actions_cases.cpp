// SPDX-License-Identifier: Apache-2.0
//
// Cases, their links, letters, and files that models name.
#include "json/parse.h"
#include "json/write.h"
#include "service/actions.h"
#include "service/cases.h"
#include "service/letters.h"

namespace cogs::service {

namespace {

using json::Value;

Value case_json(const store::Case& c) {
  Value out = Value::object();
  out.add("id", Value::number(c.id)).add("series", Value::string(c.series));
  out.add("reference", c.reference.empty() ? Value() : Value::string(c.reference));
  return out.add("at", Value::string(c.at)).add("by", Value::string(c.by));
}

Value letter_json(const store::LetterRow& l) {
  Value out = Value::object();
  out.add("seq", Value::number(l.seq)).add("answer", Value::number(l.answer));
  out.add("template", Value::string(l.form)).add("language", Value::string(l.language));
  out.add("due", Value::string(l.due));
  out.add("sent", l.sent.empty() ? Value() : Value::string(l.sent));
  out.add("sent_by", l.channel.empty() ? Value() : Value::string(l.channel));
  return out.add("erased", Value::boolean(l.erased));
}

std::string member_text(const Value& body, const char* name, const std::string& otherwise,
                        bool needed = false) {
  const Value* member = body.find(name);
  if (!member && !needed) return otherwise;
  if (!member || !member->is(Value::Kind::string)) {
    throw Problem(422, std::string("'") + name + "' is a text");
  }
  return member->text();
}

std::uint64_t limit_of(const Call& call) {
  const std::uint64_t limit = call.number("limit", 50);
  if (limit == 0 || limit > 200) throw Problem(400, "'limit' is between 1 and 200");
  return limit;
}

}  // namespace

void add_file(Core& core, Call& call) {
  const std::string_view type = call.request.header("content-type");
  if (type.substr(0, type.find(';')) != "application/octet-stream") {
    throw Problem(415, "A file is sent as application/octet-stream");
  }
  const store::KeptFile kept =
      core.models.keep_file(call.value("name"), std::move(call.request.body), call.actor);
  Value out = Value::object();
  out.add("sha256", Value::string(kept.sha256)).add("name", Value::string(kept.name));
  call.send(201, out);
}

void list_files(Core& core, Call& call) {
  Value list = Value::array();
  for (const store::KeptFile& file : core.store->kept_files()) {
    Value one = Value::object();
    one.add("sha256", Value::string(file.sha256)).add("name", Value::string(file.name));
    one.add("at", Value::string(file.at)).add("by", Value::string(file.by));
    list.add(std::move(one));
  }
  call.send(200, Value::object().add("files", std::move(list)));
}

void add_case(Core& core, Call& call) {
  const Value body = call.object();
  const store::Case opened = open_case(core, member_text(body, "series", "", true),
                                       member_text(body, "reference", ""), call.actor);
  call.send(201, case_json(opened));
}

void list_cases(Core& core, Call& call) {
  const std::uint64_t limit = limit_of(call);
  Value list = Value::array();
  const auto found = core.store->cases(call.value("reference"), call.number("cursor", 0),
                                       static_cast<std::uint32_t>(limit));
  for (const store::Case& one : found) list.add(case_json(one));
  Value out = Value::object();
  out.add("cases", std::move(list));
  out.add("cursor",
          found.size() == limit ? Value::string(std::to_string(found.back().id)) : Value());
  call.send(200, out);
}

void get_case(Core& core, Call& call) {
  const auto found = core.store->find_case(call.part_number(0));
  if (!found) throw Problem(404, "There is no such case");
  store::RecordQuery query;
  query.case_id = found->id;
  query.limit = 200;
  Value answers = Value::array(), letters = Value::array();
  for (const store::RecordRow& row : core.store->records(query)) {
    answers.add(Value::number(row.entry.seq));
    for (const store::LetterRow& letter : core.store->letters_of(row.entry.seq)) {
      letters.add(letter_json(letter));
    }
  }
  Value out = case_json(*found);
  out.add("answers", std::move(answers)).add("letters", std::move(letters));
  out.add("links", Value::number(core.store->links_of(found->id, store::utc_now())));
  call.send(200, out);
}

void add_case_link(Core& core, Call& call) {
  const Value body = call.object();
  const Value* days = body.find("days");
  if (days && !days->is(Value::Kind::number)) throw Problem(422, "'days' is a number");
  const std::uint64_t count = days ? store::whole_number(days->text()).value_or(0) : 30;
  const CaseLink made = new_link(core, call.part_number(0), count, call.actor);
  Value out = Value::object();
  out.add("path", Value::string("/mine#case=" + made.secret));
  call.send(201, out.add("ends", Value::string(made.ends)));
}

void end_case_links(Core& core, Call& call) {
  end_links(core, call.part_number(0), call.actor);
  call.reply->send({204, "", "", {}});
}

void add_letter(Core& core, Call& call) {
  const std::uint64_t seq = call.part_number(0);
  const Value body = call.object();
  LetterRequest request;
  request.form = member_text(body, "template", "", true);
  request.language = member_text(body, "language", "en");
  if (const Value* settings = body.find("settings")) {
    if (!settings->is(Value::Kind::object)) throw Problem(422, "'settings' is an object of texts");
    for (const auto& [name, value] : settings->members()) {
      if (!value.is(Value::Kind::string)) throw Problem(422, "'settings' is an object of texts");
      request.settings.emplace_back(name, value.text());
    }
  }
  if (const Value* ways = body.find("ways")) {
    if (!ways->is(Value::Kind::boolean)) throw Problem(422, "'ways' is true or false");
    request.ways = ways->truth();
  }
  if (call.flag("file")) {
    const std::uint64_t filed = file_letter(core, seq, request, call.actor);
    return call.send(201, letter_json(core.store->letter(filed).value_or(store::LetterRow{})));
  }
  const Letter made = make_letter(core, filed_person(core, seq), request);
  Value refusals = Value::array(), reasons = Value::array();
  for (const LetterRefusal& one : made.refusals) refusals.add(Value::string(one.message));
  for (const LetterReason& one : made.reasons) {
    reasons.add(Value::object()
                    .add("feature", Value::string(one.feature))
                    .add("code", Value::string(one.code))
                    .add("text", Value::string(one.text)));
  }
  Value out = Value::object();
  out.add("reasons", std::move(reasons)).add("refusals", std::move(refusals));
  if (made.refusals.empty()) out.add("html", Value::string(made.html()));
  call.send(200, out);
}

void get_letter(Core& core, Call& call) {
  const auto found = core.store->letter(call.part_number(0));
  if (!found) throw Problem(404, "There is no such letter");
  const auto payload = core.store->payload(found->seq);
  Value out = letter_json(*found);
  if (payload && !payload->erased) {
    const Value filed = json::parse(payload->text, "letter", json::deepest);
    if (const Value* html = filed.find("html")) out.add("html", *html);
  }
  call.send(200, out);
}

void letter_was_sent(Core& core, Call& call) {
  const Value body = call.object();
  const std::uint64_t seq = call.part_number(0);
  note_sent(core, seq, member_text(body, "sent_by", "", true), call.actor);
  call.send(200, letter_json(core.store->letter(seq).value_or(store::LetterRow{})));
}

}  // namespace cogs::service
