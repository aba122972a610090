// SPDX-License-Identifier: Apache-2.0
#include "oracle/space.h"

#include <algorithm>
#include <stdexcept>

namespace cogs::oracle {

namespace {

constexpr int most_integers = 64;
constexpr std::size_t most_states = 40'000'000;

}  // namespace

Space::Space(const Meaning& meaning, const Restrictions& restrictions,
             const std::optional<Record>& start, Fill fill)
    : meaning_(meaning), has_start_(start.has_value()) {
  const model::Model& model = meaning.model();
  if (model.atoms.size() > 64 || meaning.denials().size() > 64 || meaning.causes().size() > 64 ||
      model.features.size() > 16) {
    throw std::logic_error("oracle: the model is too large");
  }
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    cells_.emplace_back(meaning, f, restrictions.features[f].range,
                        start ? (*start)[f] : std::nullopt, restrictions.features[f].price);
  }
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    points_.push_back(list_points(f, start ? &(*start)[f] : nullptr, fill));
    weight_.push_back(static_cast<StateNumber>(state_count_));
    state_count_ *= points_.back().size();
    if (state_count_ > most_states) throw std::logic_error("oracle: too many states");
  }
  if (start) {
    for (std::size_t f = 0; f < model.features.size(); ++f) {
      start_ = with(start_, f, find(f, (*start)[f]));
    }
  }
  for (const Test& test : meaning.tests()) {
    std::vector<char> truth;
    for (const Point& p : points_[test.feature]) {
      truth.push_back(p.value &&
                      conditions_hold(model.features[test.feature], test.conditions, *p.value));
    }
    test_truth_.push_back(std::move(truth));
  }
  for (const Cause& cause : meaning.causes()) {
    std::vector<char> truth;
    for (const Point& p : points_[cause.feature]) {
      truth.push_back(p.value &&
                      conditions_hold(model.features[cause.feature], cause.head, *p.value));
    }
    head_truth_.push_back(std::move(truth));
  }
  facts_.resize(state_count_);
}

std::vector<Point> Space::list_points(std::size_t f, const std::optional<Value>* start, Fill fill) {
  const model::Feature& feature = meaning_.model().features[f];
  std::vector<Value> values;
  if (!feature.numeric()) {
    for (const model::SetValue& v : feature.set().values) values.push_back(v.value);
    if (start && *start && !in_domain(feature, **start)) values.push_back(**start);
  } else {
    const model::NumericDomain& domain = feature.numbers();
    const bool listed = fill == Fill::every_value && domain.integer && domain.low && domain.high &&
                        *domain.high - *domain.low <= Number(most_integers);
    if (listed) {
      for (Number n = domain.low->ceil(); n <= *domain.high; n += 1) values.push_back(Value::of(n));
    } else {
      for (std::size_t cell = 0; cell < cells_[f].count(); ++cell) {
        if (!cells_[f].interval(cell)) continue;
        if (fill == Fill::one_per_cell) {
          values.push_back(cells_[f].nearest(std::nullopt, cell));
        } else {
          for (const Value& v : cells_[f].samples(cell)) {
            if (in_domain(feature, v)) values.push_back(v);
          }
        }
      }
    }
    if (start && *start) values.push_back(**start);
    std::sort(values.begin(), values.end(),
              [](const Value& a, const Value& b) { return *a.number < *b.number; });
    values.erase(std::unique(values.begin(), values.end(),
                             [](const Value& a, const Value& b) { return *a.number == *b.number; }),
                 values.end());
  }
  std::vector<Point> points;
  for (const Value& v : values) {
    points.push_back({v, cells_[f].cell_of(v), in_domain(feature, v)});
  }
  if (start && !*start) points.push_back({std::nullopt, 0, false});
  return points;
}

std::size_t Space::find(std::size_t f, const std::optional<Value>& value) const {
  const model::Feature& feature = meaning_.model().features[f];
  for (std::size_t i = 0; i < points_[f].size(); ++i) {
    const std::optional<Value>& v = points_[f][i].value;
    if (!v || !value
            ? !v && !value
            : (feature.numeric() ? *v->number == *value->number : v->text == value->text)) {
      return i;
    }
  }
  throw std::logic_error("oracle: a value that is not enumerated, of " + feature.name);
}

Record Space::record(StateNumber state) const {
  Record record;
  for (std::size_t f = 0; f < points_.size(); ++f) {
    record.push_back(points_[f][digit(state, f)].value);
  }
  return record;
}

const StateFacts& Space::facts(StateNumber state) {
  StateFacts& result = facts_[state];
  if (result.known) return result;
  result.known = true;
  Facts facts;
  for (std::size_t t = 0; t < test_truth_.size(); ++t) {
    facts.tests.push_back(test_truth_[t][digit(state, meaning_.tests()[t].feature)]);
  }
  facts.atoms = meaning_.atoms(facts.tests);
  for (std::size_t a = 0; a < facts.atoms.size(); ++a) {
    if (facts.atoms[a]) result.atoms |= std::uint64_t{1} << a;
  }
  for (std::size_t d = 0; d < meaning_.denials().size(); ++d) {
    if (meaning_.denial_broken(d, facts)) result.denials |= std::uint64_t{1} << d;
  }
  for (std::size_t c = 0; c < meaning_.causes().size(); ++c) {
    if (meaning_.body_holds(meaning_.causes()[c].body, facts)) {
      result.causes |= std::uint64_t{1} << c;
    }
  }
  return result;
}

}  // namespace cogs::oracle
