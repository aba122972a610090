// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "api/edits.h"
#include "engine/review.h"
#include "present/words/rule_words.h"

namespace cogs::api {

namespace {

std::vector<present::ReviewRow> rows_of(const std::vector<engine::TableRow>& rows) {
  std::vector<present::ReviewRow> out;
  for (const engine::TableRow& row : rows) out.push_back({row.number, row.record});
  return out;
}

}  // namespace

present::ReviewedRule look_at(const model::Model& model, const model::ReviewItem& item,
                              const table::Table* table, base::Limits limits) {
  present::ReviewedRule rule;
  rule.item = item;
  const model::Model alone = model::with_this_rule_alone(model, item.id);
  rule.words = present::causal_rule_words(alone, alone.causal_rules.at(0), item.mode);
  if (!table) return rule;
  const engine::RuleCheck check = engine::check_rule(model, item.id, *table);
  rule.figures = present::ReviewFigures{table->file,
                                        check.rows,
                                        check.meets,
                                        check.right,
                                        check.has_value,
                                        check.explained,
                                        check.precision(),
                                        check.recall(),
                                        rows_of(check.without_effect),
                                        rows_of(check.without_cause)};
  if (!limits.seconds) limits.seconds = 3;
  engine::RuleEffects effects = engine::rule_effects(model, item.id, *table, 3, 40, limits);
  present::ReviewAnswers answers;
  answers.tried = effects.tried;
  answers.different = effects.different;
  answers.impossible = std::move(effects.impossible);
  for (engine::SampleAnswer& answer : effects.answers) {
    answers.pairs.push_back(
        {answer.row.number, std::move(answer.without), std::move(answer.with), answer.differs});
  }
  rule.answers = std::move(answers);
  return rule;
}

}  // namespace cogs::api
