// SPDX-License-Identifier: Apache-2.0
//
// Two stages. First the path itself: shape, transitions, goals, cost. Only a path that passes is
// asked the second question, whether its claims about other values (range, supported, certain)
// are true, because these speak of paths that differ from it in one value.
//
// For the second stage it is enough to try finitely many values of a numeric feature: the
// numbers that a condition, a bound or the path itself names for it, and one value between any
// two of these. All values in between behave alike.
#include "path/verify.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "path/check_price.h"
#include "path/check_vary.h"
#include "path/check_walk.h"
#include "path/places.h"

namespace cogs::path {

using check::Role;
using check::StateRules;
using check::Variation;
using check::Walk;
using model::Interval;

namespace {

using Faults = std::vector<std::string>;

// Values of a feature that stand for all: see the head of this file. The text stays empty for
// numbers, which nobody reads.
std::vector<Value> samples(const StateRules& rules, const Walk& walk, FeatureId feature,
                           const ValueSet& claimed) {
  const model::Feature& declared = rules.model().feature(feature);
  std::vector<Value> values;
  if (!declared.numeric()) {
    for (const model::SetValue& each : declared.set().values) values.push_back(each.value);
    return values;
  }
  const model::NumericDomain& domain = declared.numbers();
  std::vector<Number> cuts = rules.thresholds(feature);
  const auto cut = [&](const std::optional<Number>& number) {
    if (number) cuts.push_back(*number);
  };
  cut(domain.low);
  cut(domain.high);
  cut(walk.permission(feature).low);
  cut(walk.permission(feature).high);
  for (std::size_t i = 0; i <= walk.last(); ++i) {
    if (const Value* value = walk.state(i)[feature.index()]) cut(value->number);
  }
  if (const auto* intervals = std::get_if<std::vector<Interval>>(&claimed)) {
    for (const Interval& interval : *intervals) {
      cut(interval.low);
      cut(interval.high);
    }
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());

  const auto add = [&](const Number& number) {
    if (values.empty() || *values.back().number < number) values.push_back({{}, number});
  };
  if (domain.integer) {
    for (const Number& number : cuts) {
      add(number.ceil() - 1);
      if (number.is_integer()) add(number);
      add(number.floor() + 1);
    }
  } else {
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      add(i == 0 ? cuts[i] - 1 : (cuts[i - 1] + cuts[i]) / 2);
      add(cuts[i]);
    }
    if (!cuts.empty()) add(cuts.back() + 1);
  }
  return values;
}

bool contains(const ValueSet& set, const Value& value) {
  if (const auto* intervals = std::get_if<std::vector<Interval>>(&set)) {
    return value.number &&
           std::any_of(intervals->begin(), intervals->end(),
                       [&](const Interval& i) { return i.contains(*value.number); });
  }
  const auto& values = std::get<std::vector<Value>>(set);
  return std::find(values.begin(), values.end(), value) != values.end();
}

std::string words(const Value& value) {
  return value.text.empty() && value.number ? value.number->text() : value.text;
}

// Checks one path; throws its notes away afterwards.
class Check {
 public:
  Check(const StateRules& rules, const Record& start, const Options& options, const Path& path)
      : rules_(rules), model_(rules.model()), start_(start), options_(options), path_(path) {}

  Faults run() {
    if (!shapes_fit()) return std::move(faults_);
    Walk walk(rules_, start_, options_);
    for (std::size_t i = 1; i <= path_.transitions.size(); ++i) {
      walk.add(path_.transitions[i - 1].state, roles(i));
    }
    check_path(walk);
    if (faults_.empty()) check_claims(walk);
    return std::move(faults_);
  }

 private:
  const std::string& name(FeatureId feature) const { return model_.feature(feature).name; }
  static std::string at(std::size_t i) { return "transition " + std::to_string(i) + ": "; }

  bool record_fits(const Record& record, const std::string& where) {
    if (record.size() != model_.features.size()) {
      faults_.push_back(where + "the state has " + std::to_string(record.size()) + " values for " +
                        std::to_string(model_.features.size()) + " features");
      return false;
    }
    bool ok = true;
    for (std::size_t f = 0; f < record.size(); ++f) {
      if (!record[f] || !model_.features[f].numeric() || record[f]->number) continue;
      faults_.push_back(where + model_.features[f].name + " = " + record[f]->text +
                        " is not a number");
      ok = false;
    }
    return ok;
  }

  bool shapes_fit() {
    bool ok = record_fits(start_, "start: ");
    for (std::size_t i = 1; i <= path_.transitions.size(); ++i) {
      const Transition& transition = path_.transitions[i - 1];
      ok = record_fits(transition.state, at(i)) && ok;
      const auto known = [&](const Change& change) {
        return change.feature.index() < model_.features.size();
      };
      if (!std::all_of(transition.actions.begin(), transition.actions.end(), known) ||
          !std::all_of(transition.effects.begin(), transition.effects.end(), known)) {
        faults_.push_back(at(i) + "a change names a feature that the model does not have");
        ok = false;
      }
    }
    if (path_.transitions.empty()) {
      faults_.push_back("the path has no transitions");
      ok = false;
    }
    return ok;
  }

  std::vector<Role> roles(std::size_t i) {
    std::vector<Role> roles(model_.features.size(), Role::kept);
    const auto note = [&](const Change& change, Role role) {
      Role& noted = roles[change.feature.index()];
      if (noted != Role::kept) {
        faults_.push_back(at(i) + name(change.feature) + " is listed twice");
      }
      noted = role;
    };
    for (const Change& action : path_.transitions[i - 1].actions) note(action, Role::set);
    for (const Effect& effect : path_.transitions[i - 1].effects) note(effect, Role::effect);
    return roles;
  }

  void check_path(const Walk& walk) {
    std::vector<std::size_t> set_in(model_.features.size(), 0);
    Number cost;
    if (walk.goal(0)) faults_.push_back("the start is a goal state already");
    for (std::size_t i = 1; i <= walk.last(); ++i) {
      const Transition& transition = path_.transitions[i - 1];
      for (const Change& action : transition.actions) {
        check_ends(walk, i, action);
        check_priced(walk, i, action.feature);
        cost += price_of(walk, i, action.feature);
        std::size_t& before = set_in[action.feature.index()];
        if (before != 0 && before != i) {
          faults_.push_back(at(i) + name(action.feature) +
                            " is set directly a second time, after transition " +
                            std::to_string(before));
        }
        before = i;
      }
      for (const Effect& effect : transition.effects) check_ends(walk, i, effect);
      check_order(i);
      walk.check_transition(i, faults_);
      walk.check_distinct(i, faults_);
      if (const std::string fault = rules_.deployed_fault(walk.state(i), walk.truth(i));
          !fault.empty()) {
        faults_.push_back(at(i) + fault);
      }
      if (i < walk.last() && walk.goal(i)) {
        faults_.push_back(at(i) + "the state is a goal state, but the path goes on");
      }
    }
    if (!walk.goal(walk.last())) {
      faults_.push_back(at(walk.last()) + "the last state is not a goal state");
    }
    if (cost != path_.cost) {
      faults_.push_back("the cost is " + cost.text() + " and not " + path_.cost.text());
    }
    if (options_.max_length && walk.last() > *options_.max_length) {
      faults_.push_back("the path has " + std::to_string(walk.last()) +
                        " transitions, --max-length permits " +
                        std::to_string(*options_.max_length));
    }
  }

  // From missing there is a price by distance only where the domain has a largest distance.
  void check_priced(const Walk& walk, std::size_t i, FeatureId id) {
    const model::Feature& feature = model_.feature(id);
    const model::Price& price = *walk.permission(id).price;
    if (walk.state(i - 1)[id.index()] || !feature.numeric()) return;
    const bool endless = !feature.numbers().low || !feature.numbers().high;
    if (endless && (price.up.rate.sign() != 0 || price.down.rate.sign() != 0)) {
      faults_.push_back(at(i) + name(id) +
                        " is set from missing, which has no price: its domain "
                        "has no end");
    }
  }

  Number price_of(const Walk& walk, std::size_t i, FeatureId feature) const {
    const Value* to = walk.state(i)[feature.index()];
    if (!to) return 0;  // said elsewhere
    return check::price(model_.feature(feature), *walk.permission(feature).price,
                        walk.state(i - 1)[feature.index()], *to);
  }

  // Actions as declared, effects causes first.
  void check_order(std::size_t i) {
    const Transition& transition = path_.transitions[i - 1];
    const auto& order = rules_.causal_order();
    const auto place = [&](const Change& change) {
      return std::find(order.begin(), order.end(), change.feature);
    };
    const auto& actions = transition.actions;
    const auto& effects = transition.effects;
    if (!std::is_sorted(actions.begin(), actions.end(),
                        [](const auto& a, const auto& b) { return a.feature < b.feature; })) {
      faults_.push_back(at(i) + "the actions are not in the order of declaration");
    }
    if (!std::is_sorted(effects.begin(), effects.end(),
                        [&](const auto& a, const auto& b) { return place(a) < place(b); })) {
      faults_.push_back(at(i) + "the effects are not in causal order");
    }
  }

  void check_ends(const Walk& walk, std::size_t i, const Change& change) {
    const std::size_t f = change.feature.index();
    if (!rules_.same(change.feature, walk.state(i - 1)[f], change.from ? &*change.from : nullptr)) {
      faults_.push_back(at(i) + "`from` of " + name(change.feature) +
                        " is not its value in the state before");
    }
    if (!rules_.same(change.feature, walk.state(i)[f], &change.to)) {
      faults_.push_back(at(i) + "`to` of " + name(change.feature) +
                        " is not its value in the new state");
    }
  }

  void check_claims(Walk& walk) {
    bool certain = true;
    for (std::size_t i = 1; i <= walk.last(); ++i) {
      const Transition& transition = path_.transitions[i - 1];
      for (const Change& action : transition.actions) {
        Variation variation(walk, i, action.feature);
        check_range(walk, i, action, variation);
      }
      for (const Effect& effect : transition.effects) {
        Variation variation(walk, i, effect.feature);
        check_range(walk, i, effect, variation);
        check_effect(walk, i, effect, variation);
        certain = certain && effect.certain;
      }
    }
    if (certain != path_.certain) {
      faults_.push_back(certain ? "the path is called uncertain but all its effects are certain"
                                : "the path is called certain but has an effect that is not");
    }
    if (options_.certain && !path_.certain) {
      faults_.push_back("the path is not certain, which --certain asks for");
    }
  }

  // Same kind of set as the domain, and nothing in it that the domain does not have.
  bool set_fits(std::size_t i, FeatureId feature, const ValueSet& set, const char* what) {
    const bool numeric = model_.feature(feature).numeric();
    bool ok = numeric == std::holds_alternative<std::vector<Interval>>(set);
    if (ok && !numeric) {
      const auto& values = std::get<std::vector<Value>>(set);
      for (auto v = values.begin(); v != values.end(); ++v) {
        ok = ok && rules_.in_domain(feature, *v) && std::find(values.begin(), v, *v) == v;
      }
    }
    if (!ok) {
      faults_.push_back(at(i) + "`" + what + "` of " + name(feature) +
                        " is not a set of values of its domain");
    }
    return ok;
  }

  void expect(bool claimed, bool right, std::size_t i, const Change& change, const Value& value,
              const char* what, const char* why) {
    if (claimed == right) return;
    faults_.push_back(at(i) + "`" + what + "` of " + name(change.feature) +
                      (claimed ? " holds " : " lacks ") + words(value) +
                      (claimed ? ", which does not " : ", which does ") + why);
  }

  void check_range(const Walk& walk, std::size_t i, const Change& change, Variation& variation) {
    if (!set_fits(i, change.feature, change.range, "range")) return;
    if (!contains(change.range, change.to)) {
      faults_.push_back(at(i) + "`range` of " + name(change.feature) + " lacks the value itself");
      return;
    }
    // True when the walk outwards may go on: the value does as well.
    const auto does = [&](const Value& value) {
      const bool right =
          rules_.same(change.feature, &value, &change.to) || variation.still_path(value);
      expect(contains(change.range, value), right, i, change, value, "range", "do as well");
      return right;
    };
    const std::vector<Value> tries = samples(rules_, walk, change.feature, change.range);
    if (!model_.feature(change.feature).numeric()) {
      for (const Value& value : tries) does(value);
      return;
    }
    if (std::get<std::vector<Interval>>(change.range).size() != 1) {
      faults_.push_back(at(i) + "`range` of " + name(change.feature) + " is not one interval");
      return;
    }
    const auto here = std::find_if(tries.begin(), tries.end(), [&](const Value& value) {
      return *value.number >= *change.to.number;
    });
    for (auto up = here; up != tries.end() && does(*up);) ++up;
    for (auto down = here; down != tries.begin() && does(*(down - 1));) --down;
  }

  void check_effect(const Walk& walk, std::size_t i, const Effect& effect, Variation& variation) {
    if (!set_fits(i, effect.feature, effect.supported, "supported")) return;
    bool certain = true;
    for (const Value& value : samples(rules_, walk, effect.feature, effect.supported)) {
      const bool supported =
          rules_.in_domain(effect.feature, value) && walk.fits(i, effect.feature, &value);
      expect(contains(effect.supported, value), supported, i, effect, value, "supported",
             "fit its causal rules");
      certain = certain && (!supported || rules_.same(effect.feature, &value, &effect.to) ||
                            variation.still_path(value));
    }
    if (certain != effect.certain) {
      faults_.push_back(
          at(i) + "the effect on " + name(effect.feature) +
          (certain ? " is called uncertain but is certain" : " is called certain but is not"));
    }
    std::vector<std::uint32_t> lines = lines_at_work(walk, i, effect);
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    if (lines != lines_of(model_, effect.rules)) {
      faults_.push_back(at(i) + "the rules named for the effect on " + name(effect.feature) +
                        " are not those at work");
    }
  }

  // The rules that support the new value, those that fired in vain only if there are no others;
  // where none does, those that the old value has lost.
  std::vector<std::uint32_t> lines_at_work(const Walk& walk, std::size_t i, const Effect& effect) {
    std::vector<std::uint32_t> lines, vain_lines;
    const auto& rules = rules_.causal_rules(effect.feature);
    for (std::size_t r = 0; r < rules.size(); ++r) {
      if (rules_.in_head(*rules[r], effect.to) &&
          rules_.body_holds(rules[r]->body, walk.state(i), walk.truth(i))) {
        (walk.in_vain(effect.feature, r) ? vain_lines : lines).push_back(rules[r]->place.line);
      }
    }
    if (!lines.empty()) return lines;
    if (!vain_lines.empty()) return vain_lines;
    for (const model::CausalRule* rule : rules_.causal_rules(effect.feature)) {
      if (rules_.in_head(*rule, *effect.from)) lines.push_back(rule->place.line);
    }
    return lines;
  }

  const StateRules& rules_;
  const model::Model& model_;
  const Record& start_;
  const Options& options_;
  const Path& path_;
  Faults faults_;
};

}  // namespace

std::vector<std::string> Verifier::verify(const Record& start, const Options& options,
                                          const Path& path) const {
  return Check(rules_, start, options, path).run();
}

std::vector<Broken> Verifier::start_breaks(const Record& start) const {
  check::StateView view;
  for (const auto& value : start) view.push_back(value ? &*value : nullptr);
  check::Truth truth;
  rules_.evaluate(view, truth);
  return rules_.breaks(view, truth);
}

std::vector<std::string> verify(const model::Model& model, const Record& start,
                                const Options& options, const Path& path) {
  return Verifier(model).verify(start, options, path);
}

}  // namespace cogs::path
