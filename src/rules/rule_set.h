// SPDX-License-Identifier: Apache-2.0
//
// Learned rules: what learn.h finds in a table, what model/edit/build_model.h writes as a model.
//
// A rule has literals, all of which must hold, and exceptions, rules themselves, none of which may
// cover the row. One class of two is the positive one: a row is positive if any rule covers it.
// With several classes the first rule that covers a row gives its class.
//
// Rules hold values, not codes, so they can be applied to any table with columns of these names
// (predict.h) and outlive the one that they were learned from.
//
// A missing cell: `equal` fails and `not_equal` holds; `at_most` and `above` fail, there and on a
// text in a numeric column, so `not_at_most` and `not_above` hold. In a column without such cells
// `not_at_most` is `above`, and rules are written so.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "base/budget.h"
#include "base/number.h"

namespace cogs::rules {

struct Attribute {
  std::string name;
  bool numeric = false;
  bool has_gaps = false;  // numeric, and some cell of the training data was no number
};

enum class Test { equal, not_equal, at_most, not_at_most, above, not_above };

struct Literal {
  std::size_t attribute = 0;  // into RuleSet::attributes
  Test test = Test::equal;
  std::variant<std::string, base::Number> value;

  friend bool operator==(const Literal&, const Literal&) = default;
};

// Counted on the training rows. Of a top rule: rows that it covers (and, with several classes, no
// earlier one), and those of its own class. Of an exception: rows of the rule above it, without
// its other exceptions, that it covers, and those that it is right to take out.
struct Evidence {
  std::size_t covers = 0, correct = 0;

  friend bool operator==(const Evidence&, const Evidence&) = default;
};

struct Rule {
  std::vector<Literal> literals;
  std::vector<Rule> exceptions;
  Evidence evidence;

  friend bool operator==(const Rule&, const Rule&) = default;
};

struct ClassRule {
  std::string outcome;  // value of the label column
  Rule rule;

  friend bool operator==(const ClassRule&, const ClassRule&) = default;
};

struct RuleSet {
  std::string label;                  // name of the label column
  std::vector<std::string> outcomes;  // all values of the label; two: the positive one first
  std::vector<Attribute> attributes;  // the columns that were learned from
  std::vector<ClassRule> rules;
  bool first_match = false;  // several classes: the order of the rules counts
  // A limit cut learning short: these are the rules that were complete by then, not pruned.
  base::Exhausted stopped = base::Exhausted::no;

  // As in the literature: exceptions count as rules unless they are one literal that only stands
  // apart because of gaps; equal exceptions count once; a literal is one test in a body.
  std::size_t rule_count() const;
  std::size_t literal_count() const;
};

}  // namespace cogs::rules
