// SPDX-License-Identifier: Apache-2.0
#include "oracle/walk.h"

#include <algorithm>

#include "oracle/prices.h"

namespace cogs::oracle {

bool same_value(const model::Feature& feature, const std::optional<Value>& a,
                const std::optional<Value>& b) {
  if (!a || !b) return !a && !b;
  return feature.numeric() ? *a->number == *b->number : a->text == b->text;
}

Walk::Walk(const Meaning& meaning, const Restrictions& restrictions, const Record& start)
    : meaning_(meaning), model_(meaning.model()), restrictions_(restrictions), start_(start) {
  const Facts facts = meaning_.facts(start);
  in_vain_.assign(meaning_.causes().size(), 0);
  unsupported_.assign(model_.features.size(), 0);
  for (std::size_t f = 0; f < model_.features.size(); ++f) {
    if (!start[f] || !meaning_.has_causes(f)) continue;
    const model::CausalMode mode = model_.features[f].mode;
    const bool lifted = restrictions_.features[f].domain_lifted;
    if (mode != model::CausalMode::only_if && !meaning_.if_part(f, *start[f], facts, lifted, {})) {
      for (std::size_t c = 0; c < in_vain_.size(); ++c) {
        const Cause& cause = meaning_.causes()[c];
        if (cause.feature != f) continue;
        in_vain_[c] =
            meaning_.body_holds(cause.body, facts) && !meaning_.in_head(cause, *start[f], lifted);
      }
    }
    unsupported_[f] =
        mode != model::CausalMode::if_ && !meaning_.only_if_part(f, *start[f], facts, lifted);
  }
  for (std::size_t d = 0; d < meaning_.denials().size(); ++d) {
    void_denial_.push_back(meaning_.denial_broken(d, facts));
  }
}

std::vector<path::Broken> Walk::start_breaks() const {
  using Kind = path::Broken::Kind;
  std::vector<path::Broken> all;
  for (std::size_t c = 0; c < in_vain_.size(); ++c) {
    const Cause& cause = meaning_.causes()[c];
    const model::FeatureId feature(cause.feature);
    if (in_vain_[c]) all.push_back({Kind::in_vain, static_cast<std::uint32_t>(c), feature});
    // The rules that could have supported the value.
    if (unsupported_[cause.feature] &&
        meaning_.in_head(cause, *start_[cause.feature],
                         restrictions_.features[cause.feature].domain_lifted)) {
      all.push_back({Kind::unsupported, static_cast<std::uint32_t>(c), feature});
    }
  }
  for (std::size_t d = 0; d < void_denial_.size(); ++d) {
    if (void_denial_[d]) {
      all.push_back({Kind::denial, static_cast<std::uint32_t>(d), std::nullopt});
    }
  }
  const auto place = [&](const path::Broken& broken) {
    return broken.kind == Kind::denial ? model_.denials[broken.rule].place
                                       : model_.causal_rules[broken.rule].place;
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return all;
}

bool Walk::obeys(std::size_t f, const Record& record, const Facts& facts) const {
  const Restrictions::OfFeature& of = restrictions_.features[f];
  if (!meaning_.has_causes(f) || of.causes_lifted || !record[f]) return true;
  const model::CausalMode mode = model_.features[f].mode;
  if (mode != model::CausalMode::only_if &&
      !meaning_.if_part(f, *record[f], facts, of.domain_lifted, in_vain_)) {
    return false;
  }
  if (mode == model::CausalMode::if_) return true;
  if (unsupported_[f] && same_value(model_.features[f], record[f], start_[f])) return true;
  return meaning_.only_if_part(f, *record[f], facts, of.domain_lifted);
}

bool Walk::consistent(const Record& record) const {
  const Facts facts = meaning_.facts(record);
  for (std::size_t f = 0; f < model_.features.size(); ++f) {
    if (!obeys(f, record, facts)) return false;
  }
  for (std::size_t d = 0; d < meaning_.denials().size(); ++d) {
    if (restrictions_.denial_binds[d] && !void_denial_[d] && meaning_.denial_broken(d, facts)) {
      return false;
    }
  }
  return true;
}

bool Walk::goal(const Record& record) const {
  if (!consistent(record)) return false;
  const Facts facts = meaning_.facts(record);
  if (facts.atoms[model_.undesired.index()]) return false;
  return !restrictions_.desired || facts.atoms[restrictions_.desired->index()];
}

std::vector<std::string> Walk::transition_faults(const Record& from, const Step& step) const {
  std::vector<std::string> faults;
  const auto fault = [&](std::size_t f, const std::string& what) {
    faults.push_back(model_.features[f].name + ": " + what);
  };
  if (step.direct.empty()) faults.push_back("a transition without a direct action");
  for (std::size_t f = 0; f < model_.features.size(); ++f) {
    const bool direct = step.direct.count(f) != 0;
    const bool effect = step.effects.count(f) != 0;
    const bool changed = !same_value(model_.features[f], from[f], step.state[f]);
    if (direct && effect) fault(f, "both set and moved");
    if (!direct && !effect) {
      if (changed) fault(f, "changed without being set or moved");
      continue;
    }
    if (!changed) {
      fault(f, "set or moved without a change");
      continue;
    }
    if (!step.state[f]) {
      fault(f, "becomes missing");
      continue;
    }
    if (!restrictions_.value_allowed(model_, f, *step.state[f])) fault(f, "value not allowed");
    if (!restrictions_.direction_allowed(model_, f, from[f], *step.state[f])) {
      fault(f, "direction not allowed");
    }
    if (direct && !restrictions_.settable(f, !from[f].has_value())) fault(f, "cannot be set");
    if (effect) {
      if (!restrictions_.movable(meaning_, f)) fault(f, "cannot be moved");
      if (!from[f]) fault(f, "an effect on a missing feature");
      Record kept = step.state;
      kept[f] = from[f];
      if (obeys(f, kept, meaning_.facts(kept))) fault(f, "an effect that nothing forces");
    }
  }
  if (!consistent(step.state)) faults.push_back("the state is not consistent");
  return faults;
}

const Record& Walk::before(const Steps& steps, std::size_t j) const {
  return j == 0 ? start_ : steps[j - 1].state;
}

std::vector<std::string> Walk::path_faults(const Steps& steps) const {
  std::vector<std::string> faults;
  std::set<std::size_t> used;
  for (std::size_t j = 0; j < steps.size(); ++j) {
    for (const std::string& fault : transition_faults(before(steps, j), steps[j])) {
      faults.push_back("transition " + std::to_string(j + 1) + ": " + fault);
    }
    for (std::size_t f : steps[j].direct) {
      if (!used.insert(f).second) faults.push_back(model_.features[f].name + ": set twice");
    }
    for (std::size_t i = 0; i <= j; ++i) {
      bool same = true;
      for (std::size_t f = 0; f < model_.features.size(); ++f) {
        same = same && same_value(model_.features[f], before(steps, i)[f], steps[j].state[f]);
      }
      if (same) faults.push_back("a state comes twice");
    }
    if (goal(before(steps, j))) faults.push_back("a goal state before the end");
  }
  if (!goal(steps.empty() ? start_ : steps.back().state)) {
    faults.push_back("the last state is no goal state");
  }
  if (restrictions_.max_length && steps.size() > *restrictions_.max_length) {
    faults.push_back("too many transitions");
  }
  return faults;
}

bool Walk::valid_with(const Steps& steps, std::size_t j, std::size_t f, const Value& value) const {
  Steps varied = steps;
  for (std::size_t k = j; k < steps.size(); ++k) {
    if (k > j && (steps[k].direct.count(f) || steps[k].effects.count(f))) break;
    varied[k].state[f] = value;
  }
  return path_faults(varied).empty();
}

bool Walk::supported_with(const Steps& steps, std::size_t j, std::size_t f,
                          const Value& value) const {
  if (!restrictions_.features[f].domain_lifted && !in_domain(model_.features[f], value)) {
    return false;
  }
  Record state = steps[j].state;
  state[f] = value;
  return obeys(f, state, meaning_.facts(state));
}

std::vector<Piece> Walk::pieces(const Steps& steps, std::size_t f) const {
  const model::Feature& feature = model_.features[f];
  if (!feature.numeric()) return cut(feature, false, {});
  std::vector<Number> critical = critical_numbers(meaning_, restrictions_, f, start_[f]);
  for (const Step& step : steps) {
    if (step.state[f]) critical.push_back(*step.state[f]->number);
  }
  return cut(feature, restrictions_.features[f].domain_lifted, critical);
}

path::ValueSet Walk::range(const Steps& steps, std::size_t j, std::size_t f) const {
  const std::vector<Piece> all = pieces(steps, f);
  std::vector<char> chosen;
  for (const Piece& piece : all) chosen.push_back(valid_with(steps, j, f, piece.sample));
  return gather(f, all, chosen, &*steps[j].state[f]);
}

path::ValueSet Walk::supported(const Steps& steps, std::size_t j, std::size_t f) const {
  const std::vector<Piece> all = pieces(steps, f);
  std::vector<char> chosen;
  for (const Piece& piece : all) chosen.push_back(supported_with(steps, j, f, piece.sample));
  return gather(f, all, chosen, nullptr);
}

bool Walk::certain(const Steps& steps, std::size_t j, std::size_t f) const {
  for (const Piece& piece : pieces(steps, f)) {
    if (supported_with(steps, j, f, piece.sample) && !valid_with(steps, j, f, piece.sample)) {
      return false;
    }
  }
  return true;
}

bool Walk::certain(const Steps& steps) const {
  for (std::size_t j = 0; j < steps.size(); ++j) {
    for (std::size_t f : steps[j].effects) {
      if (!certain(steps, j, f)) return false;
    }
  }
  return true;
}

std::vector<model::CausalRuleId> Walk::rules_at_work(const Steps& steps, std::size_t j,
                                                     std::size_t f) const {
  const Facts facts = meaning_.facts(steps[j].state);
  const bool lifted = restrictions_.features[f].domain_lifted;
  std::vector<model::CausalRuleId> rules;
  for (std::size_t r = 0; r < meaning_.causes().size(); ++r) {
    const Cause& cause = meaning_.causes()[r];
    if (cause.feature == f && meaning_.body_holds(cause.body, facts) &&
        meaning_.in_head(cause, *steps[j].state[f], lifted)) {
      rules.emplace_back(r);
    }
  }
  // No step rests on a rule that this record is known to break, if another one will do.
  std::vector<model::CausalRuleId> trusted;
  for (const model::CausalRuleId rule : rules) {
    if (!in_vain_[rule.index()]) trusted.push_back(rule);
  }
  if (!trusted.empty()) return trusted;
  if (!rules.empty() || !before(steps, j)[f]) return rules;
  for (std::size_t r = 0; r < meaning_.causes().size(); ++r) {
    const Cause& cause = meaning_.causes()[r];
    if (cause.feature == f && meaning_.in_head(cause, *before(steps, j)[f], lifted)) {
      rules.emplace_back(r);
    }
  }
  return rules;
}

Number Walk::cost(const Steps& steps) const {
  Number sum = 0;
  for (std::size_t j = 0; j < steps.size(); ++j) {
    for (std::size_t f : steps[j].direct) {
      sum += price_of_change(model_.features[f], restrictions_.features[f].price,
                             before(steps, j)[f], *steps[j].state[f]);
    }
  }
  return sum;
}

path::Path Walk::describe(const Steps& steps) const {
  path::Path result;
  result.cost = cost(steps);
  result.optimal = true;
  for (std::size_t j = 0; j < steps.size(); ++j) {
    path::Transition transition;
    const auto change = [&](std::size_t f) {
      path::Change c;
      c.feature = model::FeatureId(f);
      c.from = before(steps, j)[f];
      c.to = *steps[j].state[f];
      c.range = range(steps, j, f);
      return c;
    };
    for (std::size_t f : steps[j].direct) transition.actions.push_back(change(f));
    for (std::size_t f : meaning_.causal_order()) {
      if (!steps[j].effects.count(f)) continue;
      path::Effect effect;
      static_cast<path::Change&>(effect) = change(f);
      effect.supported = supported(steps, j, f);
      effect.certain = certain(steps, j, f);
      effect.rules = rules_at_work(steps, j, f);
      result.certain = result.certain && effect.certain;
      transition.effects.push_back(std::move(effect));
    }
    transition.state = steps[j].state;
    result.transitions.push_back(std::move(transition));
  }
  return result;
}

}  // namespace cogs::oracle
