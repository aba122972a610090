// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/search.h"

#include <set>
#include <vector>

#include "logic/ground/assignment.h"
#include "logic/ground/completion.h"
#include "logic/ground/justify.h"
#include "logic/ground/program.h"
#include "logic/ground/proof.h"
#include "logic/ground/search_limits.h"
#include "logic/ground/unfounded.h"

namespace cogs::logic {

namespace {

// Conflicts without an answer after which choices follow the conflicts, not the goals.
constexpr std::uint64_t patience = 50;

class GroundStream : public AnswerStream {
 public:
  GroundStream(const Program& program, const SolveOptions& options)
      : options_(options), budget_(options.limits), ground_(program) {
    statistics_.engine = "ground";
  }

  // Whether the program can be grounded.
  bool prepare() {
    const Grounding grounding = ground_program(ground_, options_, budget_);
    if (grounding == Grounding::impossible) return false;
    statistics_.ground_atoms = ground_.world.atoms.size();
    statistics_.ground_clauses = ground_.clauses.size();
    if (grounding == Grounding::cut) {
      stop_at_limit();
    } else if (ground_.inconsistent) {
      finished_ = true;
    } else {
      search_.emplace(ground_, options_, budget_);
    }
    return true;
  }

  std::optional<Answer> next() override {
    while (!finished_) {
      if (!search_->active) {
        finished_ = !start_instance();
      } else if (is_at_limit()) {
        stop_at_limit();
      } else if (advance()) {
        if (auto answer = take_answer()) return answer;
      }
      finished_ |= search_ && search_->assignment.is_inconsistent();
    }
    return std::nullopt;
  }

  Cut cut() const override { return limits_.cut(); }
  const SolveStatistics& statistics() const override { return statistics_; }

 private:
  struct Search {
    Search(GroundProgram& ground, const SolveOptions& options, base::Budget& budget)
        : completion(ground, options.denials && options.odd_loops, assignment),
          unfounded(ground, completion, assignment),
          justifier(ground, completion, unfounded, assignment),
          proofs(ground, completion, justifier, budget, options.full_proofs),
          instances(ground.query, ground.world) {}
    Assignment assignment;
    Completion completion;
    UnfoundedSets unfounded;
    Justifier justifier;
    ProofBuilder proofs;
    QueryInstances instances;

    // The instance at hand.
    bool active = false;
    Lit instance;  // true while it is looked for
    std::vector<Lit> goals;
  };

  // The next instance of the query, as a variable that stands for its open literals.
  bool start_instance() {
    Search& search = *search_;
    if (!search.instances.next()) return false;
    search.assignment.restart();
    search.instance = Lit(search.assignment.add_variable(), false);
    search.goals.clear();
    for (const GroundLiteral literal : search.instances.literals()) {
      search.goals.push_back(search.completion.lit(literal));
      search.assignment.add_clause({~search.instance, search.goals.back()});
    }
    search.active = true;
    conflicts_before_ = search.assignment.conflicts();
    return true;
  }

  // One step of the search; whether it stands at an answer.
  bool advance() {
    Search& search = *search_;
    Assignment& assignment = search.assignment;
    Assignment::ClauseIndex broken = assignment.propagate();
    if (broken == Assignment::no_clause) {
      broken = search.unfounded.propagate();
      if (broken == Assignment::no_clause && search.unfounded.found()) return false;
    }
    if (broken != Assignment::no_clause) {
      ++statistics_.backtracks;
      assignment.resolve(broken);
      return false;
    }
    if (assignment.is_false(search.instance)) {
      search.active = false;
    } else if (assignment.is_open(search.instance)) {
      assignment.decide(search.instance);
    } else if (limits_.is_restart_due(assignment)) {
      limits_.restart(assignment);
    } else if (const auto choice = choose()) {
      ++statistics_.choices;
      assignment.decide(*choice);
    } else {
      return true;
    }
    return false;
  }

  std::optional<Lit> choose() {
    Search& search = *search_;
    if (search.assignment.conflicts() > conflicts_before_ + patience) {
      if (const auto variable = search.assignment.most_active()) {
        return Lit(*variable, !search.assignment.last_truth(*variable));
      }
    }
    return search.justifier.find_choice(search.goals);
  }

  std::optional<Answer> take_answer() {
    Search& search = *search_;
    Answer answer = search.proofs.build(search.instances, options_.proofs);
    if (budget_.exhausted()) {
      stop_at_limit();
      return std::nullopt;
    }
    exclude();
    conflicts_before_ = search.assignment.conflicts();
    if (given_.insert(search.proofs.key()).second) return answer;
    ++statistics_.duplicates;
    return std::nullopt;
  }

  // From now on, one of the literals of the answer must be different. Those that follow from the
  // others need not be named.
  void exclude() {
    Search& search = *search_;
    const Assignment& assignment = search.assignment;
    std::vector<bool> covered(assignment.variables(), false);
    std::vector<Lit> clause;
    for (const Lit literal : assignment.trail()) {
      const std::uint32_t variable = literal.variable();
      const auto reason = assignment.reason(variable);
      bool follows = !reason.empty() || assignment.level(variable) == 0;
      for (const Lit other : reason) follows &= other == literal || covered[other.variable()];
      const bool used = literal == search.instance || search.justifier.is_used(literal);
      covered[variable] = follows || used;
      if (used && !follows) clause.push_back(~literal);
    }
    const auto broken = search.assignment.add_clause(std::move(clause));
    if (broken != Assignment::no_clause) search.assignment.resolve(broken);
  }

  bool is_at_limit() { return limits_.is_at_limit(search_->assignment, statistics_); }

  void stop_at_limit() {
    finished_ = true;
    limits_.stop();
  }

  const SolveOptions options_;
  base::Budget budget_;
  SearchLimits limits_{options_.most_steps, budget_};
  GroundProgram ground_;
  std::optional<Search> search_;
  SolveStatistics statistics_;
  std::set<std::vector<std::uint32_t>> given_;
  std::uint64_t conflicts_before_ = 0;
  bool finished_ = false;
};

}  // namespace

std::unique_ptr<AnswerStream> ground_stream(const Program& program, const SolveOptions& options) {
  if (!program.query) return nullptr;
  auto stream = std::make_unique<GroundStream>(program, options);
  if (!stream->prepare()) return nullptr;
  return stream;
}

}  // namespace cogs::logic
