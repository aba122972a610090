// SPDX-License-Identifier: Apache-2.0
#include "present/letters/letter.h"

#include <algorithm>
#include <cctype>

#include "explain/tested_reasons.h"
#include "model/class_labels.h"
#include "present/embedded.h"
#include "present/html/page.h"
#include "present/html/sheet.h"
#include "present/json/value.h"
#include "present/sheets/answer_sheets.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using explain::ProofNode;
using Kind = LetterPart::Kind;

std::vector<bool> tested_features(const WhyReport& report) {
  return explain::tested_features(report.model, report.proof);
}

std::vector<explain::Reason> tested_reasons(const WhyReport& report) {
  return explain::tested_reasons(report.model, report.proof, report.reasons.reasons);
}

// In the languages of the letters, as models name it.
bool from_consumer_report(const model::Feature& feature) {
  constexpr std::string_view names[] = {
      "consumer report",    "credit report",      "informe de crédito", "informe de credito",
      "informe crediticio", "reporte de crédito", "reporte de credito", "reporte crediticio"};
  std::string source = feature.source;
  std::transform(source.begin(), source.end(), source.begin(),
                 [](unsigned char c) { return c < 128 ? std::tolower(c) : c; });
  return std::any_of(std::begin(names), std::end(names),
                     [&](std::string_view name) { return source.find(name) != std::string::npos; });
}

// What lenders take from credit bureaus, by its name.
bool sounds_like_a_consumer_report(const std::string& name) {
  std::string small = " ";
  for (const char c : name) {
    const bool letter =
        std::isalnum(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80;
    small += letter ? c : ' ';
  }
  std::transform(small.begin(), small.end(), small.begin(),
                 [](unsigned char c) { return c < 128 ? std::tolower(c) : c; });
  constexpr std::string_view words[] = {"credit score",
                                        "creditscore",
                                        " fico",
                                        " bureau",
                                        "vantage",
                                        "credit history",
                                        "credithistory",
                                        "external risk",
                                        "externalrisk",
                                        "puntuación de crédito",
                                        "puntuacion de credito",
                                        "puntuación crediticia",
                                        "puntuacion crediticia",
                                        "puntaje de crédito",
                                        "puntaje de credito",
                                        "puntaje crediticio",
                                        "historial de crédito",
                                        "historial de credito",
                                        "historial crediticio",
                                        " buró"};
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view word) { return small.find(word) != std::string::npos; });
}

}  // namespace

bool has_consumer_report(const model::Model& model) {
  return std::any_of(model.features.begin(), model.features.end(), from_consumer_report);
}

LetterWriter::LetterWriter(const model::Model& model, const LetterTemplate& letter,
                           LetterSettings settings,
                           std::vector<ProtectedFeature> protected_features)
    : model_(model),
      letter_(letter),
      settings_(std::move(settings)),
      protected_(std::move(protected_features)),
      words_(model, letter.language) {
  settings_["model"] = model.sha256.substr(0, 12);
  settings_["decision"] = words_.decision(true);
  const std::string other = words_.other_decisions();
  settings_["other_decision"] = other.empty() ? words_.decision(false) : other;
}

std::vector<LetterReason> LetterWriter::principal(const Case& about, LetterMade& made) const {
  const WhyReport& why = about.why;
  const auto refuse = [&](Refusal::Why reason, std::string message) {
    made.refusals.push_back({reason, std::move(message)});
  };
  std::vector<LetterReason> out;
  const std::vector<explain::Reason> all = tested_reasons(why);
  if (all.empty()) {
    refuse(Refusal::Why::no_reason,
           "no single fact that the rules tested has any influence on the decision");
    return out;
  }
  std::size_t last_weight = 0;
  std::size_t left_of_that_weight = 0;
  for (const explain::Reason& reason : all) {
    if (out.size() == letter_.most_reasons) {
      if (reason.contingency == last_weight) ++left_of_that_weight;
      continue;
    }
    const model::Feature& feature = model_.feature(reason.feature);
    const auto& value = why.record[reason.feature.index()];
    LetterReason next{reason.feature, "", "", reason.contingency};
    const explain::ReasonCode* code =
        why.codes ? explain::code_of(*why.codes, why.record, reason) : nullptr;
    if (code) {
      next.code = safe_text(code->code);
      next.text = safe_text(code->text);
    }
    if (next.text.empty() && !letter_.reasons_by_codes) {
      next.text = words_.state(reason.feature, value);
    }
    if (next.text.empty()) {
      refuse(Refusal::Why::no_text, "the reason '" + feature.name + "' (" +
                                        value_words(feature, value) + ") has no text" +
                                        (why.codes ? " in the file of codes" : ""));
    }
    // Two features may have one text; nobody is helped by reading it twice.
    const bool again = std::any_of(out.begin(), out.end(), [&](const LetterReason& earlier) {
      return earlier.code == next.code && earlier.text == next.text;
    });
    if (!again) out.push_back(std::move(next));
    last_weight = reason.contingency;
  }
  if (left_of_that_weight > 0) {
    made.warnings.push_back("the letter names " + std::to_string(out.size()) + " reasons; " +
                            std::to_string(left_of_that_weight) +
                            " more weigh as much as the last of them");
  }
  return out;
}

// Nothing of a protected feature may stand in a letter, nor may what it says rest on one: neither
// reasons, nor rules and data, nor what a reason would need beside it, nor ways.
void LetterWriter::refuse_protected(const Case& about, LetterMade& made) const {
  if (protected_.empty()) return;
  const WhyReport& why = about.why;
  const std::vector<bool> considered = explain::considered_features(model_, why.proof);
  const std::vector<explain::Reason> reasons = tested_reasons(why);
  const path::Result& result = about.result;
  for (const ProtectedFeature& one : protected_) {
    const model::FeatureId id = one.feature;
    const std::string name = "'" + model_.feature(id).name + "'";
    const auto refuse = [&](const std::string& words, const std::string& help = "") {
      std::string message =
          name + words + (one.by_policy ? ", and is protected" : ", and looks protected");
      if (!help.empty()) message += "; " + help;
      if (!one.by_policy) {
        message += "; a line `allowed " + quoted_name(model_.feature(id).name) +
                   "` in --policy FILE says that it may be used";
      }
      made.refusals.push_back({Refusal::Why::protected_, std::move(message)});
    };
    const auto about_it = [&](const explain::Reason& reason) { return reason.feature == id; };
    const auto needs_it = [&](const explain::Reason& reason) {
      return std::any_of(reason.others.begin(), reason.others.end(),
                         [&](const auto& other) { return other.first == id; });
    };
    const auto moves_it = [&](const auto& change) { return change.feature == id; };
    if (std::any_of(reasons.begin(), reasons.end(), about_it)) {
      refuse(" is a reason for the decision");
    } else if (considered[id.index()]) {
      refuse(" is tested by the rules that made the decision");
    } else if (letter_.thresholds && std::any_of(reasons.begin(), reasons.end(), needs_it)) {
      refuse(" stands in what a reason would have needed");
    }
    if (!letter_.has(Kind::ways)) continue;
    const bool in_ways =
        std::any_of(result.paths.begin(), result.paths.end(), [&](const path::Path& path) {
          return std::any_of(
              path.transitions.begin(), path.transitions.end(), [&](const path::Transition& step) {
                return std::any_of(step.actions.begin(), step.actions.end(), moves_it) ||
                       std::any_of(step.effects.begin(), step.effects.end(), moves_it);
              });
        });
    const bool blocks = std::any_of(result.blockers.begin(), result.blockers.end(), moves_it);
    if (in_ways || blocks) {
      refuse(in_ways ? " changes in a way to another decision"
                     : " stands in the way of another decision",
             "--no-ways leaves the sheet of ways out");
    }
  }
}

// A notice that says nothing of the report that was used would be wrong, and nobody would see it.
void LetterWriter::warn_of_sources(const WhyReport& why, LetterMade& made) const {
  const bool asks =
      std::any_of(letter_.parts.begin(), letter_.parts.end(), [](const LetterPart& part) {
        return part.kind == Kind::if_ && part.texts.front() == "consumer_report";
      });
  const std::vector<bool> tested = tested_features(why);
  for (std::size_t i = 0; asks && i < tested.size(); ++i) {
    const model::Feature& feature = model_.features[i];
    if (!tested[i] || !feature.source.empty()) continue;
    if (!sounds_like_a_consumer_report(feature.name + " " + feature.label)) continue;
    made.warnings.push_back("'" + feature.name +
                            "' sounds like a consumer report, and the letter does not speak of "
                            "one; say where it comes from in its #feature line, such as source "
                            "\"credit report\" or source \"application\"");
  }
}

// Fills the template for one person.
class LetterWriter::Page {
 public:
  Page(const LetterWriter& all, const Case& about, const LetterMade& made)
      : all_(all), about_(about), made_(made), say_(all.words_.phrases()) {}

  std::string write() {
    std::vector<bool> kept;
    std::string body = "<div class=\"sheet\">\n";
    for (const LetterPart& part : all_.letter_.parts) {
      if (part.kind == Kind::if_) {
        kept.push_back(is_there(part.texts.front()));
      } else if (part.kind == Kind::end) {
        kept.pop_back();
      } else if (std::find(kept.begin(), kept.end(), false) == kept.end()) {
        add(part, body);
      }
    }
    body += "</div>\n";
    const std::string title = title_.empty() ? all_.words_.decision(true) : title_;
    return "<!DOCTYPE html>\n<html lang=\"" + std::string(language_name(say_.language())) +
           "\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" "
           "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<meta name=\"viewport\" "
           "content=\"width=device-width, initial-scale=1\">\n<title>" +
           html_text(title) + "</title>\n<style>\n" + std::string(embedded("letter.css")) +
           "</style>\n</head>\n<body>\n<main>\n" + body + "</main>\n</body>\n</html>\n";
  }

 private:
  const std::string* setting(const std::string& name) const {
    if (const auto own = about_.more.find(name); own != about_.more.end()) return &own->second;
    const auto found = all_.settings_.find(name);
    return found == all_.settings_.end() ? nullptr : &found->second;
  }

  bool is_there(const std::string& name) const {
    if (name == "ways") return made_.ways;
    if (name == "codes") return about_.why.codes != nullptr;
    if (name == "consumer_report") {
      const std::vector<bool> tested = tested_features(about_.why);
      for (std::size_t i = 0; i < tested.size(); ++i) {
        if (tested[i] && from_consumer_report(all_.model_.features[i])) return true;
      }
      return false;
    }
    const std::string* value = setting(name);
    return value && !value->empty();
  }

  std::string filled(const std::string& text) const {
    std::string out;
    walk_places(
        text, [&](std::string_view plain) { out += plain; },
        [&](std::string_view name) {
          if (const std::string* value = setting(std::string(name))) out += *value;
        });
    return out;
  }

  void add(const LetterPart& part, std::string& out) {
    switch (part.kind) {
      case Kind::heading: {
        const std::string text = filled(part.texts.front());
        const char* tag = title_.empty() ? "h1" : "h2";
        if (title_.empty()) title_ = text;
        out += std::string("<") + tag + ">" + html_words(text) + "</" + tag + ">\n";
        break;
      }
      case Kind::paragraph: out += "<p>" + html_words(filled(part.texts.front())) + "</p>\n"; break;
      case Kind::lines: {
        std::string lines;
        for (const std::string& text : part.texts) {
          lines += (lines.empty() ? "" : "<br>\n") + html_words(filled(text));
        }
        out += "<p class=\"lines\">" + lines + "</p>\n";
        break;
      }
      case Kind::items:
        out += "<ul>\n";
        for (const std::string& text : part.texts) {
          out += "<li>" + html_words(filled(text)) + "</li>\n";
        }
        out += "</ul>\n";
        break;
      case Kind::sheet: out += "</div>\n<div class=\"sheet\">\n"; break;
      case Kind::reasons: out += reasons(); break;
      case Kind::ways: out += ways(); break;
      case Kind::data: out += data(); break;
      case Kind::logic: out += logic(); break;
      case Kind::if_:
      case Kind::end: break;
    }
  }

  std::string reasons() const {
    const std::vector<explain::Reason> all = tested_reasons(about_.why);
    std::string out = "<ol>\n";
    for (const LetterReason& reason : made_.reasons) {
      const std::string text = without_stop(sentence(reason.text));
      const bool ends = text.ends_with('!') || text.ends_with('?');
      out += "<li>" + html_words(text) + (ends ? "" : ".");
      if (all_.letter_.thresholds) {
        const auto found = std::find_if(all.begin(), all.end(), [&](const explain::Reason& one) {
          return one.feature == reason.feature;
        });
        out += "<br>\n" + html_words(all_.words_.needed(*found));
      }
      out += "</li>\n";
    }
    return out + "</ol>\n";
  }

  std::string ways() const {
    Reader reader{Audience::applicant, all_.letter_.language, false};
    const SheetSection section = ways_section(all_.words_, all_.model_, about_.options,
                                              about_.result, about_.reasons, reader);
    std::string out;
    for (const SheetBlock& block : section.blocks) out += block_html(block);
    return out;
  }

  // What the deciding rules looked at, and where it comes from.
  std::string data() const {
    const std::vector<bool> tested = tested_features(about_.why);
    std::string out = "<ul>\n";
    for (std::size_t i = 0; i < tested.size(); ++i) {
      if (!tested[i]) continue;
      const model::FeatureId id(static_cast<std::uint32_t>(i));
      const model::Feature& feature = all_.model_.features[i];
      const std::string state = sentence(all_.words_.state(id, about_.why.record[i]));
      out += "<li>" +
             html_words(feature.source.empty()
                            ? state
                            : say_(Phrase::letter_source, {state, safe_text(feature.source)})) +
             "</li>\n";
    }
    return out + "</ul>\n";
  }

  // The rules that made the decision, in words.
  std::string logic() const {
    std::string out = "<ul>\n";
    const ProofNode& root = about_.why.proof.node(about_.why.proof.root);
    std::vector<std::string> shown;
    for (const explain::ProofNodeId child : root.children) {
      const std::string rule = all_.words_.rule(model::RuleId(about_.why.proof.node(child).rule));
      if (std::find(shown.begin(), shown.end(), rule) != shown.end()) continue;
      shown.push_back(rule);
      out += "<li>" + html_words(say_(Phrase::letter_rule, {sentence(rule)})) + "</li>\n";
    }
    return out + "</ul>\n";
  }

  const LetterWriter& all_;
  const Case& about_;
  const LetterMade& made_;
  const Phrases& say_;
  std::string title_;
};

LetterMade LetterWriter::write(const Case& about) const {
  const std::vector<std::string>* written = about.why.written;
  if (!written || written->empty()) return written_with(about);
  LetterWriter own = *this;  // in the words of this person
  own.words_.about(written);
  return own.written_with(about);
}

LetterMade LetterWriter::written_with(const Case& about) const {
  LetterMade made;
  const WhyReport& why = about.why;
  if (!about.result.undesired) {
    made.refusals.push_back(
        {Refusal::Why::not_undesired, "the decision is " + words_.decision_of(why.record, false) +
                                          ": there is nothing to give notice of"});
    return made;
  }
  if (model::decision_label(model_, true).empty() || words_.other_decisions().empty()) {
    made.refusals.push_back({Refusal::Why::no_words,
                             "the model does not say what its decisions are called; write it in "
                             "its #classes line (or add one), such as #classes label : {bad: "
                             "\"Declined\", good: \"Approved\"}."});
  }
  if (why.reasons.exhausted != base::Exhausted::no) {
    made.refusals.push_back(
        {Refusal::Why::limit, "a limit was reached before the reasons were ranked"});
    return made;
  }
  made.reasons = principal(about, made);
  refuse_protected(about, made);
  made.ways = letter_.has(Kind::ways);
  if (made.ways && about.result.status == path::Status::gave_up) {
    made.refusals.push_back(
        {Refusal::Why::limit, "a limit was reached before the ways were known"});
  }
  warn_of_sources(why, made);
  if (made.refusals.empty()) made.html = Page(*this, about, made).write();
  return made;
}

json::Value letter_json(const WhyReport& report, const LetterMade& made,
                        const std::string& reference) {
  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.letter/1"));
  json::Value model = json::Value::object();
  model.add("path", json::Value::string(report.model.path));
  model.add("sha256", json::Value::string(report.model.sha256));
  object.add("model", std::move(model));
  object.add("reference", reference.empty() ? json::Value() : json::Value::string(reference));
  object.add("written", json::Value::boolean(made.refusals.empty()));
  json::Value reasons = json::Value::array();
  for (const LetterReason& reason : made.reasons) {
    json::Value one = json::Value::object();
    const model::Feature& feature = report.model.feature(reason.feature);
    one.add("feature", json::Value::string(feature.name));
    one.add("value", value_json(feature, report.record[reason.feature.index()]));
    one.add("responsibility",
            json::Value::string(
                reason.contingency == 0 ? "1" : "1/" + std::to_string(reason.contingency + 1)));
    one.add("code", reason.code.empty() ? json::Value() : json::Value::string(reason.code));
    one.add("text", reason.text.empty() ? json::Value() : json::Value::string(reason.text));
    reasons.add(std::move(one));
  }
  object.add("reasons", std::move(reasons));
  json::Value refusals = json::Value::array();
  for (const Refusal& refusal : made.refusals) {
    refusals.add(json::Value::string(refusal.message));
  }
  object.add("refusals", std::move(refusals));
  object.add("ways", json::Value::boolean(made.ways));
  return object;
}

}  // namespace cogs::present
