// SPDX-License-Identifier: Apache-2.0
#include "table/settle_column.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "table/cell_number.h"
#include "table/csv_rules.h"
#include "table/natural_order.h"

namespace cogs::table {
namespace {

constexpr Code no_code = std::numeric_limits<Code>::max();

std::int64_t ten_to(int exponent) {
  std::int64_t power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

class Settling {
 public:
  Settling(const FieldDictionary& fields, const SettleOptions& options)
      : fields_(fields), options_(options) {
    result_.code_of.assign(fields.size(), no_code);
    marks_are_numbers_ =
        std::any_of(options.missing.begin(), options.missing.end(),
                    [](const auto& mark) { return cell_number(mark).has_value(); });
  }

  SettledColumn run(ColumnType type) {
    const bool numeric =
        type == ColumnType::numeric || (type == ColumnType::found_out && all_are_numbers());
    result_.column.numeric = numeric;
    if (numeric) take_numbers();
    take_texts();
    for (Code& code : result_.code_of) {
      if (code == no_code) code = result_.column.missing();
    }
    return std::move(result_);
  }

 private:
  bool means_missing(std::string_view text) const {
    text = without_blanks(text);
    return text.empty() || options_.missing.contains(std::string(text));
  }

  // For texts that read as numbers, which rarely are marks of missing cells ("-999").
  bool number_means_missing(std::string_view text) const {
    return marks_are_numbers_ && means_missing(text);
  }

  // Whether there are numbers, and all else is missing.
  bool all_are_numbers() const {
    bool some = false;
    for (Code i = 0; i < fields_.size(); ++i) {
      const std::string_view text = field_content(fields_.text(i)).text;
      if (cell_decimal(text) || cell_number(text)) {
        some = some || !number_means_missing(text);
      } else if (!means_missing(text)) {
        return false;
      }
    }
    return some;
  }

  void take_numbers() {
    std::vector<std::pair<Decimal, Code>> decimals;
    std::vector<std::pair<base::Number, Code>> others;
    int places = 0;
    for (Code i = 0; i < fields_.size(); ++i) {
      const std::string_view text = field_content(fields_.text(i)).text;
      if (number_means_missing(text)) continue;
      if (const auto decimal = cell_decimal(text)) {
        decimals.emplace_back(*decimal, i);
        places = std::max(places, decimal->decimals);
      } else if (auto number = cell_number(text)) {
        others.emplace_back(std::move(*number), i);
      }
    }
    if (others.empty() && take_scaled(decimals, places)) return;
    for (const auto& [decimal, field] : decimals) {
      others.emplace_back(*cell_number(field_content(fields_.text(field)).text), field);
    }
    std::sort(others.begin(), others.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<base::Number>& numbers = result_.column.numbers;
    for (auto& [number, field] : others) {
      if (numbers.empty() || numbers.back() != number) numbers.push_back(std::move(number));
      result_.code_of[field] = static_cast<Code>(numbers.size() - 1);
    }
  }

  // All numbers as integers of the smallest unit, which sort as integers do; false if one of them
  // does not fit.
  bool take_scaled(const std::vector<std::pair<Decimal, Code>>& decimals, int places) {
    std::vector<std::pair<std::int64_t, Code>> scaled;
    scaled.reserve(decimals.size());
    for (const auto& [decimal, field] : decimals) {
      std::int64_t value = 0;
      if (__builtin_mul_overflow(decimal.digits, ten_to(places - decimal.decimals), &value)) {
        return false;
      }
      scaled.emplace_back(value, field);
    }
    std::sort(scaled.begin(), scaled.end());
    std::vector<base::Number>& numbers = result_.column.numbers;
    const base::Number unit(ten_to(places));
    std::int64_t last = 0;
    for (const auto& [value, field] : scaled) {
      if (numbers.empty() || value != last) {
        numbers.push_back(places == 0 ? base::Number(value) : base::Number(value) / unit);
        last = value;
      }
      result_.code_of[field] = static_cast<Code>(numbers.size() - 1);
    }
    return true;
  }

  void take_texts() {
    const bool marks_are_values = options_.missing_is_value && !result_.column.numeric;
    std::deque<std::string> unescaped;  // keeps its elements where they are
    std::vector<std::pair<std::string_view, Code>> texts;
    for (Code i = 0; i < fields_.size(); ++i) {
      if (result_.code_of[i] != no_code) continue;
      const FieldContent content = field_content(fields_.text(i));
      std::string_view text = content.text;
      if (marks_are_values ? without_blanks(text).empty() : means_missing(text)) continue;
      if (!content.quoted) {
        text = without_blanks(text);
      } else if (text.find('"') != std::string_view::npos) {
        text = unescaped.emplace_back(field_text(fields_.text(i)));
      }
      texts.emplace_back(text, i);
      if (is_number_out_of_range(text)) result_.too_large.push_back(i);
    }
    std::sort(texts.begin(), texts.end(),
              [](const auto& a, const auto& b) { return natural_order(a.first, b.first) < 0; });
    Column& column = result_.column;
    for (const auto& [text, field] : texts) {
      if (column.texts.empty() || column.texts.back() != text) column.texts.emplace_back(text);
      result_.code_of[field] = column.missing() - 1;
    }
  }

  const FieldDictionary& fields_;
  const SettleOptions& options_;
  bool marks_are_numbers_ = false;
  SettledColumn result_;
};

}  // namespace

SettledColumn settle_column(const FieldDictionary& fields, ColumnType type,
                            const SettleOptions& options) {
  return Settling(fields, options).run(type);
}

}  // namespace cogs::table
