// SPDX-License-Identifier: Apache-2.0
#include "explain/path_reasons.h"

#include <algorithm>
#include <map>

#include "explain/prove.h"
#include "path/check_state.h"
#include "path/check_walk.h"

namespace cogs::explain {

namespace {

namespace check = path::check;
using check::StateRules;
using check::StateView;
using check::Truth;
using model::Value;

// A state with what the rules say about it.
struct Seen {
  StateView view;
  Truth truth;

  Seen(const StateRules& rules, const Record& record) {
    for (const auto& value : record) view.push_back(value ? &*value : nullptr);
    rules.evaluate(view, truth);
  }
};

class PathReader {
 public:
  PathReader(const model::CompiledModel& compiled, const StateRules& rules, const Record& start,
             const path::Options& options, const path::Path& path)
      : compiled_(compiled),
        model_(*compiled.model),
        rules_(rules),
        start_(start),
        options_(options),
        path_(path),
        seen_start_(rules_, start),
        excuses_(rules_.excuses(seen_start_.view, seen_start_.truth)) {}

  StepReasons step(std::size_t i) const {
    StepReasons reasons;
    const Seen after(rules_, path_.transitions[i].state);
    reasons.undesired = after.truth[model_.undesired.index()] != 0;
    reasons.goal = !reasons.undesired && has_desired(after);
    reasons.rules = deciding_rules(after);
    const std::vector<Moment> walk = walk_without(i);
    reasons.without = walk.empty() ? before(i) : walk.back().state;
    reasons.needed = faults_at_end(reasons.without);
    const bool decided =
        !reasons.needed.empty() && reasons.needed.front().kind == Need::Kind::decision;
    if (decided) reasons.still_decided = prove(compiled_, reasons.without, model_.undesired);
    if (reasons.needed.empty()) {
      if (auto stuck = first_impossible(i, walk)) reasons.needed.push_back(std::move(*stuck));
    }
    return reasons;
  }

 private:
  // A step of the walk that leaves one out.
  struct Moment {
    std::size_t step;  // counted from 1, in the whole path
    Record state;
    std::vector<check::Role> roles;
  };

  const Record& before(std::size_t i) const {
    return i == 0 ? start_ : path_.transitions[i - 1].state;
  }

  bool has_desired(const Seen& seen) const {
    const auto desired = options_.desired ? options_.desired : model_.desired;
    return !desired || seen.truth[desired->index()];
  }

  std::vector<model::RuleId> deciding_rules(const Seen& seen) const {
    std::vector<model::RuleId> rules;
    for (std::size_t r = 0; r < model_.rules.size(); ++r) {
      const model::Rule& rule = model_.rules[r];
      if (rule.head == model_.undesired && rules_.body_holds(rule.body, seen.view, seen.truth)) {
        rules.emplace_back(r);
      }
    }
    return rules;
  }

  // Less what the record breaks from the start (semantics.md 3).
  bool obeys(FeatureId f, const Seen& seen) const {
    return rules_.fits(f, seen.view[f.index()], seen.view, seen.truth, excuses_);
  }

  bool respects(std::size_t denial, const Seen& seen) const {
    return rules_.respects(denial, seen.view, seen.truth, excuses_);
  }

  // The steps behind step i, taken from the state before it.
  std::vector<Moment> walk_without(std::size_t i) const {
    std::vector<Moment> walk;
    Record state = before(i);
    std::map<FeatureId, Value> effects;  // the values that they have on the path
    for (const path::Effect& effect : path_.transitions[i].effects) {
      effects.insert_or_assign(effect.feature, effect.to);
    }
    for (std::size_t j = i + 1; j < path_.transitions.size(); ++j) {
      const path::Transition& transition = path_.transitions[j];
      const Record old = state;
      Moment moment{j + 1, {}, std::vector<check::Role>(state.size(), check::Role::kept)};
      for (const path::Change& action : transition.actions) {
        state[action.feature.index()] = action.to;
        moment.roles[action.feature.index()] = check::Role::set;
      }
      for (const path::Effect& effect : transition.effects) {
        effects.insert_or_assign(effect.feature, effect.to);
      }
      for (const FeatureId f : rules_.causal_order()) {
        const auto effect = effects.find(f);
        if (effect == effects.end() || moment.roles[f.index()] == check::Role::set) continue;
        if (obeys(f, Seen(rules_, state))) continue;
        state[f.index()] = effect->second;
        moment.roles[f.index()] = check::Role::effect;
      }
      bool changed = false;
      for (std::size_t f = 0; f < state.size(); ++f) {
        if (state[f] == old[f]) moment.roles[f] = check::Role::kept;
        changed = changed || state[f] != old[f];
      }
      if (!changed) continue;
      moment.state = state;
      walk.push_back(std::move(moment));
    }
    return walk;
  }

  std::vector<Need> faults_at_end(const Record& end) const {
    const Seen seen(rules_, end);
    std::vector<Need> needs;
    if (seen.truth[model_.undesired.index()]) {
      needs.push_back({.kind = Need::Kind::decision, .rules = deciding_rules(seen)});
    }
    if (!has_desired(seen)) needs.push_back({.kind = Need::Kind::not_desired});
    for (Need& need : inconsistencies(seen)) needs.push_back(std::move(need));
    return needs;
  }

  std::vector<Need> inconsistencies(const Seen& seen) const {
    std::vector<Need> needs;
    for (const FeatureId f : rules_.causal_order()) {
      if (obeys(f, seen)) continue;
      needs.push_back({.kind = Need::Kind::causal_rules, .causes = broken(f, seen), .feature = f});
    }
    for (std::size_t d = 0; d < model_.denials.size(); ++d) {
      if (respects(d, seen)) continue;
      needs.push_back({.kind = Need::Kind::denial, .denials = {model::DenialId(d)}});
    }
    return needs;
  }

  // Rules whose body is true without their effect, else those that are for the value and have no
  // true body: which of the two it is depends on the mode.
  std::vector<model::CausalRuleId> broken(FeatureId f, const Seen& seen) const {
    std::vector<model::CausalRuleId> without_effect, without_cause;
    const auto& rules = rules_.causal_rules(f);
    const check::RuleSet& in_vain = excuses_.in_vain[f.index()];
    for (std::size_t r = 0; r < rules.size(); ++r) {
      const model::CausalRule* rule = rules[r];
      const model::CausalRuleId id(static_cast<std::size_t>(rule - model_.causal_rules.data()));
      const bool body = rules_.body_holds(rule->body, seen.view, seen.truth);
      const bool head = rules_.in_head(*rule, *seen.view[f.index()]);
      const bool owed = in_vain.empty() || !(in_vain[r / 64] >> r % 64 & 1);
      if (body && !head && owed) without_effect.push_back(id);
      if (!body && head) without_cause.push_back(id);
    }
    const bool forced = model_.feature(f).mode != model::CausalMode::only_if;
    return forced && !without_effect.empty() ? without_effect : without_cause;
  }

  // The first step of the walk without step i that is no transition.
  std::optional<Need> first_impossible(std::size_t i, const std::vector<Moment>& walk) const {
    check::Walk states(rules_, start_, options_);
    for (std::size_t j = 0; j < i; ++j) {
      const path::Transition& transition = path_.transitions[j];
      std::vector<check::Role> roles(start_.size(), check::Role::kept);
      for (const auto& action : transition.actions)
        roles[action.feature.index()] = check::Role::set;
      for (const auto& effect : transition.effects)
        roles[effect.feature.index()] = check::Role::effect;
      states.add(transition.state, std::move(roles));
    }
    for (const Moment& moment : walk) {
      states.add(moment.state, moment.roles);
      check::Walk::Faults faults;
      states.check_transition(states.last(), faults);
      if (faults.empty()) continue;
      Need need{.kind = Need::Kind::later_step, .step = moment.step};
      for (const Need& broken : inconsistencies(Seen(rules_, moment.state))) {
        need.causes.insert(need.causes.end(), broken.causes.begin(), broken.causes.end());
        need.denials.insert(need.denials.end(), broken.denials.begin(), broken.denials.end());
      }
      return need;
    }
    return std::nullopt;
  }

  const model::CompiledModel& compiled_;
  const Model& model_;
  const StateRules& rules_;
  const Record& start_;
  const path::Options& options_;
  const path::Path& path_;
  Seen seen_start_;
  check::Excuses excuses_;
};

}  // namespace

std::vector<StepReasons> path_reasons(const Model& model, const Record& start,
                                      const path::Options& options, const path::Path& path) {
  return path_reasons(model::compile(model), StateRules(model), start, options, path);
}

std::vector<StepReasons> path_reasons(const model::CompiledModel& compiled, const StateRules& rules,
                                      const Record& start, const path::Options& options,
                                      const path::Path& path) {
  const PathReader reader(compiled, rules, start, options, path);
  std::vector<StepReasons> reasons;
  for (std::size_t i = 0; i < path.transitions.size(); ++i) reasons.push_back(reader.step(i));
  return reasons;
}

}  // namespace cogs::explain
