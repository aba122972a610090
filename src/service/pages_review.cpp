// SPDX-License-Identifier: Apache-2.0
//
// Causal rules under review: what each would mean, what a table says for and against it, and whose
// answers it would change.
#include <cogs/table.h>

#include "json/parse.h"
#include "json/write.h"
#include "service/actions.h"
#include "service/page.h"
#include "service/versions.h"

namespace cogs::service {

namespace {

using json::Value;

std::string said(const Value& object, const char* name) {
  const Value* member = object.find(name);
  return member && !member->is(Value::Kind::null) ? member->text() : "";
}

std::string sentence(std::string plain) {
  if (!plain.empty() && plain[0] >= 'a' && plain[0] <= 'z' && plain.starts_with("where ")) {
    plain[0] = 'W';
  }
  return words(plain) + ".";
}

std::string mode_words(const std::string& mode) {
  if (mode == "only_if") return "it cannot be so without a cause of this kind";
  if (mode == "iff") return "both: it follows, and it cannot be so without";
  return "it follows wherever this holds";
}

std::string percent(const std::string& share) {
  // 0.9876 -> 98.8 %; the text is that of the answer, so its last places are cut.
  char out[32];
  std::snprintf(out, sizeof out, "%.1f\u00a0%%", std::stod(share) * 100);
  return out;
}

// Features that the rule speaks of: one table has many others.
std::vector<std::string> columns_of(const std::string& rule, const Value& record) {
  std::vector<std::string> out;
  for (const auto& [name, value] : record.members()) {
    for (std::size_t at = 0; (at = rule.find(name + "(", at)) != std::string::npos; ++at) {
      const char before = at == 0 ? ' ' : rule[at - 1];
      if (before != ' ' && before != '(' && before != ',') continue;
      out.push_back(name);
      break;
    }
  }
  return out;
}

std::string rows_against(const Value* list, const std::string& rule, const std::string& heading) {
  if (!list || list->items().empty()) return {};
  const Value* first = list->items().front().find("record");
  if (!first) return {};
  const std::vector<std::string> columns = columns_of(rule, *first);
  std::vector<std::string> head = {"row"};
  head.insert(head.end(), columns.begin(), columns.end());
  for (std::string& name : head) name = words(name);
  std::vector<std::vector<std::string>> rows;
  for (const Value& one : list->items()) {
    std::vector<std::string> row = {words(said(one, "row"))};
    const Value* record = one.find("record");
    for (const std::string& name : columns) {
      const std::string value = record ? said(*record, name.c_str()) : "";
      row.push_back(value.empty() ? "not known" : words(value));
    }
    rows.push_back(std::move(row));
  }
  return "<h4>" + words(heading) + "</h4>\n" + table(heading, head, rows);
}

std::string data_part(const Value& rule) {
  const Value* data = rule.find("data");
  if (!data || !data->is(Value::Kind::object)) return {};
  std::string out = "<p>Of " + words(said(*data, "rows")) + " rows, " +
                    words(said(*data, "meets")) + " have the cause; " +
                    words(said(*data, "right")) + " of them the effect";
  if (!said(*data, "precision").empty()) out += " (" + percent(said(*data, "precision")) + ")";
  out += ". " + words(said(*data, "has_value")) + " have the effect; " +
         words(said(*data, "explained")) + " of them the cause";
  if (!said(*data, "recall").empty()) out += " (" + percent(said(*data, "recall")) + ")";
  out += ".</p>\n";
  const std::string text_of_rule = said(rule, "rule");
  const std::string against =
      rows_against(data->find("without_effect"), text_of_rule, "The cause, and not the effect") +
      rows_against(data->find("without_cause"), text_of_rule, "The effect, and not the cause");
  if (!against.empty()) {
    out += "<details><summary>Rows that speak against it</summary>\n" + against + "</details>\n";
  }
  return out;
}

std::string answers_part(const Value& rule) {
  const Value* answers = rule.find("answers");
  if (!answers || !answers->is(Value::Kind::object)) return {};
  std::string out = "<p>In force, it would change the way of " +
                    words(said(*answers, "different")) + " of the " +
                    words(said(*answers, "tried")) + " people that were tried.</p>\n";
  const Value* samples = answers->find("samples");
  if (!samples || samples->items().empty()) return out;
  std::vector<std::vector<std::string>> rows;
  for (const Value& one : samples->items()) {
    const Value* differs = one.find("differs");
    rows.push_back({words(said(one, "row")), words(said(one, "without")),
                    differs && differs->truth() ? words(said(one, "with")) : "the same"});
  }
  return out + "<details><summary>Whose, and how</summary>\n" +
         table("Answers without and with the rule", {"row", "without it", "with it"}, rows) +
         "</details>\n";
}

std::string noted_part(const Value& rule) {
  const Value* evidence = rule.find("evidence");
  if (!evidence || evidence->members().empty()) return {};
  std::string out = "<details><summary>As written, and what was noted</summary>\n<pre>" +
                    text(said(rule, "rule")) + "</pre>\n<dl>";
  for (const auto& [name, value] : evidence->members()) {
    out += "<dt>" + words(name) + "</dt><dd dir=\"auto\">" + words(value.text()) + "</dd>";
  }
  return out + "</dl></details>\n";
}

std::string verdict_form(const Value& rule, const std::string& series, std::uint64_t dataset) {
  const std::string mode = said(rule, "mode");
  std::string out = "<form method=\"post\" action=\"/review\">" + hidden("series", series) +
                    hidden("id", said(rule, "id"));
  if (dataset > 0) out += hidden("dataset", std::to_string(dataset));
  out += "<label>What it means <select name=\"mode\">";
  for (const char* one : {"if", "only_if", "iff"}) {
    out += std::string("<option value=\"") + one + "\"" + (mode == one ? " selected>" : ">") +
           mode_words(one) + "</option>";
  }
  return out +
         "</select></label><label>Reason <input name=\"reason\" required "
         "maxlength=\"500\"></label> "
         "<button class=\"main\" name=\"verdict\" value=\"approve\">Approve</button> "
         "<button name=\"verdict\" value=\"reject\">Reject</button></form>\n"
         "<details><summary>Edit the rule</summary><form method=\"post\" action=\"/review\">" +
         hidden("series", series) + hidden("id", said(rule, "id")) +
         (dataset > 0 ? hidden("dataset", std::to_string(dataset)) : "") +
         "<label>Its text <textarea name=\"rule\" rows=\"3\" required>" + text(said(rule, "rule")) +
         "</textarea></label><label>Reason <input name=\"reason\" required "
         "maxlength=\"500\"></label> "
         "<button name=\"verdict\" value=\"edit\">Propose this instead</button></form></details>\n";
}

std::string review_card(const Value& rule, const std::string& series, std::uint64_t dataset) {
  const std::string status = said(rule, "status");
  std::string out = "<li class=\"card\">\n<h3>" + words(said(rule, "id")) + ": " +
                    words(said(rule, "feature")) + "</h3>\n<p><strong>" +
                    sentence(said(rule, "words")) + "</strong></p>\n" + data_part(rule) +
                    answers_part(rule) + noted_part(rule);
  if (status == "proposed") return out + verdict_form(rule, series, dataset) + "</li>\n";
  const std::string on = said(rule, "on"), reason = said(rule, "reason");
  return out + "<p><span class=\"verdict " + (status == "approved" ? "yes" : "no") + "\">" +
         words(status) + "</span>" +
         (said(rule, "by").empty() ? "" : " by " + words(said(rule, "by"))) +
         (on.empty() ? "" : " on " + words(on)) + (reason.empty() ? "" : ": " + words(reason)) +
         "</p>\n</li>\n";
}

// The table that the rules came from, if it is still there.
std::uint64_t usual_dataset(Core& core, const std::string& series) {
  for (const store::Job& job : core.store->jobs(100)) {
    if (job.kind != "causes" || job.state != "done") continue;
    const Value params = json::parse(job.params, "params");
    if (said(params, "series") != series) continue;
    const auto id = store::whole_number(said(params, "dataset"));
    for (const store::Dataset& dataset : core.store->datasets()) {
      if (id && dataset.id == *id) return *id;
    }
  }
  return 0;
}

}  // namespace

json::Value reviewed_rules(Core& core, const Decision& decision, std::uint64_t dataset) {
  Control control = core.control();
  control.limits.seconds = 30;
  std::optional<Table> seen;
  if (dataset > 0) seen = dataset_table(core, dataset);
  const Value all = json::parse(review_list(decision, seen, control).json(), "review");
  const Value* rules = all.find("rules");
  Value out = Value::array();
  if (rules) {
    for (const Value& rule : rules->items()) out.add(rule);
  }
  return out;
}

void page_review(Core& core, Call& call) {
  const std::string series = series_of(core, call.query);
  const auto versions = core.store->versions(series);
  if (versions.empty()) throw Problem(404, "There is no such model");
  const auto model = core.models.version(series, versions.front().n);
  std::uint64_t dataset = call.number("dataset", usual_dataset(core, series));
  std::string open, closed, note;
  std::size_t count = 0;
  Value rules;
  try {
    rules = reviewed_rules(core, model->decision, dataset);
  } catch (const InputError& error) {  // a table of other columns
    note = "<p class=\"note\">The table does not go with this model: " + words(error.what()) +
           "</p>\n";
    dataset = 0;
    rules = reviewed_rules(core, model->decision, 0);
  }
  for (const Value& rule : rules.items()) {
    if (said(rule, "status") == "proposed") {
      open += review_card(rule, series, dataset);
      ++count;
    } else {
      closed += review_card(rule, series, dataset);
    }
  }
  std::string content =
      "<h1>Review</h1>\n<p>" + words(series) + ", version " + std::to_string(model->version) +
      ". Data can only suggest which features follow from others; a person decides. What is "
      "approved becomes part of a draft, and of answers once the draft is put in force.</p>\n" +
      note;
  if (!core.store->datasets().empty() && !rules.items().empty()) {
    content += "<form method=\"get\" class=\"bar-actions\">" + hidden("series", series) +
               dataset_select(core, dataset) + " <button>What does it say?</button></form>\n";
  }
  content += section("open", count == 0 ? "Nothing is open" : std::to_string(count) + " open",
                     open.empty() ? "<p>Tables on the page " + link("/learn", "Learn") +
                                        " can propose causes.</p>\n"
                                  : "<ul class=\"cards wide\">\n" + open + "</ul>\n");
  if (!closed.empty()) {
    content += section("closed", "Decided", "<ul class=\"cards wide\">\n" + closed + "</ul>\n");
  }
  if (versions.front().state != "active") {
    content +=
        "<p>Version " + std::to_string(versions.front().n) + " is a draft: " +
        link("/versions/" + std::to_string(versions.front().n) + "?series=" + url_encoded(series),
             "see its effect and put it in force") +
        ".</p>\n";
  }
  call.send_page(framed({"Review", "review", content, series}));
}

void page_verdict(Core& core, Call& call) {
  const auto fields = call.form();
  const std::string series = series_of(core, fields), what = form_value(fields, "verdict");
  if (what != "approve" && what != "reject" && what != "edit") {
    throw Problem(422, "Approve, reject or edit");
  }
  Verdict verdict;
  verdict.id = form_value(fields, "id");
  if (what != "edit") verdict.approve = what == "approve";
  verdict.reason = form_value(fields, "reason");
  if (verdict.reason.empty()) throw Problem(422, "Say why");
  const std::string mode = form_value(fields, "mode"), rule = form_value(fields, "rule");
  if (what == "approve" && !mode.empty()) verdict.mode = mode;
  if (what == "edit") verdict.rule = rule;
  verdict.by = "one person";
  verdict.on = store::utc_now().substr(0, 10);
  core.models.judge(series, verdict, call.actor);
  const std::string dataset = form_value(fields, "dataset");
  call.see_other("/review?series=" + url_encoded(series) +
                 (dataset.empty() ? "" : "&dataset=" + url_encoded(dataset)));
}

}  // namespace cogs::service
