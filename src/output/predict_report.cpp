// SPDX-License-Identifier: Apache-2.0
#include "output/predict_report.h"

#include <algorithm>

#include "output/learn_report.h"
#include "output/words.h"

namespace cogs::output {

namespace {

bool is_bad(const PredictReport& report, std::size_t row) {
  return !report.bad.empty() && report.bad[row];
}

std::vector<std::size_t> rows_of_classes(const PredictReport& report) {
  std::vector<std::size_t> rows(report.classes.size() + 1, 0);
  for (std::size_t row = 0; row < report.of_row.size(); ++row) {
    if (!is_bad(report, row)) {
      ++rows[std::min<std::size_t>(report.of_row[row], report.classes.size())];
    }
  }
  return rows;
}

JsonValue seconds_json(double seconds) {
  const auto microseconds = static_cast<std::int64_t>(seconds * 1e6);
  return JsonValue::number(base::Number(microseconds) / base::Number(1000000));
}

}  // namespace

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos && !text.starts_with(' ') &&
      !text.ends_with(' ')) {
    return text;
  }
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

std::string predict_csv(const PredictReport& report) {
  std::vector<std::string> endings;
  for (const std::string& name : report.classes) endings.push_back("," + csv_field(name) + "\n");
  endings.emplace_back(",\n");
  std::string out = "row,decision\n";
  out.reserve(report.of_row.size() * 16);
  for (std::size_t row = 0; row < report.of_row.size(); ++row) {
    out += std::to_string(row + 1);
    out += endings[std::min<std::size_t>(report.of_row[row], report.classes.size())];
  }
  return out;
}

std::string predict_jsonl(const PredictReport& report) {
  std::vector<std::string> endings;
  for (std::size_t i = 0; i < report.classes.size(); ++i) {
    endings.push_back(", \"decision\": " + json_string(report.classes[i]) +
                      ", \"undesired\": " + (i == 0 ? "true" : "false") + "}\n");
  }
  endings.emplace_back(", \"decision\": null, \"undesired\": false}\n");
  std::string out;
  for (std::size_t row = 0; row < report.of_row.size(); ++row) {
    out += "{\"row\": " + std::to_string(row + 1);
    out += is_bad(report, row)
               ? std::string(", \"decision\": null, \"undesired\": null, \"bad\": true}\n")
               : endings[std::min<std::size_t>(report.of_row[row], report.classes.size())];
  }
  return out;
}

JsonValue predict_json(const PredictReport& report, bool timing) {
  JsonValue object = JsonValue::object();
  object.add("schema", JsonValue::string("cogs.predict/1"));
  JsonValue model = JsonValue::object();
  model.add("path", JsonValue::string(report.model.path));
  model.add("sha256", JsonValue::string(report.model.sha256));
  object.add("model", std::move(model));
  object.add("data", JsonValue::string(report.data));
  object.add("rows", JsonValue::number(std::uint64_t{report.of_row.size()}));
  object.add("bad_rows", JsonValue::number(std::uint64_t{report.bad_rows}));
  JsonValue missing = JsonValue::array();
  for (const std::string& name : report.missing_features) missing.add(JsonValue::string(name));
  object.add("missing_features", std::move(missing));
  const std::vector<std::size_t> rows = rows_of_classes(report);
  JsonValue classes = JsonValue::array();
  for (std::size_t i = 0; i < report.classes.size(); ++i) {
    JsonValue one = JsonValue::object();
    one.add("name", JsonValue::string(report.classes[i]));
    one.add("undesired", JsonValue::boolean(i == 0));
    one.add("rows", JsonValue::number(std::uint64_t{rows[i]}));
    classes.add(std::move(one));
  }
  object.add("classes", std::move(classes));
  object.add("no_class", JsonValue::number(std::uint64_t{rows.back()}));
  object.add("label", report.label ? JsonValue::string(*report.label) : JsonValue());
  object.add("measures", report.measures ? measures_json(*report.measures) : JsonValue());
  JsonValue decisions = JsonValue::array();
  for (std::size_t row = 0; row < report.of_row.size(); ++row) {
    const std::uint32_t index = report.of_row[row];
    const bool none = is_bad(report, row) || index >= report.classes.size();
    decisions.add(none ? JsonValue() : JsonValue::number(std::uint64_t{index}));
  }
  object.add("decisions", std::move(decisions));
  if (timing) {
    JsonValue seconds = JsonValue::object();
    seconds.add("read", seconds_json(report.read_seconds));
    seconds.add("predict", seconds_json(report.predict_seconds));
    object.add("seconds", std::move(seconds));
  }
  return object;
}

std::string predict_text(const PredictReport& report, const TextStyle& style) {
  const std::vector<std::size_t> rows = rows_of_classes(report);
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < report.classes.size(); ++i) {
    parts.push_back(safe_text(report.classes[i]) + " " + std::to_string(rows[i]));
  }
  if (rows.back() > 0) parts.push_back("no rule " + std::to_string(rows.back()));
  if (report.bad_rows > 0) parts.push_back("bad " + std::to_string(report.bad_rows));
  std::string out = wrapped("", counted(report.of_row.size(), "row") + ": " + listed(parts), style);
  if (!report.measures) return out;
  const rules::Measures& m = *report.measures;
  const bool several = report.classes.size() > 2;
  out += wrapped(
      "",
      "Against the column " + safe_text(*report.label) + ": accuracy " +
          toned(Tone::strong, percent_words(m.accuracy), style) + ", precision " +
          percent_words(m.precision) + ", recall " + percent_words(m.recall) + ", f1 " +
          percent_words(m.f1) +
          (several ? " (means over the classes)" : " (of " + safe_text(report.classes[0]) + ")") +
          "; always the most frequent class: " + percent_words(m.majority),
      style);
  return out + confusion_text(m.confusion, style);
}

}  // namespace cogs::output
