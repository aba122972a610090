// SPDX-License-Identifier: Apache-2.0
#include "output/causes_json.h"

#include <cstdio>

#include "model/review.h"

namespace cogs::output {

namespace {

using model::PassedOver;

JsonValue share_json(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4f", value);
  return JsonValue::number_text(text);
}

JsonValue rows_json(const std::vector<std::size_t>& rows) {
  JsonValue list = JsonValue::array();
  for (const std::size_t row : rows) list.add(JsonValue::number(std::uint64_t{row}));
  return list;
}

JsonValue cause_json(const model::SuggestedCause& cause) {
  JsonValue rules = JsonValue::array();
  for (const model::SuggestedRule& rule : cause.rules) {
    JsonValue object = JsonValue::object();
    if (!rule.id.empty()) {
      object.add("id", JsonValue::string(rule.id));
      object.add("status", JsonValue::string(model::status_name(rule.status)));
    }
    object.add("text", JsonValue::string(rule.text));
    object.add("covers", JsonValue::number(std::uint64_t{rule.covers}));
    object.add("correct", JsonValue::number(std::uint64_t{rule.correct}));
    rules.add(std::move(object));
  }
  JsonValue object = JsonValue::object();
  object.add("mode", cause.mode ? JsonValue::string(model::mode_name(*cause.mode)) : JsonValue());
  object.add("rules", std::move(rules));
  const rules::CauseCounts& counts = cause.counts;
  object.add("rows", JsonValue::number(std::uint64_t{counts.rows}));
  object.add("with_effect", JsonValue::number(std::uint64_t{counts.effect}));
  object.add("with_cause", JsonValue::number(std::uint64_t{counts.body}));
  object.add("with_both", JsonValue::number(std::uint64_t{counts.both}));
  object.add("precision", share_json(counts.precision()));
  object.add("recall", share_json(counts.recall()));
  object.add("base_rate", share_json(counts.base()));
  object.add("lift", share_json(counts.lift()));
  object.add("explained", share_json(counts.explained()));
  JsonValue against = JsonValue::object();
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

JsonValue causes_json(const model::Model& model, const std::string& data,
                      const model::Causes& causes, const std::string& written,
                      const CausesJsonOptions& options) {
  JsonValue out = JsonValue::object();
  out.add("schema", JsonValue::string("cogs.causes/1"));
  JsonValue of_model = JsonValue::object();
  of_model.add("path", JsonValue::string(model.path));
  of_model.add("sha256", JsonValue::string(model.sha256));
  out.add("model", std::move(of_model));
  out.add("data", JsonValue::string(data));
  out.add("rows", JsonValue::number(std::uint64_t{causes.rows}));

  const auto name_of = [&](model::FeatureId id) {
    return JsonValue::string(model.feature(id).name);
  };
  JsonValue proposals = JsonValue::array();
  for (const model::SuggestedFeature& feature : causes.features) {
    JsonValue object = JsonValue::object();
    object.add("feature", name_of(feature.feature));
    object.add("mode", JsonValue::string(model::mode_name(feature.mode)));
    object.add("decisive", JsonValue::boolean(feature.decisive));
    JsonValue list = JsonValue::array();
    for (const auto& cause : feature.causes) list.add(cause_json(cause));
    object.add("causes", std::move(list));
    JsonValue alternatives = JsonValue::array();
    for (const auto& alternative : feature.alternatives) {
      JsonValue entry = JsonValue::object();
      const bool circle = alternative.why == rules::CauseAlternative::Why::circle;
      entry.add("why", JsonValue::string(circle ? "circle" : "mode"));
      entry.add("feature", name_of(alternative.cause.feature));
      entry.add("cause", cause_json(alternative.cause));
      alternatives.add(std::move(entry));
    }
    object.add("alternatives", std::move(alternatives));
    proposals.add(std::move(object));
  }
  out.add("proposals", std::move(proposals));

  if (options.all) {
    JsonValue weak = JsonValue::array();
    for (const auto& cause : causes.weak) {
      JsonValue entry = JsonValue::object();
      entry.add("feature", name_of(cause.feature));
      entry.add("cause", cause_json(cause));
      weak.add(std::move(entry));
    }
    out.add("weak", std::move(weak));
  }
  JsonValue passed_over = JsonValue::array();
  for (const PassedOver& feature : causes.passed_over) {
    JsonValue entry = JsonValue::object();
    entry.add("feature", name_of(feature.feature));
    entry.add("why", JsonValue::string(passed_over_name(feature.why)));
    passed_over.add(std::move(entry));
  }
  out.add("passed_over", std::move(passed_over));
  out.add("written", written.empty() ? JsonValue() : JsonValue::string(written));
  if (options.read_seconds && options.search_seconds) {
    JsonValue seconds = JsonValue::object();
    seconds.add("read", share_json(*options.read_seconds));
    seconds.add("search", share_json(*options.search_seconds));
    out.add("seconds", std::move(seconds));
  }
  return out;
}

}  // namespace cogs::output
