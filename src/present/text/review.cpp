// SPDX-License-Identifier: Apache-2.0
#include "present/text/review.h"

#include <charconv>
#include <set>

#include "json/value.h"
#include "present/json/value.h"
#include "present/text/learn.h"
#include "present/words/rule_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using model::ReviewStatus;

Tone tone_of(ReviewStatus status) {
  switch (status) {
    case ReviewStatus::approved: return Tone::good;
    case ReviewStatus::rejected: return Tone::bad;
    case ReviewStatus::proposed:
    case ReviewStatus::none: break;
  }
  return Tone::doubtful;
}

std::string status_words(ReviewStatus status) {
  return status == ReviewStatus::none ? "in force" : model::status_name(status);
}

std::string verdict_words(const model::ReviewItem& item) {
  std::string out = status_words(item.status);
  if (!item.by.empty()) out += " by " + safe_text(item.by);
  if (!item.on.empty()) out += " on " + safe_text(item.on);
  if (!item.reason.empty()) out += ": " + safe_text(item.reason);
  return out;
}

std::string evidence_words(const model::ReviewItem& item) {
  std::string out;
  for (const auto& [key, value] : item.evidence) {
    out +=
        (out.empty() ? "" : ", ") + safe_text(key) + (value.empty() ? "" : " ") + safe_text(value);
  }
  return out;
}

std::string row_words(const model::Model& model, const model::ReviewItem& item,
                      const ReviewRow& row) {
  // The features that the rule speaks of say enough.
  std::string out = "row " + std::to_string(row.number) + ": ";
  const char* separator = "";
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    const model::Feature& feature = model.features[f];
    const bool named =
        f == item.feature.index() || item.rule.find(feature.name) != std::string::npos;
    if (!named) continue;
    out += separator + feature_words(feature) + " " + value_words(feature, row.record[f]);
    separator = ", ";
  }
  return out;
}

// What the model says about who moves the feature; "" for anybody, either way.
std::string declared_words(const model::Feature& feature) {
  if (feature.fixed) return "fixed";
  if (feature.caused) return "caused";
  return feature.direction == model::Direction::up     ? "may increase"
         : feature.direction == model::Direction::down ? "may decrease"
                                                       : "";
}

json::Value share_json(double share) {
  char text[32];
  const auto end =
      std::to_chars(text, text + sizeof text, share, std::chars_format::general, 6).ptr;
  return json::Value::number_text(std::string(text, end));
}

json::Value count_json(std::size_t count) { return json::Value::number(std::uint64_t{count}); }

json::Value rows_json(const model::Model& model, const std::vector<ReviewRow>& rows) {
  json::Value array = json::Value::array();
  for (const ReviewRow& row : rows) {
    json::Value one = json::Value::object();
    one.add("row", count_json(row.number));
    one.add("record", record_json(model, row.record));
    array.add(std::move(one));
  }
  return array;
}

json::Value figures_json(const model::Model& model, const ReviewFigures& figures) {
  json::Value object = json::Value::object();
  object.add("file", json::Value::string(figures.data));
  object.add("rows", count_json(figures.rows));
  object.add("meets", count_json(figures.meets));
  object.add("right", count_json(figures.right));
  object.add("has_value", count_json(figures.has_value));
  object.add("explained", count_json(figures.explained));
  object.add("precision", share_json(figures.precision));
  object.add("recall", share_json(figures.recall));
  object.add("without_effect", rows_json(model, figures.without_effect));
  object.add("without_cause", rows_json(model, figures.without_cause));
  return object;
}

json::Value answers_json(const model::Model& model, const ReviewAnswers& answers) {
  json::Value object = json::Value::object();
  object.add("tried", count_json(answers.tried));
  object.add("different", count_json(answers.different));
  if (!answers.impossible.empty()) {
    object.add("impossible", json::Value::string(answers.impossible));
  }
  json::Value samples = json::Value::array();
  for (const ReviewAnswers::Pair& pair : answers.pairs) {
    json::Value one = json::Value::object();
    one.add("row", count_json(pair.row));
    one.add("differs", json::Value::boolean(pair.differs));
    one.add("without", json::Value::string(answer_words(model, pair.without)));
    one.add("with", json::Value::string(answer_words(model, pair.with)));
    samples.add(std::move(one));
  }
  object.add("samples", std::move(samples));
  return object;
}

}  // namespace

std::string review_text(const model::Model& model, const ReviewedRule& rule,
                        const TextStyle& style) {
  const model::ReviewItem& item = rule.item;
  std::string out = toned(Tone::strong, safe_text(item.id), style) + "  " +
                    toned(tone_of(item.status), verdict_words(item), style) + "\n";
  out += wrapped("  ", safe_text(item.rule), style);
  if (!rule.words.empty()) {
    out += wrapped(
        "  ", "In words (" + std::string(model::mode_name(item.mode)) + "): " + rule.words + ".",
        style);
  }
  const std::string evidence = evidence_words(item);
  if (!evidence.empty()) out += wrapped("  ", "Noted: " + evidence, style);
  if (rule.figures) {
    const ReviewFigures& f = *rule.figures;
    out +=
        wrapped("  ",
                "In " + safe_text(f.data) + ": " + counted(f.meets, "row") + " with the cause, " +
                    std::to_string(f.right) + " of them with the effect (" +
                    percent_words(f.precision) + "); " + counted(f.has_value, "row") +
                    " with the effect, " + std::to_string(f.explained) + " of them with a cause (" +
                    percent_words(f.recall) + ").",
                style);
    const auto list = [&](const char* what, const std::vector<ReviewRow>& rows) {
      if (rows.empty()) return;
      out += wrapped("  ", what, style);
      for (const ReviewRow& row : rows) out += wrapped("    ", row_words(model, item, row), style);
    };
    if (item.mode != model::CausalMode::only_if) {
      list("With the cause and without the effect:", f.without_effect);
    }
    if (item.mode != model::CausalMode::if_) {
      list("With the effect and without a cause:", f.without_cause);
    }
  }
  if (rule.answers) {
    const ReviewAnswers& a = *rule.answers;
    if (!a.impossible.empty()) {
      out += wrapped("  ",
                     toned(Tone::bad, "It cannot be in force: ", style) + safe_text(a.impossible),
                     style);
    } else if (a.tried > 0) {
      out += wrapped("  ",
                     "In force, it would change the answers for " + std::to_string(a.different) +
                         " of the " + std::to_string(a.tried) + " records that were tried.",
                     style);
    }
    for (const ReviewAnswers::Pair& pair : a.pairs) {
      const std::string start = "    row " + std::to_string(pair.row) + ": ";
      if (!pair.differs) {
        out += wrapped(start, answer_words(model, pair.without) + ", with and without it", style);
        continue;
      }
      out += wrapped(start,
                     "without it " + answer_words(model, pair.without) + "; with it " +
                         answer_words(model, pair.with),
                     style);
    }
  }
  return out;
}

std::string review_list_text(const model::Model& model, const std::vector<ReviewedRule>& rules,
                             const TextStyle& style) {
  if (rules.empty()) {
    return wrapped("", "There are no causal rules to review. `cogs causes` proposes some.", style);
  }
  std::string out;
  for (const ReviewedRule& rule : rules) {
    if (!out.empty()) out += "\n";
    out += review_text(model, rule, style);
  }
  return out;
}

std::string offer_question(const model::Feature& feature, bool caused, bool direction) {
  std::string out = "Can people set " + feature_words(feature) + " themselves? [y]es";
  if (caused) out += direction ? ", [n]o (it is caused)" : " or [n]o (it is caused)";
  if (direction) out += ", only [u]p or only [d]own";
  return out + " (empty: yes) ";
}

std::string offer_text(const model::Feature& feature, bool caused, bool direction,
                       const std::string& model_file, const TextStyle& style) {
  std::vector<std::string> options;
  if (caused) options.emplace_back("--caused");
  if (direction) options.insert(options.end(), {"--may-increase", "--may-decrease"});
  return wrapped("",
                 "People can still set " + feature_words(feature) +
                     " themselves. If not: cogs review " + safe_text(model_file) + " with " +
                     listed(options, "or") + " " + safe_text(feature.name) + ".",
                 style);
}

json::Value review_json(const model::Model& model, const std::vector<ReviewedRule>& rules) {
  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.review/1"));
  json::Value file = json::Value::object();
  file.add("path", json::Value::string(model.path));
  file.add("sha256", json::Value::string(model.sha256));
  object.add("model", std::move(file));
  json::Value list = json::Value::array();
  const auto text_or_null = [](const std::string& text) {
    return text.empty() ? json::Value() : json::Value::string(text);
  };
  for (const ReviewedRule& rule : rules) {
    const model::ReviewItem& item = rule.item;
    json::Value one = json::Value::object();
    one.add("id", json::Value::string(item.id));
    one.add("status", text_or_null(model::status_name(item.status)));
    one.add("feature", json::Value::string(model.feature(item.feature).name));
    one.add("declared", text_or_null(declared_words(model.feature(item.feature))));
    one.add("mode", json::Value::string(model::mode_name(item.mode)));
    one.add("rule", json::Value::string(item.rule));
    one.add("line", json::Value::number(std::uint64_t{item.place.line}));
    one.add("words", json::Value::string(rule.words));
    json::Value evidence = json::Value::object();
    for (const auto& [key, value] : item.evidence) {
      const auto number = base::Number::parse(value);
      evidence.add(key, number ? json::Value::number(*number) : text_or_null(value));
    }
    one.add("evidence", std::move(evidence));
    one.add("by", text_or_null(item.by));
    one.add("on", text_or_null(item.on));
    one.add("reason", text_or_null(item.reason));
    if (rule.figures) one.add("data", figures_json(model, *rule.figures));
    if (rule.answers) one.add("answers", answers_json(model, *rule.answers));
    list.add(std::move(one));
  }
  object.add("rules", std::move(list));
  return object;
}

}  // namespace cogs::present
