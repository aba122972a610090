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
  find_strata();
  of_causes_.resize(model.features.size());
  for (const Cause& cause : causes_) {
    const std::set<std::size_t> names = mentioned(cause.body);
    of_causes_[cause.feature].insert(names.begin(), names.end());
  }
  for (const Forbidden& denial : denials_) of_denials_.push_back(mentioned(denial.body));
  find_causal_order();
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
  }
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
      }
    }
  }
  return features;
}

void Meaning::find_causal_order() {
  const std::size_t count = model_->features.size();
  std::vector<char> placed(count, 0);
  while (causal_order_.size() < count) {
    const std::size_t before = causal_order_.size();
    for (std::size_t f = 0; f < count; ++f) {
      if (placed[f]) continue;
      const auto& needs = of_causes_[f];
      if (std::all_of(needs.begin(), needs.end(), [&](std::size_t n) { return placed[n] != 0; })) {
        placed[f] = 1;
        causal_order_.push_back(f);
      }
    }
    if (causal_order_.size() == before) throw std::logic_error("oracle: a causal cycle");
  }
}

const std::set<std::size_t>& Meaning::mentioned_by_causes(std::size_t feature) const {
  return of_causes_[feature];
}

const std::set<std::size_t>& Meaning::mentioned_by_denial(std::size_t denial) const {
  return of_denials_[denial];
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

bool Meaning::causes_hold(std::size_t feature, const std::optional<Value>& value,
                          const Facts& facts, bool domain_lifted) const {
  if (!value) return true;  // nothing to break while it is missing
  bool covered = false;     // the value is in the head set of some rule
  bool supported = false;   // ... of a rule whose body is true
  bool caused = false;      // some body is true
  for (const Cause& cause : causes_) {
    if (cause.feature != feature) continue;
    const bool head = in_head(cause, *value, domain_lifted);
    const bool body = body_holds(cause.body, facts);
    covered = covered || head;
    supported = supported || (head && body);
    caused = caused || body;
  }
  const bool only_if = !covered || supported;
  const bool if_ = !caused || supported;
  switch (model_->features[feature].mode) {
    case model::CausalMode::only_if: return only_if;
    case model::CausalMode::if_: return if_;
    case model::CausalMode::iff: return only_if && if_;
  }
  return false;
}

bool Meaning::denial_broken(std::size_t denial, const Facts& facts) const {
  return body_holds(denials_[denial].body, facts);
}

}  // namespace cogs::oracle
