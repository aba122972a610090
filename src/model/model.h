// SPDX-License-Identifier: Apache-2.0
//
// A model: features with domains and restrictions, the rules of a decision, the causal rules
// between features, and denials (semantics.md 1). This header is the overview of the cluster.
//
//   read_model.h   text -> Model, with every error of the file located
//   write_model.h  Model -> text, comments kept
//   compile.h      Model -> cells and ground rules, what the search runs on
//
// Rules are resolved here: every name is an id, every body literal is a test on one feature or
// on an auxiliary atom, and the person's variable X is gone. Only rules in force are listed in
// `causal_rules`; proposed and rejected ones live in `document` alone.
//
// Always holds in a Model that read_model returned: ids are in range, negation is stratified,
// causal dependencies have no cycle, the undesired atom has a rule.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "base/id.h"
#include "base/number.h"
#include "model/value.h"

namespace cogs::model {

using FeatureId = base::Id<struct FeatureTag>;
using AtomId = base::Id<struct AtomTag>;

struct NumericDomain {
  bool integer = true;              // false: real
  std::optional<Number> low, high;  // missing = unbounded; bounds belong to the domain
};

struct SetValue {
  Value value;
  bool unquoted_number = false;  // declared as a bare number: a JSON number in answers
};

struct SetDomain {
  std::vector<SetValue> values;  // in order of declaration, texts distinct, never empty
};

using Domain = std::variant<NumericDomain, SetDomain>;

enum class Direction { any, up, down };       // `may increase` = up
enum class CausalMode { iff, only_if, if_ };  // semantics.md 3

struct Feature {
  std::string name;
  Domain domain;
  bool fixed = false;
  bool caused = false;
  bool observed = false;
  Direction direction = Direction::any;
  Number cost = 1;
  std::optional<Number> step;
  std::string unit, label;  // empty when not given
  CausalMode mode = CausalMode::iff;

  base::Place place;                                                     // of the declaration
  base::Place domain_place, fixed_place, caused_place, direction_place;  // line 0 when absent

  bool numeric() const { return std::holds_alternative<NumericDomain>(domain); }
  const NumericDomain& numbers() const { return std::get<NumericDomain>(domain); }
  const SetDomain& set() const { return std::get<SetDomain>(domain); }
};

enum class Comparison { less, less_equal, greater, greater_equal, equal, not_equal };

// What holds of two numbers just where the comparison does not.
Comparison opposite(Comparison comparison);

// One test on a feature's value: `value OP constant`, or `not (value OP constant)`.
//   numeric domain: compared as numbers; the constant is a number.
//   set domain: equal and not_equal compare texts; the four order comparisons hold, and so do
//   their negations, only between numbers: a value that is not a number satisfies neither
//   `N =< 3` nor `not(N =< 3)`.
struct Condition {
  Comparison comparison = Comparison::equal;
  Value constant;
  bool negated = false;

  // The comparison that it comes to for numbers.
  Comparison effective() const { return negated ? opposite(comparison) : comparison; }
};

// Holds when the feature has a value and all conditions hold for it; with `negated`, when not
// (so `not debt(X, 0)` holds where debt is missing). No conditions: "has a value".
struct FeatureTest {
  FeatureId feature;
  std::vector<Condition> conditions;
  bool negated = false;
};

struct AtomTest {
  AtomId atom;
  bool negated = false;
};

using Literal = std::variant<FeatureTest, AtomTest>;

// A ground auxiliary atom, such as reject_loan(x) or ab1(x, 'True').
struct Atom {
  std::string predicate;
  std::vector<std::optional<Value>> arguments;  // nullopt stands for the person, X
  std::string text;                             // "ab1(x,'True')", as answers print it
};

// A rule for an auxiliary atom, decision atoms included.
struct Rule {
  AtomId head;
  std::vector<Literal> body;
  base::Place place;
};

// A rule whose head is a feature: in states where the body holds, the feature may (or must, by
// mode) lie in the head set: the domain values that satisfy all head conditions.
struct CausalRule {
  FeatureId feature;
  std::vector<Condition> head;
  std::vector<Literal> body;
  base::Place place;
};

struct Denial {
  std::vector<Literal> body;
  base::Place place;
};

// `#classes income : {'<=50K', '>50K'}.`: the classes that the atoms income(X, ...) stand for.
// Where exactly one of them has no rule, it is the class of all records for which no other holds.
struct Classes {
  std::string predicate;
  std::vector<std::string> values;
};

enum class ReviewStatus { none, proposed, approved, rejected };

// A `#rule` line: evidence and review of the rule that follows it.
struct RuleNote {
  std::string id;
  ReviewStatus status = ReviewStatus::none;
  std::vector<std::pair<std::string, std::string>> entries;  // key, value as written, in order
};

// The file as a sequence of statements, so that saving keeps comments and layout.
struct Statement {
  enum class Kind {
    feature,
    undesired,
    desired,
    classes,
    causal_mode,
    pred,
    rule_note,
    rule_list,
    rule,
    causal_rule,
    denial,
    other
  };
  Kind kind = Kind::other;
  std::string before;  // white space and comments in front of it, as written
  std::string text;    // the statement itself, with its full stop, as written
  base::Place place;
  std::optional<RuleNote> note;  // of a rule_note statement
};

struct Document {
  std::vector<Statement> statements;
  std::string after;  // what follows the last statement
};

struct Model {
  std::string path;                      // as the user named it
  std::string sha256;                    // of the file's bytes, in hex
  std::vector<Feature> features;         // in order of declaration
  std::vector<Atom> atoms;               // indexed by AtomId; every one that a rule or test names
  std::vector<Rule> rules;               // of auxiliary atoms, in file order
  std::vector<CausalRule> causal_rules;  // in force only, in file order
  std::vector<Denial> denials;
  AtomId undesired;
  std::optional<AtomId> desired;
  std::optional<Classes> classes;
  Document document;
  std::vector<base::Diagnostic> warnings;

  const Feature& feature(FeatureId id) const { return features[id.index()]; }
  std::optional<FeatureId> find_feature(const std::string& name) const;
  // The atom written `text` ("label(X,'good')" or "label(x,good)"), if a rule or test names it.
  std::optional<AtomId> find_atom(const std::string& text) const;
};

}  // namespace cogs::model
