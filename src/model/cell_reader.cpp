// SPDX-License-Identifier: Apache-2.0
#include "model/cell_reader.h"

#include <algorithm>
#include <utility>

#include "base/trimmed.h"
#include "model/record.h"

namespace cogs::model {

CellReader::CellReader(const Model& model, FeatureId feature, std::vector<std::string> marks)
    : model_(model), feature_(model.feature(feature)), marks_(std::move(marks)) {
  if (feature_.numeric()) return;
  for (const SetValue& declared : feature_.set().values) {
    by_text_.emplace(declared.value.text, &declared.value);
    if (declared.value.number) by_number_.emplace(*declared.value.number, &declared.value);
  }
}

CellValue CellReader::read(const std::string& text, std::optional<Number> number) const {
  return feature_.numeric() ? read_number(text, std::move(number)) : read_choice(text, number);
}

CellValue CellReader::read_number(const std::string& text, std::optional<Number> number) const {
  if (!number) {
    const std::string bare(base::trimmed(text));
    if (is_missing(bare)) return {};
    number = Number::parse(bare);
  }
  const NumericDomain& domain = feature_.numbers();
  const bool outside =
      number && ((domain.low && *number < *domain.low) || (domain.high && *number > *domain.high));
  if (!number || (domain.integer && !number->is_integer()) || (outside && !feature_.observed)) {
    return bad(text);
  }
  return {Value::of(*number), outside, nullptr};
}

CellValue CellReader::read_choice(const std::string& text,
                                  const std::optional<Number>& number) const {
  const std::string bare(base::trimmed(text));
  for (const std::string& spelling : {text, bare}) {
    const auto known = by_text_.find(spelling);
    if (known != by_text_.end()) return {*known->second, false, nullptr};
  }
  if (number) {
    const auto equal = by_number_.find(*number);
    if (equal != by_number_.end()) return {*equal->second, false, nullptr};
  }
  if (is_missing(bare)) return {};
  if (!feature_.observed) return bad(text);
  return {Value::of(bare), true, nullptr};
}

bool CellReader::is_missing(const std::string& bare) const {
  return bare.empty() || std::find(marks_.begin(), marks_.end(), bare) != marks_.end();
}

// read_record finds the words for what is wrong.
CellValue CellReader::bad(const std::string& text) const {
  CellValue cell;
  try {
    read_record(model_, {{feature_.name, text}});
    cell.problem = std::make_unique<base::Diagnostic>(
        base::error_about("", "'" + feature_.name + "' cannot be " + text));
  } catch (const base::InputError& error) {
    cell.problem = std::make_unique<base::Diagnostic>(error.diagnostics().front());
  }
  return cell;
}

}  // namespace cogs::model
