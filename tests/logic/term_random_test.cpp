// SPDX-License-Identifier: Apache-2.0
//
// Random terms that meet themselves, against unification written straight from its definition:
// equations in a query, calls of facts, and calls of facts that are negated.
//
//   COGS_TERM_PROGRAMS=20000 COGS_SEED=7   how many programs, and from which seed
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <random>

#include "solving.h"

namespace cogs::logic {
namespace {

struct Tree {
  std::string name;  // of a variable, if it begins with a capital letter
  std::vector<Tree> arguments;

  bool is_variable() const { return name[0] >= 'A' && name[0] <= 'Z'; }
  std::string text() const {
    std::string result = name;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      result += (i == 0 ? "(" : ",") + arguments[i].text();
    }
    return arguments.empty() ? result : result + ")";
  }
  friend bool operator==(const Tree&, const Tree&) = default;
};

using Substitution = std::map<std::string, Tree>;

Tree substituted(const Substitution& values, const Tree& tree) {
  if (tree.is_variable()) {
    const auto found = values.find(tree.name);
    return found == values.end() ? tree : substituted(values, found->second);
  }
  Tree result{tree.name, {}};
  for (const Tree& argument : tree.arguments)
    result.arguments.push_back(substituted(values, argument));
  return result;
}

bool occurs(const std::string& variable, const Tree& tree) {
  if (tree.name == variable) return true;
  return std::any_of(tree.arguments.begin(), tree.arguments.end(),
                     [&](const Tree& argument) { return occurs(variable, argument); });
}

bool unify(const Tree& a, const Tree& b, Substitution& values) {
  const Tree left = substituted(values, a), right = substituted(values, b);
  if (left == right) return true;
  if (left.is_variable()) {
    if (occurs(left.name, right)) return false;
    values[left.name] = right;
    return true;
  }
  if (right.is_variable()) return unify(right, left, values);
  if (left.name != right.name || left.arguments.size() != right.arguments.size()) return false;
  for (std::size_t i = 0; i < left.arguments.size(); ++i) {
    if (!unify(left.arguments[i], right.arguments[i], values)) return false;
  }
  return true;
}

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  int any(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  Tree tree(const std::vector<std::string>& variables, int depth) {
    const int kind = any(0, 9);
    if (kind < 4 || depth == 0) {
      const int last = static_cast<int>(variables.size()) - 1;
      if (kind < 7) return {variables[static_cast<std::size_t>(any(0, last))], {}};
      return {any(0, 1) ? "a" : "b", {}};
    }
    if (kind < 7) return {"f", {tree(variables, depth - 1), tree(variables, depth - 1)}};
    return {"g", {tree(variables, depth - 1)}};
  }

 private:
  std::mt19937_64 random_;
};

const std::vector<std::string> outer{"X", "Y", "Z", "W"}, inner{"A", "B", "C"};

// The answer's values of X, Y, Z, W as one term, with variables named in the order in which they
// are met; and the same of what unification gives.
std::string shape(const Tree& tree, std::map<std::string, std::string>& names) {
  if (tree.is_variable()) {
    const auto at = names.emplace(tree.name, "_" + std::to_string(names.size())).first;
    return at->second;
  }
  std::string result = tree.name;
  for (const Tree& argument : tree.arguments) result += "(" + shape(argument, names) + ")";
  return result;
}

Tree tree_of(const Terms& terms, TermId id) {
  Tree result{terms.name(id), {}};
  if (terms[id].kind == TermKind::compound) {
    for (const TermId argument : terms.arguments(id)) {
      result.arguments.push_back(tree_of(terms, argument));
    }
  }
  return result;
}

TEST(RandomTerms, MeetAsTheDefinitionSays) {
  const std::uint64_t count = from_environment("COGS_TERM_PROGRAMS", 400);
  const std::uint64_t seed = from_environment("COGS_SEED", 180001);
  std::cout << "seed " << seed << "\n";
  std::size_t unifiable = 0, refused_by_occurs = 0;
  for (std::uint64_t n = 0; n < count; ++n) {
    Generator random(seed + n);
    // t1 = s1, .., p(t, t'), with the fact p(h, h').
    std::vector<std::pair<Tree, Tree>> equations;
    // Half of them have one equation alone: that is where solutions are.
    for (int i = n % 2 == 0 ? 1 : random.any(1, 4); i > 0; --i) {
      equations.emplace_back(random.tree(outer, 3), random.tree(outer, 3));
    }
    const Tree head{"p", {random.tree(inner, 2), random.tree(inner, 2)}};
    const Tree call{"p", {random.tree(outer, 2), random.tree(outer, 2)}};
    std::string query;
    Substitution values;
    bool possible = true;
    for (const auto& [left, right] : equations) {
      query += (query.empty() ? "" : ", ") + left.text() + " = " + right.text();
      possible = possible && unify(left, right, values);
    }
    Substitution called = values;
    const bool answered = possible && unify(call, head, called);
    // The negated call has a solution unless every instance of the call is one of the fact's.
    bool refutable = possible;
    if (possible) {
      Substitution matched;
      Tree frozen = substituted(values, call);
      const auto freeze = [](Tree& tree, const auto& self) -> void {
        if (tree.is_variable()) tree.name = "v" + tree.name;
        for (Tree& argument : tree.arguments) self(argument, self);
      };
      freeze(frozen, freeze);
      refutable = !unify(head, frozen, matched);
    }
    for (const bool negated : {false, true}) {
      const std::string program =
          head.text() + ".\n?- " + query + ", " + (negated ? "not " : "") + call.text() + ".\n";
      SCOPED_TRACE("COGS_SEED=" + std::to_string(seed + n) + " COGS_TERM_PROGRAMS=1\n" + program);
      SolveOptions options;
      options.most_steps = 10000;
      const Solved run = solve_text(program, options);
      ASSERT_EQ(run.error, "");
      ASSERT_EQ(run.cut, Cut::no);
      ASSERT_EQ(run.statistics.refused, 0u) << run.statistics.refusal;
      ASSERT_EQ(!run.answers.empty(), negated ? refutable : answered);
      if (negated || !answered) continue;
      ++unifiable;
      ASSERT_EQ(run.answers.size(), 1u);
      const Answer& answer = run.answers[0];
      std::map<std::string, std::string> ours, theirs;
      for (const Binding& b : answer.bindings) {
        EXPECT_EQ(shape(tree_of(answer.terms, b.value), ours),
                  shape(substituted(called, {b.variable, {}}), theirs));
      }
    }
    refused_by_occurs += possible ? 0 : 1;
  }
  std::cout << count << " programs, " << unifiable << " with an answer, " << refused_by_occurs
            << " whose equations have no solution\n";
  EXPECT_GT(unifiable, count / 50);
}

}  // namespace
}  // namespace cogs::logic
