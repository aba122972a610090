// SPDX-License-Identifier: Apache-2.0
#include "service/letters.h"

#include <algorithm>

#include "json/parse.h"
#include "json/write.h"
#include "present/html/page.h"
#include "service/assets.h"
#include "service/call.h"
#include "service/page.h"

namespace cogs::service {

namespace {

using json::Value;

constexpr std::int64_t time_to_notify = std::int64_t{30} * 24 * 60 * 60;

Language language_named(const std::string& name) {
  if (name == "en") return Language::english;
  if (name == "es") return Language::spanish;
  throw Problem(422, "There is no letter in this language", "en or es");
}

LetterForm form_named(const std::string& name, const std::string& language) {
  const auto known = built_in_letters();
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    throw Problem(422, "There is no such template", "regulation-b or gdpr");
  }
  return built_in_letter(name, language_named(language));
}

}  // namespace

FiledPerson filed_person(Core& core, std::uint64_t seq) {
  const auto row = core.store->record(seq);
  const auto payload = core.store->payload(seq);
  if (!row || !payload) throw Problem(404, "There is no such record");
  if (payload->erased) throw Problem(410, "What was filed is erased");
  const Value record = json::parse(payload->text, "record", json::deepest);
  const Value* input = record.find("input");
  const Value* values = input ? input->find("record") : nullptr;
  if (!values) throw Problem(409, "This record is about nobody");
  Decision decision = core.models.by_sha256(row->answer.model_sha256, row->answer.series);
  std::vector<std::pair<std::string, std::string>> texts;
  std::vector<Field> fields;
  for (const auto& [name, value] : values->members()) {
    if (value.is(Value::Kind::null)) continue;
    texts.emplace_back(name, value.text());
    fields.push_back({name, value.text()});
  }
  const std::string source =
      row->answer.reference.empty() ? "record " + std::to_string(seq) : row->answer.reference;
  Person person = decision.person(fields, source);
  return {*row, std::move(decision), std::move(person), std::move(texts)};
}

std::vector<LetterSetting> letter_settings(const LetterForm& form) {
  static const std::vector<std::string> given = {"date",    "decision", "other_decision", "model",
                                                 "reasons", "ways",     "logic",          "data",
                                                 "end",     "codes",    "consumer_report"};
  std::vector<LetterSetting> out;
  std::vector<std::string> within;  // names of the `if`s around
  for (std::size_t at = 0; (at = form.text.find("{{", at)) != std::string::npos;) {
    const auto end = form.text.find("}}", at);
    if (end == std::string::npos) break;
    std::string name = form.text.substr(at + 2, end - at - 2);
    at = end + 2;
    const bool opens = name.starts_with("if ");
    if (opens) {
      within.push_back(name.substr(3));
      name = name.substr(3);
    } else if (name == "end") {
      if (!within.empty()) within.pop_back();
      continue;
    }
    if (std::find(given.begin(), given.end(), name) != given.end()) continue;
    const bool known =
        std::any_of(out.begin(), out.end(), [&](const auto& one) { return one.name == name; });
    if (!known) out.push_back({name, within.empty()});
  }
  return out;
}

Letter make_letter(Core& core, const FiledPerson& about, const LetterRequest& request) {
  LetterOptions how;
  how.form = form_named(request.form, request.language);
  how.settings = {
      {"date", store::utc_now().substr(0, 10)},
      {"reference", about.row.answer.reference.empty() ? "#" + std::to_string(about.row.entry.seq)
                                                       : about.row.answer.reference}};
  for (const auto& setting : core.options.letter_settings) how.settings.push_back(setting);
  for (const auto& setting : request.settings) {
    if (!setting.second.empty()) how.settings.push_back(setting);
  }
  if (!core.options.letter_codes.empty()) how.codes = core.options.letter_codes;
  if (!core.options.letter_policy.empty()) how.policy = core.options.letter_policy;
  how.ways = request.ways;
  return about.decision.letter(about.person, how, {}, core.control());
}

std::uint64_t file_letter(Core& core, std::uint64_t answer, const LetterRequest& request,
                          const std::string& actor) {
  const FiledPerson about = filed_person(core, answer);
  const Letter letter = make_letter(core, about, request);
  if (!letter.refusals.empty()) {
    throw Problem(422, "There can be no such letter", letter.refusals.front().message);
  }
  store::LetterRow row;
  row.answer = answer;
  row.form = request.form;
  row.language = request.language;
  row.due = store::utc_in(time_to_notify).substr(0, 10);
  Value what = Value::object();
  what.add("answer", Value::number(answer)).add("template", Value::string(request.form));
  what.add("language", Value::string(request.language));
  what.add("html", Value::string(letter.html()));
  store::Filing filing{"letter", actor, std::to_string(answer),   json::canonical_text(what),
                       "",       "",    {store::FileLetter{row}}, {}};
  if (core.options.keep_days > 0) {
    filing.keep_until =
        store::utc_in(static_cast<std::int64_t>(core.options.keep_days) * 24 * 60 * 60);
  }
  return core.store->file(std::move(filing)).seq;
}

void note_sent(Core& core, std::uint64_t seq, const std::string& channel,
               const std::string& actor) {
  if (channel.empty() || channel.size() > 100) throw Problem(422, "Say how it was sent");
  if (!core.store->letter(seq)) throw Problem(404, "There is no such letter");
  Value what = Value::object();
  what.add("letter", Value::number(seq)).add("sent_by", Value::string(channel));
  core.store->file({"sent",
                    actor,
                    std::to_string(seq),
                    json::canonical_text(what),
                    "",
                    "",
                    {store::LetterSent{seq, channel}},
                    {}});
}

std::string letter_page(Core& core, std::uint64_t seq) {
  const auto payload = core.store->letter(seq) ? core.store->payload(seq) : std::nullopt;
  if (!payload) throw Problem(404, "There is no such letter");
  if (payload->erased) throw Problem(410, "The letter is erased");
  const Value filed = json::parse(payload->text, "letter", json::deepest);
  const Value* html = filed.find("html");
  const Value* language = filed.find("language");
  if (!html || !language) throw Problem(404, "There is no such letter");
  return "<!DOCTYPE html>\n<html lang=\"" + text(language->text()) +
         "\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
         "content=\"width=device-width, initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n"
         "<title>Letter #" +
         std::to_string(seq) + "</title>\n<link rel=\"stylesheet\" href=\"" +
         asset_link("letter.css") + "\">\n</head>\n<body>\n<main>\n" +
         std::string(present::page_content(html->text())) + "</main>\n</body>\n</html>\n";
}

}  // namespace cogs::service
