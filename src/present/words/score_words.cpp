// SPDX-License-Identifier: Apache-2.0
#include "present/words/score_words.h"

#include "present/words/words.h"

namespace cogs::present {

using model::Comparison;
using model::Number;

std::string score_name(const model::Score& score) {
  return safe_text(score.label.empty() ? score.name : score.label);
}

std::string points_text(const model::Score& score, const Number& points) {
  constexpr int decimals = 6;
  if (score.trees.empty() || points.decimals() <= decimals) return points.text();
  const Number unit = Number::power_of_ten(-decimals);
  return ((points / unit + Number(1) / Number(2)).floor() * unit).text();
}

std::string points_words(const model::Score& score, const Number& points) {
  const std::string text = points_text(score, points);
  return score.unit.empty() ? text : text + " " + safe_text(score.unit);
}

std::string asked_of_score(const model::Model& model, const model::AtomTest& test) {
  const model::ScoreTest& asked = *model.atoms[test.atom.index()].score;
  const model::Score& score = model.score(asked.score);
  const std::string value =
      asked.probability ? asked.constant.text() : points_words(score, asked.constant);
  const Comparison comparison =
      test.negated ? model::opposite(asked.comparison) : asked.comparison;
  switch (comparison) {
    case Comparison::less: return "below " + value;
    case Comparison::less_equal: return "at most " + value;
    case Comparison::greater: return "above " + value;
    case Comparison::greater_equal: return "at least " + value;
    case Comparison::equal: return value;
    case Comparison::not_equal: return "anything but " + value;
  }
  return value;
}

std::string score_test_words(const model::Model& model, const model::AtomTest& test) {
  const model::ScoreTest& asked = *model.atoms[test.atom.index()].score;
  const std::string name = score_name(model.score(asked.score));
  return (asked.probability ? "the probability of " + name : name) + " is " +
         asked_of_score(model, test);
}

}  // namespace cogs::present
