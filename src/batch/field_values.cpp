// SPDX-License-Identifier: Apache-2.0
#include "batch/field_values.h"

#include <algorithm>
#include <cmath>

#include "table/cell_number.h"
#include "table/csv_rules.h"

namespace cogs::batch {

namespace {

constexpr std::size_t most_texts = std::size_t{1} << 14;  // remembered of one column

// digits / 10^decimals, without zeros at its end.
struct Digits {
  std::int64_t digits = 0;
  int decimals = 0;

  double near() const {
    static constexpr double powers[] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                                        1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
    return static_cast<double>(digits) / powers[decimals];
  }
  std::string text() const {
    std::string out = std::to_string(digits < 0 ? -digits : digits);
    if (decimals > 0) {
      const auto places = static_cast<std::size_t>(decimals);
      if (out.size() <= places) out.insert(0, places + 1 - out.size(), '0');
      out.insert(out.size() - places, 1, '.');
    }
    return digits < 0 ? "-" + out : out;
  }
};

std::optional<Digits> plain_digits(std::string_view raw) {
  if (raw.ends_with('\r')) raw.remove_suffix(1);
  const std::optional<table::Decimal> decimal = table::cell_decimal(raw);
  if (!decimal) return std::nullopt;
  Digits plain{decimal->digits, decimal->decimals};
  for (; plain.decimals > 0 && plain.digits % 10 == 0; --plain.decimals) plain.digits /= 10;
  return plain;
}

}  // namespace

FieldValues::FieldValues(const model::Model& model, model::FeatureId feature,
                         const path::SharedSearch& common, const ValueFormat& format,
                         const std::vector<std::string>& marks)
    : model_(model),
      feature_(feature),
      common_(common),
      format_(format),
      reader_(model, feature, marks) {
  const model::Feature& declared = model.feature(feature);
  // Numbers must be shown by their digits alone.
  const model::Value sample = model::Value::of("1.5");
  if (!declared.numeric() || format.value(declared, sample) != sample.text) return;
  // Nor may a number mean something else than itself.
  if (!declared.notation.date.empty() || declared.notation.decimal_comma) return;
  for (const std::string& mark : declared.notation.missing) {
    if (const auto number = table::cell_number(mark)) marks_.push_back(number->approximate());
  }
  const model::NumericDomain& domain = declared.numbers();
  if (domain.low) borders_.push_back(domain.low->approximate());
  if (domain.high) borders_.push_back(domain.high->approximate());
  for (const model::Cell& cell : common.cells(feature.value)) {
    if (cell.interval.low) borders_.push_back(cell.interval.low->approximate());
    if (cell.interval.high) borders_.push_back(cell.interval.high->approximate());
  }
  std::sort(borders_.begin(), borders_.end());
  borders_.erase(std::unique(borders_.begin(), borders_.end()), borders_.end());
  between_.resize(borders_.size() + 1);
}

std::optional<model::Value> FieldValue::read_value() const {
  return hurried ? std::optional(model::Value::of(*model::Number::parse(text))) : value;
}

model::CellValue FieldValues::read(std::string_view raw) const {
  const std::string text = table::field_text(raw);
  return reader_.read(text);
}

// For a plain number that is clearly between two borders: `place` is that of any other number
// there.
bool FieldValues::read_in_a_hurry(std::string_view raw, FieldValue& value) const {
  const std::optional<Digits> digits = plain_digits(raw);
  if (!digits || borders_.empty()) return false;
  const model::NumericDomain& domain = model_.feature(feature_).numbers();
  if (domain.integer && digits->decimals > 0) return false;
  value.near = digits->near();
  if (std::find(marks_.begin(), marks_.end(), value.near) != marks_.end()) return false;
  const auto above = std::upper_bound(borders_.begin(), borders_.end(), value.near);
  if (above == borders_.begin() || above == borders_.end()) return false;
  const double low = *(above - 1), high = *above, room = digits->decimals > 0 ? 1e-6 : 0.5;
  if (value.near - low < room + 1e-12 * std::fabs(low)) return false;
  if (high - value.near < room + 1e-12 * std::fabs(high)) return false;
  Between& between = between_[static_cast<std::size_t>(above - borders_.begin())];
  if (!between.known) {
    const model::CellValue exact = read(raw);
    between = {true, exact.problem == nullptr && !exact.unseen, 0};
    if (between.fine) between.place = common_.place(feature_.value, exact.value);
  }
  if (!between.fine) return false;
  value.place = between.place;
  value.text = digits->text();
  value.hurried = true;
  return true;
}

void FieldValues::code(std::string_view text, const std::uint32_t* bounds, std::size_t stride,
                       std::span<table::Code> codes) {
  forget();
  dictionary_.code_fields(text, bounds, stride, codes);
  look();
}

bool FieldValues::forget() {
  if (dictionary_.size() <= most_texts) return false;
  dictionary_ = {};
  values_.clear();
  return true;
}

void FieldValues::look() {
  for (std::size_t code = values_.size(); code < dictionary_.size(); ++code) {
    const std::string_view raw = dictionary_.text(static_cast<table::Code>(code));
    FieldValue& value = values_.emplace_back();
    if (read_in_a_hurry(raw, value)) continue;
    model::CellValue cell = read(raw);
    value.unseen = cell.unseen;
    value.problem = std::move(cell.problem);
    if (value.problem) {
      // Files were looked at before; texts in memory say what they like, and answers repeat them.
      std::size_t at = 0;
      if (table::check_characters(raw, at) == table::RowFault::not_utf8) {
        value.problem->message =
            "'" + model_.feature(feature_).name + "' has a text that is not UTF-8";
        value.problem->help = "turn the column into texts first";
      }
      continue;
    }
    value.near = cell.value && cell.value->number ? cell.value->number->approximate() : 0;
    value.place = common_.place(feature_.value, cell.value);
    value.text = format_.value(model_.feature(feature_), cell.value);
    value.value = std::move(cell.value);
  }
}

}  // namespace cogs::batch
