// SPDX-License-Identifier: Apache-2.0
#include "logic/solve.h"

#include <algorithm>
#include <set>

#include "logic/check/answer.h"
#include "logic/check/sets.h"
#include "logic/goal/machine.h"
#include "logic/ground/search.h"
#include "logic/ground/sets.h"
#include "logic/program/arithmetic.h"
#include "logic/program/dependencies.h"

namespace cogs::logic {

namespace {

// Does the query ask for any value, `_`, of what is the same in all answer sets?
bool asks_for_any(const Program& program) {
  if (!program.query) return false;
  const Dependencies dependencies = find_dependencies(program);
  if (!dependencies.odd_loops.empty() || !dependencies.classical_pairs.empty()) return false;
  for (const Clause& clause : program.clauses) {
    if (!clause.has_head) return false;
  }
  bool any = false;
  for (const Goal& goal : *program.query) {
    if (goal.kind == GoalKind::find_all || goal.kind == GoalKind::for_all) return false;
    if (goal.kind == GoalKind::call &&
        !dependencies.predicates[goal.predicate.index()].stratified) {
      return false;
    }
    std::vector<TermId> waiting{goal.term};
    while (!waiting.empty()) {
      const TermId id = waiting.back();
      waiting.pop_back();
      any |= program.terms.is_variable(id) && program.terms.name(id) == "_";
      if (program.terms[id].kind != TermKind::compound) continue;
      const auto arguments = program.terms.arguments(id);
      waiting.insert(waiting.end(), arguments.begin(), arguments.end());
    }
  }
  return any;
}

// The bindings with what is known of their variables.
std::string bindings_key(const Answer& answer) {
  std::string key;
  std::set<std::string> names;
  const auto variables_of = [&](TermId root) {
    std::set<std::string> found;
    std::vector<TermId> waiting{root};
    while (!waiting.empty()) {
      const TermId id = waiting.back();
      waiting.pop_back();
      if (answer.terms.is_variable(id)) found.insert(answer.terms.name(id));
      if (answer.terms[id].kind != TermKind::compound) continue;
      const auto arguments = answer.terms.arguments(id);
      waiting.insert(waiting.end(), arguments.begin(), arguments.end());
    }
    return found;
  };
  for (const Binding& binding : answer.bindings) {
    key += binding.variable + "=" + canonical_text(answer.terms, binding.value) + ";";
    names.merge(variables_of(binding.value));
  }
  for (const TermId constraint : answer.constraints) {
    const std::set<std::string> own = variables_of(constraint);
    const bool about = std::any_of(own.begin(), own.end(),
                                   [&](const std::string& name) { return names.count(name) > 0; });
    if (about) key += canonical_text(answer.terms, constraint) + ";";
  }
  return key;
}

}  // namespace

Cut cut_of(base::Exhausted reason) {
  switch (reason) {
    case base::Exhausted::time: return Cut::time;
    case base::Exhausted::memory: return Cut::memory;
    case base::Exhausted::cancelled: return Cut::cancelled;
    case base::Exhausted::effort: return Cut::steps;
    case base::Exhausted::no: break;
  }
  return Cut::no;
}

Solver::Solver(const Program& program, const SolveOptions& options) {
  if (program.language == Language::clingo) {
    try {
      stream_ = answer_sets(program, options);
    } catch (const TooLarge&) {
      too_large_ = true;
    }
    if (options.check) set_program_ = &program;
    check_denials_ = options.denials;
    return;
  }
  if (options.engine != Engine::goal_directed) {
    try {
      stream_ = ground_stream(program, options);
    } catch (const TooLarge&) {  // which goal by goal may not be needed
    }
  }
  if (!stream_) stream_ = std::make_unique<Machine>(program, options);
  once_a_binding_ = asks_for_any(program);
  if (options.check) {
    CheckOptions checking;
    checking.denials = options.denials;
    checking.limits = base::Budget(options.limits).left();
    checker_ = std::make_unique<AnswerChecker>(program, checking);
  }
}

Solver::~Solver() = default;

std::optional<Answer> Solver::next() {
  if (too_large_) return std::nullopt;
  for (;;) {
    std::optional<Answer> answer;
    try {
      answer = stream_->next();
    } catch (const TooLarge&) {
      too_large_ = true;
    }
    if (answer && once_a_binding_ && !given_.insert(bindings_key(*answer)).second) {
      ++verdicts_.duplicates;
      continue;
    }
    if (!answer || (!checker_ && !set_program_)) return answer;
    const CheckResult result =
        checker_ ? checker_->check(*answer)
                 : check_set(*set_program_, *answer, CheckOptions{.denials = check_denials_});
    if (!result.wrong) {
      ++(result.unchecked ? verdicts_.unchecked : verdicts_.checked);
      return answer;
    }
    if (verdicts_.refused++ == 0) verdicts_.refusal = *result.wrong;
  }
}

// Without a stream what was to be grounded is too large.
Cut Solver::cut() const { return too_large_ ? Cut::size : stream_->cut(); }

SolveStatistics Solver::statistics() const {
  SolveStatistics result;
  if (stream_) result = stream_->statistics();
  result.duplicates += verdicts_.duplicates;
  result.checked = verdicts_.checked;
  result.unchecked = verdicts_.unchecked;
  result.refused = verdicts_.refused;
  result.refusal = verdicts_.refusal;
  return result;
}

}  // namespace cogs::logic
