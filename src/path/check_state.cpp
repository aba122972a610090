// SPDX-License-Identifier: Apache-2.0
#include "path/check_state.h"

#include <algorithm>
#include <compare>

namespace cogs::path::check {

using model::AtomTest;
using model::CausalMode;
using model::CausalRule;
using model::Comparison;
using model::Condition;
using model::FeatureTest;
using model::Literal;
using model::Rule;

namespace {

bool fits(Comparison comparison, std::strong_ordering order) {
  switch (comparison) {
    case Comparison::less: return order < 0;
    case Comparison::less_equal: return order <= 0;
    case Comparison::greater: return order > 0;
    case Comparison::greater_equal: return order >= 0;
    case Comparison::equal: return order == 0;
    case Comparison::not_equal: return order != 0;
  }
  return false;
}

// Atoms in an order in which everything that an atom depends on comes before it or in the same
// component (Tarjan 1972, with its own stack: chains of rules may be long).
class ComponentOrder {
 public:
  explicit ComponentOrder(const std::vector<std::vector<std::uint32_t>>& below)
      : below_(below), number_(below.size(), 0), low_(below.size(), 0), open_(below.size(), 0) {
    for (std::uint32_t atom = 0; atom < below.size(); ++atom) {
      if (number_[atom] == 0) walk(atom);
    }
  }
  const std::vector<std::vector<std::uint32_t>>& components() const { return components_; }

 private:
  struct Frame {
    std::uint32_t atom;
    std::size_t next;
  };

  void enter(std::uint32_t atom) {
    number_[atom] = low_[atom] = ++count_;
    open_[atom] = 1;
    waiting_.push_back(atom);
    frames_.push_back({atom, 0});
  }

  void walk(std::uint32_t root) {
    enter(root);
    while (!frames_.empty()) {
      const std::uint32_t atom = frames_.back().atom;
      if (frames_.back().next < below_[atom].size()) {
        const std::uint32_t other = below_[atom][frames_.back().next++];
        if (number_[other] == 0) {
          enter(other);
        } else if (open_[other]) {
          low_[atom] = std::min(low_[atom], number_[other]);
        }
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) {
        std::uint32_t& parent = low_[frames_.back().atom];
        parent = std::min(parent, low_[atom]);
      }
      if (low_[atom] == number_[atom]) close(atom);
    }
  }

  void close(std::uint32_t root) {
    components_.emplace_back();
    std::uint32_t atom = 0;
    do {
      atom = waiting_.back();
      waiting_.pop_back();
      open_[atom] = 0;
      components_.back().push_back(atom);
    } while (atom != root);
  }

  const std::vector<std::vector<std::uint32_t>>& below_;
  std::vector<std::uint32_t> number_, low_, waiting_;
  std::vector<char> open_;
  std::vector<Frame> frames_;
  std::uint32_t count_ = 0;
  std::vector<std::vector<std::uint32_t>> components_;
};

}  // namespace

std::optional<std::size_t> place_in(const model::Feature& feature, const Value& value) {
  if (feature.numeric() || !feature.set().ordered) return std::nullopt;
  const auto& values = feature.set().values;
  const auto at = std::find_if(values.begin(), values.end(), [&](const model::SetValue& each) {
    return each.value.text == value.text;
  });
  if (at == values.end()) return std::nullopt;
  return static_cast<std::size_t>(at - values.begin());
}

bool satisfies(const model::Feature& feature, const Value& value, const Condition& condition) {
  const Comparison comparison = condition.comparison;
  const bool equality = comparison == Comparison::equal || comparison == Comparison::not_equal;
  if (equality && !feature.numeric()) {
    const bool equal = value.text == condition.constant.text;
    return (equal == (comparison == Comparison::equal)) != condition.negated;
  }
  if (!feature.numeric() && feature.set().ordered) {
    const auto here = place_in(feature, value), there = place_in(feature, condition.constant);
    return here && there && fits(comparison, *here <=> *there) != condition.negated;
  }
  if (!value.number || !condition.constant.number) {
    return equality && ((comparison == Comparison::not_equal) != condition.negated);
  }
  return fits(comparison, *value.number <=> *condition.constant.number) != condition.negated;
}

StateRules::StateRules(const model::Model& model) : model_(&model) {
  causal_.resize(model.features.size());
  for (const CausalRule& rule : model.causal_rules) causal_[rule.feature.index()].push_back(&rule);
  order_rules();
  collect_thresholds();

  rule_mentions_.resize(model.features.size());
  for (std::size_t f = 0; f < causal_.size(); ++f) {
    if (causal_[f].empty()) continue;
    std::vector<const std::vector<Literal>*> bodies;
    for (const CausalRule* rule : causal_[f]) bodies.push_back(&rule->body);
    rule_mentions_[f] = features_below(bodies);
  }
  for (const model::Denial& denial : model.denials) {
    denial_mentions_.push_back(features_below({&denial.body}));
  }
  order_causes();
  classify_values();
}

void StateRules::order_causes() {
  std::vector<char> listed(causal_.size(), 0);
  for (std::size_t f = 0; f < causal_.size(); ++f) listed[f] = causal_[f].empty();
  for (std::size_t f = 0; f < causal_.size(); ++f) {
    const auto ready = [&](std::size_t g) {
      return !listed[g] && std::all_of(rule_mentions_[g].begin(), rule_mentions_[g].end(),
                                       [&](FeatureId cause) { return listed[cause.index()]; });
    };
    if (!ready(f)) continue;
    listed[f] = 1;
    causal_order_.emplace_back(f);
    f = static_cast<std::size_t>(-1);  // from the first declared again
  }
}

void StateRules::classify_values() {
  head_classes_.resize(causal_.size());
  for (std::size_t f = 0; f < causal_.size(); ++f) {
    if (causal_[f].empty()) continue;
    const model::Feature& feature = model_->features[f];
    std::vector<Value> values;
    if (!feature.numeric()) {
      for (const model::SetValue& each : feature.set().values) values.push_back(each.value);
    } else {
      // The numbers that heads compare with, what lies between them, and both sides beyond.
      std::vector<Number> cuts;
      for (const CausalRule* rule : causal_[f]) {
        for (const Condition& condition : rule->head) cuts.push_back(*condition.constant.number);
      }
      if (feature.numbers().low) cuts.push_back(*feature.numbers().low);
      if (feature.numbers().high) cuts.push_back(*feature.numbers().high);
      if (cuts.empty()) cuts.push_back(0);
      std::sort(cuts.begin(), cuts.end());
      const auto add = [&](const Number& number) { values.push_back({{}, number}); };
      add(cuts.front().floor() - 1);
      for (std::size_t i = 0; i < cuts.size(); ++i) {
        add(cuts[i]);
        if (feature.numbers().integer) {
          add(cuts[i].floor());
          add(cuts[i].floor() + 1);
          add(cuts[i].ceil() - 1);
        } else if (i > 0) {
          add((cuts[i - 1] + cuts[i]) / 2);
        }
      }
      add(cuts.back().ceil() + 1);
    }
    auto& classes = head_classes_[f];
    for (const Value& value : values) {
      if (in_domain(FeatureId(f), value)) classes.push_back(heads(FeatureId(f), value));
    }
    std::sort(classes.begin(), classes.end());
    classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  }
}

void StateRules::order_rules() {
  const std::size_t atoms = model_->atoms.size();
  rules_of_atom_.resize(atoms);
  rules_on_atom_.resize(atoms);
  rules_on_feature_.resize(model_->features.size());
  std::vector<std::vector<std::uint32_t>> below(atoms);
  std::vector<char> loops(atoms, 0);
  for (std::uint32_t r = 0; r < model_->rules.size(); ++r) {
    const Rule& rule = model_->rules[r];
    const auto head = rule.head.value;
    rules_of_atom_[head].push_back(r);
    for (const Literal& literal : rule.body) {
      if (const auto* test = std::get_if<AtomTest>(&literal)) {
        below[head].push_back(test->atom.value);
        rules_on_atom_[test->atom.index()].push_back(r);
        if (test->atom.value == head) loops[head] = 1;
      } else {
        rules_on_feature_[std::get<FeatureTest>(literal).feature.index()].push_back(r);
      }
    }
  }
  list_score_uses();
  for (std::uint32_t a = 0; a < atoms; ++a) {
    for (const AtomId scored : scores_on_atom_[a]) below[scored.index()].push_back(a);
  }
  const ComponentOrder order(below);
  for (const auto& atoms_of : order.components()) {
    if (model_->atoms[atoms_of.front()].score) {
      components_.push_back({{}, false, AtomId(atoms_of.front())});
      continue;
    }
    Component component;
    component.recursive = atoms_of.size() > 1 || loops[atoms_of.front()];
    for (std::uint32_t atom : atoms_of) {
      const auto& rules = rules_of_atom_[atom];
      component.rules.insert(component.rules.end(), rules.begin(), rules.end());
    }
    if (!component.rules.empty()) components_.push_back(std::move(component));
  }
}

Dependents StateRules::dependents(FeatureId feature) const {
  Dependents result;
  std::vector<char> rule_seen(model_->rules.size(), 0), atom_seen(model_->atoms.size(), 0);
  const auto reach_atom = [&](AtomId atom) {
    if (atom_seen[atom.index()]) return;
    atom_seen[atom.index()] = 1;
    result.atoms.push_back(atom);
  };
  const auto reach = [&](const std::vector<std::uint32_t>& rules) {
    for (std::uint32_t r : rules) {
      rule_seen[r] = 1;
      reach_atom(model_->rules[r].head);
    }
  };
  reach(rules_on_feature_[feature.index()]);
  for (const AtomId scored : scores_on_feature_[feature.index()]) reach_atom(scored);
  for (std::size_t next = 0; next < result.atoms.size(); ++next) {
    const std::size_t atom = result.atoms[next].index();
    reach(rules_on_atom_[atom]);
    for (const AtomId scored : scores_on_atom_[atom]) reach_atom(scored);
  }
  for (const Component& component : components_) {
    if (component.scored) {
      if (atom_seen[component.scored->index()]) result.rules.push_back(component);
      continue;
    }
    Component part;
    part.recursive = component.recursive;
    for (std::uint32_t r : component.rules) {
      if (rule_seen[r]) {
        part.rules.push_back(r);
      } else if (atom_seen[model_->rules[r].head.index()]) {
        result.other_rules.push_back(r);
      }
    }
    if (!part.rules.empty()) result.rules.push_back(std::move(part));
  }
  const auto mentioned = [&](const std::vector<FeatureId>& features) {
    return std::find(features.begin(), features.end(), feature) != features.end();
  };
  for (std::size_t f = 0; f < rule_mentions_.size(); ++f) {
    if (mentioned(rule_mentions_[f])) result.causal_features.emplace_back(f);
  }
  for (std::size_t d = 0; d < denial_mentions_.size(); ++d) {
    if (mentioned(denial_mentions_[d])) result.denials.push_back(d);
  }
  return result;
}

void StateRules::collect_thresholds() {
  thresholds_.resize(model_->features.size());
  const auto add = [&](FeatureId feature, const std::vector<Condition>& conditions) {
    if (!model_->feature(feature).numeric()) return;
    for (const Condition& condition : conditions) {
      if (condition.constant.number) {
        thresholds_[feature.index()].push_back(*condition.constant.number);
      }
    }
  };
  const auto add_body = [&](const std::vector<Literal>& body) {
    for (const Literal& literal : body) {
      if (const auto* test = std::get_if<FeatureTest>(&literal))
        add(test->feature, test->conditions);
    }
  };
  for (const Rule& rule : model_->rules) add_body(rule.body);
  for (const CausalRule& rule : model_->causal_rules) {
    add(rule.feature, rule.head);
    add_body(rule.body);
  }
  for (const model::Denial& denial : model_->denials) add_body(denial.body);
  for (const model::Score& score : model_->scores) {
    for (const model::Contribution& each : score.contributions) add_body(each.body);
    for (const FeatureTest& test : score.tests) add(test.feature, test.conditions);
  }
  for (auto& numbers : thresholds_) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  }
}

std::vector<FeatureId> StateRules::features_below(
    const std::vector<const std::vector<Literal>*>& bodies) const {
  std::vector<char> feature_seen(model_->features.size(), 0), atom_seen(model_->atoms.size(), 0);
  std::vector<const std::vector<Literal>*> open = bodies;
  while (!open.empty()) {
    const auto* body = open.back();
    open.pop_back();
    for (const Literal& literal : *body) {
      if (const auto* test = std::get_if<FeatureTest>(&literal)) {
        feature_seen[test->feature.index()] = 1;
      } else {
        const std::size_t atom = std::get<AtomTest>(literal).atom.index();
        if (atom_seen[atom]) continue;
        atom_seen[atom] = 1;
        for (std::uint32_t r : rules_of_atom_[atom]) open.push_back(&model_->rules[r].body);
        if (const model::Score* score = model_->score_of(AtomId(atom))) {
          for (const model::Contribution& each : score->contributions) open.push_back(&each.body);
          for (const FeatureTest& each : score->tests) feature_seen[each.feature.index()] = 1;
        }
      }
    }
  }
  std::vector<FeatureId> features;
  for (std::size_t f = 0; f < feature_seen.size(); ++f) {
    if (feature_seen[f]) features.emplace_back(f);
  }
  return features;
}

bool StateRules::literal_holds(const Literal& literal, const StateView& state,
                               const Truth& truth) const {
  if (const auto* atom = std::get_if<AtomTest>(&literal)) {
    return (truth[atom->atom.index()] != 0) != atom->negated;
  }
  return test_holds(std::get<FeatureTest>(literal), state);
}

bool StateRules::test_holds(const FeatureTest& test, const StateView& state) const {
  const Value* value = state[test.feature.index()];
  bool all = value != nullptr;
  if (all) {
    const model::Feature& feature = model_->feature(test.feature);
    for (const Condition& condition : test.conditions) {
      if (!satisfies(feature, *value, condition)) {
        all = false;
        break;
      }
    }
  }
  return all != test.negated;
}

bool StateRules::body_holds(const std::vector<Literal>& body, const StateView& state,
                            const Truth& truth) const {
  for (const Literal& literal : body) {
    if (!literal_holds(literal, state, truth)) return false;
  }
  return true;
}

void StateRules::evaluate(const StateView& state, Truth& truth) const {
  truth.assign(model_->atoms.size(), 0);
  ScoreMemo memo;
  memo.scores.resize(model_->scores.size());
  apply(components_, state, truth, memo);
}

ScoreMemo StateRules::memo(FeatureId varies) const {
  ScoreMemo memo;
  memo.varies = varies;
  memo.scores.resize(model_->scores.size());
  return memo;
}

void StateRules::apply(const std::vector<Component>& components, const StateView& state,
                       Truth& truth, ScoreMemo& memo) const {
  for (ScoreMemo::Trees& trees : memo.scores) trees.fresh = false;
  for (const Component& component : components) {
    if (component.scored) {
      truth[component.scored->index()] = score_holds(*component.scored, state, truth, memo);
      continue;
    }
    bool changed = true;
    while (changed) {
      changed = false;
      for (std::uint32_t r : component.rules) {
        const Rule& rule = model_->rules[r];
        char& head = truth[rule.head.index()];
        if (!head && body_holds(rule.body, state, truth)) {
          head = 1;
          changed = component.recursive;
        }
      }
    }
  }
}

bool StateRules::same(FeatureId feature, const Value* a, const Value* b) const {
  if (!a || !b) return a == b;
  if (!model_->feature(feature).numeric()) return a->text == b->text;
  return a->number && b->number && *a->number == *b->number;
}

bool StateRules::in_domain(FeatureId feature, const Value& value) const {
  const model::Feature& declared = model_->feature(feature);
  if (declared.numeric()) {
    const model::NumericDomain& domain = declared.numbers();
    return value.number && !(domain.integer && !value.number->is_integer()) &&
           !(domain.low && *value.number < *domain.low) &&
           !(domain.high && *value.number > *domain.high);
  }
  const auto& values = declared.set().values;
  return std::any_of(values.begin(), values.end(),
                     [&](const model::SetValue& each) { return each.value.text == value.text; });
}

bool StateRules::in_head(const CausalRule& rule, const Value& value) const {
  const model::Feature& feature = model_->feature(rule.feature);
  for (const Condition& condition : rule.head) {
    if (!satisfies(feature, value, condition)) return false;
  }
  return in_domain(rule.feature, value);
}

RuleSet StateRules::heads(FeatureId feature, const Value& value) const {
  const auto& rules = causal_[feature.index()];
  RuleSet set((rules.size() + 63) / 64, 0);
  for (std::size_t r = 0; r < rules.size(); ++r) {
    if (in_head(*rules[r], value)) set[r / 64] |= std::uint64_t{1} << r % 64;
  }
  return set;
}

bool StateRules::meets(FeatureId feature, const Value& value, const RuleSet& owed) const {
  const auto empty = [](std::uint64_t word) { return word == 0; };
  if (std::all_of(owed.begin(), owed.end(), empty)) return true;
  RuleSet own = heads(feature, value);
  for (std::size_t w = 0; w < own.size(); ++w) own[w] &= owed[w];
  if (std::all_of(own.begin(), own.end(), empty)) return false;
  for (const RuleSet& other : head_classes_[feature.index()]) {
    bool all = true, more = false;
    for (std::size_t w = 0; w < own.size(); ++w) {
      all = all && (own[w] & ~other[w]) == 0;
      more = more || (other[w] & owed[w] & ~own[w]) != 0;
    }
    if (all && more) return false;
  }
  return true;
}

bool StateRules::fits(FeatureId feature, const Value* value, const StateView& state,
                      const Truth& truth, const Excuses& excuses) const {
  const auto& rules = causal_[feature.index()];
  if (!value || rules.empty()) return true;
  const CausalMode mode = model_->feature(feature).mode;
  RuleSet owed((rules.size() + 63) / 64, 0);
  bool covered = false, supported = false;
  for (std::size_t r = 0; r < rules.size(); ++r) {
    const bool body = body_holds(rules[r]->body, state, truth);
    if (body) owed[r / 64] |= std::uint64_t{1} << r % 64;
    if (mode == CausalMode::if_ || supported) continue;
    const bool head = in_head(*rules[r], *value);
    covered = covered || head;
    supported = head && body;
  }
  if (covered && !supported) {
    const Value* excused =
        excuses.unsupported.empty() ? nullptr : excuses.unsupported[feature.index()];
    if (!excused || !same(feature, excused, value)) return false;
  }
  if (mode == CausalMode::only_if) return true;
  if (!excuses.in_vain.empty() && !excuses.in_vain[feature.index()].empty()) {
    const RuleSet& in_vain = excuses.in_vain[feature.index()];
    for (std::size_t w = 0; w < owed.size(); ++w) owed[w] &= ~in_vain[w];
  }
  return meets(feature, *value, owed);
}

bool StateRules::respects(std::size_t denial, const StateView& state, const Truth& truth,
                          const Excuses& excuses) const {
  if (!excuses.void_denial.empty() && excuses.void_denial[denial]) return true;
  return !body_holds(model_->denials[denial].body, state, truth);
}

Excuses StateRules::excuses(const StateView& start, const Truth& truth) const {
  Excuses result;
  result.in_vain.resize(causal_.size());
  result.unsupported.assign(causal_.size(), nullptr);
  for (const FeatureId feature : causal_order_) {
    const std::size_t f = feature.index();
    const Value* value = start[f];
    if (!value) continue;
    const RuleSet own = heads(feature, *value);
    RuleSet holding(own.size(), 0);
    for (std::size_t r = 0; r < causal_[f].size(); ++r) {
      if (body_holds(causal_[f][r]->body, start, truth)) {
        holding[r / 64] |= std::uint64_t{1} << r % 64;
      }
    }
    bool covered = false, supported = false;
    for (std::size_t w = 0; w < own.size(); ++w) {
      covered = covered || own[w] != 0;
      supported = supported || (own[w] & holding[w]) != 0;
    }
    const CausalMode mode = model_->feature(feature).mode;
    if (mode != CausalMode::if_ && covered && !supported) result.unsupported[f] = value;
    if (mode == CausalMode::only_if || meets(feature, *value, holding)) continue;
    for (std::size_t w = 0; w < own.size(); ++w) holding[w] &= ~own[w];
    result.in_vain[f] = std::move(holding);
  }
  for (const model::Denial& denial : model_->denials) {
    result.void_denial.push_back(body_holds(denial.body, start, truth));
  }
  return result;
}

std::vector<Broken> StateRules::breaks(const StateView& start, const Truth& truth) const {
  const Excuses all = excuses(start, truth);
  std::vector<Broken> broken;
  for (std::size_t f = 0; f < causal_.size(); ++f) {
    for (std::size_t r = 0; r < causal_[f].size(); ++r) {
      const CausalRule& rule = *causal_[f][r];
      const auto note = [&](Broken::Kind kind) {
        const auto index = &rule - model_->causal_rules.data();
        broken.push_back({kind, static_cast<std::uint32_t>(index), FeatureId(f)});
      };
      const RuleSet& in_vain = all.in_vain[f];
      if (!in_vain.empty() && (in_vain[r / 64] >> r % 64 & 1)) note(Broken::Kind::in_vain);
      if (all.unsupported[f] && in_head(rule, *start[f])) note(Broken::Kind::unsupported);
    }
  }
  for (std::size_t d = 0; d < all.void_denial.size(); ++d) {
    if (!all.void_denial[d]) continue;
    broken.push_back({Broken::Kind::denial, static_cast<std::uint32_t>(d), std::nullopt});
  }
  const auto place = [&](const Broken& each) {
    return each.kind == Broken::Kind::denial ? model_->denials[each.rule].place
                                             : model_->causal_rules[each.rule].place;
  };
  std::stable_sort(broken.begin(), broken.end(),
                   [&](const Broken& a, const Broken& b) { return place(a) < place(b); });
  return broken;
}

}  // namespace cogs::path::check
