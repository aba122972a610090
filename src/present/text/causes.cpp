// SPDX-License-Identifier: Apache-2.0
#include "present/text/causes.h"

#include <algorithm>
#include <cstdio>

#include "model/edit/review.h"
#include "present/text/learn.h"
#include "present/words/score_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using model::Comparison;
using model::PassedOver;
using Why = rules::CauseAlternative::Why;

std::string condition_words(const model::Feature& feature, const model::Condition& condition) {
  const std::string value = value_words(feature, condition.constant);
  const bool negated = condition.negated;
  switch (condition.comparison) {
    case Comparison::less: return (negated ? "at least " : "below ") + value;
    case Comparison::less_equal: return (negated ? "above " : "at most ") + value;
    case Comparison::greater: return (negated ? "at most " : "above ") + value;
    case Comparison::greater_equal: return (negated ? "below " : "at least ") + value;
    case Comparison::equal: return (negated ? "not " : "") + value;
    case Comparison::not_equal: return (negated ? "" : "not ") + value;
  }
  return value;
}

std::string conditions_words(const model::Feature& feature,
                             const std::vector<model::Condition>& conditions, bool negated) {
  std::vector<std::string> words;
  for (const model::Condition& condition : conditions) {
    words.push_back(condition_words(feature, condition));
  }
  if (words.empty()) return negated ? "is not known" : "is known";
  return std::string(negated ? "is not " : "is ") + listed(words);
}

const char* mode_words(const std::optional<model::CausalMode>& mode) {
  if (!mode) return "more often where";
  switch (*mode) {
    case model::CausalMode::iff: return "exactly where";
    case model::CausalMode::only_if: return "only where";
    case model::CausalMode::if_: return "wherever";
  }
  return "";
}

std::string fixed_point(double value, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string row_words(const std::vector<std::size_t>& rows) {
  std::vector<std::string> words;
  for (const std::size_t row : rows) words.push_back(std::to_string(row));
  return (rows.size() == 1 ? "row " : "rows ") + listed(words);
}

// precision and recall, in words that need no training.
std::string figures_words(const rules::CauseCounts& counts) {
  return "Of the " + counted(counts.body, "row") + " with a cause " +
         percent_words(counts.precision()) + " have the effect (precision; " +
         percent_words(counts.base()) + " of all rows do, lift " + fixed_point(counts.lift(), 2) +
         "). Of the " + counted(counts.effect, "row") + " with the effect " +
         percent_words(counts.recall()) + " have a cause (recall).";
}

std::string short_figures(const rules::CauseCounts& counts) {
  return "precision " + percent_words(counts.precision()) + ", recall " +
         percent_words(counts.recall()) + ", lift " + fixed_point(counts.lift(), 2);
}

std::string against_words(const model::SuggestedCause& cause) {
  std::vector<std::string> parts;
  const std::size_t no_effect = cause.counts.body - cause.counts.both;
  const std::size_t no_cause = cause.counts.effect - cause.counts.both;
  const auto part = [&](const std::vector<std::size_t>& rows, std::size_t all, const char* what) {
    if (rows.empty()) return;
    parts.push_back(std::to_string(all) + " with " + what + " (" +
                    (rows.size() < all ? "such as " : "") + row_words(rows) + ")");
  };
  part(cause.against.without_effect, no_effect, "a cause but not the effect");
  part(cause.against.without_cause, no_cause, "the effect but no cause");
  return parts.empty() ? "No row speaks against it." : "Rows against it: " + listed(parts) + ".";
}

std::string cause_block(const model::Model& model, const model::SuggestedCause& cause,
                        const TextStyle& style) {
  std::string out;
  const std::string line =
      head_words(model, cause.rules.front().rule) + ", " + mode_words(cause.mode);
  out += wrapped("  ", toned(Tone::strong, line, style), style);
  for (std::size_t i = 0; i < cause.rules.size(); ++i) {
    const model::SuggestedRule& rule = cause.rules[i];
    std::string label = "    ";
    if (!rule.id.empty()) label += safe_text(rule.id) + "  ";
    std::string words =
        (i == 0 ? "" : "or ") + body_words(model, rule.rule) + ": " + rule_figures(rule);
    if (rule.status == model::ReviewStatus::rejected) words += " [rejected earlier]";
    if (rule.status == model::ReviewStatus::approved) words += " [approved]";
    out += wrapped(label, words, style);
  }
  out += wrapped("    ", figures_words(cause.counts), style);
  out += wrapped("    ", against_words(cause), style);
  return out;
}

std::string alternative_line(const model::Model& model, model::FeatureId feature,
                             const model::SuggestedAlternative& alternative,
                             const TextStyle& style) {
  const bool own = alternative.cause.feature == feature;
  const char* why = alternative.why == Why::other_binding ? "In another mode: "
                    : own                                 ? "It would close a circle: "
                                                          : "The other way round: ";
  return wrapped("    ",
                 toned(Tone::faint,
                       why + cause_words(model, alternative.cause) + " (" +
                           short_figures(alternative.cause.counts) + ")",
                       style),
                 style);
}

const char* passed_over_words(PassedOver::Why why) {
  switch (why) {
    case PassedOver::Why::fixed: return "fixed";
    case PassedOver::Why::direction: return "it moves one way only";
    case PassedOver::Why::given_by_name:
      return "by its name, nobody can change it (--effect lifts this)";
    case PassedOver::Why::not_wanted: return "--no-effect";
    case PassedOver::Why::in_force: return "it has causal rules in force";
    case PassedOver::Why::no_column: return "the table has no such column";
    case PassedOver::Why::identifier: return "it looks like an identifier";
    case PassedOver::Why::mirrors_label:
      return "the label tells its value, so it may come after the decision";
    case PassedOver::Why::no_cut: return "a number that no rule cuts into ranges";
  }
  return "";
}

std::size_t rules_of(const model::SuggestedFeature& feature) {
  std::size_t rules = 0;
  for (const model::SuggestedCause& cause : feature.causes) rules += cause.rules.size();
  return rules;
}

}  // namespace

std::string head_words(const model::Model& model, const model::CausalRule& rule) {
  const model::Feature& feature = model.feature(rule.feature);
  return feature_words(feature) + " " + conditions_words(feature, rule.head, false);
}

std::string body_words(const model::Model& model, const model::CausalRule& rule) {
  std::vector<std::string> words;
  for (const model::Literal& literal : rule.body) {
    if (const auto* test = std::get_if<model::FeatureTest>(&literal)) {
      const model::Feature& feature = model.feature(test->feature);
      words.push_back(feature_words(feature) + " " +
                      conditions_words(feature, test->conditions, test->negated));
    } else {
      const auto& atom = std::get<model::AtomTest>(literal);
      if (model.score_of(atom.atom)) {
        words.push_back(score_test_words(model, atom));
        continue;
      }
      words.push_back((atom.negated ? "not " : "") + atom_words(model.atoms[atom.atom.index()]));
    }
  }
  return listed(words);
}

std::string cause_words(const model::Model& model, const model::SuggestedCause& cause) {
  std::string bodies;
  for (const model::SuggestedRule& rule : cause.rules) {
    bodies += (bodies.empty() ? "" : " or ") + body_words(model, rule.rule);
  }
  return head_words(model, cause.rules.front().rule) + ", " + mode_words(cause.mode) + " " + bodies;
}

std::string rule_figures(const model::SuggestedRule& rule) {
  const double share =
      rule.covers == 0 ? 0 : static_cast<double>(rule.correct) / static_cast<double>(rule.covers);
  return counted(rule.covers, "row") + ", " + percent_words(share) + " of them so";
}

std::string causes_text(const model::Model& model, const model::Causes& causes,
                        const CausesTextOptions& options, const TextStyle& style) {
  std::size_t rules = 0;
  for (const auto& feature : causes.features) {
    for (const auto& cause : feature.causes) rules += cause.rules.size();
  }
  std::string out;
  if (rules == 0) {
    out += wrapped(
        "", "No feature clearly depends on others in these " + counted(causes.rows, "row") + ".",
        style);
  } else {
    out += wrapped("",
                   counted(rules, "rule") + " for " + counted(causes.features.size(), "feature") +
                       ", from " + counted(causes.rows, "row") +
                       ". They are proposals: none has any effect before a person approves it.",
                   style);
  }
  for (const model::SuggestedFeature& feature : causes.features) {
    out += "\n" + toned(Tone::strong, feature_words(model.feature(feature.feature)), style) +
           ", mode " + model::mode_name(feature.mode) +
           (feature.decisive ? "" : " (the decision does not depend on it)") + "\n";
    if (feature.tried > 0) {
      out += wrapped("  ",
                     "With " + std::string(rules_of(feature) == 1 ? "it" : "them") + " in force, " +
                         std::to_string(feature.different) + " of " +
                         counted(feature.tried, "answer") + " looked at would be " +
                         (feature.different == 1 ? "another one." : "others."),
                     style);
    }
    for (const auto& cause : feature.causes) out += cause_block(model, cause, style);
    constexpr std::size_t most_shown = 2;
    for (std::size_t i = 0; i < feature.alternatives.size(); ++i) {
      if (options.all || i < most_shown) {
        out += alternative_line(model, feature.feature, feature.alternatives[i], style);
      }
    }
  }
  if (!causes.left.empty()) {
    std::vector<std::string> names;
    for (const model::SuggestedFeature& feature : causes.left) {
      names.push_back(feature_words(model.feature(feature.feature)));
    }
    out += "\n" + wrapped("",
                          "Not proposed, as they would change fewer answers: rules for " +
                              listed(names) + ". --most 0 proposes all.",
                          style);
  }
  if (!options.all) return out;
  if (!causes.weak.empty()) out += "\nToo weak to be proposed:\n";
  for (const model::SuggestedCause& cause : causes.weak) {
    out +=
        wrapped("  ", cause_words(model, cause) + " (" + short_figures(cause.counts) + ")", style);
  }
  if (!causes.passed_over.empty()) out += "\nNot looked at as effects:\n";
  for (const model::PassedOver& feature : causes.passed_over) {
    out += wrapped(
        "  ", feature_words(model.feature(feature.feature)) + ": " + passed_over_words(feature.why),
        style);
  }
  return out;
}

}  // namespace cogs::present
