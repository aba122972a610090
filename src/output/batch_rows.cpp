// SPDX-License-Identifier: Apache-2.0
#include "output/batch_rows.h"

#include <algorithm>

#include "batch/row_template.h"
#include "model/column_names.h"
#include "output/predict_report.h"
#include "output/recourse_json.h"
#include "output/value_json.h"
#include "output/why_json.h"
#include "output/words.h"

namespace cogs::output {

namespace {

using path::Status;

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

std::string short_blocker(const model::Model& model, const path::Blocker& blocker) {
  std::string name = blocker.feature ? " " + model.feature(*blocker.feature).name : "";
  const std::string where = blocker.lines.empty() ? "" : " (" + line_words(blocker.lines) + ")";
  switch (blocker.kind) {
    case path::BlockerKind::fixed: return "fixed" + name + where;
    case path::BlockerKind::direction: return "direction of" + name + where;
    case path::BlockerKind::caused: return "caused" + name + where;
    case path::BlockerKind::domain: return "domain of" + name + where;
    case path::BlockerKind::causal_rules: return "causal rules of" + name + where;
    case path::BlockerKind::denial: return "denial" + where;
    case path::BlockerKind::option: return "option " + blocker.option + name;
    case path::BlockerKind::decision: return "the rules hold everywhere";
  }
  return {};
}

JsonValue problem_json(const base::Diagnostic& problem) {
  JsonValue object = JsonValue::object();
  object.add("line", JsonValue::number(std::uint64_t{problem.place.line}));
  object.add("column", JsonValue::number(std::uint64_t{problem.place.column}));
  object.add("message", JsonValue::string(problem.message));
  if (!problem.help.empty()) object.add("help", JsonValue::string(problem.help));
  return object;
}

// A list of texts as a cell would have it; anything else as it stands, for messages.
std::string parts_text(const JsonValue& value) {
  std::string out;
  const bool texts = value.is(JsonValue::Kind::array) &&
                     std::all_of(value.items().begin(), value.items().end(),
                                 [](const auto& item) { return item.is(JsonValue::Kind::string); });
  if (!texts) return to_text(value, JsonLayout::line);
  for (const JsonValue& item : value.items()) out += item.text() + ";";
  return out;
}

// What both formats have in common.
class Rows : public batch::RowFormat {
 public:
  explicit Rows(const model::Model& model, bool reasons) : model_(model), reasons_(reasons) {}

  std::string errors_head() const override { return "row,line,column,message,help\n"; }

  std::string error_line(std::uint64_t row, const base::Diagnostic& problem) const override {
    return std::to_string(row) + "," + std::to_string(problem.place.line) + "," +
           std::to_string(problem.place.column) + "," + csv_field(problem.message) + "," +
           csv_field(problem.help) + "\n";
  }

  std::vector<model::Field> read_json(std::string_view line) const override {
    const JsonValue object = parse_json(line, "");
    if (!object.is(JsonValue::Kind::object)) {
      throw base::InputError(base::error_about("", "a row must be a JSON object"));
    }
    std::vector<model::Field> fields;
    for (const auto& [name, value] : object.members()) {
      model::Field field{name, "", value.place};
      switch (value.kind()) {
        case JsonValue::Kind::null: break;
        case JsonValue::Kind::boolean: field.value = value.truth() ? "true" : "false"; break;
        case JsonValue::Kind::number:
        case JsonValue::Kind::string: field.value = value.text(); break;
        case JsonValue::Kind::array:
        case JsonValue::Kind::object:
          if (model_.find_feature(name) || model_.find_feature(model::in_small_letters(name))) {
            base::Diagnostic d = base::error_about("", "'" + name + "' must be one value");
            d.place = value.place;
            throw base::InputError(std::move(d));
          }
          field.value = parts_text(value);
      }
      fields.push_back(std::move(field));
    }
    return fields;
  }

 protected:
  const model::Model& model_;
  bool reasons_;
};

class CsvRows : public Rows {
 public:
  CsvRows(const model::Model& model, bool reasons, bool feature_columns)
      : Rows(model, reasons), feature_columns_(feature_columns) {}

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
    const path::Result& result = row.result;
    std::string out = own_values(row.start);
    out += delimiter_ + std::string(status_name(result.status)) + delimiter_;
    std::string changes, way;
    if (!result.paths.empty()) {
      const path::Path& best = result.paths.front();
      out += best.cost.text() + delimiter_ + (best.certain ? "true" : "false");
      changes = changes_text(best);
      way = path_text(best);
    } else {
      out += delimiter_;
    }
    if (result.status == Status::none) way = blockers_text(result);
    if (result.status == Status::gave_up && result.paths.empty()) {
      way = "the cost is at least " + result.lower_bound.text();
    }
    out += delimiter_ + quoted(changes) + delimiter_ + quoted(way);
    if (reasons_) out += delimiter_ + quoted(reasons_text(row));
    return out;
  }

  std::string problem(std::uint64_t, const std::vector<base::Diagnostic>& problems) const override {
    std::string message;
    for (const base::Diagnostic& d : problems) {
      message += (message.empty() ? "" : "; ") + d.message;
    }
    std::string out;
    if (feature_columns_) out.append(model_.features.size() - 1, delimiter_);
    out += delimiter_ + std::string("error") + std::string(3, delimiter_) + delimiter_ +
           quoted(message);
    if (reasons_) out += delimiter_;
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

  std::string changes_text(const path::Path& path) const {
    // The last value of each feature, in the order of its first change.
    std::vector<std::pair<path::FeatureId, std::string>> last;
    const auto note = [&](const path::Change& change) {
      for (auto& [feature, text] : last) {
        if (feature == change.feature) {
          text = change.to.text;
          return;
        }
      }
      last.emplace_back(change.feature, change.to.text);
    };
    for (const path::Transition& step : path.transitions) {
      for (const path::Change& action : step.actions) note(action);
      for (const path::Effect& effect : step.effects) note(effect);
    }
    std::string out;
    for (const auto& [feature, text] : last) {
      out += (out.empty() ? "" : "; ") + model_.feature(feature).name + "=" + text;
    }
    return out;
  }

  // "debt: 5000 -> 0 => credit_score: 599 -> 600; bank_balance: 40000 -> 60000"
  std::string path_text(const path::Path& path) const {
    const auto change_text = [&](const path::Change& change) {
      return model_.feature(change.feature).name + ": " + (change.from ? change.from->text : "?") +
             " -> " + change.to.text;
    };
    std::string out;
    for (const path::Transition& step : path.transitions) {
      if (!out.empty()) out += "; ";
      for (std::size_t i = 0; i < step.actions.size(); ++i) {
        out += (i == 0 ? "" : " & ") + change_text(step.actions[i]);
      }
      for (std::size_t i = 0; i < step.effects.size(); ++i) {
        out += (i == 0 ? " => " : ", ") + change_text(step.effects[i]) +
               (step.effects[i].certain ? "" : " (may follow)");
      }
    }
    return out;
  }

  std::string blockers_text(const path::Result& result) const {
    std::string out;
    for (const path::Blocker& blocker : result.blockers) {
      out += (out.empty() ? "blocked by " : "; ") + short_blocker(model_, blocker);
    }
    return out;
  }

  std::string reasons_text(const batch::AnswerRow& row) const {
    if (!row.reasons) return {};
    std::string out;
    for (const explain::Reason& reason : row.reasons->reasons) {
      const model::Feature& feature = model_.feature(reason.feature);
      out += (out.empty() ? "" : "; ") + feature.name + ": " +
             row.start[reason.feature.index()]->text + ", needed " +
             set_words(feature, reason.needed);
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
    const JsonValue whole =
        recourse_json(model_, row.start, row.options, row.result, {.timing = false});
    JsonValue object = JsonValue::object();
    for (const auto& [name, value] : whole.members()) {
      if (name == "model") {
        object.add("row", JsonValue::string(batch::mark(batch::row_gap)));
      } else {
        object.add(name, value);
      }
    }
    if (reasons_) object.add("reasons", reasons_json(row));
    return without_quotes_around_marks(to_text(object, JsonLayout::line));
  }

  std::string problem(std::uint64_t row,
                      const std::vector<base::Diagnostic>& problems) const override {
    JsonValue list = JsonValue::array();
    for (const base::Diagnostic& d : problems) list.add(problem_json(d));
    JsonValue object = JsonValue::object();
    object.add("schema", JsonValue::string("cogs.recourse/1"));
    object.add("row", JsonValue::number(row));
    object.add("status", JsonValue::string("error"));
    object.add("errors", std::move(list));
    return to_text(object, JsonLayout::line);
  }

  std::string value(const model::Feature& feature,
                    const std::optional<model::Value>& value) const override {
    return to_text(value_json(feature, value), JsonLayout::line);
  }

 private:
  JsonValue reasons_json(const batch::AnswerRow& row) const {
    JsonValue list = JsonValue::array();
    if (!row.reasons) return list;
    for (const explain::Reason& reason : row.reasons->reasons) {
      list.add(reason_json(model_, row.start, reason));
    }
    return list;
  }

  // Values bring their own.
  static std::string without_quotes_around_marks(const std::string& text) {
    const std::string one = batch::mark(0);
    const std::string opening = "\"" + one.substr(0, 3),
                      closing = one.substr(one.size() - 3) + "\"";
    std::string out;
    std::size_t at = 0;
    for (std::size_t found; (found = text.find(opening, at)) != std::string::npos;) {
      const std::size_t end = text.find(closing, found);
      if (end == std::string::npos) break;
      out.append(text, at, found - at);
      out.append(text, found + 1, end + 3 - (found + 1));
      at = end + closing.size();
    }
    return out.append(text, at);
  }
};

}  // namespace

std::unique_ptr<batch::RowFormat> batch_csv(const model::Model& model, bool reasons,
                                            bool feature_columns) {
  return std::make_unique<CsvRows>(model, reasons, feature_columns);
}

std::unique_ptr<batch::RowFormat> batch_json_lines(const model::Model& model, bool reasons) {
  return std::make_unique<JsonRows>(model, reasons);
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

JsonValue merge_json(const batch::Merged& merged) {
  JsonValue object = JsonValue::object();
  object.add("schema", JsonValue::string("cogs.merge/1"));
  object.add("parts", JsonValue::number(merged.parts));
  object.add("bytes", JsonValue::number(merged.bytes));
  return object;
}

JsonValue batch_json(const batch::BatchResult& result, bool timing) {
  const batch::Counts& counts = result.counts;
  JsonValue object = JsonValue::object();
  object.add("schema", JsonValue::string("cogs.batch/1"));
  object.add("finished", JsonValue::boolean(result.exhausted == base::Exhausted::no));
  object.add("rows", JsonValue::number(counts.rows));
  object.add("found", JsonValue::number(counts.found));
  object.add("already", JsonValue::number(counts.already));
  object.add("none", JsonValue::number(counts.none));
  object.add("gave_up", JsonValue::number(counts.gave_up));
  object.add("error", JsonValue::number(counts.bad));
  object.add("resumed_at", JsonValue::number(result.resumed_at));
  if (timing) {
    JsonValue search = JsonValue::object();
    search.add("searches", JsonValue::number(result.searches));
    search.add("personal", JsonValue::number(result.personal));
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.6f", result.seconds);
    search.add("seconds", JsonValue::number_text(seconds));
    object.add("search", std::move(search));
  }
  return object;
}

}  // namespace cogs::output
