// SPDX-License-Identifier: Apache-2.0
//
// The part of ClauseReader that deals with values: tests on features, variables that stand for
// their values, and comparisons with constants.
#include <algorithm>
#include <utility>

#include "model/read/clause_reader.h"
#include "model/read/quoted.h"

namespace cogs::model {

namespace {

using logic::TermKind;

bool is_order(Comparison comparison) {
  return comparison != Comparison::equal && comparison != Comparison::not_equal;
}

}  // namespace

void ClauseReader::read_feature_head(const Goal& goal) {
  const TermId value = draft_.terms.argument(goal.term, 1);
  feature_head = goal.feature;
  check_person(draft_.terms.argument(goal.term, 0), name_of(goal.feature));
  if (draft_.terms.is_variable(value)) {
    bind(value, {goal.feature, std::nullopt});
  } else if (auto condition = make_condition(goal.feature, value, Comparison::equal, false)) {
    head_conditions.push_back(*std::move(condition));
  }
}

void ClauseReader::read_feature_test(const Goal& goal) {
  const logic::Terms& terms = draft_.terms;
  const TermId value = terms.argument(goal.term, 1);
  check_person(terms.argument(goal.term, 0), name_of(goal.feature));
  FeatureTest test{goal.feature, {}, goal.negated};
  if (says_missing(goal.feature, value)) {
    test.negated = !goal.negated;
  } else if (!terms.is_variable(value)) {
    auto condition = make_condition(goal.feature, value, Comparison::equal, false);
    if (!condition) return;
    test.conditions.push_back(*std::move(condition));
  } else if (!goal.negated) {
    bind(value, {goal.feature, literals.size()});
  } else if (const std::string& name = terms.name(value); name != "_" && uses_[name] > 1) {
    return error(value, quoted(name) + " has no value in `not " + draft_.shown(goal.term) + "`",
                 "write " + draft_.shown(goal.term) + ", not(" + name +
                     " =< 3) for a value that is not at most 3; `not " +
                     logic::atom_text(name_of(goal.feature)) + "(X, _)` says that there is none");
  }
  literals.push_back(std::move(test));
  spans.push_back(draft_.span(goal.term));
}

// risk(X, 72) :- ...: points that are added where the body holds.
void ClauseReader::read_score_head(const Goal& goal) {
  const TermId value = draft_.terms.argument(goal.term, 1);
  score_head = goal.score;
  check_person(draft_.terms.argument(goal.term, 0), name_of(goal.score));
  if (const auto number = fold(draft_, value)) {
    points = *number;
    return;
  }
  error(value, quoted(draft_.shown(value)) + " is not a number of points",
        draft_.terms.is_variable(value)
            ? "a rule for a score says how much it adds, as in " +
                  logic::atom_text(name_of(goal.score)) + "(X, 10) :- ..."
            : "");
}

// risk(X, S) with a comparison of S, probability(X, risk, P) with one of P, or risk(X, 600).
void ClauseReader::read_score_test(const Goal& goal) {
  const logic::Terms& terms = draft_.terms;
  const bool probability = goal.kind == GoalKind::probability;
  const TermId value = terms.argument(goal.term, probability ? 2 : 1);
  if (const auto& classes = draft_.model.score(goal.score).classes; !classes.empty()) {
    return error(goal.term,
                 quoted(name_of(goal.score)) + " has a score for each of its " +
                     std::to_string(classes.size()) + " classes, and none of its own",
                 "ask which class has the highest: chosen(" + person_.value_or("X") + ", " +
                     logic::atom_text(name_of(goal.score)) + ", " +
                     logic::quoted_text(classes.front(), '\'') + ")");
  }
  check_person(terms.argument(goal.term, 0), name_of(goal.score));
  const Binding binding{{}, std::nullopt, goal.score, probability, false, goal.term};
  if (!terms.is_variable(value)) {
    return add_score_test(binding, value, Comparison::equal, goal.negated, goal.term);
  }
  if (goal.negated) {
    return error(
        goal.term, "everybody has a score, so this never holds",
        "compare the score: " + draft_.shown(goal.term) + ", " + terms.name(value) + " < 600");
  }
  if (terms.name(value) == "_") {
    return error(goal.term, "the score " + quoted(name_of(goal.score)) + " is not compared here",
                 "leave it out, or compare it with a number");
  }
  bind(value, binding);
}

void ClauseReader::add_score_test(const Binding& binding, TermId constant, Comparison comparison,
                                  bool negated, TermId at) {
  const std::optional<Number> number = fold(draft_, constant);
  if (!number) {
    return error(constant, "a score is compared with numbers, and " +
                               quoted(draft_.shown(constant)) + " is not one");
  }
  if (binding.probability && (number->sign() <= 0 || *number >= Number(1))) {
    return error(constant,
                 "a probability lies between 0 and 1, and " + number->text() + " does not",
                 "compare the score itself with this number");
  }
  if (comparison == Comparison::less || comparison == Comparison::less_equal ||
      comparison == Comparison::not_equal) {
    comparison = opposite(comparison);
    negated = !negated;
  }
  literals.push_back(AtomTest{
      atoms_.find_or_add({*binding.score, comparison, *number, binding.probability}), negated});
  spans.push_back(draft_.span(at));
}

// FOLD-R++ prints '?' for a missing value. Where the domain does not have it, that is meant.
bool ClauseReader::says_missing(FeatureId feature, TermId value) const {
  const TermKind kind = draft_.terms[value].kind;
  if ((kind != TermKind::atom && kind != TermKind::string) || draft_.terms.name(value) != "?") {
    return false;
  }
  if (draft_.model.feature(feature).numeric()) return true;
  const std::vector<SetValue>& values = draft_.model.feature(feature).set().values;
  return std::none_of(values.begin(), values.end(),
                      [](const SetValue& known) { return known.value.text == "?"; });
}

void ClauseReader::bind(TermId variable, const Binding& binding) {
  const std::string& name = draft_.terms.name(variable);
  if (name == "_") return;
  if (name == person_) {
    return error(variable, quoted(name) + " is the person and cannot be a value too",
                 "use another variable for the value");
  }
  const auto [known, added] = bindings_.emplace(name, binding);
  if (!added && (known->second.score || binding.score)) {
    return error(variable, quoted(name) + " is the value of a score already, or that of a feature",
                 "use a variable of its own for each, and compare it with constants");
  }
  if (!added && known->second.feature != binding.feature) {
    error(variable,
          quoted(name) + " ties the features " + quoted(name_of(known->second.feature)) + " and " +
              quoted(name_of(binding.feature)) + " together",
          "use a variable of its own for each feature, and compare it with constants");
  }
}

void ClauseReader::read_comparison(const Goal& goal) {
  const logic::Terms& terms = draft_.terms;
  const TermId left = terms.argument(goal.term, 0), right = terms.argument(goal.term, 1);
  const bool left_variable = terms.has_variable(left), right_variable = terms.has_variable(right);
  if (!left_variable && !right_variable) {
    return error(goal.term, "this compares two constants",
                 "compare a variable with a constant, as in debt(X, N), N < 5");
  }
  if (left_variable && right_variable) {
    return error(goal.term, "this compares two variables",
                 "one side of a comparison must be a constant");
  }
  const TermId variable = left_variable ? left : right;
  if (!terms.is_variable(variable)) {
    return error(variable, "arithmetic with variables is not supported",
                 "compare the variable itself with a constant");
  }
  const auto mirrored = [](Comparison comparison) {
    switch (comparison) {  // `3 < N` is `N > 3`
      case Comparison::less: return Comparison::greater;
      case Comparison::less_equal: return Comparison::greater_equal;
      case Comparison::greater: return Comparison::less;
      case Comparison::greater_equal: return Comparison::less_equal;
      default: return comparison;
    }
  };
  add_condition(variable, left_variable ? right : left,
                left_variable ? goal.comparison : mirrored(goal.comparison), goal);
}

void ClauseReader::add_condition(TermId variable, TermId constant, Comparison comparison,
                                 const Goal& goal) {
  const std::string& name = draft_.terms.name(variable);
  if (name == person_) {
    return error(variable, quoted(name) + " is the person and has no value to compare");
  }
  const auto bound = bindings_.find(name);
  if (bound == bindings_.end()) {
    if (failed_) return;  // the literal that binds it may be the one that is wrong
    std::vector<std::string> candidates;
    for (const auto& [other, ignored] : bindings_) candidates.push_back(other);
    std::sort(candidates.begin(), candidates.end());
    const std::string hint =
        "a literal such as age(X, " + (name == "_" ? "N" : name) + ") gives it a value";
    // Between names of one letter everything is near.
    return error(variable, quoted(name) + " is compared, but no literal gives it a value",
                 name.size() == 1 ? hint : did_you_mean(name, candidates, hint));
  }
  Binding& binding = bound->second;
  if (binding.score) {
    binding.compared = true;
    return add_score_test(binding, constant, comparison, goal.negated, goal.term);
  }
  auto condition = make_condition(binding.feature, constant, comparison, goal.negated);
  if (!condition) return;
  auto& conditions = binding.literal ? std::get<FeatureTest>(literals[*binding.literal]).conditions
                                     : head_conditions;
  conditions.push_back(*std::move(condition));
}

std::optional<Condition> ClauseReader::make_condition(FeatureId feature, TermId constant,
                                                      Comparison comparison, bool negated) {
  const bool numeric = draft_.model.feature(feature).numeric();
  auto value =
      numeric ? read_number(feature, constant) : read_set_value(feature, constant, comparison);
  if (!value) return std::nullopt;
  return Condition{comparison, *std::move(value), negated};
}

std::optional<Value> ClauseReader::read_number(FeatureId feature, TermId constant) {
  if (const auto number = fold(draft_, constant)) return Value::of(*number);
  const logic::Term& term = draft_.terms[constant];
  const std::string written = draft_.shown(constant);
  if (term.kind == TermKind::compound) {
    error(constant, quoted(written) + " is not a number",
          draft_.terms.has_variable(constant) ? "arithmetic with variables is not supported" : "");
    return std::nullopt;
  }
  const bool numeral = Number::parse(draft_.terms.name(constant)).has_value();
  error(
      constant,
      "the values of " + quoted(name_of(feature)) + " are numbers, and " + written + " is not one",
      numeral ? "write " + draft_.terms.name(constant) + " without quotes" : "");
  return std::nullopt;
}

std::optional<Value> ClauseReader::read_set_value(FeatureId feature, TermId constant,
                                                  Comparison comparison) {
  const std::string written = draft_.shown(constant);
  auto value = constant_value(draft_, constant);
  if (!value) {
    error(constant, quoted(written) + " is not a value",
          draft_.terms.has_variable(constant) ? "arithmetic with variables is not supported" : "");
    return std::nullopt;
  }
  const SetDomain& set = draft_.model.feature(feature).set();
  const std::vector<SetValue>& values = set.values;
  if (is_order(comparison) && set.ordered) {
    if (set.place(*value)) return value;
    if (value->number) {
      error(constant,
            "the values of " + quoted(name_of(feature)) +
                " are ordered by their places, not as numbers, and " + written + " is none of them",
            "compare with one of its values");
      return std::nullopt;
    }
  } else if (is_order(comparison)) {
    if (!value->number) {
      error(constant, "only numbers have an order, and " + written + " is not one");
      return std::nullopt;
    }
    const bool some = std::any_of(values.begin(), values.end(),
                                  [](const SetValue& v) { return v.value.number.has_value(); });
    if (!some) {
      draft_.messages.warning(draft_.span(constant), "this never holds: no value of " +
                                                         quoted(name_of(feature)) + " is a number");
    }
    return Value::of(*value->number);
  }
  std::vector<std::string> texts;
  for (const SetValue& known : values) {
    if (known.value == *value) return value;
    texts.push_back(known.value.text);
  }
  std::string help;
  for (const SetValue& known : values) {
    if (value->number && known.value.number == value->number) {
      help = "did you mean `" + known.value.text + "`?";
    }
  }
  if (help.empty()) {
    constexpr std::size_t most_listed = 12;
    for (std::size_t i = 0; i < texts.size() && i < most_listed; ++i) {
      help += (i == 0 ? "its values are " : ", ") + texts[i];
    }
    if (texts.size() > most_listed) help += ", ...";
    help = did_you_mean(value->text, texts, help);
  }
  error(constant, quoted(name_of(feature)) + " has no value " + written, help);
  return std::nullopt;
}

}  // namespace cogs::model
