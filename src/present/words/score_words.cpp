// SPDX-License-Identifier: Apache-2.0
#include "present/words/score_words.h"

#include <algorithm>

#include "explain/prove.h"
#include "model/deployed_score.h"
#include "present/words/words.h"

namespace cogs::present {

using model::Comparison;
using model::Number;

std::string score_name(const model::Score& score) {
  return safe_text(score.label.empty() ? score.name : score.label);
}

std::string points_text(const model::Score& score, const Number& points) {
  constexpr int decimals = 6;
  const bool written = !score.deployed && score.classes.empty();
  const std::string text = points.text();
  const bool fraction = text.find('/') != std::string::npos;  // a mean, or a share of something
  if (!fraction && (written || points.decimals() <= decimals)) return text;
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
  const Comparison comparison = test.negated ? model::opposite(asked.comparison) : asked.comparison;
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

std::string chosen_words(const model::Model& model, const model::Record& record, model::AtomId id,
                         bool truth) {
  const model::Atom& atom = model.atoms[id.index()];
  if (atom.predicate != "chosen" || atom.arguments.size() != 3) return {};
  for (const model::Score& score : model.scores) {
    if (score.classes.empty() || !atom.arguments[1] || score.name != atom.arguments[1]->text)
      continue;
    const auto sums = model::class_sums(model, score, record);
    if (!sums) return {};
    // The first of the highest.
    const auto best =
        static_cast<std::size_t>(std::max_element(sums->begin(), sums->end()) - sums->begin());
    std::string words = score_name(score) + " chooses " + safe_text(score.classes[best]);
    if (!truth) words += " and not " + safe_text(atom.arguments[2]->text);
    for (std::size_t c = 0; c < sums->size(); ++c) {
      words += (c == 0 ? ": " : ", ") + safe_text(score.classes[c]) + " " +
               points_words(score, (*sums)[c]);
    }
    return words;
  }
  return {};
}

std::vector<std::string> score_step_words(const model::Model& model, const model::Record& before,
                                          const model::Record& after) {
  std::vector<std::string> words;
  for (std::size_t s = 0; s < model.scores.size(); ++s) {
    const model::Score& score = model.scores[s];
    const Number was = explain::score_of(model, before, model::ScoreId(s));
    const Number is = explain::score_of(model, after, model::ScoreId(s));
    if (was == is) continue;
    std::string text = score_name(score) + (is > was ? " rises by " : " falls by ") +
                       points_words(score, (is - was).absolute()) + " to " +
                       points_words(score, is);
    // The nearest number above that a rule compares it with.
    std::optional<Number> next;
    for (const model::Rule& rule : model.rules) {
      for (const model::Literal& literal : rule.body) {
        const auto* test = std::get_if<model::AtomTest>(&literal);
        if (!test || model.score_of(test->atom) != &score) continue;
        const model::ScoreTest& asked = *model.atoms[test->atom.index()].score;
        if (asked.probability || asked.comparison == Comparison::equal) continue;
        if (asked.constant > is && (!next || asked.constant < *next)) next = asked.constant;
      }
    }
    if (next && is > was) {
      text += ", " + points_words(score, *next - is) + " short of " + points_words(score, *next);
    }
    words.push_back(std::move(text));
  }
  return words;
}

std::string score_sentence(const model::Model& model, const explain::ScoreReport& report) {
  const model::Score& score = model.score(report.score);
  std::string text = score_name(score) + " is " + points_words(score, report.sum);
  if (!report.bound) {
    return text + "; asked is a probability " + asked_of_score(model, {report.atom, false}) + ".";
  }
  const bool more = model.atoms[report.atom.index()].score->comparison == Comparison::greater;
  if (report.missing) {
    return text + ", " + (more ? "more than " : "") + points_words(score, *report.bound) +
           " are needed, " + points_words(score, *report.missing) + " are missing.";
  }
  return text + ", " + asked_of_score(model, {report.atom, !report.passed}) + ".";
}

std::string score_limit_words(const model::Model& model, const explain::ScoreLimit& limit) {
  const model::Score& score = model.score(limit.score);
  return "nothing that may change brings " + score_name(score) +
         (limit.upwards ? " above " : " below ") + points_words(score, limit.best) + "; " +
         asked_of_score(model, {limit.atom, !limit.upwards}) + " is needed";
}

std::string score_loss_words(const model::Model& model, const model::Record& record,
                             const explain::ScoreReport& report, const explain::ScoreLoss& loss) {
  const model::Feature& feature = model.feature(loss.feature);
  const model::Score& score = model.score(report.score);
  const std::string is =
      feature_words(feature) + " is " + value_words(feature, record[loss.feature.index()]) + ": ";
  if (!loss.best) {
    return is + points_words(score, loss.points) + (report.passed ? " more" : " less");
  }
  return is + value_words(feature, *loss.best) +
         (report.passed ? " would take " : " would bring ") + points_words(score, loss.points);
}

}  // namespace cogs::present
