// SPDX-License-Identifier: Apache-2.0
//
// What the person sees whom a case is about: decision, reasons, way, what-if, letters that were
// sent. In the words for applicants: no line of the model, nothing of others.
#include "json/write.h"
#include "present/html/page.h"
#include "service/actions.h"
#include "service/cases.h"
#include "service/letters.h"
#include "service/page.h"

namespace cogs::service {

namespace {

using json::Value;

const Reader applicant = {Audience::applicant, Language::english, true};

struct Mine {
  store::Case own;
  FiledPerson about;
};

Mine mine_of(Core& core, const Call& call) {
  const auto found = core.store->find_case(call.case_id);
  const auto newest = found ? newest_answer(core, found->id) : std::nullopt;
  if (!newest) throw Problem(404, "Nothing is filed in this case yet");
  return {*found, filed_person(core, newest->entry.seq)};
}

std::string letters_part(Core& core, std::uint64_t case_id) {
  store::RecordQuery query;
  query.case_id = case_id;
  query.limit = 200;
  std::string out;
  for (const store::RecordRow& row : core.store->records(query)) {
    for (const store::LetterRow& letter : core.store->letters_of(row.entry.seq)) {
      if (letter.sent.empty() || letter.erased) continue;
      out += "<li>" +
             link("/mine/letters/" + std::to_string(letter.seq),
                  "Letter of " + letter.sent.substr(0, 10)) +
             "</li>\n";
    }
  }
  return out.empty() ? "" : section("letters", "Letters", "<ul>\n" + out + "</ul>\n");
}

std::string framed_mine(const std::string& title, const std::string& content) {
  return framed({title, "", content, "", false});
}

// The person as filed, with what the form says instead.
Person changed_person(const FiledPerson& about, const AskedForm& form) {
  std::vector<Field> fields;
  for (const auto& [name, value] : form.values) fields.push_back({name, value});
  return about.decision.person(fields, "the form");
}

}  // namespace

void page_mine_sign_in(Core&, Call& call) {
  call.send_page(framed_mine(
      "Your case",
      "<h1>Your case</h1>\n<p>Open the link that you were given, or type what stands in it behind "
      "<code>case=</code>.</p>\n<form method=\"post\" action=\"/mine/open\" id=\"mine-sign-in\">\n"
      "<p><label for=\"secret\">Code</label> <input id=\"secret\" name=\"secret\" required "
      "autocomplete=\"off\" spellcheck=\"false\"> <button "
      "class=\"main\">Open</button></p>\n</form>\n"));
}

void page_mine_open(Core& core, Call& call) {
  const std::string secret = form_value(call.form(), "secret");
  if (!core.store->case_by_link(store::digest(secret), store::utc_now())) {
    throw Problem(401, "This link is not valid, or has ended",
                  "Ask whoever gave it to you for a new one.");
  }
  call.reply->send({303,
                    "text/plain; charset=utf-8",
                    "",
                    {{"Location", "/mine/case"},
                     {"Set-Cookie", core.options.cookie + "mine=" + secret +
                                        "; Path=/mine; HttpOnly; SameSite=Strict" +
                                        (core.options.secure ? "; Secure" : "")}}});
}

void page_mine(Core& core, Call& call) {
  const Mine mine = mine_of(core, call);
  const Recourse way = mine.about.decision.recourse(mine.about.person, {}, core.control());
  std::string content = "<p class=\"soft\">" +
                        words(mine.own.reference.empty() ? "Your case" : mine.own.reference) +
                        " · decided on " + text(mine.about.row.entry.at.substr(0, 10)) +
                        " · receipt #" + std::to_string(mine.about.row.entry.seq) + "</p>\n";
  content += std::string(present::page_content(way.html(core.control(), applicant)));
  content += "<p class=\"actions\"><a class=\"button\" href=\"/mine/whatif\">What if?</a></p>\n";
  content += letters_part(core, mine.own.id);
  content +=
      section("receipt", "Your receipt",
              "<p>Keep these two lines. They show later whether what was filed about you has been "
              "changed.</p>\n<dl><dt>number</dt><dd>#" +
                  std::to_string(mine.about.row.entry.seq) +
                  "</dd><dt>fingerprint</dt><dd class=\"hash\">" +
                  store::hex(store::bytes_of(mine.about.row.entry.commitment)) + "</dd></dl>\n");
  call.send_page(framed_mine("Your case", content));
}

void page_mine_what_if(Core& core, Call& call) {
  const Mine mine = mine_of(core, call);
  if (!core.visitors.may_ask(mine.own.id))
    throw Problem(429, "Too much was asked", "Try again in an hour.");
  std::vector<http::Header> fields = call.query;
  AskedForm form = asked_form(mine.about.decision, fields);
  for (const auto& [name, value] : mine.about.values) {
    fields.emplace_back("was." + name, value);
    if (!form.given) fields.emplace_back("v." + name, value);
  }
  form = asked_form(mine.about.decision, fields);
  const Recourse way =
      mine.about.decision.recourse(changed_person(mine.about, form), form.options, core.control());
  call.send_page(framed_mine(
      "What if?",
      what_if_content(mine.about.decision, form, fields, way, "/mine/whatif",
                      std::string(present::page_content(way.html(core.control(), applicant))),
                      "<p class=\"soft\">Nothing here changes what was decided. " +
                          link("/mine/case", "Back to your case") + "</p>\n")));
}

void mine_what_if(Core& core, Call& call) {
  const Mine mine = mine_of(core, call);
  if (!core.visitors.may_ask(mine.own.id)) throw Problem(429, "Too much was asked");
  answer_what_if(core, call, mine.about.decision, &applicant);
}

void page_mine_letter(Core& core, Call& call) {
  const auto letter = core.store->letter(call.part_number(0));
  const auto about = letter ? core.store->record(letter->answer) : std::nullopt;
  if (!about || about->answer.case_id != call.case_id || letter->sent.empty()) {
    throw Problem(404, "There is no such letter");
  }
  call.send_page(letter_page(core, letter->seq));
}

}  // namespace cogs::service
