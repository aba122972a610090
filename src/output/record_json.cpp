// SPDX-License-Identifier: Apache-2.0
#include "output/record_json.h"

#include <set>
#include <utility>

#include "base/sha256.h"
#include "model/review.h"
#include "output/canonical_json.h"
#include "output/model_json.h"
#include "output/value_json.h"

namespace cogs::output {

namespace {

JsonValue text_or_null(const std::string& text) {
  return text.empty() ? JsonValue() : JsonValue::string(text);
}

std::string text_at(const model::Model& model, const base::Place& place) {
  for (const model::Statement& statement : model.document.statements) {
    if (statement.place.line == place.line && statement.place.column == place.column) {
      return statement.text;
    }
  }
  return {};
}

// The rules in force, with what their #rule notes say about who let them in.
JsonValue causal_rules_json(const model::Model& model) {
  const std::vector<model::ReviewItem> items = model::review_items(model);
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;  // a statement may be several rules
  JsonValue list = JsonValue::array();
  for (const model::CausalRule& rule : model.causal_rules) {
    if (!seen.insert({rule.place.line, rule.place.column}).second) continue;
    const model::Feature& feature = model.feature(rule.feature);
    model::ReviewItem note;
    for (const model::ReviewItem& item : items) {
      if (item.place.line == rule.place.line && item.place.column == rule.place.column) note = item;
    }
    JsonValue object = JsonValue::object();
    object.add("line", JsonValue::number(std::uint64_t{rule.place.line}));
    object.add("text", JsonValue::string(text_at(model, rule.place)));
    object.add("feature", JsonValue::string(feature.name));
    object.add("mode", JsonValue::string(model::mode_name(feature.mode)));
    object.add("id", text_or_null(note.id));
    object.add("status", text_or_null(model::status_name(note.status)));
    object.add("by", text_or_null(note.by));
    object.add("on", text_or_null(note.on));
    object.add("reason", text_or_null(note.reason));
    list.add(std::move(object));
  }
  return list;
}

JsonValue input_json(const WhyReport& why) {
  JsonValue record = record_json(why.model, why.record), missing = JsonValue::array();
  for (std::size_t i = 0; i < why.record.size(); ++i) {
    if (!why.record[i]) missing.add(JsonValue::string(why.model.features[i].name));
  }
  JsonValue object = JsonValue::object();
  object.add("source", JsonValue::string(why.source));
  object.add("sha256", JsonValue::string(base::sha256(canonical_text(record))));
  object.add("record", std::move(record));
  object.add("missing", std::move(missing));
  return object;
}

// The members that a record has in common with another JSON.
void copy(const JsonValue& from, std::initializer_list<const char*> names, JsonValue& to) {
  for (const char* name : names) {
    const JsonValue* found = from.find(name);
    to.add(name, found ? *found : JsonValue());
  }
}

JsonValue recourse_part(const RecordReport& report) {
  if (!report.result) return {};
  JsonValue object = JsonValue::object();
  copy(recourse_json(report.why.model, report.why.record, *report.options, *report.result, {false}),
       {"options", "missing", "start_consistent", "start_breaks", "status", "paths", "blockers",
        "lower_bound"},
       object);
  object.add("complete", JsonValue::boolean(report.result->exhausted == base::Exhausted::no));
  return object;
}

}  // namespace

std::string record_checksum(const JsonValue& record) {
  return base::sha256(canonical_text(record, "sha256"));
}

JsonValue explanation_record(const RecordReport& report) {
  const model::Model& model = report.why.model;
  JsonValue engine = JsonValue::object(), run = JsonValue::object(), about = JsonValue::object(),
            constraints = JsonValue::object();
  engine.add("name", JsonValue::string("cogs"));
  engine.add("version", JsonValue::string(report.version));
  run.add("command", JsonValue::string(report.result ? "recourse" : "why"));
  run.add("reasons", JsonValue::number(std::uint64_t{report.most_reasons}));
  run.add("rather_than", report.why.rather
                             ? JsonValue::string(model.atoms[report.why.rather->atom.index()].text)
                             : JsonValue());
  about.add("path", JsonValue::string(model.path));
  about.add("sha256", JsonValue::string(model.sha256));
  about.add("text", JsonValue::string(report.model_text));
  copy(model_json(model), {"features", "denials"}, constraints);

  JsonValue object = JsonValue::object();
  object.add("schema", JsonValue::string("cogs.record/1"));
  object.add("engine", std::move(engine));
  object.add("run", std::move(run));
  object.add("model", std::move(about));
  object.add("causal_rules", causal_rules_json(model));
  object.add("constraints", std::move(constraints));
  object.add("input", input_json(report.why));
  copy(why_json(report.why), {"decision", "proof", "reasons"}, object);
  object.add("reasons_complete",
             JsonValue::boolean(report.why.reasons.exhausted == base::Exhausted::no));
  copy(why_json(report.why), {"rather_than"}, object);
  object.add("recourse", recourse_part(report));
  const std::string sum = record_checksum(object);
  object.add("sha256", JsonValue::string(sum));
  return object;
}

}  // namespace cogs::output
