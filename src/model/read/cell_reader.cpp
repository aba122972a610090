// SPDX-License-Identifier: Apache-2.0
#include "model/read/cell_reader.h"

#include <algorithm>
#include <utility>

#include "base/trimmed.h"
#include "model/record.h"
#include "table/cell_number.h"

namespace cogs::model {

CellReader::CellReader(const Model& model, FeatureId feature, std::vector<std::string> marks)
    : model_(model), feature_(model.feature(feature)), marks_(std::move(marks)) {
  if (feature_.numeric()) return;
  for (const SetValue& declared : feature_.set().values) {
    by_text_.emplace(declared.value.text, &declared.value);
    if (declared.value.number) by_number_.emplace(*declared.value.number, &declared.value);
  }
}

CellValue CellReader::read(const std::string& text, std::optional<Number> number,
                           bool describe) const {
  CellValue cell =
      feature_.numeric() ? read_number(text, std::move(number)) : read_choice(text, number);
  if (cell.problem && describe) *cell.problem = problem_with(text);
  return cell;
}

CellValue CellReader::read_number(const std::string& text, std::optional<Number> number) const {
  const table::Notation& notation = feature_.notation;
  if (!number) {
    const std::string bare(base::trimmed(text));
    if (is_missing(bare)) return {};
    number = table::cell_number(bare, notation);
    if (number && table::in_other_currency(bare, feature_.unit)) number.reset();
    if (!number && (notation.texts_are_missing || table::means_missing_number(bare))) return {};
    if (!number && !notation.date.empty()) number = table::cell_number(bare);
  }
  if (!notation.missing.empty() && table::is_mark(notation.missing, text, number)) return {};
  const NumericDomain& domain = feature_.numbers();
  const bool outside =
      number && ((domain.low && *number < *domain.low) || (domain.high && *number > *domain.high));
  if (!number || (domain.integer && !number->is_integer()) || (outside && !feature_.observed)) {
    return {std::nullopt, false, std::make_unique<base::Diagnostic>()};
  }
  Value value = Value::of(*number);
  if (outside && feature_.out_of_score.has(value)) {
    return {std::nullopt, false, std::make_unique<base::Diagnostic>()};
  }
  return {std::move(value), outside, nullptr};
}

CellValue CellReader::read_choice(const std::string& text,
                                  const std::optional<Number>& number) const {
  const std::string bare(base::trimmed(text));
  const table::Notation& notation = feature_.notation;
  if (!notation.missing.empty() && table::is_mark(notation.missing, bare, std::nullopt)) return {};
  for (const std::string& spelling : {text, bare}) {
    const auto known = by_text_.find(spelling);
    if (known != by_text_.end()) return {*known->second, false, nullptr};
  }
  if (const auto as_number = number || by_number_.empty() ? number : table::cell_number(bare)) {
    const auto equal = by_number_.find(*as_number);
    if (equal != by_number_.end()) return {*equal->second, false, nullptr};
  }
  if (is_missing(bare)) return {};
  if (feature_.set().open) return {*feature_.set().find(bare), false, nullptr};
  if (!feature_.observed) return {std::nullopt, false, std::make_unique<base::Diagnostic>()};
  Value value = Value::of(bare);
  if (feature_.out_of_score.has(value)) {
    return {std::nullopt, false, std::make_unique<base::Diagnostic>()};
  }
  return {std::move(value), true, nullptr};
}

bool CellReader::is_missing(const std::string& bare) const {
  return bare.empty() || std::find(marks_.begin(), marks_.end(), bare) != marks_.end();
}

// read_record finds the words for what is wrong.
base::Diagnostic CellReader::problem_with(const std::string& text) const {
  const auto parts = table::measured_number(text);
  const bool other_unit = parts && !feature_.unit.empty() && table::cell_number(parts->number) &&
                          !table::same_unit(parts->unit, feature_.unit);
  if (feature_.numeric() &&
      (other_unit || table::in_other_currency(base::trimmed(text), feature_.unit))) {
    return base::error_about("",
                             "'" + feature_.name + "' is in " + feature_.unit + ", not '" +
                                 std::string(base::trimmed(text)) + "'",
                             "convert the amount first");
  }
  try {
    read_record(model_, {{feature_.name, text}});
  } catch (const base::InputError& error) {
    return error.diagnostics().front();
  }
  if (feature_.numeric() && feature_.notation.decimal_comma) {
    return base::error_about("",
                             "'" + feature_.name + "' takes a number with a decimal comma, not '" +
                                 std::string(base::trimmed(text)) + "'",
                             "the model was learned from a table with decimal commas");
  }
  return base::error_about("", "'" + feature_.name + "' cannot be " + text);
}

}  // namespace cogs::model
