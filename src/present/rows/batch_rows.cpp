// SPDX-License-Identifier: Apache-2.0
#include "present/rows/batch_rows.h"

#include <algorithm>

#include "batch/row_template.h"
#include "json/value.h"
#include "json/write.h"
#include "model/column_names.h"
#include "present/json/recourse.h"
#include "present/json/value.h"
#include "present/json/why.h"
#include "present/rows/batch_words.h"
#include "present/text/predict.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

// Always in quotes: what comes into the gaps may need them.
std::string quoted(std::string_view text) {
  if (text.empty()) return {};
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

json::Value problem_json(const base::Diagnostic& problem) {
  json::Value object = json::Value::object();
  object.add("line", json::Value::number(std::uint64_t{problem.place.line}));
  object.add("column", json::Value::number(std::uint64_t{problem.place.column}));
  object.add("message", json::Value::string(problem.message));
  if (!problem.help.empty()) object.add("help", json::Value::string(problem.help));
  return object;
}

// What both formats have in common.
class Rows : public batch::RowFormat {
 public:
  Rows(const model::Model& model, bool reasons, const explain::ReasonCodes* codes)
      : model_(model), reasons_(reasons), codes_(codes) {}

  std::string errors_head() const override { return "row,line,column,message,help\n"; }

  std::string error_line(std::uint64_t row, const base::Diagnostic& problem) const override {
    return std::to_string(row) + "," + std::to_string(problem.place.line) + "," +
           std::to_string(problem.place.column) + "," + csv_field(problem.message) + "," +
           csv_field(problem.help) + "\n";
  }

 protected:
  const explain::ReasonCode* code_of(const batch::AnswerRow& row,
                                     const explain::Reason& reason) const {
    return explain::code_of(*codes_, *row.example, reason);
  }

  const model::Model& model_;
  bool reasons_;
  const explain::ReasonCodes* codes_;
};

class CsvRows : public Rows {
 public:
  CsvRows(const model::Model& model, bool reasons, bool feature_columns,
          const explain::ReasonCodes* codes)
      : Rows(model, reasons, codes), feature_columns_(feature_columns) {}

  std::string head(const batch::InputLayout& layout) const override {
    delimiter_ = layout.delimiter;
    std::string out(layout.header);
    if (out.empty()) {
      for (const std::string& name : layout.columns) {
        out += (out.empty() ? "" : std::string(1, delimiter_)) + csv_field(name);
      }
    }
    std::vector<std::string> added{"cogs_status", "cogs_cost", "cogs_certain", "cogs_changes",
                                   "cogs_path"};
    if (reasons_) added.emplace_back("cogs_reasons");
    if (codes_) added.emplace_back("cogs_codes");
    for (const std::string& name : added) {
      if (std::find(layout.columns.begin(), layout.columns.end(), name) != layout.columns.end()) {
        throw base::InputError(base::error_about(
            layout.file, "there is a column '" + name + "' already, which the output would repeat",
            "is this the output of an earlier run? --jsonl repeats no columns"));
      }
      out += delimiter_ + name;
    }
    return out + layout.line_end;
  }

  bool repeats_input() const override { return !feature_columns_; }

  std::string answer(const batch::AnswerRow& row) const override {
    const AnswerWords words = answer_words(model_, row);
    std::string out = own_values(row.start);
    out += delimiter_ + words.status + delimiter_ + words.cost.value_or("") + delimiter_ +
           words.certain.value_or("") + delimiter_ + quoted(words.changes) + delimiter_ +
           quoted(words.way);
    if (reasons_) out += delimiter_ + quoted(words.reasons);
    if (codes_) out += delimiter_ + quoted(codes_text(row));
    return out;
  }

  std::string problem(std::uint64_t, const std::vector<base::Diagnostic>& problems) const override {
    std::string out;
    if (feature_columns_) out.append(model_.features.size() - 1, delimiter_);
    out += delimiter_ + std::string("error") + std::string(3, delimiter_) + delimiter_ +
           quoted(problem_words(problems));
    if (reasons_) out += delimiter_;
    if (codes_) out += delimiter_;
    return out;
  }

  // In quotes already where it stands.
  std::string value(const model::Feature&,
                    const std::optional<model::Value>& value) const override {
    const std::string text = value ? quoted(value->text) : "?";
    return value && !text.empty() ? text.substr(1, text.size() - 2) : text;
  }

 private:
  std::string own_values(const model::Record& start) const {
    std::string out;
    for (std::size_t f = 0; feature_columns_ && f < start.size(); ++f) {
      out += (f == 0 ? "" : std::string(1, delimiter_)) + "\"" + start[f]->text + "\"";
    }
    return out;
  }

  // One for each reason; `none` where the file has none for it.
  std::string codes_text(const batch::AnswerRow& row) const {
    if (!row.reasons) return {};
    std::string out;
    for (const explain::Reason& reason : row.reasons->reasons) {
      const explain::ReasonCode* code = code_of(row, reason);
      out += (out.empty() ? "" : "; ") + (code ? code->code : "none");
    }
    return out;
  }

  bool feature_columns_;
  mutable char delimiter_ = ',';
};

class JsonRows : public Rows {
 public:
  using Rows::Rows;

  std::string head(const batch::InputLayout&) const override { return {}; }
  bool repeats_input() const override { return false; }

  std::string answer(const batch::AnswerRow& row) const override {
    const json::Value whole =
        recourse_json(model_, row.start, row.options, row.result, {.timing = false});
    json::Value object = json::Value::object();
    for (const auto& [name, value] : whole.members()) {
      if (name == "model") {
        object.add("row", json::Value::string(batch::mark(batch::row_gap)));
      } else {
        object.add(name, value);
      }
    }
    if (reasons_) object.add("reasons", reasons_json(row));
    return batch::without_quotes_around_marks(to_text(object, json::Layout::line));
  }

  std::string problem(std::uint64_t row,
                      const std::vector<base::Diagnostic>& problems) const override {
    json::Value list = json::Value::array();
    for (const base::Diagnostic& d : problems) list.add(problem_json(d));
    json::Value object = json::Value::object();
    object.add("schema", json::Value::string("cogs.recourse/1"));
    object.add("row", json::Value::number(row));
    object.add("status", json::Value::string("error"));
    object.add("errors", std::move(list));
    return to_text(object, json::Layout::line);
  }

  std::string value(const model::Feature& feature,
                    const std::optional<model::Value>& value) const override {
    return to_text(value_json(feature, value), json::Layout::line);
  }
  std::string amount(const model::Number& amount) const override {
    return to_text(json::Value::number(amount), json::Layout::line);
  }

 private:
  json::Value reasons_json(const batch::AnswerRow& row) const {
    json::Value list = json::Value::array();
    if (!row.reasons) return list;
    for (const explain::Reason& reason : row.reasons->reasons) {
      json::Value one = reason_json(model_, row.start, reason);
      if (codes_) {
        const explain::ReasonCode* code = code_of(row, reason);
        one.add("code", code ? json::Value::string(code->code) : json::Value());
        one.add("code_text", code ? json::Value::string(code->text) : json::Value());
      }
      list.add(std::move(one));
    }
    return list;
  }
};

}  // namespace

std::unique_ptr<batch::RowFormat> batch_csv(const model::Model& model, bool reasons,
                                            bool feature_columns,
                                            const explain::ReasonCodes* codes) {
  return std::make_unique<CsvRows>(model, reasons, feature_columns, codes);
}

std::unique_ptr<batch::RowFormat> batch_json_lines(const model::Model& model, bool reasons,
                                                   const explain::ReasonCodes* codes) {
  return std::make_unique<JsonRows>(model, reasons, codes);
}

std::string batch_text(const batch::BatchResult& result, const std::string& output,
                       const TextStyle& style) {
  const batch::Counts& counts = result.counts;
  std::vector<std::string> parts;
  const auto add = [&](std::uint64_t count, const std::string& what) {
    if (count > 0) parts.push_back(std::to_string(count) + " " + what);
  };
  add(counts.found, "with a path");
  add(counts.already, "that need none");
  add(counts.none, "without any");
  add(counts.gave_up, "given up");
  add(counts.bad, "that cannot be read");
  std::string text = counted(counts.rows, "row");
  if (!parts.empty()) text += ": " + listed(parts);
  std::string out = wrapped("", text + ".", style);
  const bool partial = result.exhausted != base::Exhausted::no;
  if (partial && output.empty()) {
    out += wrapped("", toned(Tone::doubtful, "Not finished:", style) + " more rows were to come.",
                   style);
  }
  if (partial && !output.empty()) {
    out += wrapped("",
                   toned(Tone::doubtful, "Not finished:", style) + " what is done is in " +
                       safe_text(batch::partial_name(output)) +
                       "; the same command with --resume goes on.",
                   style);
  }
  return out;
}

json::Value merge_json(const batch::Merged& merged) {
  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.merge/1"));
  object.add("parts", json::Value::number(merged.parts));
  object.add("bytes", json::Value::number(merged.bytes));
  return object;
}

json::Value batch_json(const batch::BatchResult& result, bool timing) {
  const batch::Counts& counts = result.counts;
  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.batch/1"));
  object.add("finished", json::Value::boolean(result.exhausted == base::Exhausted::no));
  object.add("rows", json::Value::number(counts.rows));
  object.add("found", json::Value::number(counts.found));
  object.add("already", json::Value::number(counts.already));
  object.add("none", json::Value::number(counts.none));
  object.add("gave_up", json::Value::number(counts.gave_up));
  object.add("error", json::Value::number(counts.bad));
  object.add("resumed_at", json::Value::number(result.resumed_at));
  if (timing) {
    json::Value search = json::Value::object();
    search.add("searches", json::Value::number(result.searches));
    search.add("personal", json::Value::number(result.personal));
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.6f", result.seconds);
    search.add("seconds", json::Value::number_text(seconds));
    object.add("search", std::move(search));
  }
  return object;
}

}  // namespace cogs::present
