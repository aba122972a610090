// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "output/constraint_columns.h"
#include "output/evaluate_report.h"
#include "output/recourse_json.h"

namespace cogs::output {

namespace {

using batch::FaultKind;
using batch::Figures;
using batch::Spread;
using batch::Summary;

const char* const fault_names[batch::fault_kinds] = {"fixed",     "direction",       "domain",
                                                     "range",     "becomes_missing", "caused",
                                                     "not_named", "causal_rules",    "denial"};

JsonValue real(double value) {
  char digits[40];
  // JSON has no infinity, which a difference over a tiny deviation can come to.
  std::snprintf(digits, sizeof digits, "%.12g", std::min(value, 1e300));
  return JsonValue::number_text(digits);
}

JsonValue real(const std::optional<double>& value) { return value ? real(*value) : JsonValue(); }

JsonValue whole(std::uint64_t value) { return JsonValue::number(value); }

JsonValue spread_json(const Spread& spread) {
  if (spread.count == 0) return {};
  JsonValue object = JsonValue::object();
  object.add("count", whole(spread.count));
  object.add("mean", real(spread.mean));
  object.add("median", real(spread.median));
  return object;
}

JsonValue sparsity_json(const Summary& summary) {
  JsonValue object = spread_json(summary.sparsity);
  if (!object.is(JsonValue::Kind::object)) return object;
  JsonValue distribution = JsonValue::array();
  for (const auto& [changes, count] : summary.changes) {
    JsonValue one = JsonValue::object();
    one.add("changes", whole(changes));
    one.add("count", whole(count));
    distribution.add(std::move(one));
  }
  object.add("distribution", std::move(distribution));
  return object;
}

JsonValue plausibility_json(const Summary& summary) {
  JsonValue object = JsonValue::object();
  object.add("nearest", spread_json(summary.nearest));
  object.add("nearest_five", spread_json(summary.nearest_five));
  object.add("new_values", whole(summary.new_values));
  object.add("seen_values", whole(summary.seen_values));
  return object;
}

JsonValue fault_json(const model::Model& model, const batch::Fault& fault) {
  JsonValue object = JsonValue::object();
  object.add("kind", JsonValue::string(fault_names[static_cast<std::size_t>(fault.kind)]));
  object.add("feature",
             fault.feature ? JsonValue::string(model.feature(*fault.feature).name) : JsonValue());
  JsonValue lines = JsonValue::array();
  for (const std::uint32_t line : fault.lines) lines.add(whole(line));
  object.add("lines", std::move(lines));
  return object;
}

JsonValue figures_json(const model::Model& model, const Figures& figures) {
  JsonValue object = JsonValue::object();
  object.add("row", whole(figures.row));
  object.add("line", whole(figures.line));
  object.add("valid", JsonValue::boolean(figures.valid));
  object.add("actionable", JsonValue::boolean(figures.actionable()));
  object.add("consistent", JsonValue::boolean(figures.consistent()));
  object.add("reachable", JsonValue::boolean(figures.reachable()));
  JsonValue changed = JsonValue::array();
  for (const model::FeatureId id : figures.changed) {
    changed.add(JsonValue::string(model.feature(id).name));
  }
  object.add("changed", std::move(changed));
  JsonValue faults = JsonValue::array();
  for (const batch::Fault& fault : figures.faults) faults.add(fault_json(model, fault));
  object.add("faults", std::move(faults));
  object.add("cost", JsonValue::number(figures.cost));
  object.add("best_cost", figures.best_cost ? JsonValue::number(*figures.best_cost) : JsonValue());
  object.add("l1_mad", real(figures.l1_mad));
  object.add("gower", real(figures.gower));
  object.add("nearest", real(figures.nearest));
  object.add("nearest_five", real(figures.nearest_five));
  object.add("seen_values", whole(figures.seen));
  object.add("seconds", real(figures.seconds));
  return object;
}

JsonValue tool_json(const model::Model& model, const batch::Evaluation& tool, bool each) {
  const Summary& summary = tool.summary;
  JsonValue object = JsonValue::object();
  object.add("name", JsonValue::string(tool.source.name));
  object.add("file", JsonValue::string(tool.source.file));
  object.add("rows_served", whole(summary.rows_served));
  object.add("counterfactuals", whole(summary.given));
  object.add("valid", whole(summary.valid));
  object.add("actionable", whole(summary.actionable));
  object.add("consistent", whole(summary.consistent));
  object.add("reachable", whole(summary.reachable));
  JsonValue faults = JsonValue::object();
  for (std::size_t kind = 0; kind < batch::fault_kinds; ++kind) {
    faults.add(fault_names[kind], whole(summary.faults[kind]));
  }
  object.add("faults", std::move(faults));
  object.add("sparsity", sparsity_json(summary));
  JsonValue proximity = JsonValue::object();
  proximity.add("l1_mad", spread_json(summary.l1_mad));
  proximity.add("gower", spread_json(summary.gower));
  object.add("proximity", std::move(proximity));
  object.add("plausibility", plausibility_json(summary));
  object.add("diversity", spread_json(summary.diversity));
  JsonValue cost = JsonValue::object();
  cost.add("all", spread_json(summary.cost));
  cost.add("best", spread_json(summary.best_cost));
  cost.add("ratio", spread_json(summary.ratio));
  cost.add("at_best", whole(summary.at_best));
  object.add("cost", std::move(cost));
  object.add("seconds", spread_json(summary.seconds));
  if (each) {
    JsonValue list = JsonValue::array();
    for (const Figures& figures : tool.figures) list.add(figures_json(model, figures));
    object.add("each", std::move(list));
  }
  return object;
}

}  // namespace

JsonValue evaluate_json(const EvaluateReport& report, bool each) {
  const batch::Evaluations& result = report.result;
  JsonValue object = JsonValue::object();
  object.add("schema", JsonValue::string("cogs.evaluate/1"));
  JsonValue model = JsonValue::object();
  model.add("path", JsonValue::string(report.model.path));
  model.add("sha256", JsonValue::string(report.model.sha256));
  object.add("model", std::move(model));
  object.add("options", options_json(report.model, report.options.run));
  object.add("columns", constraint_columns_json(report.options.columns));
  JsonValue rows = JsonValue::object();
  rows.add("file", JsonValue::string(report.rows));
  rows.add("count", whole(result.tools.front().summary.rows));
  rows.add("in_need", whole(result.tools.front().summary.rows_in_need));
  object.add("rows", std::move(rows));
  JsonValue data = JsonValue::object();
  data.add("file", JsonValue::string(report.data.empty() ? report.rows : report.data));
  data.add("count", whole(result.data_rows));
  data.add("desired", whole(result.desired_rows));
  data.add("sampled", whole(result.sampled_rows));
  JsonValue mean_deviation = JsonValue::array();
  for (const model::FeatureId id : result.mean_deviation) {
    mean_deviation.add(JsonValue::string(report.model.feature(id).name));
  }
  data.add("mad_is_zero", std::move(mean_deviation));
  object.add("data", std::move(data));
  JsonValue tools = JsonValue::array();
  for (const batch::Evaluation& tool : result.tools) {
    tools.add(tool_json(report.model, tool, each));
  }
  object.add("tools", std::move(tools));
  return object;
}

batch::AnsweredRow read_answered_row(const model::Model& model, std::string_view line) {
  const JsonValue json = parse_json(line, "");
  const auto fail = [](std::string message) {
    base::Diagnostic d = base::error_about("", std::move(message),
                                           "lines are expected as cogs batch --jsonl writes them");
    d.place = {1, 1};
    throw base::InputError(std::move(d));
  };
  const JsonValue* row = json.find("row");
  const JsonValue* status = json.find("status");
  if (!row || !row->is(JsonValue::Kind::number)) fail("the answer has no member 'row'");
  if (!status || !status->is(JsonValue::Kind::string)) fail("the answer has no member 'status'");
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

}  // namespace cogs::output
