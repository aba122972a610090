// SPDX-License-Identifier: Apache-2.0
#include "engine/review.h"

#include <algorithm>
#include <utility>

#include "engine/engine.h"
#include "model/data/bind_table.h"
#include "model/data/rows_where.h"
#include "model/write/write_model.h"

namespace cogs::engine {

namespace {

using model::RowSet;

constexpr std::size_t most_rows_shown = 5;

// Where the conditions of a rule are met, and where its feature has a value that it gives.
struct RuleRows {
  RowSet body, head;
};

RuleRows rows_of(const model::Model& model, const model::CausalRule& rule,
                 const model::BoundTable& table) {
  std::vector<RowSet> sets = model::rows_where(
      model, table, {rule.body, {model::FeatureTest{rule.feature, rule.head, false}}});
  return {std::move(sets[0]), std::move(sets[1])};
}

model::Record record_of(const model::BoundTable& table, std::size_t row) {
  model::Record record;
  for (const model::BoundColumn& column : table.columns) {
    record.push_back(column.values[column.column ? column.column->codes[row] : 0]);
  }
  return record;
}

std::vector<TableRow> first_rows(const model::BoundTable& table, const RowSet& rows) {
  std::vector<TableRow> found;
  for (std::size_t row = 0; row < table.rows && found.size() < most_rows_shown; ++row) {
    if (model::contains(rows, row)) found.push_back({row + 1, record_of(table, row)});
  }
  return found;
}

template <class Combine>
RowSet combined(const RowSet& a, const RowSet& b, Combine&& combine) {
  RowSet out(a.size());
  for (std::size_t w = 0; w < a.size(); ++w) out[w] = combine(a[w], b[w]);
  return out;
}

RowSet both(const RowSet& a, const RowSet& b) {
  return combined(a, b, [](std::uint64_t x, std::uint64_t y) { return x & y; });
}
RowSet without(const RowSet& a, const RowSet& b) {
  return combined(a, b, [](std::uint64_t x, std::uint64_t y) { return x & ~y; });
}

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
}

std::optional<double> noted(const model::ReviewItem& item, const std::string& key) {
  for (const auto& [name, value] : item.evidence) {
    if (name != key) continue;
    if (const auto number = base::Number::parse(value)) return number->approximate();
  }
  return std::nullopt;
}

model::ReviewItem find_item(const model::Model& model, const std::string& id) {
  for (model::ReviewItem& item : model::review_items(model)) {
    if (item.id == id) return std::move(item);
  }
  model::apply_verdicts(model, {{.id = id}});  // says that there is none
  throw base::InputError(base::Diagnostic{});
}

bool same_answer(const path::Result& a, const path::Result& b) {
  if (a.status != b.status || a.paths.size() != b.paths.size()) return false;
  if (a.paths.empty()) return true;
  const path::Path &x = a.paths[0], &y = b.paths[0];
  if (x.cost != y.cost || x.transitions.size() != y.transitions.size()) return false;
  for (std::size_t i = 0; i < x.transitions.size(); ++i) {
    if (x.transitions[i].state != y.transitions[i].state) return false;
    if (x.transitions[i].actions.size() != y.transitions[i].actions.size()) return false;
  }
  return true;
}

}  // namespace

double RuleCheck::precision() const { return share(right, meets); }
double RuleCheck::recall() const { return share(explained, has_value); }

RuleCheck check_rule(const model::Model& model, const std::string& id, const table::Table& table) {
  const model::ReviewItem item = find_item(model, id);
  const model::Model alone = model::with_this_rule_alone(model, id);
  const model::BoundTable bound = model::bind_table(alone, table);
  const model::CausalRule& rule = alone.causal_rules.at(0);
  const RowSet known =
      model::rows_where(alone, bound, {{model::FeatureTest{rule.feature, {}, false}}})[0];
  const RuleRows rows = rows_of(alone, rule, bound);
  const RowSet met = both(rows.body, known);
  const RowSet right = both(met, rows.head);
  // Other rules excuse a row: they may give its value. Those that are still proposed belong
  // together with this one, as a rule for husbands and one for wives do.
  RowSet excused = right;
  const auto excuse = [&](const model::Model& of, const model::CausalRule& other) {
    if (other.feature != item.feature) return;
    const RuleRows others = rows_of(of, other, bound);
    const RowSet gives = both(others.body, others.head);
    excused = combined(excused, gives, [](std::uint64_t x, std::uint64_t y) { return x | y; });
  };
  for (const model::CausalRule& other : model.causal_rules) excuse(model, other);
  for (const model::ReviewItem& other : model::review_items(model)) {
    if (other.status != model::ReviewStatus::proposed || other.id == id) continue;
    if (other.feature != item.feature) continue;
    const model::Model single = model::with_this_rule_alone(model, other.id);
    excuse(single, single.causal_rules.at(0));
  }
  RuleCheck check;
  check.rows = model::count(known);
  check.meets = model::count(met);
  check.right = model::count(right);
  check.has_value = model::count(rows.head);
  check.explained = model::count(both(rows.head, excused));
  check.without_effect = first_rows(bound, without(without(met, rows.head), excused));
  check.without_cause = first_rows(bound, without(rows.head, excused));
  return check;
}

std::vector<FailedRule> rules_that_fail(const model::Model& model, const table::Table& table,
                                        const HoldOptions& options) {
  std::vector<FailedRule> failed;
  for (model::ReviewItem& item : model::review_items(model)) {
    if (item.status != model::ReviewStatus::approved) continue;
    FailedRule rule{item, check_rule(model, item.id, table), noted(item, "precision"),
                    noted(item, "recall")};
    const auto covers = noted(item, "covers"), correct = noted(item, "correct");
    if (!rule.noted_precision && covers && correct && *covers > 0) {
      rule.noted_precision = *correct / *covers;
    }
    const auto fails = [&](double now, const std::optional<double>& then) {
      return then ? now < *then - options.lost : now < options.least;
    };
    const bool by_precision = item.mode != model::CausalMode::only_if &&
                              fails(rule.check.precision(), rule.noted_precision);
    const bool by_recall =
        item.mode != model::CausalMode::if_ && fails(rule.check.recall(), rule.noted_recall);
    if (by_precision || by_recall) failed.push_back(std::move(rule));
  }
  return failed;
}

RuleEffects rule_effects(const model::Model& model, const std::string& id,
                         const table::Table& table, std::size_t most_shown, std::size_t most_tried,
                         const base::Limits& limits) {
  RuleEffects effects;
  const model::Model off =
      model::apply_verdicts(model, {{.id = id, .status = model::ReviewStatus::rejected}});
  std::optional<model::Model> on;
  try {
    on = model::apply_verdicts(model, {{.id = id, .status = model::ReviewStatus::approved}});
  } catch (const base::InputError& error) {
    effects.impossible = error.diagnostics().front().message;
    return effects;
  }
  const model::BoundTable bound = model::bind_table(off, table);
  const RowSet undesired =
      model::rows_where(off, bound, {{model::AtomTest{off.undesired, false}}})[0];
  base::Budget budget(limits);
  std::vector<SampleAnswer> equal;
  for (std::size_t row = 0; row < table.rows && effects.tried < most_tried; ++row) {
    if (!model::contains(undesired, row)) continue;
    if (effects.answers.size() >= most_shown) break;
    if (effects.tried > 0 && budget.exhausted()) break;
    ++effects.tried;
    SampleAnswer answer;
    answer.row = {row + 1, record_of(bound, row)};
    const base::Limits for_one = budget.within({.seconds = 0.5});
    answer.without = find_recourse(off, answer.row.record, {}, for_one);
    answer.with = find_recourse(*on, answer.row.record, {}, for_one);
    answer.differs = !same_answer(answer.without, answer.with);
    effects.different += answer.differs ? 1 : 0;
    if (answer.differs) {
      effects.answers.push_back(std::move(answer));
    } else if (equal.size() < most_shown) {
      equal.push_back(std::move(answer));
    }
  }
  for (SampleAnswer& answer : equal) {
    if (effects.answers.size() < most_shown) effects.answers.push_back(std::move(answer));
  }
  return effects;
}

Offer offer_for(const model::Model& model, model::FeatureId id) {
  const model::Feature& feature = model.feature(id);
  const bool in_force =
      std::any_of(model.causal_rules.begin(), model.causal_rules.end(),
                  [&](const model::CausalRule& rule) { return rule.feature == id; });
  const bool said = feature.fixed || feature.caused || feature.direction != model::Direction::any;
  if (!in_force || said) return {};
  // Under only_if no cause brings a value about: nothing would ever move a caused feature.
  return {feature.mode != model::CausalMode::only_if, feature.ordered()};
}

std::string model_text(const model::Model& model) { return model::write_model(model); }

}  // namespace cogs::engine
