// SPDX-License-Identifier: Apache-2.0
#include "present/json/record.h"

#include <set>
#include <utility>

#include "base/sha256.h"
#include "json/difference.h"
#include "json/value.h"
#include "json/write.h"
#include "model/edit/review.h"
#include "present/json/model.h"
#include "present/json/value.h"

namespace cogs::present {

namespace {

json::Value text_or_null(const std::string& text) {
  return text.empty() ? json::Value() : json::Value::string(text);
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
json::Value causal_rules_json(const model::Model& model) {
  const std::vector<model::ReviewItem> items = model::review_items(model);
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;  // a statement may be several rules
  json::Value list = json::Value::array();
  for (const model::CausalRule& rule : model.causal_rules) {
    if (!seen.insert({rule.place.line, rule.place.column}).second) continue;
    const model::Feature& feature = model.feature(rule.feature);
    model::ReviewItem note;
    for (const model::ReviewItem& item : items) {
      if (item.place.line == rule.place.line && item.place.column == rule.place.column) note = item;
    }
    json::Value object = json::Value::object();
    object.add("line", json::Value::number(std::uint64_t{rule.place.line}));
    object.add("text", json::Value::string(text_at(model, rule.place)));
    object.add("feature", json::Value::string(feature.name));
    object.add("mode", json::Value::string(model::mode_name(feature.mode)));
    object.add("id", text_or_null(note.id));
    object.add("status", text_or_null(model::status_name(note.status)));
    object.add("by", text_or_null(note.by));
    object.add("on", text_or_null(note.on));
    object.add("reason", text_or_null(note.reason));
    list.add(std::move(object));
  }
  return list;
}

json::Value input_json(const WhyReport& why) {
  json::Value record = record_json(why.model, why.record), missing = json::Value::array();
  for (std::size_t i = 0; i < why.record.size(); ++i) {
    if (!why.record[i]) missing.add(json::Value::string(why.model.features[i].name));
  }
  json::Value object = json::Value::object();
  object.add("source", json::Value::string(why.source));
  object.add("sha256", json::Value::string(base::sha256(json::canonical_text(record))));
  object.add("record", std::move(record));
  object.add("missing", std::move(missing));
  return object;
}

// The members that a record has in common with another JSON.
void copy(const json::Value& from, std::initializer_list<const char*> names, json::Value& to) {
  for (const char* name : names) {
    const json::Value* found = from.find(name);
    to.add(name, found ? *found : json::Value());
  }
}

json::Value recourse_part(const RecordReport& report) {
  if (!report.result) return {};
  json::Value object = json::Value::object();
  copy(recourse_json(report.why.model, report.why.record, *report.options, *report.result, {false}),
       {"options", "missing", "start_consistent", "start_breaks", "status", "paths", "blockers",
        "lower_bound", "ties_proved"},
       object);
  object.add("complete", json::Value::boolean(report.result->exhausted == base::Exhausted::no));
  return object;
}

}  // namespace

std::string record_checksum(const json::Value& record) {
  return base::sha256(json::canonical_text(record, "sha256"));
}

json::Value explanation_record(const RecordReport& report) {
  const model::Model& model = report.why.model;
  json::Value engine = json::Value::object(), run = json::Value::object(),
              about = json::Value::object(), constraints = json::Value::object();
  engine.add("name", json::Value::string("cogs"));
  engine.add("version", json::Value::string(report.version));
  run.add("command", json::Value::string(report.result ? "recourse" : "why"));
  run.add("reasons", json::Value::number(std::uint64_t{report.most_reasons}));
  run.add("rather_than",
          report.why.rather ? json::Value::string(model.atoms[report.why.rather->atom.index()].text)
                            : json::Value());
  about.add("path", json::Value::string(model.path));
  about.add("sha256", json::Value::string(model.sha256));
  about.add("text", json::Value::string(report.model_text));
  copy(model_json(model), {"features", "denials"}, constraints);

  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.record/1"));
  object.add("engine", std::move(engine));
  object.add("run", std::move(run));
  if (report.filed.said()) {
    json::Value filed = json::Value::object();
    filed.add("row", report.filed.row > 0 ? json::Value::number(report.filed.row) : json::Value());
    filed.add("id", text_or_null(report.filed.id));
    filed.add("at", text_or_null(report.filed.at));
    object.add("case", std::move(filed));
  }
  object.add("model", std::move(about));
  object.add("causal_rules", causal_rules_json(model));
  object.add("constraints", std::move(constraints));
  object.add("input", input_json(report.why));
  const json::Value why = why_json(report.why);
  copy(why, {"decision", "proof", "reasons"}, object);
  object.add("reasons_complete",
             json::Value::boolean(report.why.reasons.exhausted == base::Exhausted::no));
  copy(why, {"rather_than"}, object);
  object.add("recourse", recourse_part(report));
  const std::string sum = record_checksum(object);
  object.add("sha256", json::Value::string(sum));
  return object;
}

}  // namespace cogs::present
