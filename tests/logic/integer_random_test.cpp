// SPDX-License-Identifier: Apache-2.0
//
// Random programs with linear and a few other constraints on integers, against trying all points of
// a small box: the answers of p and those of its negation are exactly the points for which the
// constraints hold, and those for which they do not.
//
//   COGS_INTEGER_PROGRAMS=20000 COGS_SEED=7   how many programs, and from which seed
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <random>

#include "solving.h"

namespace cogs::logic {
namespace {

using base::Number;

struct Constraint {
  std::vector<int> coefficients;
  int constant = 0;
  int relation = 0;             // of `relations`
  int first = -1, second = -1;  // a product of two variables, if these are given
};

const char* const relations[] = {"#=", "#<>", "#<", "#=<", "#>", "#>="};

bool holds(const Constraint& c, const std::vector<int>& point) {
  int sum = 0;
  for (std::size_t i = 0; i < point.size(); ++i) sum += c.coefficients[i] * point[i];
  if (c.first >= 0) {
    sum += point[static_cast<std::size_t>(c.first)] * point[static_cast<std::size_t>(c.second)];
  }
  switch (c.relation) {
    case 0: return sum == c.constant;
    case 1: return sum != c.constant;
    case 2: return sum < c.constant;
    case 3: return sum <= c.constant;
    case 4: return sum > c.constant;
    default: return sum >= c.constant;
  }
}

struct Problem {
  int variables = 2, low = -2, high = 3;
  int hidden = 0;  // so many of the variables, the last ones, are the clause's own
  std::vector<Constraint> constraints;

  std::string name(int i) const {
    return std::string("XYZUV").substr(static_cast<std::size_t>(i), 1);
  }

  std::string body(bool of_clause) const {
    std::string text;
    const auto add = [&](const std::string& goal) { text += (text.empty() ? "" : ", ") + goal; };
    for (int i = of_clause ? variables - hidden : 0;
         i < (of_clause ? variables : variables - hidden); ++i) {
      add("integer(" + name(i) + ")");
      add(name(i) + " #>= " + std::to_string(low));
      add(name(i) + " #=< " + std::to_string(high));
    }
    if (!of_clause) return text;
    for (const Constraint& c : constraints) {
      std::string sum;
      for (int i = 0; i < variables; ++i) {
        const int k = c.coefficients[static_cast<std::size_t>(i)];
        if (k != 0) sum += (sum.empty() ? "" : " + ") + std::to_string(k) + "*" + name(i);
      }
      if (c.first >= 0) sum += (sum.empty() ? "" : " + ") + name(c.first) + "*" + name(c.second);
      if (sum.empty()) sum = "0";
      add(sum + " " + relations[c.relation] + " " + std::to_string(c.constant));
    }
    return text;
  }

  std::string program(bool negated) const {
    std::string arguments;
    for (int i = 0; i < variables - hidden; ++i) arguments += (i ? "," : "") + name(i);
    return "p(" + arguments + ") :- " + body(true) + ".\n?- " + body(false) + ", " +
           (negated ? "not " : "") + "p(" + arguments + ").\n";
  }

  // All points of the box for the first `count` variables.
  std::vector<std::vector<int>> points(int count) const {
    std::vector<std::vector<int>> result{{}};
    for (int i = 0; i < count; ++i) {
      std::vector<std::vector<int>> longer;
      for (const auto& point : result) {
        for (int x = low; x <= high; ++x) {
          longer.push_back(point);
          longer.back().push_back(x);
        }
      }
      result = std::move(longer);
    }
    return result;
  }
};

Problem random_problem(std::mt19937_64& random) {
  const auto any = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  Problem problem;
  problem.variables = any(1, 3);
  problem.low = any(-3, 0);
  problem.high = any(1, problem.variables == 3 ? 3 : 5);
  problem.hidden = problem.variables > 1 && any(0, 3) == 0 ? 1 : 0;
  for (int n = any(1, 3); n > 0; --n) {
    Constraint c;
    for (int i = 0; i < problem.variables; ++i)
      c.coefficients.push_back(any(0, 2) ? any(-5, 5) : 0);
    c.relation = any(0, 2) == 0 ? 0 : any(0, 5);
    c.constant = any(-7, 9);
    if (any(0, 9) == 0) {
      c.first = any(0, problem.variables - 1);
      c.second = any(0, problem.variables - 1);
    }
    problem.constraints.push_back(std::move(c));
  }
  return problem;
}

// Is the point one of the answer? Variables that the answer adds range over a larger box.
bool has_point(const Answer& answer, const Problem& problem, const std::vector<int>& point) {
  NumberValues values;
  for (std::size_t i = 0; i < point.size(); ++i) {
    values.emplace(problem.name(static_cast<int>(i)), point[i]);
  }
  std::vector<std::string> added;
  const auto find_added = [&](TermId id, const auto& self) -> void {
    if (answer.terms.is_variable(id)) {
      const std::string& name = answer.terms.name(id);
      if (!values.count(name) && std::find(added.begin(), added.end(), name) == added.end()) {
        added.push_back(name);
      }
      return;
    }
    if (answer.terms[id].kind != TermKind::compound) return;
    for (const TermId argument : answer.terms.arguments(id)) self(argument, self);
  };
  for (const TermId c : answer.constraints) find_added(c, find_added);
  const auto all_hold = [&] {
    for (const Binding& b : answer.bindings) {
      const auto value = value_of(answer.terms, b.value, values);
      if (value && !(*value == values.at(b.variable))) return false;
    }
    return std::all_of(answer.constraints.begin(), answer.constraints.end(),
                       [&](TermId c) { return holds(answer.terms, c, values).value_or(false); });
  };
  const auto search = [&](std::size_t next, const auto& self) -> bool {
    if (next == added.size()) return all_hold();
    for (int x = -30; x <= 30; ++x) {
      values[added[next]] = x;
      if (self(next + 1, self)) return true;
    }
    return false;
  };
  return search(0, search);
}

TEST(RandomIntegers, AnswersAreThePointsOfTheBox) {
  const std::uint64_t count = from_environment("COGS_INTEGER_PROGRAMS", 300);
  const std::uint64_t seed = from_environment("COGS_SEED", 170001);
  std::cout << "seed " << seed << "\n";
  std::size_t undecided = 0, found = 0, unjudged = 0;
  for (std::uint64_t n = 0; n < count; ++n) {
    std::mt19937_64 random(seed + n);
    const Problem problem = random_problem(random);
    const int open = problem.variables - problem.hidden;
    for (const bool negated : {false, true}) {
      const std::string program = problem.program(negated);
      SCOPED_TRACE("COGS_SEED=" + std::to_string(seed + n) + " COGS_INTEGER_PROGRAMS=1\n" +
                   program);
      SolveOptions options;
      options.most_steps = 20000;
      const Solved run = solve_text(program, options);
      ASSERT_EQ(run.error, "");
      ASSERT_EQ(run.statistics.refused, 0u) << run.statistics.refusal;
      unjudged += run.statistics.unchecked;
      found += run.answers.size();
      const bool decided =
          run.cut == Cut::no && std::none_of(run.answers.begin(), run.answers.end(),
                                             [](const Answer& a) { return a.undecided; });
      undecided += decided ? 0 : 1;
      for (const std::vector<int>& point : problem.points(open)) {
        bool expected = false;
        for (const std::vector<int>& rest : problem.points(problem.hidden)) {
          std::vector<int> whole = point;
          whole.insert(whole.end(), rest.begin(), rest.end());
          expected = expected || std::all_of(problem.constraints.begin(), problem.constraints.end(),
                                             [&](const Constraint& c) { return holds(c, whole); });
        }
        expected = expected != negated;
        bool covered = false;
        for (const Answer& answer : run.answers) {
          covered = covered || has_point(answer, problem, point);
        }
        if (covered == expected || (!decided && expected)) continue;
        std::string lines;
        for (const std::string& line : run.lines()) lines += line + "\n";
        FAIL() << "the point " << ::testing::PrintToString(point)
               << (expected ? " has no answer\n" : " is in an answer\n") << lines;
      }
    }
  }
  std::cout << count << " programs, " << found << " answers, " << undecided << " runs not decided, "
            << unjudged << " answers not judged in full\n";
  EXPECT_LT(undecided, count / 10 + 2);
}

}  // namespace
}  // namespace cogs::logic
