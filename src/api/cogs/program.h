// SPDX-License-Identifier: Apache-2.0
//
// Logic programs: text -> Program -> answers with proofs (docs/solve.md).
//
//   cogs::Program birds = cogs::Program::parse("bird(tweety). flies(X) :- bird(X), not ab(X).");
//   cogs::Solutions found = birds.solve("flies(X)");
//   found.answers[0].bindings[0].value;      // "tweety"
//
// A Program never changes and may be asked from any number of threads at once; copies share it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <cogs/answer.h>
#include <cogs/limits.h>

namespace cogs {

namespace detail {
struct ProgramData;
}

struct ProgramOptions {
  // NAME and VALUE, in place of what `#const` says.
  std::vector<std::pair<std::string, std::string>> constants = {};
  enum class Unknown { fail, warning, error } unknown = Unknown::warning;  // undefined predicates
  bool warn = true;
  bool closed_world = false;  // variables of negated goals range over the program's constants
};

struct SolveOptions {
  std::uint64_t most_answers = 1;  // 0: all
  std::uint64_t most_depth = 0, most_steps = 0;
  bool denials = true, odd_loops = true;
  bool tree = false;   // text() and json() have the proofs; html() always has
  bool human = false;  // text() in words, by the #pred templates
  bool check = false;  // let the independent checker judge every answer
  enum class Engine { automatic, ground, goal_directed } engine = Engine::automatic;
};

struct Solution {
  bool undecided = false;  // its constraints may have no solution: nobody could decide that
  struct Binding {
    std::string variable, value;
  };
  std::vector<Binding> bindings;
  std::vector<std::string> constraints;  // on variables that stay open: "'#<'(Days,15)"
  std::vector<std::string> literals;     // "flies(tweety)", "not ab(tweety)"
  // Why: the first node is the query; children are places in this list.
  struct Node {
    // aggregate: what an aggregate came to, "#sum = 7"; element: a tuple that counts in it; cost:
    // what the weak constraints of a priority come to.
    enum class Kind {
      query,
      literal,
      builtin,
      clause_fails,
      checks,
      check,
      aggregate,
      element,
      cost
    };
    Kind kind = Kind::literal;
    std::string text;      // of a literal, builtin, aggregate, element or cost
    bool assumed = false;  // by itself, through an even number of negations
    std::vector<std::uint32_t> children;
  };
  std::vector<Node> proof;
};

class Solutions : public Answer {
 public:
  using Answer::Answer;

  std::vector<Solution> answers;
  bool complete = false;  // these are all
  // Constraints on numbers could not be decided, so that there may be more answers, or a term or
  // number became too large to be written down. No limit was reached then.
  bool undecided = false, too_large = false;
  // Why the search ended early: a limit, a cancellation, or the depth or number of steps (which
  // count as effort).
  Stop stopped = Stop::no;
  std::uint64_t checked = 0, unchecked = 0;  // by the checker, where that was asked for
  double seconds = 0;
};

class Program {
 public:
  // Throws InputError with every error of the text, located. Such a text cannot include files.
  static Program parse(const std::string& text, const std::string& name = "program",
                       const ProgramOptions& options = {});
  // Several files are one program; `#include` finds files beside the one that includes them.
  static Program load(const std::vector<std::string>& files, const ProgramOptions& options = {});

  const std::vector<Diagnostic>& warnings() const;
  // "": the program's own query. Throws InputError for one that cannot be read or run.
  Solutions solve(const std::string& query = "", const SolveOptions& options = {},
                  const Control& control = {}) const;

 private:
  explicit Program(std::shared_ptr<const detail::ProgramData> data);
  std::shared_ptr<const detail::ProgramData> data_;
};

}  // namespace cogs
