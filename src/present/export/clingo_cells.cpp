// SPDX-License-Identifier: Apache-2.0
#include "present/export/clingo_cells.h"

#include <algorithm>
#include <compare>
#include <utility>

namespace cogs::present {

using model::Comparison;
using model::Condition;
using model::Feature;
using model::FeatureId;
using model::Number;
using model::Value;

namespace {

// A gap between values: directly before a number, or directly after it.
struct Cut {
  Number number;
  bool after = false;

  friend std::strong_ordering operator<=>(const Cut& a, const Cut& b) {
    if (const auto order = a.number <=> b.number; order != 0) return order;
    return a.after <=> b.after;
  }
  friend bool operator==(const Cut& a, const Cut& b) { return (a <=> b) == 0; }
};

class Cuts {
 public:
  explicit Cuts(bool integer) : integer_(integer) {}

  void before(const Number& number) { cuts_.push_back({integer_ ? number.ceil() : number, false}); }
  void after(const Number& number) {
    cuts_.push_back(integer_ ? Cut{number.floor() + 1, false} : Cut{number, true});
  }
  void around(const Number& number) {
    before(number);
    after(number);
  }
  void at(const Condition& condition) {
    if (!condition.constant.number) return;
    const Number& number = *condition.constant.number;
    switch (condition.comparison) {
      case Comparison::less:
      case Comparison::greater_equal: return before(number);
      case Comparison::less_equal:
      case Comparison::greater: return after(number);
      case Comparison::equal:
      case Comparison::not_equal: return around(number);
    }
  }
  std::vector<Cut> sorted() {
    std::sort(cuts_.begin(), cuts_.end());
    cuts_.erase(std::unique(cuts_.begin(), cuts_.end()), cuts_.end());
    return cuts_;
  }

 private:
  bool integer_;
  std::vector<Cut> cuts_;
};

ClingoCell point(const Number& number) {
  ClingoCell cell;
  cell.sample = Value::of(number);
  cell.name = number.text();
  cell.interval = {number, number, false, false};
  return cell;
}

ClingoCell integers(const std::optional<Number>& low, const std::optional<Number>& high) {
  if (low && high && *low == *high) return point(*low);
  ClingoCell cell;
  cell.sample = Value::of(low ? *low : high ? *high : Number(0));
  cell.name = (low ? low->text() : "-inf") + ".." + (high ? high->text() : "inf");
  cell.interval = {low, high, false, false};
  return cell;
}

ClingoCell reals(const std::optional<Cut>& low, const std::optional<Cut>& high) {
  if (low && high && low->number == high->number) return point(low->number);
  ClingoCell cell;
  cell.sample = Value::of(low && high ? (low->number + high->number) / 2
                          : low       ? low->number + 1
                          : high      ? high->number - 1
                                      : Number(0));
  cell.name = (low ? (low->after ? "(" : "[") + low->number.text() : "(-inf") + "," +
              (high ? high->number.text() + (high->after ? "]" : ")") : "inf)");
  if (low) cell.interval.low = low->number;
  if (high) cell.interval.high = high->number;
  cell.interval.low_open = low && low->after;
  cell.interval.high_open = high && !high->after;
  return cell;
}

std::vector<ClingoCell> numeric_cells(const Feature& feature, const model::Model& model,
                                      FeatureId id, const std::optional<Value>& start,
                                      const path::RangeOption* range) {
  const model::NumericDomain& domain = feature.numbers();
  Cuts cuts(domain.integer);
  for (const Condition* condition : conditions_on(model, id)) cuts.at(*condition);
  if (range && range->low) cuts.before(*range->low);
  if (range && range->high) cuts.after(*range->high);
  if (start) cuts.around(*start->number);

  std::optional<Cut> first, last;
  if (domain.low) first = Cut{domain.integer ? domain.low->ceil() : *domain.low, false};
  if (domain.high) {
    last = domain.integer ? Cut{domain.high->floor() + 1, false} : Cut{*domain.high, true};
  }

  std::vector<ClingoCell> cells;
  std::optional<Cut> from = first;
  const auto close = [&](const std::optional<Cut>& to) {
    if (!domain.integer) {
      cells.push_back(reals(from, to));
    } else {
      cells.push_back(integers(from ? std::optional(from->number) : std::nullopt,
                               to ? std::optional(to->number - 1) : std::nullopt));
    }
    from = to;
  };
  for (const Cut& cut : cuts.sorted()) {
    if ((!first || cut > *first) && (!last || cut < *last)) close(cut);
  }
  close(last);

  if (!start) return cells;
  const Number& number = *start->number;
  const bool below = domain.low && number < *domain.low;
  if (below || (domain.high && number > *domain.high)) {
    ClingoCell outside = point(number);
    outside.in_domain = false;
    cells.insert(below ? cells.begin() : cells.end(), outside);
  }
  for (ClingoCell& cell : cells) {
    cell.start = cell.sample.number && *cell.sample.number == number && cell.name == number.text();
  }
  return cells;
}

std::vector<ClingoCell> set_cells(const Feature& feature, const model::Model& model, FeatureId id,
                                  const std::optional<Value>& start, bool fold,
                                  const model::Price& price) {
  const auto conditions = conditions_on(model, id);
  // Values behave alike when they satisfy the same conditions; the start stays apart.
  const auto behaviour = [&](const Value& value) {
    std::vector<bool> marks;
    for (const Condition* condition : conditions) {
      marks.push_back(path::check::satisfies(feature, value, *condition));
    }
    for (const auto& named : price.reached) marks.push_back(value == named.first);
    marks.push_back(start && value == *start);
    return marks;
  };
  std::vector<ClingoCell> cells;
  std::vector<std::vector<bool>> behaviours;
  const auto add = [&](const Value& value, bool in_domain) {
    auto marks = behaviour(value);
    const auto like = std::find(behaviours.begin(), behaviours.end(), marks);
    if (fold && !feature.set().ordered && like != behaviours.end()) {
      cells[static_cast<std::size_t>(like - behaviours.begin())].folded.push_back(value.text);
      return;
    }
    ClingoCell cell;
    cell.sample = value;
    cell.name = value.text;
    cell.in_domain = in_domain;
    cell.start = marks.back();
    cells.push_back(std::move(cell));
    behaviours.push_back(std::move(marks));
  };
  for (const model::SetValue& each : feature.set().values) add(each.value, true);
  const bool start_found =
      std::any_of(cells.begin(), cells.end(), [](const ClingoCell& cell) { return cell.start; });
  if (start && !start_found) add(*start, false);
  return cells;
}

}  // namespace

std::vector<const Condition*> conditions_on(const model::Model& model, FeatureId feature) {
  std::vector<const Condition*> found;
  const auto add = [&](const std::vector<Condition>& conditions) {
    for (const Condition& condition : conditions) found.push_back(&condition);
  };
  const auto add_body = [&](const std::vector<model::Literal>& body) {
    for (const model::Literal& literal : body) {
      const auto* test = std::get_if<model::FeatureTest>(&literal);
      if (test && test->feature == feature) add(test->conditions);
    }
  };
  for (const model::Rule& rule : model.rules) add_body(rule.body);
  for (const model::CausalRule& rule : model.causal_rules) {
    if (rule.feature == feature) add(rule.head);
    add_body(rule.body);
  }
  for (const model::Denial& denial : model.denials) add_body(denial.body);
  for (const model::Score& score : model.scores) {
    for (const model::Contribution& each : score.contributions) add_body(each.body);
  }
  return found;
}

Number clingo_resolution(const model::Model& model, FeatureId id) {
  const Feature& feature = model.feature(id);
  if (feature.step) return *feature.step;
  int decimals = 2;
  const auto see = [&](const std::optional<Number>& number) {
    if (number) decimals = std::max(decimals, number->decimals());
  };
  for (const Condition* condition : conditions_on(model, id)) see(condition->constant.number);
  see(feature.numbers().low);
  see(feature.numbers().high);
  return Number::power_of_ten(-decimals);
}

Number ClingoCell::reported(const Feature& feature, const Number& resolution,
                            const std::optional<Number>& from) const {
  const auto& [low, high, low_open, high_open] = interval;
  if (!low && !high) return 0;
  const bool lower_end = low && (!from || *from <= *low);
  const bool at_low = lower_end || !high;
  const Number& end = at_low ? *low : *high;
  if (feature.numbers().integer || !(at_low ? low_open : high_open)) return end;
  const Number inside = at_low ? end + resolution : end - resolution;
  return interval.contains(inside) ? inside : (*low + *high) / 2;
}

std::vector<ClingoCell> clingo_cells(const model::Model& model, FeatureId feature,
                                     const std::optional<Value>& start, bool fold,
                                     const path::RangeOption* range, const model::Price& price) {
  const Feature& declared = model.feature(feature);
  return declared.numeric() ? numeric_cells(declared, model, feature, start, range)
                            : set_cells(declared, model, feature, start, fold, price);
}

}  // namespace cogs::present
