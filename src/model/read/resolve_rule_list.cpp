// SPDX-License-Identifier: Apache-2.0
//
// Rule lists that other programs printed -> rules of the model, with every name resolved.
//
// The first rule that applies counts. Neighbouring rules for one class need no order among
// themselves, so they are taken together; each group gives way to the groups before it.
#include <algorithm>
#include <map>
#include <utility>

#include "base/small_letters.h"
#include "base/trimmed.h"
#include "model/column_names.h"
#include "model/read/clause_reader.h"
#include "model/read/quoted.h"

namespace cogs::model {

namespace {

// Programs print the names of columns: "Gill-size" is the feature gill_size.
std::string plain(const std::string& name) {
  std::string out = base::in_small_letters(name);
  for (char& c : out) {
    if ((c < 'a' || c > 'z') && (c < '0' || c > '9')) c = '_';
  }
  return out;
}

std::string without_quotes(const std::string& text) {
  if (text.size() < 2) return text;
  const bool both =
      (text.front() == '\'' && text.back() == '\'') || (text.front() == '"' && text.back() == '"');
  return both ? text.substr(1, text.size() - 2) : text;
}

// "736.0-1048.0": a bin, above its lower end and up to its upper end.
std::optional<std::pair<Number, Number>> read_bin(const std::string& text) {
  for (std::size_t at = text.find('-', 1); at != std::string::npos; at = text.find('-', at + 1)) {
    const auto low = Number::parse(base::trimmed(text.substr(0, at)));
    const auto high = Number::parse(base::trimmed(text.substr(at + 1)));
    if (low && high) return std::pair{*low, *high};
  }
  return std::nullopt;
}

class RuleListResolver {
 public:
  RuleListResolver(Draft& draft, AtomTable& atoms, const Predicates& predicates,
                   const RuleList& list)
      : draft_(draft), atoms_(atoms), predicates_(predicates), list_(list) {}

  void run() {
    if (draft_.feature_ids.contains(list_.predicate)) {
      draft_.messages.error(list_.rules.front().span,
                            quoted(list_.predicate) + " is a feature, and these rules conclude it",
                            "a decision must have a name of its own");
      return;
    }
    std::map<std::string, std::size_t> groups_of;  // by class
    for (std::size_t i = 0; i < list_.rules.size(); ++i) {
      if (i == 0 || list_.rules[i].outcome != list_.rules[i - 1].outcome) {
        ++groups_of[list_.rules[i].outcome];
      }
    }
    std::vector<AtomId> earlier;
    for (std::size_t i = 0; i < list_.rules.size();) {
      const std::string& outcome = list_.rules[i].outcome;
      const AtomId result =
          atoms_.find_or_add({list_.predicate, {std::nullopt, Value::of(outcome)}, {}});
      // A class that comes twice gives way to others only in its later part.
      const AtomId group = groups_of[outcome] == 1 ? result : fresh_atom(earlier.size() + 1);
      if (group != result) {
        add(result, {AtomTest{group, false}}, {list_.rules[i].span}, list_.rules[i].span);
      }
      for (; i < list_.rules.size() && list_.rules[i].outcome == outcome; ++i) {
        add_rule(group, list_.rules[i], earlier);
      }
      earlier.push_back(group);
    }
  }

 private:
  AtomId fresh_atom(std::size_t number) {
    std::string name = list_.predicate + "_rules" + std::to_string(number);
    while (predicates_.contains(name) || draft_.feature_ids.contains(name)) name += "_";
    return atoms_.find_or_add({name, {std::nullopt}, {}});
  }

  void add(AtomId head, std::vector<Literal> body, std::vector<Span> spans, Span place) {
    draft_.model.rules.push_back({head, std::move(body), draft_.source.place(place)});
    draft_.rule_literals.push_back(std::move(spans));
  }

  void add_rule(AtomId head, const ListRule& rule, const std::vector<AtomId>& earlier) {
    std::vector<Literal> body;
    std::vector<Span> spans;
    for (const ListCondition& condition : rule.conditions) {
      const std::optional<FeatureId> feature = find_feature(condition);
      if (!feature) continue;
      auto conditions = read(condition, draft_.model.feature(*feature));
      if (!conditions) continue;
      body.push_back(FeatureTest{*feature, *std::move(conditions), false});
      spans.push_back({condition.feature_span.begin, condition.value_span.end});
    }
    for (const AtomId atom : earlier) {
      body.push_back(AtomTest{atom, true});
      spans.push_back(rule.span);
    }
    add(head, std::move(body), std::move(spans), rule.span);
  }

  std::optional<FeatureId> find_feature(const ListCondition& condition) {
    const std::string name = without_quotes(condition.feature);
    std::vector<std::string> names;
    for (const Feature& feature : draft_.model.features) names.push_back(feature.name);
    if (const auto exact = match_columns({name}, names)[0]) return FeatureId(*exact);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (plain(names[i]) == plain(name)) return FeatureId(i);
    }
    if (!draft_.unreadable.contains(name)) {
      draft_.messages.error(condition.feature_span, "unknown feature " + quoted(name),
                            did_you_mean(name, names, "declare it with #feature"));
    }
    return std::nullopt;
  }

  std::optional<std::vector<Condition>> read(const ListCondition& condition,
                                             const Feature& feature) {
    const std::string value = without_quotes(condition.value);
    const auto compare = [](Comparison comparison, const Number& number) {
      return Condition{comparison, Value::of(number), false};
    };
    if (condition.comparison == "=" || condition.comparison == "bin") {
      if (!feature.numeric()) return read_set_value(condition, feature, value);
      if (const auto number = Number::parse(value)) {
        return std::vector{compare(Comparison::equal, *number)};
      }
      if (condition.comparison == "bin") {
        const auto bound = Number::parse(base::trimmed(value.substr(1)));
        if (value.front() == '>' && bound) {
          return std::vector{compare(Comparison::greater, *bound)};
        }
        if (value.front() == '<' && bound) {
          return std::vector{compare(Comparison::less_equal, *bound)};
        }
        if (const auto bin = read_bin(value)) {
          return std::vector{compare(Comparison::greater, bin->first),
                             compare(Comparison::less_equal, bin->second)};
        }
      }
    } else if (const auto number = Number::parse(value)) {
      const Comparison comparison = condition.comparison == "<="   ? Comparison::less_equal
                                    : condition.comparison == ">=" ? Comparison::greater_equal
                                    : condition.comparison == "<"  ? Comparison::less
                                                                   : Comparison::greater;
      return std::vector{compare(comparison, *number)};
    }
    draft_.messages.error(
        condition.value_span,
        feature.numeric()
            ? "the values of " + quoted(feature.name) + " are numbers, and this is not one"
            : "only numbers have an order, and " + condition.value + " is not one");
    return std::nullopt;
  }

  std::optional<std::vector<Condition>> read_set_value(const ListCondition& condition,
                                                       const Feature& feature,
                                                       const std::string& value) {
    std::vector<std::string> texts;
    for (const SetValue& known : feature.set().values) {
      if (known.value.text == value || known.value.text == condition.value) {
        return std::vector{Condition{Comparison::equal, known.value, false}};
      }
      texts.push_back(known.value.text);
    }
    draft_.messages.error(condition.value_span,
                          quoted(feature.name) + " has no value " + condition.value,
                          did_you_mean(value, texts));
    return std::nullopt;
  }

  Draft& draft_;
  AtomTable& atoms_;
  const Predicates& predicates_;
  const RuleList& list_;
};

}  // namespace

void resolve_rule_list(Draft& draft, AtomTable& atoms, const Predicates& predicates,
                       const RuleList& list) {
  RuleListResolver(draft, atoms, predicates, list).run();
}

}  // namespace cogs::model
