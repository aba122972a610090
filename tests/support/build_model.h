// SPDX-License-Identifier: Apache-2.0
//
// Models made in C++, for tests that should not depend on the parser. Every statement stands on
// the next line of an imagined file, features first come, first numbered.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/model.h"
#include "model/value.h"

namespace cogs::build {

using model::Comparison;
using model::Condition;
using model::Literal;
using Conditions = std::vector<Condition>;

inline Condition is(Comparison comparison, const std::string& constant) {
  return {comparison, model::Value::of(constant), false};
}
inline Condition less(const std::string& c) { return is(Comparison::less, c); }
inline Condition at_most(const std::string& c) { return is(Comparison::less_equal, c); }
inline Condition more(const std::string& c) { return is(Comparison::greater, c); }
inline Condition at_least(const std::string& c) { return is(Comparison::greater_equal, c); }
inline Condition equal(const std::string& c) { return is(Comparison::equal, c); }

inline Literal has(model::FeatureId feature, Conditions conditions) {
  return model::FeatureTest{feature, std::move(conditions), false};
}
inline Literal has_not(model::FeatureId feature, Conditions conditions) {
  return model::FeatureTest{feature, std::move(conditions), true};
}
inline Literal holds(model::AtomId atom) { return model::AtomTest{atom, false}; }
inline Literal fails(model::AtomId atom) { return model::AtomTest{atom, true}; }

class ModelBuilder {
 public:
  model::Model model;

  model::FeatureId number(const std::string& name, bool integer, const std::string& low,
                          const std::string& high) {
    model::NumericDomain domain{integer, model::Number::parse(low), model::Number::parse(high)};
    return add(name, domain);
  }
  model::FeatureId integer(const std::string& name, int low, int high) {
    return number(name, true, std::to_string(low), std::to_string(high));
  }
  model::FeatureId set(const std::string& name, const std::vector<std::string>& values) {
    model::SetDomain domain;
    for (const std::string& text : values) domain.values.push_back({model::Value::of(text), false});
    return add(name, domain);
  }
  model::Feature& operator[](model::FeatureId feature) { return model.features[feature.index()]; }

  // An atom of the person alone: name(x).
  model::AtomId atom(const std::string& name) {
    model.atoms.push_back({name, {std::nullopt}, name + "(x)"});
    return model::AtomId(model.atoms.size() - 1);
  }
  void rule(model::AtomId head, std::vector<Literal> body) {
    model.rules.push_back({head, std::move(body), next_place()});
  }
  void causal(model::FeatureId feature, Conditions head, std::vector<Literal> body) {
    model.causal_rules.push_back({feature, std::move(head), std::move(body), next_place()});
  }
  void denial(std::vector<Literal> body) {
    model.denials.push_back({std::move(body), next_place()});
  }

 private:
  base::Place next_place() { return {++line_, 1, 1}; }

  model::FeatureId add(const std::string& name, model::Domain domain) {
    model::Feature feature;
    feature.name = name;
    feature.domain = std::move(domain);
    feature.place = next_place();
    model.features.push_back(std::move(feature));
    return model::FeatureId(model.features.size() - 1);
  }

  std::uint32_t line_ = 0;
};

// "?" is missing.
inline model::Record record(const std::vector<std::string>& values) {
  model::Record record;
  for (const std::string& text : values) {
    if (text == "?") {
      record.push_back(std::nullopt);
    } else {
      record.push_back(model::Value::of(text));
    }
  }
  return record;
}

}  // namespace cogs::build
