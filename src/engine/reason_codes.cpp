// SPDX-License-Identifier: Apache-2.0
#include "engine/reason_codes.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "table/byte_source.h"
#include "table/csv_reader.h"

namespace cogs::engine {

namespace {

using When = explain::ReasonCode::When;

const std::vector<std::string> columns = {"feature", "when", "code", "text"};
constexpr std::size_t most_errors = 20;

class CodesReader {
 public:
  CodesReader(const model::Model& model, const std::string& file) : model_(model), file_(file) {}

  static table::CsvOptions layout() {
    table::CsvOptions options;
    options.delimiter = ',';
    return options;
  }

  explain::ReasonCodes read(table::CsvReader&& reader) {
    if (reader.header() != columns) {
      base::Diagnostic error =
          base::error_about(file_, "the columns of a file of codes are feature,when,code,text",
                            "the first line names them");
      error.place = {1, 1, 1};
      throw base::InputError(std::move(error));
    }
    while (errors_.size() < most_errors) {
      table::CsvRow row;
      try {
        if (!reader.next(row)) break;
      } catch (const base::InputError& error) {
        errors_.insert(errors_.end(), error.diagnostics().begin(), error.diagnostics().end());
        continue;
      }
      read_row(row);
    }
    if (!errors_.empty()) throw base::InputError(std::move(errors_));
    return std::move(codes_);
  }

 private:
  void fail(const table::CsvRow& row, std::size_t column, std::string message,
            std::string help = {}) {
    base::Diagnostic error = base::error_about(file_, std::move(message), std::move(help));
    error.place = row.places[column];
    errors_.push_back(std::move(error));
  }

  void read_row(const table::CsvRow& row) {
    const std::string& name = row.fields[0];
    const auto id = model_.find_feature_meant(name);
    if (!id) {
      std::vector<std::string> names;
      for (const model::Feature& feature : model_.features) names.push_back(feature.name);
      const std::string near = base::nearest_name(name, names);
      return fail(row, 0, "the model has no feature '" + name + "'",
                  near.empty() ? "" : "did you mean '" + near + "'?");
    }
    if (row.fields[2].empty()) return fail(row, 2, "the code is empty");
    explain::ReasonCode code{*id, When::always, std::nullopt, row.fields[2], row.fields[3]};
    if (!read_when(row, code)) return;
    for (std::size_t i = 0; i < codes_.size(); ++i) {
      const explain::ReasonCode& earlier = codes_[i];
      if (earlier.feature != code.feature) continue;
      const std::string line = "line " + std::to_string(lines_[i]);
      if (earlier.when == code.when && earlier.value == code.value) {
        return fail(row, 0, line + " has a code for the same case", "leave one of them out");
      }
      if (earlier.when == When::always) {
        return fail(row, 0, line + " has a code for every case of '" + name + "' already",
                    "put the line without `when` last");
      }
    }
    codes_.push_back(std::move(code));
    lines_.push_back(row.line);
  }

  bool read_when(const table::CsvRow& row, explain::ReasonCode& code) {
    const std::string& when = row.fields[1];
    const model::Feature& feature = model_.feature(code.feature);
    if (when.empty()) return true;
    if (feature.numeric()) {
      if (when == "low" || when == "high") {
        code.when = when == "low" ? When::low : When::high;
        return true;
      }
    } else {
      // A value that is called `low` or `missing` is meant before anything else.
      for (const model::SetValue& declared : feature.set().values) {
        if (declared.value.text != when) continue;
        code.when = When::value;
        code.value = declared.value;
        return true;
      }
    }
    if (when == "missing") {
      code.when = When::missing;
      return true;
    }
    std::vector<std::string> words = {"missing"};
    if (feature.numeric()) words.insert(words.end(), {"low", "high"});
    if (!feature.numeric()) {
      for (const model::SetValue& declared : feature.set().values) {
        words.push_back(declared.value.text);
      }
    }
    const std::string near = base::nearest_name(when, words);
    const std::string otherwise = feature.numeric()
                                      ? "it is empty, low, high or missing for a numeric feature"
                                      : "it is empty, missing or a value of the feature";
    fail(row, 1, "'" + when + "' is no case of '" + feature.name + "'",
         near.empty() ? otherwise : "did you mean '" + near + "'?");
    return false;
  }

  const model::Model& model_;
  const std::string& file_;
  explain::ReasonCodes codes_;
  std::vector<std::uint32_t> lines_;  // beside codes_
  std::vector<base::Diagnostic> errors_;
};

}  // namespace

explain::ReasonCodes read_reason_codes(const model::Model& model, const std::string& file) {
  return CodesReader(model, file)
      .read(table::CsvReader(table::open_byte_source(file, file), file, CodesReader::layout()));
}

explain::ReasonCodes parse_reason_codes(const model::Model& model, const std::string& text,
                                        const std::string& name) {
  std::istringstream in(text);
  return CodesReader(model, name).read(table::CsvReader(in, name, CodesReader::layout()));
}

void refuse_codes_beside_cells(const model::Model& model, const explain::ReasonCodes& codes,
                               const std::string& name) {
  const auto names = [&](const std::vector<model::Literal>& body, const explain::ReasonCode& code) {
    return std::any_of(body.begin(), body.end(), [&](const model::Literal& literal) {
      const auto* test = std::get_if<model::FeatureTest>(&literal);
      if (!test || test->feature != code.feature) return false;
      return std::any_of(test->conditions.begin(), test->conditions.end(),
                         [&](const model::Condition& condition) {
                           const auto comparison = condition.comparison;
                           const bool equality = comparison == model::Comparison::equal ||
                                                 comparison == model::Comparison::not_equal;
                           return equality && condition.constant.text == code.value->text;
                         });
    });
  };
  std::vector<base::Diagnostic> errors;
  for (const explain::ReasonCode& code : codes) {
    const model::Feature& feature = model.feature(code.feature);
    if (code.when != explain::ReasonCode::When::value || feature.ordered()) continue;
    const bool told =
        std::any_of(model.rules.begin(), model.rules.end(),
                    [&](const model::Rule& rule) { return names(rule.body, code); }) ||
        std::any_of(model.causal_rules.begin(), model.causal_rules.end(),
                    [&](const model::CausalRule& rule) { return names(rule.body, code); }) ||
        std::any_of(model.scores.begin(), model.scores.end(), [&](const model::Score& score) {
          const auto& all = score.contributions;
          return std::any_of(
                     all.begin(), all.end(),
                     [&](const model::Contribution& each) { return names(each.body, code); }) ||
                 std::any_of(score.tests.begin(), score.tests.end(),
                             [&](const model::FeatureTest& t) { return names({t}, code); });
        });
    if (told) continue;
    errors.push_back(
        base::error_about(name,
                          "no rule names the value '" + code.value->text + "' of '" + feature.name +
                              "', so that a batch cannot tell it from others",
                          "leave `when` empty for the feature, or write letters for the table"));
  }
  if (!errors.empty()) throw base::InputError(std::move(errors));
}

}  // namespace cogs::engine
