// SPDX-License-Identifier: Apache-2.0
#include "present/text/predict.h"

#include <algorithm>

#include "json/value.h"
#include "json/write.h"
#include "model/class_labels.h"
#include "present/text/learn.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

bool is_bad(const PredictReport& report, std::size_t row) {
  return !report.bad.empty() && report.bad[row];
}

// The words for a class: by its name in #classes; a decision without a value holds or does not.
std::string label_of_class(const PredictReport& report, std::size_t index) {
  const auto& classes = report.model.classes;
  if (!classes) return {};
  for (std::size_t i = 0; i < classes->values.size(); ++i) {
    if (classes->values[i] == report.classes[index]) return classes->labels[i];
  }
  return index < 2 ? model::decision_label(report.model, index == 0) : "";
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

json::Value seconds_json(double seconds) {
  const auto microseconds = static_cast<std::int64_t>(seconds * 1e6);
  return json::Value::number(base::Number(microseconds) / base::Number(1000000));
}

void write_if_long(std::string& text, const WritePiece& write) {
  constexpr std::size_t long_enough = std::size_t{256} << 10;
  if (text.size() < long_enough) return;
  write(text);
  text.clear();
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

void predict_csv(const PredictReport& report, const WritePiece& write) {
  std::vector<std::string> endings;
  for (const std::string& name : report.classes) endings.push_back("," + csv_field(name) + "\n");
  endings.emplace_back(",\n");
  std::string out = "row,decision\n";
  for (std::size_t row = 0; row < report.of_row.size(); ++row) {
    out += std::to_string(row + 1);
    out += endings[std::min<std::size_t>(report.of_row[row], report.classes.size())];
    write_if_long(out, write);
  }
  write(out);
}

void predict_jsonl(const PredictReport& report, const WritePiece& write) {
  std::vector<std::string> endings;
  for (std::size_t i = 0; i < report.classes.size(); ++i) {
    endings.push_back(", \"decision\": " + json::quoted(report.classes[i]) +
                      ", \"undesired\": " + (i == 0 ? "true" : "false") + "}\n");
  }
  endings.emplace_back(", \"decision\": null, \"undesired\": false}\n");
  std::string out;
  for (std::size_t row = 0; row < report.of_row.size(); ++row) {
    out += "{\"row\": " + std::to_string(row + 1);
    out += is_bad(report, row)
               ? std::string(", \"decision\": null, \"undesired\": null, \"bad\": true}\n")
               : endings[std::min<std::size_t>(report.of_row[row], report.classes.size())];
    write_if_long(out, write);
  }
  write(out);
}

json::Value predict_json(const PredictReport& report, bool timing) {
  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.predict/1"));
  json::Value model = json::Value::object();
  model.add("path", json::Value::string(report.model.path));
  model.add("sha256", json::Value::string(report.model.sha256));
  object.add("model", std::move(model));
  object.add("data", json::Value::string(report.data));
  object.add("rows", json::Value::number(std::uint64_t{report.of_row.size()}));
  object.add("bad_rows", json::Value::number(std::uint64_t{report.bad_rows}));
  json::Value missing = json::Value::array();
  for (const std::string& name : report.missing_features) missing.add(json::Value::string(name));
  object.add("missing_features", std::move(missing));
  const std::vector<std::size_t> rows = rows_of_classes(report);
  json::Value classes = json::Value::array();
  for (std::size_t i = 0; i < report.classes.size(); ++i) {
    json::Value one = json::Value::object();
    one.add("name", json::Value::string(report.classes[i]));
    if (const std::string label = label_of_class(report, i); !label.empty()) {
      one.add("label", json::Value::string(label));
    }
    one.add("undesired", json::Value::boolean(i == 0));
    one.add("rows", json::Value::number(std::uint64_t{rows[i]}));
    classes.add(std::move(one));
  }
  object.add("classes", std::move(classes));
  object.add("no_class", json::Value::number(std::uint64_t{rows.back()}));
  object.add("label", report.label ? json::Value::string(*report.label) : json::Value());
  object.add("measures", report.measures ? measures_json(*report.measures) : json::Value());
  json::Value decisions = json::Value::array();
  for (std::size_t row = 0; row < report.of_row.size(); ++row) {
    const std::uint32_t index = report.of_row[row];
    const bool none = is_bad(report, row) || index >= report.classes.size();
    decisions.add(none ? json::Value() : json::Value::number(std::uint64_t{index}));
  }
  object.add("decisions", std::move(decisions));
  if (timing) {
    json::Value seconds = json::Value::object();
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
    const std::string label = label_of_class(report, i);
    parts.push_back(safe_text(label.empty() ? report.classes[i] : label) + " " +
                    std::to_string(rows[i]));
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

}  // namespace cogs::present
