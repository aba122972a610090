// SPDX-License-Identifier: Apache-2.0
//
// Causal rules under review, for people and as JSON ("cogs.review/1", contract.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "json/value.h"
#include "model/edit/review.h"
#include "model/model.h"
#include "path/path.h"
#include "present/words/safe_text.h"

namespace cogs::present {

struct ReviewRow {
  std::uint64_t number = 0;  // from 1
  model::Record record;
};

// What a table says about a rule (engine/review.h says what is counted).
struct ReviewFigures {
  std::string data;  // its file
  std::size_t rows = 0, meets = 0, right = 0, has_value = 0, explained = 0;
  double precision = 1, recall = 1;
  std::vector<ReviewRow> without_effect, without_cause;
};

// Answers for records of the table, without the rule and with it.
struct ReviewAnswers {
  struct Pair {
    std::uint64_t row = 0;
    path::Result without, with;
    bool differs = false;
  };
  std::vector<Pair> pairs;
  std::size_t tried = 0, different = 0;
  std::string impossible;
};

struct ReviewedRule {
  model::ReviewItem item;
  std::string words;  // the rule in words
  std::optional<ReviewFigures> figures;
  std::optional<ReviewAnswers> answers;
};

// One rule with all that is known about it.
std::string review_text(const model::Model& model, const ReviewedRule& rule,
                        const TextStyle& style);
// All rules, briefly.
std::string review_list_text(const model::Model& model, const std::vector<ReviewedRule>& rules,
                             const TextStyle& style);
// Whether people can set a feature that now has causes, with the answers that make sense.
std::string offer_question(const model::Feature& feature, bool caused, bool direction);
// The same for whom is not asked: which option would say it.
std::string offer_text(const model::Feature& feature, bool caused, bool direction,
                       const std::string& model_file, const TextStyle& style);
json::Value review_json(const model::Model& model, const std::vector<ReviewedRule>& rules);

}  // namespace cogs::present
