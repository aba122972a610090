// SPDX-License-Identifier: Apache-2.0
//
// The solver: Program -> answers, one after the other.
//
//   Solver solver(program, options);
//   while (std::optional<Answer> answer = solver.next()) use(*answer);
//   if (solver.cut() != Cut::no) ...   // a limit ended the search: there may be more answers
//
// Two engines work behind it. Where every relevant clause is safe and free of function symbols,
// the program is grounded and searched as a whole (ground/search.h): that always ends, and the
// answers split the answer sets between them. Everything else is proved goal by goal
// (machine.h). Both give sound answers; see docs/solve.md for what each guarantees.
// Programs of clingo's language are grounded and searched for whole answer sets (ground/sets.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>

#include "base/budget.h"
#include "logic/program/answer.h"
#include "logic/program/program.h"

namespace cogs::logic {

enum class Engine : std::uint8_t { automatic, goal_directed, ground };

// What to do with the costs that weak constraints give to answer sets.
enum class Optimize : std::uint8_t {
  best,      // one answer set of least cost
  all_best,  // all of them
  ignore     // answer sets of any cost
};

struct SolveOptions {
  base::Limits limits;
  std::uint64_t most_depth = 0;  // of the proof; 0: no limit
  std::uint64_t most_steps = 0;  // goals tried; 0: no limit
  bool denials = true;           // --no-nmr leaves out all checks
  bool odd_loops = true;         // --no-olon leaves out those of odd loops
  bool proofs = true;            // collect the proof of each answer
  bool full_proofs = false;      // with the goals before the one that fails (the ground engine)
  bool check = false;            // let the independent checker judge each answer
  Engine engine = Engine::automatic;
  Optimize optimize = Optimize::best;
  // Of answer sets, only the atoms that #show leaves; the checker needs all of them.
  bool shown_only = false;
};

// `undecided`: no limit was reached, but constraints on numbers could not be decided, so there may
// be more answers. `size`: a term or a number became too large to be written down.
enum class Cut : std::uint8_t { no, time, memory, cancelled, depth, steps, undecided, size };
Cut cut_of(base::Exhausted reason);

struct SolveStatistics {
  std::string engine;         // "ground" or "goal-directed"
  std::uint64_t goals = 0;    // literals tried
  std::uint64_t choices = 0;  // choice points
  std::uint64_t backtracks = 0;
  std::uint64_t duplicates = 0;                        // answers found again and not given
  std::size_t peak_bytes = 0;                          // of the engine's own memory
  std::uint64_t ground_atoms = 0, ground_clauses = 0;  // of the ground engine
  // With SolveOptions::check: answers that the checker judged right, could not judge in full, and
  // judged wrong. The last are not given.
  std::uint64_t checked = 0, unchecked = 0, refused = 0;
  std::string refusal;  // what the checker said of the first that it refused
};

// What both engines are to the solver.
class AnswerStream {
 public:
  virtual ~AnswerStream() = default;
  virtual std::optional<Answer> next() = 0;  // nullopt: no more, or cut
  virtual Cut cut() const = 0;
  virtual const SolveStatistics& statistics() const = 0;
};

class Solver {
 public:
  // The program must have a query, unless it is in clingo's language, and outlive the solver. This
  // and next() throw base::InputError for a program that cannot be run (`is` with a variable that
  // has no value, and the like) and for one of clingo's language that cannot be grounded.
  Solver(const Program& program, const SolveOptions& options = {});
  ~Solver();

  std::optional<Answer> next();
  Cut cut() const;
  SolveStatistics statistics() const;

 private:
  std::unique_ptr<AnswerStream> stream_;
  std::unique_ptr<class AnswerChecker> checker_;
  const Program* set_program_ = nullptr;  // of clingo's language, if its answers are to be checked
  bool check_denials_ = true;
  SolveStatistics verdicts_;  // the checker's figures
  bool too_large_ = false;
  // The query has a `_`, and what holds of it depends on no choice: answers with the same bindings
  // say the same.
  bool once_a_binding_ = false;
  std::unordered_set<std::string> given_;
};

}  // namespace cogs::logic
