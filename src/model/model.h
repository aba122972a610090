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
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "base/id.h"
#include "base/number.h"
#include "model/price.h"
#include "model/value.h"
#include "table/written_number.h"

namespace cogs::model {

using FeatureId = base::Id<struct FeatureTag>;
using AtomId = base::Id<struct AtomTag>;
using ScoreId = base::Id<struct ScoreTag>;
// Rules are known by their places in these lists; lines are for display, as one line may hold many.
using RuleId = base::Id<struct RuleTag>;              // Model::rules
using CausalRuleId = base::Id<struct CausalRuleTag>;  // Model::causal_rules
using DenialId = base::Id<struct DenialTag>;          // Model::denials

struct NumericDomain {
  bool integer = true;              // false: real
  std::optional<Number> low, high;  // missing = unbounded; bounds belong to the domain
};

struct SetValue {
  Value value;
  bool unquoted_number = false;  // declared as a bare number: a JSON number in answers
};

// The last value of an open set: every text that the set does not list.
inline constexpr std::string_view other_values = "...";

struct SetDomain {
  std::vector<SetValue> values;  // in order of declaration, texts distinct, never empty
  bool ordered = false;          // {a < b < c}: places can be compared
  bool open = false;             // {a, b, ...}: the last value is other_values

  // The value that a text is: the listed one, or in an open set that of all others; null: none.
  const Value* find(std::string_view text) const;
  // Whether it is the one that stands for all others.
  bool is_others(const Value& value) const { return open && value.text == other_values; }

  // Where the value stands in the declaration, if it is there.
  std::optional<std::size_t> place(const Value& value) const;
};

using Domain = std::variant<NumericDomain, SetDomain>;

enum class Direction { any, up, down };       // `may increase` = up
enum class CausalMode { iff, only_if, if_ };  // semantics.md 3

// What a score from a file tells apart outside a feature's domain, where the model cannot: an
// observed domain does not admit it, and a domain that is lifted ends before it.
struct OutOfScore {
  std::string score;                // empty: there is nothing
  std::optional<Number> low, high;  // of a number: within these all is well
  bool all = false;                 // of a set: every value that it does not list
  std::vector<Value> values;        // or these

  bool has(const Value& value) const;
};

struct Feature {
  std::string name;
  Domain domain;
  bool fixed = false;
  bool caused = false;
  bool observed = false;
  bool may_be_set = false;  // also where a record leaves it out
  Direction direction = Direction::any;
  Price price;
  std::optional<Number> step;
  std::string unit, label;   // empty when not given
  std::string source;        // where the value comes from, in words; empty when not given
  table::Notation notation;  // how tables write it: `missing`, `date`, `decimal`
  CausalMode mode = CausalMode::iff;
  OutOfScore out_of_score;

  base::Place place;                                                     // of the declaration
  base::Place domain_place, fixed_place, caused_place, direction_place;  // line 0 when absent

  bool numeric() const { return std::holds_alternative<NumericDomain>(domain); }
  // Has it an order, so that values lie above and below each other?
  bool ordered() const { return numeric() || set().ordered; }
  const NumericDomain& numbers() const { return std::get<NumericDomain>(domain); }
  const SetDomain& set() const { return std::get<SetDomain>(domain); }
};

enum class Comparison { less, less_equal, greater, greater_equal, equal, not_equal };

// What holds of two numbers just where the comparison does not.
Comparison opposite(Comparison comparison);

// One test on a feature's value: `value OP constant`, or `not (value OP constant)`.
//   numeric domain: compared as numbers; the constant is a number.
//   set domain: equal and not_equal compare texts. The four order comparisons compare places in
//   an ordered set, numbers in another; a value without one satisfies neither `N =< 3` nor
//   `not(N =< 3)`.
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

// A score compared with a number. `probability`: what its logistic function gives is compared.
// "Below" and "at most" are the negations of the first two, "another than" that of the third.
struct ScoreTest {
  ScoreId score;
  Comparison comparison = Comparison::greater_equal;  // greater_equal, greater or equal
  Number constant;
  bool probability = false;
  Number shift = 0;  // of a probability: this much beyond the score that has it
};

// A ground auxiliary atom, such as reject_loan(x) or ab1(x, 'True'). One with a score has no rules:
// it holds where its score passes the test.
struct Atom {
  std::string predicate;
  std::vector<std::optional<Value>> arguments;  // nullopt stands for the person, X
  std::string text;                             // "ab1(x,'True')", "risk(x) >= 600"
  std::optional<ScoreTest> score = {};
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

// `#classes income : {'<=50K': "Declined", '>50K': "Approved"}.`: the classes that the atoms
// income(X, ...) stand for, with the words that people have for them. Where exactly one of them has
// no rule, it is the class of all records for which no other holds. A predicate without a value has
// the classes `yes` and `no`.
struct Classes {
  std::string predicate;
  std::vector<std::string> values;
  std::vector<std::string> labels;  // of each; empty where none is given
};

// `risk(X, 72) :- age(X, A), A >= 25.`: where the body holds, the score has this many points more.
struct Contribution {
  Number points;
  std::vector<Literal> body;
  base::Place place;
};

// Trees of a model file: where the test of a node holds it goes on at `yes`, else at `no`; a leaf
// adds its value.
struct ScoreTree {
  static constexpr std::uint32_t leaf = UINT32_MAX;
  struct Node {
    std::uint32_t test = leaf;      // in Score::tests
    std::uint32_t yes = 0, no = 0;  // nodes; of a leaf: `yes` is its place in Score::values
  };
  std::vector<Node> nodes;  // the first is the root; children stand behind their parents
};

class DeployedScore;  // deployed_score.h

// `#score risk : base 300, unit "points".`: the base and all that applies, added up, exactly.
//
// A file with several classes has a sum for each. Such a score is never compared itself, and adds
// up nothing; where a rule asks for `chosen(X, risk, 'B')`, the differences between B and the
// others are scores of their own, and the atom has one rule: B is ahead of all, ties going to the
// class that comes first.
struct Score {
  std::string name;
  Number base = 0;
  std::string unit, label;                  // empty when not given
  std::vector<Contribution> contributions;  // lines of tables, then rules

  // Of an imported model.
  std::vector<FeatureTest> tests;
  std::vector<Number> values;
  std::vector<ScoreTree> trees;
  std::string file, format, sha256;  // as the model names them
  // `margin 20`: a way ends where every comparison of the score is cleared by so much.
  Number margin = 0;
  std::vector<std::string> classes;  // several, in the file's order; empty for other scores
  struct Between {
    ScoreId of;                           // the score with the classes
    std::uint32_t first = 0, second = 0;  // the sum of the first less that of the second, behind it
  };
  std::optional<Between> between;  // of a difference
  // What `probability` is of the score s: 1 / (1 + exp(-factor * s)), or s itself.
  enum class Link { logistic, itself, none };
  Link link = Link::logistic;
  Number factor = 1;
  // How far the sum of the deployed program may be from the exact one, by rounding.
  Number band = 0;
  std::shared_ptr<const DeployedScore> deployed;  // null: sums are exact

  base::Place place;
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
    score,
    points,
    import,
    columns,
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
  std::vector<Score> scores;
  AtomId undesired;
  std::optional<AtomId> desired;
  std::optional<Classes> classes;
  Document document;
  std::vector<base::Diagnostic> warnings;

  const Feature& feature(FeatureId id) const { return features[id.index()]; }
  const Rule& rule(RuleId id) const { return rules[id.index()]; }
  const CausalRule& rule(CausalRuleId id) const { return causal_rules[id.index()]; }
  const Denial& denial(DenialId id) const { return denials[id.index()]; }
  const Score& score(ScoreId id) const { return scores[id.index()]; }
  // The score that an atom compares; null for other atoms.
  const Score* score_of(AtomId id) const {
    const std::optional<ScoreTest>& test = atoms[id.index()].score;
    return test ? &score(test->score) : nullptr;
  }
  std::optional<FeatureId> find_feature(const std::string& name) const;
  // As people write names: the very name, else the one that differs in capitals alone, or whose
  // label it is.
  std::optional<FeatureId> find_feature_meant(const std::string& name) const;
  // The atom written `text` ("label(X,'good')" or "label(x,good)"), if a rule or test names it.
  std::optional<AtomId> find_atom(const std::string& text) const;
};

}  // namespace cogs::model
