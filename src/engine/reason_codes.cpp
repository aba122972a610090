// SPDX-License-Identifier: Apache-2.0
#include "engine/reason_codes.h"

#include <algorithm>
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

  explain::ReasonCodes read() {
    table::CsvOptions options;
    options.delimiter = ',';
    table::CsvReader reader(table::open_byte_source(file_, file_), file_, options);
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
    const auto id = model_.find_feature(name);
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
  return CodesReader(model, file).read();
}

}  // namespace cogs::engine
