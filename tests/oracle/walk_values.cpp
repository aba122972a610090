// SPDX-License-Identifier: Apache-2.0
//
// Sets of values as answers show them, and the check of a whole path as an answer shows it.
#include <algorithm>
#include <stdexcept>

#include "oracle/walk.h"

namespace cogs::oracle {

namespace {

constexpr int few_values = 64;

void sort_unique(std::vector<Number>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

// Does an interval begin where the other ends, without a gap?
bool touches(const model::Feature& feature, const model::Interval& a, const model::Interval& b) {
  if (!a.high || !b.low) return false;
  if (feature.numbers().integer) return *a.high + Number(1) == *b.low;
  return *a.high == *b.low && a.high_open != b.low_open;
}

}  // namespace

std::vector<Number> critical_numbers(const Meaning& meaning, const Restrictions& restrictions,
                                     std::size_t f, const std::optional<Value>& start) {
  const model::NumericDomain& domain = meaning.model().features[f].numbers();
  std::vector<Number> numbers;
  const auto add = [&](const std::vector<model::Condition>& conditions) {
    for (const model::Condition& c : conditions) {
      if (c.constant.number) numbers.push_back(*c.constant.number);
    }
  };
  for (const Test& test : meaning.tests()) {
    if (test.feature == f) add(test.conditions);
  }
  for (const Cause& cause : meaning.causes()) {
    if (cause.feature == f) add(cause.head);
  }
  if (domain.low) numbers.push_back(*domain.low);
  if (domain.high) numbers.push_back(*domain.high);
  const std::optional<path::RangeOption>& range = restrictions.features[f].range;
  if (range && range->low) numbers.push_back(*range->low);
  if (range && range->high) numbers.push_back(*range->high);
  if (start) numbers.push_back(*start->number);
  if (domain.integer && domain.low && domain.high &&
      *domain.high - *domain.low <= Number(few_values)) {
    for (Number n = domain.low->ceil(); n <= *domain.high; n += 1) numbers.push_back(n);
  }
  sort_unique(numbers);
  return numbers;
}

std::vector<Piece> cut(const model::Feature& feature, bool domain_lifted,
                       std::vector<Number> critical) {
  std::vector<Piece> pieces;
  if (!feature.numeric()) {
    for (const model::SetValue& v : feature.set().values) pieces.push_back({{}, v.value});
    return pieces;
  }
  const bool integer = feature.numbers().integer;
  if (integer) {
    std::vector<Number> whole;
    for (const Number& n : critical) {
      whole.push_back(n.floor());
      whole.push_back(n.ceil());
    }
    critical = whole;
  }
  sort_unique(critical);
  const auto add = [&](std::optional<Number> low, bool low_open, std::optional<Number> high,
                       bool high_open, const Number& sample) {
    model::Interval interval;
    interval.low = std::move(low);
    interval.low_open = low_open;
    interval.high = std::move(high);
    interval.high_open = high_open;
    const Value value = Value::of(sample);
    if (domain_lifted || in_domain(feature, value)) pieces.push_back({interval, value});
  };
  if (critical.empty()) {
    add(std::nullopt, false, std::nullopt, false, 0);
    return pieces;
  }
  const Number one = 1;
  add(std::nullopt, false, integer ? critical.front() - one : critical.front(), !integer,
      critical.front() - one);
  for (std::size_t i = 0; i < critical.size(); ++i) {
    const Number& n = critical[i];
    add(n, false, n, false, n);
    if (i + 1 == critical.size()) break;
    const Number& next = critical[i + 1];
    if (integer) {
      if (n + one < next) add(n + one, false, next - one, false, n + one);
    } else {
      add(n, true, next, true, (n + next) / Number(2));
    }
  }
  add(integer ? critical.back() + one : critical.back(), !integer, std::nullopt, false,
      critical.back() + one);
  return pieces;
}

path::ValueSet Walk::gather(std::size_t f, const std::vector<Piece>& all,
                            const std::vector<char>& chosen, const Value* around) const {
  const model::Feature& feature = model_.features[f];
  if (!feature.numeric()) {
    std::vector<Value> values;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (chosen[i]) values.push_back(all[i].sample);
    }
    return values;
  }
  std::vector<model::Interval> intervals;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!chosen[i]) continue;
    const model::Interval& next = all[i].interval;
    if (!intervals.empty() && touches(feature, intervals.back(), next)) {
      intervals.back().high = next.high;
      intervals.back().high_open = next.high_open;
    } else {
      intervals.push_back(next);
    }
  }
  if (around) {
    std::erase_if(intervals, [&](const auto& i) { return !i.contains(*around->number); });
  }
  return intervals;
}

bool same_values(const path::ValueSet& a, const path::ValueSet& b) {
  if (a.index() != b.index()) return false;
  if (std::holds_alternative<std::vector<Value>>(a)) return a == b;
  const auto& x = std::get<std::vector<model::Interval>>(a);
  const auto& y = std::get<std::vector<model::Interval>>(b);
  if (x.size() != y.size()) return false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i].low != y[i].low || x[i].high != y[i].high) return false;
    if (x[i].low && x[i].low_open != y[i].low_open) return false;
    if (x[i].high && x[i].high_open != y[i].high_open) return false;
  }
  return true;
}

std::vector<std::string> Walk::check(const path::Path& path) const {
  std::vector<std::string> faults;
  Steps steps;
  for (const path::Transition& transition : path.transitions) {
    Step step;
    if (transition.state.size() != model_.features.size()) return {"a state of the wrong size"};
    step.state = transition.state;
    const Record& from = before(steps, steps.size());
    const auto take = [&](const path::Change& change, std::set<std::size_t>& into) {
      const std::size_t f = change.feature.index();
      if (!into.insert(f).second) faults.push_back("a feature twice in a transition");
      if (!same_value(model_.features[f], change.from, from[f])) faults.push_back("wrong from");
      if (!same_value(model_.features[f], change.to, step.state[f])) faults.push_back("wrong to");
    };
    for (const path::Change& action : transition.actions) take(action, step.direct);
    for (const path::Effect& effect : transition.effects) take(effect, step.effects);
    const auto& actions = transition.actions;
    const auto& effects = transition.effects;
    const std::vector<std::size_t>& order = meaning_.causal_order();
    const auto place = [&](const path::Effect& effect) {
      return std::find(order.begin(), order.end(), effect.feature.index());
    };
    if (!std::is_sorted(actions.begin(), actions.end(),
                        [](const auto& a, const auto& b) { return a.feature < b.feature; })) {
      faults.push_back("actions out of order");
    }
    if (!std::is_sorted(effects.begin(), effects.end(),
                        [&](const auto& a, const auto& b) { return place(a) < place(b); })) {
      faults.push_back("effects out of order");
    }
    steps.push_back(std::move(step));
  }
  if (!faults.empty()) return faults;
  faults = path_faults(steps);
  if (!faults.empty()) return faults;
  if (!(path.cost == cost(steps))) faults.push_back("wrong cost");
  const path::Path truth = describe(steps);
  if (path.certain != truth.certain) faults.push_back("wrong `certain` of the path");
  if (restrictions_.certain && !truth.certain) faults.push_back("not certain");
  for (std::size_t j = 0; j < steps.size(); ++j) {
    const auto ranges = [&](const path::Change& said) {
      if (!same_values(said.range, range(steps, j, said.feature.index()))) {
        faults.push_back("wrong range");
      }
    };
    for (const path::Change& action : path.transitions[j].actions) ranges(action);
    for (const path::Effect& effect : path.transitions[j].effects) {
      ranges(effect);
      const std::size_t f = effect.feature.index();
      if (!same_values(effect.supported, supported(steps, j, f))) faults.push_back("wrong support");
      if (effect.certain != certain(steps, j, f)) faults.push_back("wrong `certain` of an effect");
      if (effect.rules != rules_at_work(steps, j, f)) faults.push_back("wrong rules");
    }
  }
  return faults;
}

}  // namespace cogs::oracle
