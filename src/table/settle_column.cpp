// SPDX-License-Identifier: Apache-2.0
#include "table/settle_column.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/date.h"
#include "base/digit.h"
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

// Above this share of cells a column with texts is one of numbers; above the other it is worth a
// word.
constexpr double nearly_all = 0.9, many = 0.5;
constexpr std::size_t enough_numbers = 8;  // distinct ones: fewer may be names of categories
constexpr std::size_t most_odd = 8;        // texts that are kept for messages
constexpr std::size_t most_units = 8;      // of a column; more words behind numbers are no units

class Settling {
 public:
  Settling(const FieldDictionary& fields, const ColumnReading& reading,
           const SettleOptions& options,
           const std::function<std::vector<FieldUse>(const std::vector<Code>&)>& uses)
      : fields_(fields), reading_(reading), options_(options), uses_(uses) {
    result_.code_of.assign(fields.size(), no_code);
    for (const std::string& mark : options.missing) add_mark(mark);
    for (const std::string& mark : reading.missing) add_mark(mark);
    Notation& notation = result_.column.notation;
    notation.missing = reading.missing;
    notation.plain = reading.plain;
    notation.texts_are_missing = reading.texts_are_missing;
    notation.decimal_comma = reading.decimal_comma.value_or(false);
    notation.date = reading.date.value_or("");
  }

  SettledColumn run() {
    bool numeric = reading_.type != ColumnType::categorical && find_notation();
    if (numeric && are_codes()) {
      numeric = plain_ = false;
      read_as_names();
      result_.column.odd.clear();
      result_.column.odd_cells = 0;
    }
    result_.column.numeric = numeric;
    if (numeric) take_numbers();
    take_texts();
    for (Code& code : result_.code_of) {
      if (code == no_code) code = result_.column.missing();
    }
    return std::move(result_);
  }

 private:
  void add_mark(const std::string& mark) {
    marks_.insert(mark);
    if (auto number = cell_number(mark)) number_marks_.push_back(std::move(*number));
  }

  bool means_missing(std::string_view text) const {
    text = without_blanks(text);
    return text.empty() || marks_.contains(std::string(text));
  }

  // Columns may have as many fields as the table has rows.
  void look_at_limit() const {
    if ((++looks_ & 0xFFFF) == 0 && options_.stop && options_.stop()) throw SettlingStopped();
  }

  // For texts that read as numbers, which rarely are marks of missing cells ("-999").
  bool number_means_missing(std::string_view text) const {
    if (number_marks_.empty()) return false;
    if (means_missing(text)) return true;
    const auto number = cell_number(text, result_.column.notation);
    return number &&
           std::find(number_marks_.begin(), number_marks_.end(), *number) != number_marks_.end();
  }

  // Whether the column is numeric, and how it writes numbers.
  bool find_notation() {
    const bool said = reading_.type == ColumnType::numeric;
    Notation& notation = result_.column.notation;
    if (reading_.date_if_all && !all_are_dates()) notation.date.clear();
    if (notation.date.empty() && !notation.decimal_comma && all_are_numbers()) {
      plain_ = true;
      return true;
    }
    if (notation.plain) return said;
    look_at_fields();
    if (date_.empty() && hopeless_) return said;
    return decide(said);
  }

  // In the format that was said.
  bool all_are_dates() const {
    bool some = false;
    for (Code i = 0; i < fields_.size(); ++i) {
      look_at_limit();
      const std::string_view text = field_content(fields_.text(i)).text;
      if (means_missing(text)) continue;
      const bool date = cell_number(text, result_.column.notation).has_value();
      if (!date && !means_missing_number(text)) return false;
      some = some || date;
    }
    return some;
  }

  // Whether there are numbers, and all else is missing.
  bool all_are_numbers() {
    bool some = false;
    for (Code i = 0; i < fields_.size(); ++i) {
      look_at_limit();
      const std::string_view text = field_content(fields_.text(i)).text;
      if (cell_decimal(text) || cell_number(text)) {
        if (text.find('/') != std::string_view::npos) note_fraction(text);
        some = some || !number_means_missing(text);
      } else if (!means_missing(text)) {
        return false;
      }
    }
    return some && months_ == 0;
  }

  static bool is_month(std::string_view text) {
    return text.find('/') != std::string_view::npos &&
           base::parse_date(without_blanks(text), "%m/%Y").has_value();
  }

  // 3/2021 is a fraction, and more likely a month.
  void note_fraction(std::string_view text) {
    if (reading_.type != ColumnType::found_out || reading_.plain) return;
    if (result_.column.fraction.empty()) result_.column.fraction = without_blanks(text);
    months_ += is_month(text);
  }

  // Digits that are a name, such as ZIP codes: all of one length, and some begin with a zero. Two
  // digits are rather a month or an hour.
  bool are_codes() {
    constexpr std::size_t fewest_digits = 3;
    if (reading_.type != ColumnType::found_out || reading_.plain || reading_.decimal_comma ||
        !result_.column.notation.date.empty()) {
      return false;
    }
    std::size_t length = 0, codes = 0;
    Code padded = no_code;
    for (Code i = 0; i < fields_.size(); ++i) {
      const std::string_view text = without_blanks(field_content(fields_.text(i)).text);
      if (text.empty()) continue;
      const bool digits = std::all_of(text.begin(), text.end(), base::is_digit);
      if (digits ? number_means_missing(text) : means_missing(text) || means_missing_number(text)) {
        continue;
      }
      if (!digits) return false;
      if (length == 0) length = text.size();
      if (text.size() != length || length < fewest_digits) return false;
      ++codes;
      if (text[0] == '0' && padded == no_code) padded = i;
    }
    if (padded == no_code || codes < 2) return false;
    result_.column.padded = without_blanks(field_content(fields_.text(padded)).text);
    return true;
  }

  // Sorts the fields into numbers, dates, what says "missing", and others.
  void look_at_fields() {
    const std::string& format = result_.column.notation.date;
    const bool may_be_date = !reading_.date || reading_.date_if_all || !reading_.date->empty();
    std::size_t bare = 0;  // numbers without a sign
    for (Code i = 0; i < fields_.size(); ++i) {
      look_at_limit();
      const std::string_view text = field_content(fields_.text(i)).text;
      if (means_missing(text)) continue;
      if (!format.empty()) {
        if (cell_number(text, result_.column.notation)) {
          ++dates_;
        } else {
          (means_missing_number(text) ? spelled_ : others_).push_back(i);
        }
        continue;
      }
      if (reading_.type == ColumnType::found_out && is_month(text)) {
        others_.push_back(i);
        continue;
      }
      auto point = written_number(text, false), comma = written_number(text, true);
      const std::string_view unit = point || comma ? "" : take_unit(text, point, comma);
      if (point || comma) {
        const auto& number = point ? point : comma;
        if (number_means_missing(text)) continue;
        ++numbers_;
        if (!point) by_comma_.push_back(i);
        if (!comma) by_point_.push_back(i);
        if (point && comma && point->number != comma->number) either_.push_back(i);
        if (!unit.empty()) {
          add_unit(unit, i);
        } else if (number->sign.empty()) {
          ++bare;
        } else {
          by_sign_[std::string(common_sign(number->sign))].push_back(i);
        }
      } else if (means_missing_number(text)) {
        spelled_.push_back(i);
      } else {
        const auto date = may_be_date ? iso_format(text) : "";
        if (!date.empty()) {
          ++dates_;
          if (date_.size() < date.size()) date_ = date;
        } else {
          others_.push_back(i);
        }
      }
      // A column of names can be told from one of numbers long before its end.
      hopeless_ = !reading_.said && others_.size() > 64 + numbers_ / 2 + dates_ / 2;
      if (hopeless_) return;
    }
    settle_unit(bare + (by_sign_.empty() ? 0 : 1));
    settle_sign(bare);
  }

  // The word behind a number, whose two readings are then set; empty where there is none.
  std::string_view take_unit(std::string_view text, std::optional<WrittenNumber>& point,
                             std::optional<WrittenNumber>& comma) const {
    const auto parts = measured_number(text);
    if (!parts || by_unit_.size() > most_units) return {};
    point = written_number(parts->number, false);
    comma = written_number(parts->number, true);
    if ((point && !point->sign.empty()) || (comma && !comma->sign.empty())) {
      point.reset();
      comma.reset();
    }
    return point || comma ? parts->unit : std::string_view();
  }

  void add_unit(std::string_view unit, Code field) {
    const auto known = std::find_if(by_unit_.begin(), by_unit_.end(),
                                    [&](const auto& one) { return same_unit(one.first, unit); });
    if (known == by_unit_.end()) {
      by_unit_.push_back({std::string(unit), {field}});
    } else {
      known->second.push_back(field);
      if (unit.size() > known->first.size()) known->first = unit;  // months rather than month
    }
  }

  // One word behind all numbers is their unit. Several are none, and neither is one that only some
  // have: what would 12 beside "12 months" be?
  void settle_unit(std::size_t others) {
    if (by_unit_.empty()) return;
    const bool one = by_unit_.size() == 1 && dates_ == 0;
    const bool same = one && same_unit(by_unit_[0].first, reading_.unit);
    // A model says itself what its numbers are measured in.
    const bool open = reading_.type == ColumnType::found_out || reading_.said;
    const bool found = one && open && others == 0 && by_unit_[0].second.size() > 1;
    if (same || found) {
      const std::string unit = same ? reading_.unit : by_unit_[0].first;
      result_.column.notation.unit = result_.column.sign = unit;
      return;
    }
    std::vector<bool> measured(fields_.size(), false);
    for (const auto& [unit, list] : by_unit_) {
      for (const Code field : list) measured[field] = true;
      others_.insert(others_.end(), list.begin(), list.end());
      numbers_ -= list.size();
    }
    for (std::vector<Code>* list : {&by_point_, &by_comma_, &either_}) {
      std::erase_if(*list, [&](Code field) { return measured[field]; });
    }
    if (numbers_ > 0 || dates_ > 0 || by_unit_.size() > most_units) return;
    for (const auto& [unit, list] : by_unit_) result_.column.units.push_back(unit);
  }

  // Amounts in different currencies are no numbers of one column, unless somebody says so: those
  // that are not in its most frequent one are texts like others.
  void settle_sign(std::size_t bare) {
    if (by_sign_.empty()) return;
    const std::string home(common_sign(reading_.unit));
    auto main = std::max_element(
        by_sign_.begin(), by_sign_.end(),
        [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    if (!home.empty()) main = by_sign_.find(home);
    const bool known = main != by_sign_.end();
    // 5 beside 5% may be five percent or five hundred; $5 beside 5 is money.
    if (known && (bare == 0 || main->first != "%") && (by_sign_.size() == 1 || !home.empty())) {
      result_.column.sign = main->first;
    }
    result_.column.partly_percent = bare > 0 && home.empty() && by_sign_.contains("%");
    const bool said = reading_.type == ColumnType::numeric;
    if (by_sign_.size() == (known ? 1 : 0) || (said && home.empty())) return;
    foreign_.assign(fields_.size(), false);
    for (auto group = by_sign_.begin(); group != by_sign_.end(); ++group) {
      if (group == main) continue;
      for (const Code field : group->second) foreign_[field] = true;
      others_.insert(others_.end(), group->second.begin(), group->second.end());
      numbers_ -= group->second.size();
    }
    const auto is_foreign = [this](Code field) { return foreign_[field]; };
    for (std::vector<Code>* list : {&by_point_, &by_comma_, &either_}) {
      std::erase_if(*list, is_foreign);
    }
    if (known) result_.column.sign = main->first;
  }

  static std::string iso_format(std::string_view text) {
    text = without_blanks(text);
    if (text.size() < 10 || text[4] != '-' || !base::parse_date(text, base::iso_time)) return "";
    return std::string(text.size() == 10 ? base::iso_date : base::iso_time);
  }

  bool decide(bool said) {
    Notation& notation = result_.column.notation;
    if (reading_.said && !notation.date.empty() && !others_.empty()) {
      for (const FieldUse& use : uses_(others_)) result_.unfit_cells += use.cells;
      notation.texts_are_missing = true;
      return report_texts();
    }
    if (dates_ > 0) {
      // Where numbers stand among dates, these are no dates.
      if (notation.date.empty()) {
        others_.insert(others_.end(), by_comma_.begin(), by_comma_.end());
        if (numbers_ > 0) return said;
        notation.date = date_;
      }
      numbers_ = dates_;
      result_.column.sign.clear();
    } else if (!notation.date.empty()) {
      return said;
    } else if (!reading_.decimal_comma) {
      notation.decimal_comma = by_comma_.size() > by_point_.size();
      result_.mark = !by_comma_.empty()   ? DecimalMark::comma
                     : !by_point_.empty() ? DecimalMark::point
                     : !either_.empty()   ? DecimalMark::either
                                          : DecimalMark::nothing;
      if (result_.mark == DecimalMark::either) {
        result_.column.ambiguous = field_text(fields_.text(either_.front()));
        result_.whole_beside = numbers_ > either_.size();
      }
    }
    // What the other notation writes is no number in this one.
    if (notation.date.empty()) {
      const std::vector<Code>& against = notation.decimal_comma ? by_point_ : by_comma_;
      numbers_ -= std::min(numbers_, against.size());
      others_.insert(others_.end(), against.begin(), against.end());
    }
    if (reading_.said && notation.texts_are_missing && !others_.empty()) return report_texts();
    if (numbers_ == 0) return said;
    if (others_.empty() && spelled_.empty()) return true;
    if (others_.empty() && !said && numbers_ < 3) return false;
    return others_.empty() ? keep_odd(spelled_, true) : weigh_others(said);
  }

  // Texts among the numbers: what are they in the whole column?
  bool weigh_others(bool said) {
    if (said && !result_.column.notation.texts_are_missing) return keep_odd(spelled_, true);
    if (said) return true;
    const bool currencies = !foreign_.empty();
    if (numbers_ < enough_numbers && !currencies) return false;
    std::size_t odd_cells = 0, cells = 0;
    std::vector<Code> odd = others_;
    for (const FieldUse& use : uses_(odd)) odd_cells += use.cells;
    std::vector<Code> all;
    for (Code i = 0; i < fields_.size(); ++i) {
      if (!means_missing(field_content(fields_.text(i)).text)) all.push_back(i);
    }
    for (const FieldUse& use : uses_(all)) cells += use.cells;
    for (const FieldUse& use : uses_(spelled_)) cells -= use.cells;
    const double share =
        1 - static_cast<double>(odd_cells) / static_cast<double>(std::max<std::size_t>(cells, 1));
    odd.insert(odd.end(), spelled_.begin(), spelled_.end());
    if (share < many && !currencies) return false;
    result_.column.notation.texts_are_missing = share >= nearly_all;
    keep_odd(odd, share >= nearly_all);
    if (share >= nearly_all) return true;
    read_as_names();
    return false;
  }

  void read_as_names() {
    result_.column.notation = Notation{};
    result_.column.notation.missing = reading_.missing;
    result_.column.sign.clear();
    result_.column.fraction.clear();
    result_.column.ambiguous.clear();
    result_.mark = DecimalMark::nothing;
  }

  // An option said what the cells are: those that are not so are missing.
  bool report_texts() {
    std::vector<Code> odd = others_;
    odd.insert(odd.end(), spelled_.begin(), spelled_.end());
    return keep_odd(odd, true);
  }

  // For messages; the result is `numeric`.
  bool keep_odd(const std::vector<Code>& odd, bool numeric) {
    if (odd.empty()) return numeric;
    const std::vector<FieldUse> uses = uses_(odd);
    std::vector<OddText>& texts = result_.column.odd;
    for (std::size_t i = 0; i < odd.size(); ++i) {
      result_.column.odd_cells += uses[i].cells;
      texts.push_back({field_text(fields_.text(odd[i])), uses[i].cells, uses[i].row});
    }
    std::stable_sort(texts.begin(), texts.end(), [](const OddText& a, const OddText& b) {
      return a.cells != b.cells ? a.cells > b.cells : a.row < b.row;
    });
    if (texts.size() > most_odd) texts.resize(most_odd);
    return numeric;
  }

  void take_numbers() {
    std::vector<std::pair<Decimal, Code>> decimals;
    std::vector<std::pair<base::Number, Code>> others;
    const Notation& notation = result_.column.notation;
    const bool as_written = notation.plain || plain_;
    int places = 0;
    std::size_t fractions = 0;
    Code fraction = no_code;  // the first
    bool thousands = true;    // every fraction could be thousands
    for (Code i = 0; i < fields_.size(); ++i) {
      look_at_limit();
      const std::string_view text = field_content(fields_.text(i)).text;
      if (number_means_missing(text) || (!foreign_.empty() && foreign_[i])) continue;
      if (as_written || (notation.date.empty() && !notation.decimal_comma)) {
        if (const auto decimal = cell_decimal(text)) {
          decimals.emplace_back(*decimal, i);
          places = std::max(places, decimal->decimals);
          if (decimal->decimals == 0) {
            // Who writes 1.234 for a thousand would write 5.000 for five.
            if (decimal->digits >= 1000 || decimal->digits <= -1000) thousands = false;
          } else {
            if (++fractions == 1) fraction = i;
            thousands = thousands && decimal->decimals == 3 && decimal->digits >= 1000 &&
                        decimal->digits < 1000000;
          }
          continue;
        }
      }
      if (auto number = as_written ? cell_number(text) : cell_number(text, notation)) {
        others.emplace_back(std::move(*number), i);
      }
    }
    if (plain_ && fractions > 0) {
      result_.mark = thousands && others.empty() ? DecimalMark::either : DecimalMark::point;
      if (result_.mark == DecimalMark::either) {
        result_.column.ambiguous = field_text(fields_.text(fraction));
        result_.whole_beside = decimals.size() > fractions;
      }
    }
    if (others.empty() && take_scaled(decimals, places)) return;
    for (const auto& [decimal, field] : decimals) {
      others.emplace_back(*cell_number(field_content(fields_.text(field)).text), field);
    }
    std::sort(others.begin(), others.end(), [this](const auto& a, const auto& b) {
      look_at_limit();
      return a.first < b.first;
    });
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
      look_at_limit();
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
      look_at_limit();
      if (result_.code_of[i] != no_code) continue;
      const FieldContent content = field_content(fields_.text(i));
      std::string_view text = content.text;
      if (marks_are_values ? is_no_value(text) : means_missing(text)) continue;
      if (result_.column.numeric && number_means_missing(text)) continue;  // -9.0 for -9
      if (result_.column.numeric && !result_.column.notation.plain &&
          (result_.column.notation.texts_are_missing || means_missing_number(text))) {
        continue;
      }
      if (!content.quoted) {
        text = without_blanks(text);
      } else if (text.find('"') != std::string_view::npos) {
        text = unescaped.emplace_back(field_text(fields_.text(i)));
      }
      texts.emplace_back(text, i);
      if (is_number_out_of_range(text)) result_.too_large.push_back(i);
    }
    std::sort(texts.begin(), texts.end(), [this](const auto& a, const auto& b) {
      look_at_limit();
      return natural_order(a.first, b.first) < 0;
    });
    Column& column = result_.column;
    for (const auto& [text, field] : texts) {
      if (column.texts.empty() || column.texts.back() != text) column.texts.emplace_back(text);
      result_.code_of[field] = column.missing() - 1;
    }
  }

  // Where `?` and the like are values: what is missing all the same.
  bool is_no_value(std::string_view text) const {
    text = without_blanks(text);
    return text.empty() || std::find(reading_.missing.begin(), reading_.missing.end(), text) !=
                               reading_.missing.end();
  }

  const FieldDictionary& fields_;
  const ColumnReading& reading_;
  const SettleOptions& options_;
  const std::function<std::vector<FieldUse>(const std::vector<Code>&)>& uses_;
  std::unordered_set<std::string> marks_;
  std::vector<base::Number> number_marks_;
  bool plain_ = false;  // every number is as cell_number.h has it
  // Of fields that are not missing, by what they are:
  std::size_t numbers_ = 0, dates_ = 0;
  std::vector<Code> by_point_, by_comma_;  // numbers in one notation only
  std::vector<Code> either_;               // different numbers in the two
  std::vector<Code> spelled_, others_;
  std::map<std::string, std::vector<Code>> by_sign_;  // numbers with a sign of money or percent
  std::vector<bool> foreign_;  // by field: an amount in another currency; empty: there are none
  std::vector<std::pair<std::string, std::vector<Code>>> by_unit_;
  std::size_t months_ = 0;  // fractions that are months: 3/2021
  std::string date_;
  bool hopeless_ = false;
  mutable std::uint64_t looks_ = 0;
  SettledColumn result_;
};

}  // namespace

SettledColumn settle_column(
    const FieldDictionary& fields, const ColumnReading& reading, const SettleOptions& options,
    const std::function<std::vector<FieldUse>(const std::vector<Code>&)>& uses) {
  return Settling(fields, reading, options, uses).run();
}

}  // namespace cogs::table
