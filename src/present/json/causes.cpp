// SPDX-License-Identifier: Apache-2.0
#include "present/json/causes.h"

#include <cstdio>

#include "json/value.h"
#include "model/edit/review.h"

namespace cogs::present {

namespace {

using model::PassedOver;

json::Value share_json(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4f", value);
  return json::Value::number_text(text);
}

json::Value rows_json(const std::vector<std::size_t>& rows) {
  json::Value list = json::Value::array();
  for (const std::size_t row : rows) list.add(json::Value::number(std::uint64_t{row}));
  return list;
}

json::Value cause_json(const model::SuggestedCause& cause) {
  json::Value rules = json::Value::array();
  for (const model::SuggestedRule& rule : cause.rules) {
    json::Value object = json::Value::object();
    if (!rule.id.empty()) {
      object.add("id", json::Value::string(rule.id));
      object.add("status", json::Value::string(model::status_name(rule.status)));
    }
    object.add("text", json::Value::string(rule.text));
    object.add("covers", json::Value::number(std::uint64_t{rule.covers}));
    object.add("correct", json::Value::number(std::uint64_t{rule.correct}));
    rules.add(std::move(object));
  }
  json::Value object = json::Value::object();
  object.add("mode",
             cause.mode ? json::Value::string(model::mode_name(*cause.mode)) : json::Value());
  object.add("rules", std::move(rules));
  const rules::CauseCounts& counts = cause.counts;
  object.add("rows", json::Value::number(std::uint64_t{counts.rows}));
  object.add("with_effect", json::Value::number(std::uint64_t{counts.effect}));
  object.add("with_cause", json::Value::number(std::uint64_t{counts.body}));
  object.add("with_both", json::Value::number(std::uint64_t{counts.both}));
  object.add("precision", share_json(counts.precision()));
  object.add("recall", share_json(counts.recall()));
  object.add("base_rate", share_json(counts.base()));
  object.add("lift", share_json(counts.lift()));
  object.add("explained", share_json(counts.explained()));
  json::Value against = json::Value::object();
  against.add("without_effect", rows_json(cause.against.without_effect));
  against.add("without_cause", rows_json(cause.against.without_cause));
  object.add("counterexamples", std::move(against));
  return object;
}

const char* passed_over_name(PassedOver::Why why) {
  switch (why) {
    case PassedOver::Why::fixed: return "fixed";
    case PassedOver::Why::direction: return "direction";
    case PassedOver::Why::given_by_name: return "name";
    case PassedOver::Why::not_wanted: return "option";
    case PassedOver::Why::in_force: return "in_force";
    case PassedOver::Why::no_column: return "no_column";
    case PassedOver::Why::identifier: return "identifier";
    case PassedOver::Why::mirrors_label: return "label";
    case PassedOver::Why::no_cut: return "no_cut";
  }
  return "";
}

}  // namespace

json::Value causes_json(const model::Model& model, const std::string& data,
                        const model::Causes& causes, const std::string& written,
                        const CausesJsonOptions& options) {
  json::Value out = json::Value::object();
  out.add("schema", json::Value::string("cogs.causes/1"));
  json::Value of_model = json::Value::object();
  of_model.add("path", json::Value::string(model.path));
  of_model.add("sha256", json::Value::string(model.sha256));
  out.add("model", std::move(of_model));
  out.add("data", json::Value::string(data));
  out.add("rows", json::Value::number(std::uint64_t{causes.rows}));

  const auto name_of = [&](model::FeatureId id) {
    return json::Value::string(model.feature(id).name);
  };
  json::Value proposals = json::Value::array();
  for (const model::SuggestedFeature& feature : causes.features) {
    json::Value object = json::Value::object();
    object.add("feature", name_of(feature.feature));
    object.add("mode", json::Value::string(model::mode_name(feature.mode)));
    object.add("decisive", json::Value::boolean(feature.decisive));
    json::Value answers = json::Value::object();
    answers.add("tried", json::Value::number(std::uint64_t{feature.tried}));
    answers.add("different", json::Value::number(std::uint64_t{feature.different}));
    object.add("answers", std::move(answers));
    json::Value list = json::Value::array();
    for (const auto& cause : feature.causes) list.add(cause_json(cause));
    object.add("causes", std::move(list));
    json::Value alternatives = json::Value::array();
    for (const auto& alternative : feature.alternatives) {
      json::Value entry = json::Value::object();
      const bool circle = alternative.why == rules::CauseAlternative::Why::circle;
      entry.add("why", json::Value::string(circle ? "circle" : "mode"));
      entry.add("feature", name_of(alternative.cause.feature));
      entry.add("cause", cause_json(alternative.cause));
      alternatives.add(std::move(entry));
    }
    object.add("alternatives", std::move(alternatives));
    proposals.add(std::move(object));
  }
  out.add("proposals", std::move(proposals));

  if (options.all) {
    json::Value weak = json::Value::array();
    for (const auto& cause : causes.weak) {
      json::Value entry = json::Value::object();
      entry.add("feature", name_of(cause.feature));
      entry.add("cause", cause_json(cause));
      weak.add(std::move(entry));
    }
    out.add("weak", std::move(weak));
  }
  json::Value passed_over = json::Value::array();
  for (const PassedOver& feature : causes.passed_over) {
    json::Value entry = json::Value::object();
    entry.add("feature", name_of(feature.feature));
    entry.add("why", json::Value::string(passed_over_name(feature.why)));
    passed_over.add(std::move(entry));
  }
  out.add("passed_over", std::move(passed_over));
  out.add("written", written.empty() ? json::Value() : json::Value::string(written));
  if (options.read_seconds && options.search_seconds) {
    json::Value seconds = json::Value::object();
    seconds.add("read", share_json(*options.read_seconds));
    seconds.add("search", share_json(*options.search_seconds));
    out.add("seconds", std::move(seconds));
  }
  return out;
}

}  // namespace cogs::present
