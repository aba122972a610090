// SPDX-License-Identifier: Apache-2.0
//
// Cases with their links, and letters.
#include <algorithm>

#include "present/html/page.h"
#include "service/actions.h"
#include "service/cases.h"
#include "service/letters.h"
#include "service/page.h"

namespace cogs::service {

namespace {

std::string seq_link(std::uint64_t seq) {
  return link("/records/" + std::to_string(seq), "#" + std::to_string(seq));
}

std::string case_name(const store::Case& one) {
  return one.reference.empty() ? "Case " + std::to_string(one.id) : one.reference;
}

// "review_contact" -> "Review contact"
std::string setting_words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') {
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
  }
  return name;
}

std::string case_content(Core& core, const store::Case& found, const std::string& more) {
  const std::string id = std::to_string(found.id);
  std::string content = "<h1>" + words(case_name(found)) + "</h1>\n<p class=\"soft\">" +
                        words(found.series) + " · opened " + text(found.at) + "</p>\n" + more;
  store::RecordQuery query;
  query.case_id = found.id;
  query.limit = 200;
  std::vector<std::vector<std::string>> answers, letters;
  for (const store::RecordRow& row : core.store->records(query)) {
    answers.push_back(
        {seq_link(row.entry.seq), text(row.entry.at), "v" + std::to_string(row.answer.version),
         row.erased ? "erased" : words(answer_words(row.answer)),
         row.erased || !row.answer.undesired
             ? ""
             : link("/records/" + std::to_string(row.entry.seq) + "/letter", "Write a letter")});
    for (const store::LetterRow& letter : core.store->letters_of(row.entry.seq)) {
      const std::string seq = std::to_string(letter.seq);
      letters.push_back(
          {letter.erased ? "#" + seq : link("/letters/" + seq, "#" + seq), seq_link(letter.answer),
           words(letter.form) + ", " + text(letter.language),
           letter.erased ? "erased"
           : letter.sent.empty()
               ? "due by " + text(letter.due) +
                     " <form method=\"post\" class=\"inline\" action=\"/letters/" + seq +
                     "/sent\">" + hidden("case", id) +
                     "<label>sent by <input class=\"short\" name=\"channel\" required "
                     "maxlength=\"100\"></label> <button>Note it</button></form>"
               : "sent " + text(letter.sent) + " by " + words(letter.channel)});
    }
  }
  content +=
      section("answers", "Answers",
              answers.empty() ? "<p>Nothing is filed in this case yet.</p>\n"
                              : table("Answers of this case",
                                      {"number", "filed", "version", "answer", "letter"}, answers));
  if (!letters.empty()) {
    content +=
        section("letters", "Letters",
                table("Letters of this case", {"number", "about", "template", "state"}, letters));
  }
  const std::uint64_t links = core.store->links_of(found.id, store::utc_now());
  content += section(
      "links", "For the person it is about",
      "<p>A link shows this person the decision, its reasons, the way and what-if of this case, "
      "and "
      "letters that were sent. Nothing else: no other case, no rules, no log.</p>\n<div "
      "class=\"bar-actions\"><form method=\"post\" action=\"/cases/" +
          id +
          "/links\"><label>good for <input class=\"short\" name=\"days\" value=\"30\" "
          "inputmode=\"numeric\"> days</label> <button class=\"main\">Make a link</button></form>" +
          (links == 0 ? ""
                      : "<form method=\"post\" action=\"/cases/" + id +
                            "/links/end\"><button class=\"danger\">End " +
                            (links == 1 ? "the link" : "all " + std::to_string(links) + " links") +
                            "</button></form>") +
          "</div>\n");
  return content;
}

store::Case case_of(Core& core, const Call& call) {
  const auto found = core.store->find_case(call.part_number(0));
  if (!found) throw Problem(404, "There is no such case");
  return *found;
}

LetterRequest request_of(const std::vector<http::Header>& fields) {
  LetterRequest out;
  if (const auto form = form_value(fields, "template"); !form.empty()) out.form = form;
  if (const auto language = form_value(fields, "language"); !language.empty()) {
    out.language = language;
  }
  for (const auto& [name, value] : fields) {
    if (name.starts_with("s.") && !value.empty()) out.settings.emplace_back(name.substr(2), value);
  }
  const bool sent = !form_value(fields, "template").empty();
  out.ways = !sent || form_value(fields, "ways") == "1";
  return out;
}

std::string letter_form(Core& core, const LetterRequest& request, const std::string& seq) {
  std::string out =
      "<form method=\"post\" action=\"/records/" + seq + "/letter\" class=\"letter-form\">\n" +
      "<div class=\"fields\">\n" +
      select_of("template", "Template", request.form,
                {{"regulation-b", "Notice of adverse action (Regulation B)"},
                 {"gdpr", "Automated decision explained (GDPR)"}}) +
      select_of("language", "Language", request.language, {{"en", "English"}, {"es", "Español"}});
  const LetterForm form = built_in_letter(
      request.form, request.language == "es" ? Language::spanish : Language::english);
  for (const LetterSetting& setting : letter_settings(form)) {
    if (setting.name == "reference") continue;
    std::string value;
    for (const auto& [name, given] : core.options.letter_settings) {
      if (name == setting.name) value = given;
    }
    for (const auto& [name, given] : request.settings) {
      if (name == setting.name) value = given;
    }
    const std::string id = "s." + setting.name;
    out += "<div class=\"field\"><label for=\"" + text(id) + "\">" +
           words(setting_words(setting.name)) +
           (setting.needed ? "" : " <span class=\"soft\">optional</span>") +
           "</label><input id=\"" + text(id) + "\" name=\"" + text(id) + "\" value=\"" +
           text(value) + "\" autocomplete=\"off\" maxlength=\"500\"></div>\n";
  }
  return out + "</div>\n<p><label><input type=\"checkbox\" name=\"ways\" value=\"1\"" +
         (request.ways ? " checked" : "") +
         "> with a sheet about what could change the decision</label></p>\n"
         "<p class=\"actions\"><button class=\"main\" name=\"do\" "
         "value=\"preview\">Preview</button> "
         "<button name=\"do\" value=\"file\">Approve and file</button></p>\n</form>\n";
}

}  // namespace

std::string answer_words(const store::AnswerRow& answer) {
  if (answer.kind == "why") return "reasons";
  if (answer.status == "found") return "a way, cost " + answer.cost;
  if (answer.status == "already") return "nothing needs to change";
  if (answer.status == "none") return "no way (proved)";
  return "the search was stopped";
}

void page_cases(Core& core, Call& call) {
  const std::string reference = call.value("reference");
  const auto found = core.store->cases(reference, call.number("cursor", 0), 50);
  std::string content =
      "<h1>Cases</h1>\n<p>What was filed under one reference. From here letters are written, and a "
      "link is made for the person whom a case is about.</p>\n<form method=\"get\" "
      "action=\"/cases\" class=\"bar-actions\"><label>Reference <input name=\"reference\" "
      "value=\"" +
      text(reference) +
      "\" autocomplete=\"off\"></label> <button class=\"main\">Search</button></form>\n";
  std::vector<std::vector<std::string>> rows;
  for (const store::Case& one : found) {
    rows.push_back({link("/cases/" + std::to_string(one.id), case_name(one)), words(one.series),
                    text(one.at)});
  }
  content += found.empty() ? "<p>There is no case yet: file an answer, and it has one.</p>\n"
                           : table("Cases", {"case", "model", "opened"}, rows);
  if (found.size() == 50) {
    content += "<p>" +
               link("/cases?cursor=" + std::to_string(found.back().id) +
                        (reference.empty() ? "" : "&reference=" + url_encoded(reference)),
                    "Older ones") +
               "</p>\n";
  }
  call.send_page(framed({"Cases", "cases", content, ""}));
}

void page_one_case(Core& core, Call& call) {
  const store::Case found = case_of(core, call);
  call.send_page(framed({case_name(found), "cases", case_content(core, found, ""), found.series}));
}

void page_case_link(Core& core, Call& call) {
  const store::Case found = case_of(core, call);
  const auto days = store::whole_number(form_value(call.form(), "days"));
  const CaseLink made = new_link(core, found.id, days.value_or(0), call.actor);
  const std::string shown =
      "<div class=\"note\" role=\"status\"><p>The link, good until " + text(made.ends) +
      ". It is shown this once; who has it sees the case.</p>\n<p><code class=\"hash\" "
      "id=\"case-link\">" +
      text(core.options.address + "/mine#case=" + made.secret) + "</code></p></div>\n";
  call.send_page(
      framed({case_name(found), "cases", case_content(core, found, shown), found.series}));
}

void page_case_end_links(Core& core, Call& call) {
  const store::Case found = case_of(core, call);
  end_links(core, found.id, call.actor);
  call.see_other("/cases/" + std::to_string(found.id));
}

void page_write_letter(Core& core, Call& call) {
  const std::uint64_t seq = call.part_number(0);
  const bool sent = call.request.method == "POST";
  const auto fields = sent ? call.form() : call.query;
  const LetterRequest request = request_of(fields);
  const FiledPerson about = filed_person(core, seq);
  std::string below;
  int status = 200;
  if (sent) {
    try {
      if (form_value(fields, "do") == "file") {
        const std::uint64_t filed = file_letter(core, seq, request, call.actor);
        return call.see_other("/letters/" + std::to_string(filed) + "?filed=1");
      }
      const Letter letter = make_letter(core, about, request);
      if (letter.refusals.empty()) {
        below = "<div class=\"sheet-preview\">\n" +
                std::string(present::page_content(letter.html())) + "</div>\n";
      } else {
        below = "<p class=\"note\" role=\"alert\">No letter: " +
                words(letter.refusals.front().message) + "</p>\n";
      }
    } catch (const InputError& error) {
      status = 422;
      below = "<div class=\"note\" role=\"alert\"><p>The letter is not complete:</p>\n<ul>\n";
      for (const Diagnostic& d : error.diagnostics())
        below += "<li>" + words(d.message) + "</li>\n";
      below += "</ul></div>\n";
    } catch (const Problem& problem) {
      if (problem.status != 422) throw;
      status = 422;
      below = "<p class=\"note\" role=\"alert\">" + words(problem.title + ": " + problem.detail) +
              "</p>\n";
    }
  }
  const std::string number = std::to_string(seq);
  std::string content =
      "<h1>Letter about #" + number + "</h1>\n<p class=\"soft\">" +
      words(about.row.answer.reference.empty() ? "no reference" : about.row.answer.reference) +
      " · " + words(about.row.answer.series) + " version " +
      std::to_string(about.row.answer.version) +
      " · made from what was filed, by the model of that day. Have it read by somebody who answers "
      "for it.</p>\n";
  content += letter_form(core, request, number);
  if (!below.empty()) content += section("preview", "Preview", below);
  call.send_page(framed({"Letter", "cases", content, about.row.answer.series}), status);
}

void page_letter(Core& core, Call& call) { call.send_page(letter_page(core, call.part_number(0))); }

void page_letter_sent(Core& core, Call& call) {
  const auto fields = call.form();
  note_sent(core, call.part_number(0), form_value(fields, "channel"), call.actor);
  const auto id = store::whole_number(form_value(fields, "case"));
  call.see_other(id ? "/cases/" + std::to_string(*id) : "/cases");
}

}  // namespace cogs::service
