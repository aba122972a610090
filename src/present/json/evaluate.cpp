// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "json/parse.h"
#include "json/value.h"
#include "present/json/evaluate.h"
#include "present/json/recourse.h"
#include "present/words/constraint_columns.h"

namespace cogs::present {

namespace {

using batch::FaultKind;
using batch::Figures;
using batch::Spread;
using batch::Summary;

const char* const fault_names[batch::fault_kinds] = {
    "fixed",         "direction", "domain",    "range",        "becomes_missing",
    "stays_missing", "caused",    "not_named", "causal_rules", "denial"};

json::Value real(double value) {
  char digits[40];
  // JSON has no infinity, which a difference over a tiny deviation can come to.
  std::snprintf(digits, sizeof digits, "%.12g", std::min(value, 1e300));
  return json::Value::number_text(digits);
}

json::Value real(const std::optional<double>& value) {
  return value ? real(*value) : json::Value();
}

json::Value whole(std::uint64_t value) { return json::Value::number(value); }

json::Value spread_json(const Spread& spread) {
  if (spread.count == 0) return {};
  json::Value object = json::Value::object();
  object.add("count", whole(spread.count));
  object.add("mean", real(spread.mean));
  object.add("median", real(spread.median));
  return object;
}

json::Value sparsity_json(const Summary& summary) {
  json::Value object = spread_json(summary.sparsity);
  if (!object.is(json::Value::Kind::object)) return object;
  json::Value distribution = json::Value::array();
  for (const auto& [changes, count] : summary.changes) {
    json::Value one = json::Value::object();
    one.add("changes", whole(changes));
    one.add("count", whole(count));
    distribution.add(std::move(one));
  }
  object.add("distribution", std::move(distribution));
  return object;
}

json::Value plausibility_json(const Summary& summary) {
  json::Value object = json::Value::object();
  object.add("nearest", spread_json(summary.nearest));
  object.add("nearest_five", spread_json(summary.nearest_five));
  object.add("new_values", whole(summary.new_values));
  object.add("seen_values", whole(summary.seen_values));
  return object;
}

json::Value fault_json(const model::Model& model, const batch::Fault& fault) {
  json::Value object = json::Value::object();
  object.add("kind", json::Value::string(fault_names[static_cast<std::size_t>(fault.kind)]));
  object.add("feature", fault.feature ? json::Value::string(model.feature(*fault.feature).name)
                                      : json::Value());
  json::Value lines = json::Value::array();
  for (const std::uint32_t line : fault.lines) lines.add(whole(line));
  object.add("lines", std::move(lines));
  return object;
}

json::Value figures_json(const model::Model& model, const Figures& figures) {
  json::Value object = json::Value::object();
  object.add("row", whole(figures.row));
  object.add("line", whole(figures.line));
  object.add("valid", json::Value::boolean(figures.valid));
  object.add("actionable", json::Value::boolean(figures.actionable()));
  object.add("consistent", json::Value::boolean(figures.consistent()));
  object.add("reachable", json::Value::boolean(figures.reachable()));
  json::Value changed = json::Value::array();
  for (const model::FeatureId id : figures.changed) {
    changed.add(json::Value::string(model.feature(id).name));
  }
  object.add("changed", std::move(changed));
  json::Value faults = json::Value::array();
  for (const batch::Fault& fault : figures.faults) faults.add(fault_json(model, fault));
  object.add("faults", std::move(faults));
  object.add("cost", json::Value::number(figures.cost));
  object.add("best_cost",
             figures.best_cost ? json::Value::number(*figures.best_cost) : json::Value());
  object.add("l1_mad", real(figures.l1_mad));
  object.add("gower", real(figures.gower));
  object.add("nearest", real(figures.nearest));
  object.add("nearest_five", real(figures.nearest_five));
  object.add("seen_values", whole(figures.seen));
  object.add("seconds", real(figures.seconds));
  return object;
}

json::Value tool_json(const model::Model& model, const batch::Evaluation& tool, bool each) {
  const Summary& summary = tool.summary;
  json::Value object = json::Value::object();
  object.add("name", json::Value::string(tool.source.name));
  object.add("file", json::Value::string(tool.source.file));
  object.add("rows_served", whole(summary.rows_served));
  object.add("counterfactuals", whole(summary.given));
  object.add("valid", whole(summary.valid));
  object.add("actionable", whole(summary.actionable));
  object.add("consistent", whole(summary.consistent));
  object.add("reachable", whole(summary.reachable));
  json::Value faults = json::Value::object();
  for (std::size_t kind = 0; kind < batch::fault_kinds; ++kind) {
    faults.add(fault_names[kind], whole(summary.faults[kind]));
  }
  object.add("faults", std::move(faults));
  object.add("sparsity", sparsity_json(summary));
  json::Value proximity = json::Value::object();
  proximity.add("l1_mad", spread_json(summary.l1_mad));
  proximity.add("gower", spread_json(summary.gower));
  object.add("proximity", std::move(proximity));
  object.add("plausibility", plausibility_json(summary));
  object.add("diversity", spread_json(summary.diversity));
  json::Value cost = json::Value::object();
  cost.add("all", spread_json(summary.cost));
  cost.add("best", spread_json(summary.best_cost));
  cost.add("ratio", spread_json(summary.ratio));
  cost.add("at_best", whole(summary.at_best));
  object.add("cost", std::move(cost));
  object.add("seconds", spread_json(summary.seconds));
  if (each) {
    json::Value list = json::Value::array();
    for (const Figures& figures : tool.figures) list.add(figures_json(model, figures));
    object.add("each", std::move(list));
  }
  return object;
}

}  // namespace

json::Value evaluate_json(const EvaluateReport& report, bool each) {
  const batch::Evaluations& result = report.result;
  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.evaluate/1"));
  json::Value model = json::Value::object();
  model.add("path", json::Value::string(report.model.path));
  model.add("sha256", json::Value::string(report.model.sha256));
  object.add("model", std::move(model));
  object.add("options", options_json(report.model, report.options.run));
  object.add("columns", constraint_columns_json(report.options.columns));
  json::Value rows = json::Value::object();
  rows.add("file", json::Value::string(report.rows));
  rows.add("count", whole(result.tools.front().summary.rows));
  rows.add("in_need", whole(result.tools.front().summary.rows_in_need));
  object.add("rows", std::move(rows));
  json::Value data = json::Value::object();
  data.add("file", json::Value::string(report.data.empty() ? report.rows : report.data));
  data.add("count", whole(result.data_rows));
  data.add("desired", whole(result.desired_rows));
  data.add("sampled", whole(result.sampled_rows));
  json::Value mean_deviation = json::Value::array();
  for (const model::FeatureId id : result.mean_deviation) {
    mean_deviation.add(json::Value::string(report.model.feature(id).name));
  }
  data.add("mad_is_zero", std::move(mean_deviation));
  object.add("data", std::move(data));
  json::Value tools = json::Value::array();
  for (const batch::Evaluation& tool : result.tools) {
    tools.add(tool_json(report.model, tool, each));
  }
  object.add("tools", std::move(tools));
  return object;
}

batch::AnsweredRow read_answered_row(const model::Model& model, std::string_view line) {
  const json::Value json = json::parse(line, "");
  const auto fail = [](std::string message) {
    base::Diagnostic d = base::error_about("", std::move(message),
                                           "lines are expected as cogs batch --jsonl writes them");
    d.place = {1, 1};
    throw base::InputError(std::move(d));
  };
  const json::Value* row = json.find("row");
  const json::Value* status = json.find("status");
  if (!row || !row->is(json::Value::Kind::number)) fail("the answer has no member 'row'");
  if (!status || !status->is(json::Value::Kind::string)) fail("the answer has no member 'status'");
  batch::AnsweredRow answer;
  const auto number = base::Number::parse(row->text());
  const auto index = number ? number->to_int64() : std::nullopt;
  if (!index || *index < 0) fail("'row' must be the number of a row");
  answer.row = static_cast<std::uint64_t>(*index);
  if (status->text() == "error") return answer;
  const RecourseAnswer read = read_recourse_json(model, json, "", line);
  answer.start = read.start;
  if (!read.paths.empty() && !read.paths.front().transitions.empty()) {
    answer.state = read.paths.front().transitions.back().state;
  }
  return answer;
}

}  // namespace cogs::present
