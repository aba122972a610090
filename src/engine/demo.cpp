// SPDX-License-Identifier: Apache-2.0
#include "engine/demo.h"

#include <algorithm>

#include "engine/loan_table.h"
#include "engine/review.h"
#include "model/edit/review.h"

namespace cogs::engine {

namespace {

constexpr std::size_t demo_rows = 2000;
constexpr std::uint64_t demo_seed = 2;
constexpr double demo_noise = 0.02;

bool is_planted(const model::Model& model, const model::SuggestedFeature& feature) {
  const std::string& name = model.feature(feature.feature).name;
  for (const PlantedCause& planted : planted_causes()) {
    if (planted.effect != name || planted.mode != feature.mode) continue;
    for (const model::SuggestedCause& cause : feature.causes) {
      for (const model::SuggestedRule& rule : cause.rules) {
        for (const model::Literal& literal : rule.rule.body) {
          const auto& test = std::get<model::FeatureTest>(literal);
          const std::string& used = model.feature(test.feature).name;
          if (std::find(planted.causes.begin(), planted.causes.end(), used) ==
              planted.causes.end()) {
            return false;
          }
        }
      }
    }
    return true;
  }
  return false;
}

}  // namespace

Demo tell_demo(const base::Limits& limits) {
  Demo demo;
  demo.label = "decision";
  demo.undesired = "reject";
  demo.csv = loan_csv(demo_rows, demo_seed, demo_noise);
  const table::Table table = table::parse_table(demo.csv, demo.table_file);

  LearnOptions how;
  how.label = demo.label;
  how.undesired = demo.undesired;
  how.rules.limits = limits;
  demo.learned = learn(table, how);
  const model::Model learned = parse_model(demo.learned.model_text, demo.model_file);

  CausesOptions causes;
  causes.search.limits = limits;
  demo.found = propose_causes(learned, table, causes);
  const ModelText proposed = add_proposals(learned, demo.found);

  demo.reviewer = "you";
  std::vector<model::Verdict> verdicts;
  for (const model::SuggestedFeature& feature : demo.found.causes.features) {
    const bool planted = is_planted(learned, feature);
    for (const model::SuggestedCause& cause : feature.causes) {
      for (const model::SuggestedRule& rule : cause.rules) {
        (planted ? demo.approved : demo.left_open).push_back(rule.id);
        if (!planted) continue;
        model::Verdict verdict;
        verdict.id = rule.id;
        verdict.status = model::ReviewStatus::approved;
        verdict.by = demo.reviewer;
        verdicts.push_back(std::move(verdict));
      }
    }
  }
  demo.model_text = model_text(model::apply_verdicts(proposed.model, verdicts));
  demo.model = parse_model(demo.model_text, demo.model_file);

  demo.person = {{"age", "31"},          {"job", "employed"},     {"income", "42000"},
                 {"debt", "5000"},       {"credit_score", "599"}, {"bank_balance", "40000"},
                 {"savings_plan", "no"}, {"insurance", "yes"},    {"branch", "north"}};
  demo.record = model::read_record(demo.model, demo.person);
  demo.settable = {"debt", "income", "job"};
  demo.options.only.emplace();
  for (const std::string& name : demo.settable) {
    demo.options.only->push_back(*demo.model.find_feature(name));
  }
  demo.result = find_recourse(demo.model, demo.record, demo.options, limits);
  return demo;
}

}  // namespace cogs::engine
