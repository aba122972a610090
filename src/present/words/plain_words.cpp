// SPDX-License-Identifier: Apache-2.0
#include "present/words/plain_words.h"

#include <algorithm>
#include <array>
#include <variant>

#include "explain/prove.h"
#include "model/class_labels.h"
#include "model/data/classify.h"
#include "present/words/blocker_words.h"
#include "present/words/score_words.h"
#include "present/words/step_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using model::Comparison;

// Beyond this, rules that use other rules are named and not unfolded: nobody reads on.
constexpr int deepest = 4;

// "Own telephone is yes" is no sentence.
bool is_yes_or_no(const std::optional<model::Value>& value) {
  constexpr std::array<std::string_view, 10> words = {"yes", "no",   "true",  "false", "Yes",
                                                      "No",  "True", "False", "YES",   "NO"};
  return value && std::find(words.begin(), words.end(), value->text) != words.end();
}

std::string with_blanks(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return safe_text(name);
}

}  // namespace

PlainWords::PlainWords(const model::Model& model, Language language)
    : model_(model), say_(Phrases::of(language)), templates_(model::word_templates(model)) {
  for (std::size_t i = 0; i < model.features.size(); ++i) {
    names_.push_back(name_of(i));
    several_.push_back(say_.several(names_.back()));
  }
}

std::string PlainWords::person(const std::string& type) const {
  if (type.empty()) return say_(Phrase::the_person);
  const std::string_view forms = say_.raw(Phrase::the_type);
  const std::size_t bar = forms.find('|');
  const std::string form(type.back() == 'a' ? forms.substr(bar + 1) : forms.substr(0, bar));
  const std::size_t place = form.find("{0}");
  return form.substr(0, place) + safe_text(type) + form.substr(place + 3);
}

// What stands in front of the value in "the credit score of @(X) is @(C)".
std::string PlainWords::name_of(std::size_t index) const {
  const model::Feature& feature = model_.features[index];
  for (const model::WordTemplate& words : templates_) {
    if (words.predicate != feature.name || words.negated || words.arguments.size() != 2) continue;
    const auto& value = words.arguments[1];
    if (value.constant) continue;
    const auto places = model::places_in(words.text);
    if (places.empty() || places.back().variable != value.variable ||
        places.back().end != words.text.size()) {
      continue;
    }
    std::string front;
    std::size_t done = 0;
    for (const model::TemplatePlace& place : places) {
      front += words.text.substr(done, place.begin - done);
      done = place.end;
      if (place.variable == words.arguments[0].variable) front += person(place.type);
    }
    for (const std::string_view verb : {" is ", " es ", ": "}) {
      if (front.ends_with(verb)) return safe_text(front.substr(0, front.size() - verb.size()));
    }
  }
  return with_blanks(feature.label.empty() ? feature.name : feature.label);
}

std::optional<std::string> PlainWords::by_template(
    const std::string& predicate, bool negated,
    const std::vector<std::optional<model::Value>>& values, const model::Feature* feature) const {
  for (const model::WordTemplate& words : templates_) {
    if (words.predicate != predicate || words.negated != negated) continue;
    if (words.arguments.size() != values.size()) continue;
    bool fits = true;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto& constant = words.arguments[i].constant;
      if (!constant) continue;
      const bool numbers = feature != nullptr && feature->numeric();
      fits = fits && values[i] &&
             (numbers ? constant->number == values[i]->number : *constant == *values[i]);
    }
    if (!fits) continue;
    std::string out;
    std::size_t done = 0;
    for (const model::TemplatePlace& place : model::places_in(words.text)) {
      out += safe_text(std::string_view(words.text).substr(done, place.begin - done));
      done = place.end;
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (words.arguments[i].constant || words.arguments[i].variable != place.variable) continue;
        if (!values[i]) {
          out += person(place.type);
        } else if (feature != nullptr) {
          out += value(*model_.find_feature(feature->name), values[i]);
        } else {
          out += text_value(values[i]->text);
        }
        break;
      }
    }
    return out + safe_text(std::string_view(words.text).substr(done));
  }
  return std::nullopt;
}

std::string PlainWords::state(model::FeatureId id, const std::optional<model::Value>& value) const {
  const model::Feature& feature = model_.feature(id);
  const std::string own_words = own_value(id, value);
  if (value && own_words == this->value(id, value)) {
    if (const auto own = by_template(feature.name, false, {std::nullopt, value}, &feature)) {
      return *own;
    }
  }
  // "Late payments: 2", "Own telephone: yes": people do not say that such a thing *is* so.
  const bool listed = several_[id.index()] || is_yes_or_no(value);
  return said_of(id, listed ? Phrase::fact : Phrase::is, {names_[id.index()], own_words});
}

std::string PlainWords::said_of(model::FeatureId id, Phrase phrase,
                                std::initializer_list<std::string_view> parts) const {
  return say_.about(several_[id.index()], phrase, parts);
}

std::string PlainWords::if_so(model::FeatureId id, const model::Value& value) const {
  const model::Feature& feature = model_.feature(id);
  if (const auto own = by_template(feature.name, false, {std::nullopt, value}, &feature)) {
    // "the score of the person is 600" says it by its verb.
    const std::string named = said_of(id, Phrase::is, {names_[id.index()], this->value(id, value)});
    if (*own != named) return say_(Phrase::were_so, {*own});
  }
  return say_(Phrase::were, {names_[id.index()], this->value(id, value)});
}

std::string PlainWords::needed(const explain::Reason& reason) const {
  std::vector<std::string> with;
  for (const auto& [other, value] : reason.others) with.push_back(if_so(other, value));
  const auto in_words = [&](Phrase phrase, const std::string& asked) {
    return said_of(reason.feature, phrase,
                   {with.empty() ? asked : say_(Phrase::while_, {asked, say_.listed(with)})});
  };
  // Values that have sentences of their own are told by these.
  const model::Feature& feature = model_.feature(reason.feature);
  if (const auto* values = std::get_if<std::vector<model::Value>>(&reason.needed)) {
    std::vector<std::string> states;
    for (const model::Value& value : *values) {
      const auto own = by_template(feature.name, false, {std::nullopt, value}, &feature);
      if (own) states.push_back(*own);
    }
    if (!states.empty() && states.size() == values->size() && states.size() <= 3) {
      return in_words(Phrase::would_have_to_hold, say_.listed(states, Phrase::or_));
    }
  }
  return in_words(Phrase::would_have_to_be, set(reason.feature, reason.needed));
}

std::string PlainWords::decision_by(model::AtomId id, bool holds) const {
  const std::string label =
      holds ? model::class_label(model_, id) : model::other_class_label(model_, id);
  if (!label.empty()) return safe_text(label);
  const model::Atom& atom = model_.atoms[id.index()];
  if (!holds) {
    if (const auto own = by_template(atom.predicate, true, atom.arguments, nullptr)) return *own;
    const std::string other = model::other_class(model_, id);
    if (!other.empty()) return with_blanks(atom.predicate) + " " + safe_text(other);
    return say_(Phrase::not_decision, {decision_by(id, true)});
  }
  if (const auto own = by_template(atom.predicate, false, atom.arguments, nullptr)) return *own;
  std::string words = with_blanks(atom.predicate);
  for (const auto& argument : atom.arguments) {
    if (argument) words += " " + safe_text(argument->text);
  }
  return words;
}

std::string PlainWords::decision(bool undesired) const {
  return decision_by(model_.undesired, undesired);
}

std::string PlainWords::decision_of(const model::Record& record, bool undesired) const {
  if (!undesired) {
    if (const auto held = explain::class_that_holds(model_, record))
      return decision_by(*held, true);
    const model::ClassNames names = model::class_names(model_);
    if (model_.classes && names.names.size() > 2 && names.otherwise != model::no_class) {
      const auto& values = model_.classes->values;
      const auto at = std::find(values.begin(), values.end(), names.names[names.otherwise]);
      const std::string label =
          at == values.end() ? "" : model_.classes->labels[at - values.begin()];
      if (!label.empty()) return safe_text(label);
    }
  }
  return decision(undesired);
}

std::string PlainWords::other_decisions() const {
  if (const std::string label = model::decision_label(model_, false); !label.empty()) {
    return safe_text(label);
  }
  if (model_.desired) return safe_text(model::class_label(model_, *model_.desired));
  const std::string undesired = model::decision_label(model_, true);
  if (!model_.classes || undesired.empty()) return {};
  std::vector<std::string> others;
  for (const std::string& label : model_.classes->labels) {
    if (label.empty()) return {};
    if (label != undesired) others.push_back(safe_text(label));
  }
  return say_.listed(others, Phrase::or_);
}

std::string PlainWords::condition(model::FeatureId id, const model::Condition& condition,
                                  bool negated) const {
  const Comparison comparison =
      negated ? model::opposite(condition.effective()) : condition.effective();
  const std::string words = value(id, condition.constant);
  if (!model_.feature(id).notation.date.empty()) {
    switch (comparison) {
      case Comparison::less: return say_(Phrase::before, {words});
      case Comparison::less_equal: return say_(Phrase::or_earlier, {words});
      case Comparison::greater: return say_(Phrase::after, {words});
      case Comparison::greater_equal: return say_(Phrase::or_later, {words});
      case Comparison::equal:
      case Comparison::not_equal: break;
    }
  }
  switch (comparison) {
    case Comparison::less: return say_(Phrase::below, {words});
    case Comparison::less_equal: return say_(Phrase::at_most, {words});
    case Comparison::greater: return say_(Phrase::above, {words});
    case Comparison::greater_equal: return say_(Phrase::at_least, {words});
    case Comparison::equal: return words;
    case Comparison::not_equal: return say_(Phrase::not_value, {words});
  }
  return words;
}

std::string PlainWords::test(const model::FeatureTest& test) const {
  const model::Feature& feature = model_.feature(test.feature);
  const std::string& name = names_[test.feature.index()];
  if (test.conditions.empty()) {
    return said_of(test.feature, test.negated ? Phrase::is_not_known : Phrase::is_known, {name});
  }
  if (test.conditions.size() == 1) {
    const model::Condition& only = test.conditions.front();
    const Comparison comparison =
        test.negated ? model::opposite(only.effective()) : only.effective();
    const bool equal = comparison == Comparison::equal;
    if (equal || comparison == Comparison::not_equal) {
      const std::vector<std::optional<model::Value>> values = {std::nullopt, only.constant};
      if (const auto own = by_template(feature.name, !equal, values, &feature)) return *own;
      if (!equal) {
        if (const auto own = by_template(feature.name, false, values, &feature)) {
          return say_(Phrase::not_the_case, {*own});
        }
      }
    }
  }
  std::vector<std::string> words;
  for (const model::Condition& one : test.conditions) {
    words.push_back(condition(test.feature, one, test.negated));
  }
  return said_of(test.feature, Phrase::is,
                 {name, say_.listed(words, test.negated ? Phrase::or_ : Phrase::and_)});
}

std::string PlainWords::score(const model::ScoreTest& asked, bool negated) const {
  const model::Score& about = model_.score(asked.score);
  const Comparison comparison = negated ? model::opposite(asked.comparison) : asked.comparison;
  const std::string value =
      asked.probability ? asked.constant.text() : points_words(about, asked.constant);
  const std::string words = comparison == Comparison::less         ? say_(Phrase::below, {value})
                            : comparison == Comparison::less_equal ? say_(Phrase::at_most, {value})
                            : comparison == Comparison::greater    ? say_(Phrase::above, {value})
                            : comparison == Comparison::greater_equal
                                ? say_(Phrase::at_least, {value})
                            : comparison == Comparison::not_equal ? say_(Phrase::not_value, {value})
                                                                  : value;
  return say_(Phrase::is, {with_blanks(score_name(about)), words});
}

// Rules of an auxiliary atom as what they ask for.
std::string PlainWords::atom(const model::AtomTest& test, int depth) const {
  const model::Atom& about = model_.atoms[test.atom.index()];
  if (about.score) return score(*about.score, test.negated);
  std::vector<std::string> ways;
  for (std::size_t i = 0; i < model_.rules.size() && depth < deepest; ++i) {
    if (model_.rules[i].head != test.atom) continue;
    const bool asks = !model_.rules[i].body.empty();
    if (asks) ways.push_back(body(model_.rules[i].body, depth + 1));
  }
  const bool own = by_template(about.predicate, test.negated, about.arguments, nullptr).has_value();
  if (own || ways.empty() || test.atom == model_.undesired) {
    if (own) return *by_template(about.predicate, test.negated, about.arguments, nullptr);
    return say_(test.negated ? Phrase::holds_not : Phrase::holds, {decision_by(test.atom, true)});
  }
  return ways.size() == 1 ? ways.front() : say_(Phrase::either, {say_.listed(ways, Phrase::or_)});
}

std::string PlainWords::body(const std::vector<model::Literal>& body, int depth) const {
  std::vector<std::string> asked, exceptions;
  for (const model::Literal& literal : body) {
    if (const auto* feature = std::get_if<model::FeatureTest>(&literal)) {
      asked.push_back(test(*feature));
      continue;
    }
    const auto& other = std::get<model::AtomTest>(literal);
    // "not ab1" is what the rule makes an exception of.
    const bool scored = model_.score_of(other.atom) != nullptr;
    (!scored && other.negated && depth < deepest ? exceptions : asked)
        .push_back(atom(other, depth));
  }
  const std::string words = say_.listed(asked);
  if (exceptions.empty()) return words;
  const std::string unless = say_.listed(exceptions, Phrase::or_);
  return asked.empty() ? say_(Phrase::not_the_case, {unless})
                       : say_(Phrase::unless, {words, unless});
}

std::string PlainWords::rule(model::RuleId id) const {
  const model::Rule& rule = model_.rule(id);
  const std::string head = decision_by(rule.head, true);
  if (rule.body.empty()) return say_(Phrase::rule_always, {head});
  const bool only_exceptions =
      std::all_of(rule.body.begin(), rule.body.end(), [&](const model::Literal& literal) {
        const auto* other = std::get_if<model::AtomTest>(&literal);
        return other != nullptr && other->negated && !model_.score_of(other->atom);
      });
  if (only_exceptions) {
    std::vector<std::string> exceptions;
    for (const model::Literal& literal : rule.body) {
      exceptions.push_back(atom(std::get<model::AtomTest>(literal), 0));
    }
    return say_(Phrase::unless, {head, say_.listed(exceptions, Phrase::or_)});
  }
  return say_(Phrase::rule, {head, body(rule.body, 0)});
}

std::string PlainWords::causal_rule(model::CausalRuleId id) const {
  const model::CausalRule& rule = model_.rule(id);
  const std::string effect = test({rule.feature, rule.head, false});
  if (rule.body.empty()) return say_(Phrase::always, {effect});
  const std::string cause = body(rule.body, 0);
  switch (model_.feature(rule.feature).mode) {
    case model::CausalMode::if_: return say_(Phrase::where_then, {cause, effect});
    case model::CausalMode::only_if: return say_(Phrase::only_where, {cause, effect});
    case model::CausalMode::iff: return say_(Phrase::exactly_where, {cause, effect});
  }
  return effect;
}

std::string PlainWords::action(const path::Change& change) const {
  const model::Feature& feature = model_.feature(change.feature);
  const std::string name = names_[change.feature.index()];
  const std::string to = target(change);
  if (!change.from) return said_of(change.feature, Phrase::set_missing, {name, to});
  if (!feature.numeric() && feature.set().ordered) {
    const auto from = feature.set().place(*change.from), place = feature.set().place(change.to);
    if (from && place) return say_(*from < *place ? Phrase::raise : Phrase::lower, {name, to});
  }
  if (!feature.numeric() || !change.from->number || !change.to.number ||
      !feature.notation.date.empty()) {
    const std::vector<std::optional<model::Value>> reached = {std::nullopt, change.to};
    if (const auto own = by_template(feature.name, false, reached, &feature)) {
      return say_(Phrase::change_so_that, {name, *own});
    }
    return say_(Phrase::change, {name, own_value(change.feature, change.from), to});
  }
  const bool up = *change.from->number < *change.to.number;
  const auto pass = number_to_pass(feature, change, up);
  const model::Number& end = pass ? *pass : *change.to.number;
  const model::Number amount = up ? end - *change.from->number : *change.from->number - end;
  if (amount == model::Number(0)) return say_(up ? Phrase::raise : Phrase::lower, {name, to});
  const Phrase phrase = pass ? (up ? Phrase::raise_by_more : Phrase::lower_by_more)
                        : may_go_further(change, up)
                            ? (up ? Phrase::raise_by_at_least : Phrase::lower_by_at_least)
                            : (up ? Phrase::raise_by : Phrase::lower_by);
  return say_(phrase, {name, difference(feature, amount), to});
}

std::string PlainWords::effect(const path::Effect& effect) const {
  const std::string name = names_[effect.feature.index()];
  const std::string from = own_value(effect.feature, effect.from), to = target(effect);
  if (effect.certain) return said_of(effect.feature, Phrase::follows, {name, from, to});
  return said_of(effect.feature, Phrase::may_follow,
                 {name, from, to, set(effect.feature, effect.supported)});
}

std::string PlainWords::blocker(const path::Blocker& blocker) const {
  const std::string name = blocker.feature ? names_[blocker.feature->index()] : "";
  switch (blocker.kind) {
    case path::BlockerKind::fixed: return said_of(*blocker.feature, Phrase::blocks_fixed, {name});
    case path::BlockerKind::direction: {
      const bool down = model_.feature(*blocker.feature).direction == model::Direction::down;
      return say_(down ? Phrase::blocks_down : Phrase::blocks_up, {name});
    }
    case path::BlockerKind::caused: return said_of(*blocker.feature, Phrase::blocks_caused, {name});
    case path::BlockerKind::missing:
      return said_of(*blocker.feature, Phrase::blocks_missing, {name});
    case path::BlockerKind::domain: {
      const model::Feature& feature = model_.feature(*blocker.feature);
      std::string domain;
      if (feature.numeric()) {
        const model::NumericDomain& numbers = feature.numbers();
        domain = numbers.low && numbers.high
                     ? say_(Phrase::from_to,
                            {number(feature, *numbers.low), number(feature, *numbers.high)})
                 : numbers.low ? say_(Phrase::or_more, {number(feature, *numbers.low)})
                               : say_(Phrase::or_less, {number(feature, *numbers.high)});
      } else {
        std::vector<model::Value> all;
        for (const model::SetValue& one : feature.set().values) all.push_back(one.value);
        domain = values(*blocker.feature, all, Phrase::or_);
      }
      return say_(Phrase::blocks_domain, {name, domain});
    }
    case path::BlockerKind::causal_rules:
      return said_of(*blocker.feature, Phrase::blocks_causal_rules, {name});
    case path::BlockerKind::denial: return say_(Phrase::blocks_denial);
    case path::BlockerKind::option:
      return say_(Phrase::blocks_option, {name.empty() ? option_words(blocker) : name});
    case path::BlockerKind::decision: break;
  }
  return say_(Phrase::no_way_ever);
}

}  // namespace cogs::present
