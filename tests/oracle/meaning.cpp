// SPDX-License-Identifier: Apache-2.0
#include "oracle/meaning.h"

#include <algorithm>
#include <stdexcept>

namespace cogs::oracle {

using model::Comparison;

namespace {

bool compare(const Number& a, Comparison comparison, const Number& b) {
  switch (comparison) {
    case Comparison::less: return a < b;
    case Comparison::less_equal: return a <= b;
    case Comparison::greater: return a > b;
    case Comparison::greater_equal: return a >= b;
    case Comparison::equal: return a == b;
    case Comparison::not_equal: return !(a == b);
  }
  return false;
}

}  // namespace

bool condition_holds(const model::Feature& feature, const model::Condition& condition,
                     const Value& value) {
  if (feature.numeric()) {
    if (!value.number || !condition.constant.number) {
      throw std::logic_error("oracle: a numeric feature without a number: " + feature.name);
    }
    return compare(*value.number, condition.comparison, *condition.constant.number) !=
           condition.negated;
  }
  if (condition.comparison == Comparison::equal || condition.comparison == Comparison::not_equal) {
    const bool same = value.text == condition.constant.text;
    return (same == (condition.comparison == Comparison::equal)) != condition.negated;
  }
  if (feature.set().ordered) {
    const auto here = place_in_order(feature, value);
    const auto there = place_in_order(feature, condition.constant);
    if (!here || !there) return false;  // negated or not
    return compare(Number(static_cast<std::int64_t>(*here)), condition.comparison,
                   Number(static_cast<std::int64_t>(*there))) != condition.negated;
  }
  if (!value.number || !condition.constant.number) return false;  // negated or not
  return compare(*value.number, condition.comparison, *condition.constant.number) !=
         condition.negated;
}

bool conditions_hold(const model::Feature& feature, const std::vector<model::Condition>& conditions,
                     const Value& value) {
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](const model::Condition& c) { return condition_holds(feature, c, value); });
}

bool in_domain(const model::Feature& feature, const Value& value) {
  if (!feature.numeric()) {
    for (const model::SetValue& v : feature.set().values) {
      if (v.value.text == value.text) return true;
    }
    return false;
  }
  const model::NumericDomain& domain = feature.numbers();
  if (!value.number) return false;
  if (domain.integer && !value.number->is_integer()) return false;
  if (domain.low && *value.number < *domain.low) return false;
  return !(domain.high && *value.number > *domain.high);
}

std::optional<std::size_t> place_in_order(const model::Feature& feature, const Value& value) {
  if (feature.numeric() || !feature.set().ordered) return std::nullopt;
  const auto& values = feature.set().values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].value.text == value.text) return i;
  }
  return std::nullopt;
}

Meaning::Meaning(const model::Model& model) : model_(&model) {
  for (const model::Rule& rule : model.rules) {
    rules_.push_back({rule.head.index(), convert(rule.body), rule.place.line});
  }
  has_causes_.assign(model.features.size(), 0);
  for (const model::CausalRule& rule : model.causal_rules) {
    causes_.push_back({rule.feature.index(), rule.head, convert(rule.body), rule.place.line});
    has_causes_[rule.feature.index()] = 1;
  }
  for (const model::Denial& denial : model.denials) {
    denials_.push_back({convert(denial.body), denial.place.line});
  }
  for (const model::Score& score : model.scores) {
    contributions_.emplace_back();
    for (const model::Contribution& each : score.contributions) {
      contributions_.back().emplace_back(convert(each.body), each.points);
    }
    // A leaf of a tree is what all tests on its way come to.
    for (const model::ScoreTree& tree : score.trees) {
      const auto walk = [&](const auto& self, std::size_t at, Body way) -> void {
        const model::ScoreTree::Node& node = tree.nodes[at];
        if (node.test == model::ScoreTree::leaf) {
          contributions_.back().emplace_back(std::move(way), score.values[node.yes]);
          return;
        }
        Body test = convert({score.tests[node.test]});
        Body yes = way;
        yes.push_back(test[0]);
        self(self, node.yes, std::move(yes));
        test[0].negated = !test[0].negated;
        way.push_back(test[0]);
        self(self, node.no, std::move(way));
      };
      walk(walk, 0, {});
    }
  }
  for (std::size_t a = 0; a < model.atoms.size(); ++a) {
    if (model.atoms[a].score) scored_.push_back({a, *model.atoms[a].score});
  }
  find_strata();
  of_causes_.resize(model.features.size());
  for (const Cause& cause : causes_) {
    const std::set<std::size_t> names = mentioned(cause.body);
    of_causes_[cause.feature].insert(names.begin(), names.end());
  }
  find_causal_order();
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    witnesses_.push_back(list_witnesses(f, false));
    lifted_witnesses_.push_back(list_witnesses(f, true));
  }
}

Body Meaning::convert(const std::vector<model::Literal>& body) {
  Body result;
  for (const model::Literal& literal : body) {
    if (const auto* test = std::get_if<model::FeatureTest>(&literal)) {
      result.push_back({true, tests_.size(), test->negated});
      tests_.push_back({test->feature.index(), test->conditions});
    } else {
      const auto& atom = std::get<model::AtomTest>(literal);
      result.push_back({false, atom.atom.index(), atom.negated});
    }
  }
  return result;
}

// The least stratum of each atom: no lower than that of a positive literal, above that of a
// negated one.
void Meaning::find_strata() {
  const std::size_t atoms = model_->atoms.size();
  std::vector<std::size_t> stratum(atoms, 0);
  bool again = true;
  while (again) {
    again = false;
    for (const AtomRule& rule : rules_) {
      for (const Literal& literal : rule.body) {
        if (literal.is_test) continue;
        const std::size_t least = stratum[literal.index] + (literal.negated ? 1 : 0);
        if (stratum[rule.head] < least) {
          stratum[rule.head] = least;
          again = true;
          if (least > atoms) throw std::logic_error("oracle: negation is not stratified");
        }
      }
    }
    // A score is added up when all that it rests on is known.
    for (const ScoredAtom& scored : scored_) {
      for (const auto& [body, points] : contributions_[scored.test.score.index()]) {
        for (const Literal& literal : body) {
          if (literal.is_test || stratum[scored.atom] > stratum[literal.index]) continue;
          stratum[scored.atom] = stratum[literal.index] + 1;
          again = true;
          if (stratum[scored.atom] > atoms) throw std::logic_error("oracle: a score in a loop");
        }
      }
    }
  }
  stratum_of_ = stratum;
  strata_.resize(atoms + 1);
  for (std::size_t r = 0; r < rules_.size(); ++r) strata_[stratum[rules_[r].head]].push_back(r);
}

std::set<std::size_t> Meaning::mentioned(const Body& body) const {
  std::set<std::size_t> features, atoms;
  std::vector<const Body*> open{&body};
  while (!open.empty()) {
    const Body& next = *open.back();
    open.pop_back();
    for (const Literal& literal : next) {
      if (literal.is_test) {
        features.insert(tests_[literal.index].feature);
      } else if (atoms.insert(literal.index).second) {
        for (const AtomRule& rule : rules_) {
          if (rule.head == literal.index) open.push_back(&rule.body);
        }
        for (const ScoredAtom& scored : scored_) {
          if (scored.atom != literal.index) continue;
          for (const auto& each : contributions_[scored.test.score.index()]) {
            open.push_back(&each.first);
          }
        }
      }
    }
  }
  return features;
}

void Meaning::find_causal_order() {
  const std::size_t count = model_->features.size();
  std::vector<char> placed(count, 0);
  for (std::size_t f = 0; f < count; ++f) {
    if (has_causes_[f]) continue;
    placed[f] = 1;
    causal_order_.push_back(f);
  }
  while (causal_order_.size() < count) {
    const auto ready = [&](std::size_t f) {
      return !placed[f] && std::all_of(of_causes_[f].begin(), of_causes_[f].end(),
                                       [&](std::size_t n) { return placed[n] != 0; });
    };
    std::size_t first = 0;
    while (first < count && !ready(first)) ++first;
    if (first == count) throw std::logic_error("oracle: a causal cycle");
    placed[first] = 1;
    causal_order_.push_back(first);
  }
}

std::vector<Value> Meaning::list_witnesses(std::size_t f, bool domain_lifted) const {
  const model::Feature& feature = model_->features[f];
  std::vector<Value> values;
  if (!has_causes_[f]) return values;
  if (!feature.numeric()) {
    for (const model::SetValue& v : feature.set().values) values.push_back(v.value);
    return values;
  }
  // Every number that a head compares with, both sides of it, and what lies between two of them.
  std::set<Number> named{Number(0)};
  for (const Cause& cause : causes_) {
    if (cause.feature != f) continue;
    for (const model::Condition& c : cause.head) named.insert(*c.constant.number);
  }
  if (feature.numbers().low) named.insert(*feature.numbers().low);
  if (feature.numbers().high) named.insert(*feature.numbers().high);
  std::set<Number> tried;
  for (auto n = named.begin(); n != named.end(); ++n) {
    tried.insert({*n - Number(1), *n, *n + Number(1)});
    tried.insert({n->floor() - Number(1), n->floor(), n->ceil(), n->ceil() + Number(1)});
    if (std::next(n) != named.end()) tried.insert((*n + *std::next(n)) / Number(2));
  }
  for (const Number& n : tried) {
    if (feature.numbers().integer && !n.is_integer()) continue;
    if (domain_lifted || in_domain(feature, Value::of(n))) values.push_back(Value::of(n));
  }
  return values;
}

const std::set<std::size_t>& Meaning::mentioned_by_causes(std::size_t feature) const {
  return of_causes_[feature];
}

Facts Meaning::facts(const Record& record) const {
  Facts facts;
  facts.tests.resize(tests_.size());
  for (std::size_t t = 0; t < tests_.size(); ++t) {
    const std::optional<Value>& value = record[tests_[t].feature];
    facts.tests[t] =
        value && conditions_hold(model_->features[tests_[t].feature], tests_[t].conditions, *value);
  }
  facts.atoms = atoms(facts.tests);
  return facts;
}

std::vector<char> Meaning::atoms(const std::vector<char>& tests) const {
  std::vector<char> truth(model_->atoms.size(), 0);
  for (const std::vector<std::size_t>& stratum : strata_) {
    for (const ScoredAtom& scored : scored_) {
      const auto here = static_cast<std::size_t>(&stratum - strata_.data());
      if (stratum_of_[scored.atom] == here) truth[scored.atom] = score_passes(scored, tests, truth);
    }
    bool again = !stratum.empty();
    while (again) {
      again = false;
      for (std::size_t r : stratum) {
        if (truth[rules_[r].head]) continue;
        bool holds = true;
        for (const Literal& l : rules_[r].body) {
          const bool positive = l.is_test ? tests[l.index] != 0 : truth[l.index] != 0;
          if (positive == l.negated) {
            holds = false;
            break;
          }
        }
        if (holds) {
          truth[rules_[r].head] = 1;
          again = true;
        }
      }
    }
  }
  return truth;
}

bool Meaning::score_passes(const ScoredAtom& scored, const std::vector<char>& tests,
                           const std::vector<char>& truth) const {
  Number sum = model_->score(scored.test.score).base;
  for (const auto& [body, points] : contributions_[scored.test.score.index()]) {
    const bool applies = std::all_of(body.begin(), body.end(), [&](const Literal& l) {
      return (l.is_test ? tests[l.index] != 0 : truth[l.index] != 0) != l.negated;
    });
    if (applies) sum += points;
  }
  return compare(sum, scored.test.comparison, scored.test.constant);
}

bool Meaning::body_holds(const Body& body, const Facts& facts) const {
  return std::all_of(body.begin(), body.end(), [&](const Literal& l) {
    return (l.is_test ? facts.tests[l.index] != 0 : facts.atoms[l.index] != 0) != l.negated;
  });
}

bool Meaning::in_head(const Cause& cause, const Value& value, bool domain_lifted) const {
  const model::Feature& feature = model_->features[cause.feature];
  return (domain_lifted || in_domain(feature, value)) &&
         conditions_hold(feature, cause.head, value);
}

// Of the rules that are owed, as many must be met as can be met together.
bool Meaning::if_part(std::size_t feature, const Value& value, const Facts& facts,
                      bool domain_lifted, const std::vector<char>& in_vain) const {
  std::vector<const Cause*> owed;
  for (std::size_t c = 0; c < causes_.size(); ++c) {
    if (causes_[c].feature != feature || !body_holds(causes_[c].body, facts)) continue;
    if (in_vain.empty() || !in_vain[c]) owed.push_back(&causes_[c]);
  }
  if (owed.empty()) return true;
  const auto met = [&](const Value& v) {
    std::set<const Cause*> rules;
    for (const Cause* cause : owed) {
      if (in_head(*cause, v, domain_lifted)) rules.insert(cause);
    }
    return rules;
  };
  const std::set<const Cause*> own = met(value);
  if (own.empty()) return false;
  for (const Value& w : domain_lifted ? lifted_witnesses_[feature] : witnesses_[feature]) {
    const std::set<const Cause*> other = met(w);
    if (other.size() > own.size() &&
        std::includes(other.begin(), other.end(), own.begin(), own.end())) {
      return false;
    }
  }
  return true;
}

// A value that some head set has needs a rule whose head set has it and whose body holds.
bool Meaning::only_if_part(std::size_t feature, const Value& value, const Facts& facts,
                           bool domain_lifted) const {
  bool covered = false;
  for (const Cause& cause : causes_) {
    if (cause.feature != feature || !in_head(cause, value, domain_lifted)) continue;
    if (body_holds(cause.body, facts)) return true;
    covered = true;
  }
  return !covered;
}

bool Meaning::causes_hold(std::size_t feature, const std::optional<Value>& value,
                          const Facts& facts, bool domain_lifted) const {
  if (!value) return true;  // nothing to break while it is missing
  const model::CausalMode mode = model_->features[feature].mode;
  if (mode != model::CausalMode::only_if && !if_part(feature, *value, facts, domain_lifted, {})) {
    return false;
  }
  return mode == model::CausalMode::if_ || only_if_part(feature, *value, facts, domain_lifted);
}

bool Meaning::denial_broken(std::size_t denial, const Facts& facts) const {
  return body_holds(denials_[denial].body, facts);
}

}  // namespace cogs::oracle
