// SPDX-License-Identifier: Apache-2.0
//
// All answers of a literal, as patterns with constraints, inside the proof of another.
//
// Literals whose truth does not depend on the answer set are enumerated exactly; of the others,
// what could hold in some answer set (negations of open literals taken to hold). The answers of
// a call without constraints are kept for the rest of the run. A call that turns out to contain
// a variant of itself has more answers than running it can find; then tables are filled for its
// component, round by round, until nothing new appears.
#include <algorithm>
#include <utility>

#include "logic/goal/machine.h"
#include "logic/program/builtins.h"

namespace cogs::logic {

bool Machine::apply(const TableAnswer& answer, Word term) {
  const std::uint32_t environment =
      builder_.environment_of(answer.terms, VariableKind::hypothetical);
  if (!store_.unify(term, builder_.build(answer.atom, answer.terms.words, environment)))
    return false;
  for (const CodeGoal& goal : answer.constraints) {
    if (hold_builtin(builder_.build_saved(goal, answer.terms, environment)) != Verdict::yes)
      return false;
  }
  return true;
}

std::vector<TableAnswer> Machine::run_nested(const std::vector<CodeGoal>& goals, Word result,
                                             Mode mode, bool& looped) {
  std::vector<TableAnswer> answers;
  if (nesting_ >= 1000) {
    cut_ = Cut::depth;
    return answers;
  }
  ++nesting_;
  const Sizes before = sizes();
  const Store::Mark start = store_.mark();
  const FrameId current = current_;
  const Mode outer_mode = mode_;
  const bool outer_looped = looped_;
  const std::size_t floor = choices_.size();
  mode_ = mode;
  mode_.first_entry = static_cast<EntryId>(candidate_.size());
  if (mode_.most_goals == 0) mode_.most_goals = outer_mode.most_goals;
  looped_ = false;
  // Ancestors of the outer proof are none of this one's.
  nodes_.push_back({});
  nodes_.back().kind = NodeKind::query;
  const auto root = static_cast<NodeId>(nodes_.size() - 1);
  nodes_[root].depth = nesting_;
  current_ = frame(Step::found, 0, 0, 0, nothing, root);
  // What is hypothetical to the conjunction that asks is given to the literal that answers.
  std::vector<Word> variables;
  store_.variables_of(result, variables);
  for (const CodeGoal& goal : goals) store_.variables_of(goal.term, variables);
  for (const Word variable : variables) {
    if (store_.kind_of(variable) == VariableKind::hypothetical) {
      store_.set_kind(variable, VariableKind::plain);
    }
  }
  for (std::size_t i = goals.size(); i-- > 0;) current_ = prove_frame(goals[i], current_, root);
  std::unordered_set<VariantKey, KeyHash> seen;
  for (bool going = true; going && run(floor); going = backtrack(floor)) {
    if (store_.judge_numbers() == Possible::no) continue;
    const Sizes at = sizes();
    TableAnswer answer = saves_.save_answer(result, start);
    VariantKey key = saves_.key_of(answer);
    restore(at);
    saved_words_ += answer.terms.words.size();
    if (seen.insert(std::move(key)).second) answers.push_back(std::move(answer));
  }
  choices_.resize(floor);
  restore(before);
  looped = looped_;
  looped_ = outer_looped;
  mode_ = outer_mode;
  current_ = current;
  --nesting_;
  return answers;
}

std::vector<TableAnswer> Machine::answers_of(const CodeGoal& goal, bool upper) {
  std::vector<Word> variables;
  VariantKey key = saves_.question_key(goal, upper, variables);
  const bool plain = std::none_of(variables.begin(), variables.end(), [&](Word variable) {
    return store_.is_numeric(variable) || store_.has_watches(variable);
  });
  if (const auto found = memory_.known.find(key); found != memory_.known.end())
    return found->second;
  if (!plain && memory_.hopeless.count(key) == 0) {
    // Without the constraints it is a question that will be asked again; whoever uses an answer
    // finds out whether it fits.
    const Sizes before = sizes();
    CodeGoal general = goal;
    std::vector<std::pair<Word, Word>> renaming;
    for (const Word variable : variables) renaming.emplace_back(variable, store_.new_variable());
    general.term = builder_.renamed(goal.term, renaming);
    const auto answers = answers_within(general, upper, 20'000);
    restore(before);
    if (answers || cut_ != Cut::no || given_up_) {
      return answers ? *answers : std::vector<TableAnswer>();
    }
    memory_.hopeless.insert(key);
  }
  bool looped = false;
  Mode mode;
  mode.nested = true;
  mode.upper = upper;
  std::vector<TableAnswer> answers = run_nested({goal}, goal.term, mode, looped);
  if (looped && !goal.negated) answers = fill_tables(goal, upper);
  if (plain && cut_ == Cut::no && !given_up_ && !undecided_) {
    memory_.known.emplace(std::move(key), answers);
  }
  return answers;
}

// The same, but not at any price: nullopt if it takes more than so many goals, or if some may be
// missing because numbers could not be decided.
std::optional<std::vector<TableAnswer>> Machine::answers_within(const CodeGoal& goal, bool upper,
                                                                std::uint64_t goals) {
  const std::uint64_t outer = mode_.most_goals;
  const std::uint64_t own = effort() + goals;
  mode_.most_goals = outer == 0 ? own : std::min(outer, own);
  const bool undecided = std::exchange(undecided_, false);
  std::vector<TableAnswer> answers = answers_of(goal, upper);
  const bool some_missing = std::exchange(undecided_, undecided);
  mode_.most_goals = outer;
  if (!given_up_ && !some_missing) return answers;
  given_up_ = outer != 0 && effort() > outer;
  return std::nullopt;
}

// Nullopt if it looks as if they had no end; that is found out once.
std::optional<std::vector<TableAnswer>> Machine::answers_if_finite(const CodeGoal& goal,
                                                                   bool upper) {
  std::vector<Word> variables;
  VariantKey key = saves_.question_key(goal, upper, variables);
  if (memory_.too_many.count(key) > 0) return std::nullopt;
  // What is found by refuting costs more a goal than what clauses give.
  auto answers = answers_within(goal, upper, goal.negated ? 5'000 : 20'000);
  if (!answers && cut_ == Cut::no && !given_up_) memory_.too_many.insert(std::move(key));
  return answers;
}

// --- tables --------------------------------------------------------------------------------

std::vector<TableAnswer> Machine::fill_tables(const CodeGoal& goal, bool upper) {
  Tables outer;
  std::swap(outer, tables_);
  Mode mode;
  mode.nested = true;
  mode.upper = upper;
  mode.tabled = code_.predicates[goal.predicate.index()].component;
  const std::uint32_t wanted = tables_.of(goal, store_, saves_);
  for (bool news = true; news && cut_ == Cut::no && !given_up_;) {
    news = false;
    for (std::uint32_t i = 0; i < tables_.size() && cut_ == Cut::no && !given_up_; ++i) {
      if (!tables_.begin(i)) continue;
      const std::size_t count = tables_.size();
      const Sizes before = sizes();
      CodeGoal call;
      call.predicate = tables_[i].predicate;
      const SavedAtom& saved = tables_[i].call;
      const std::uint32_t environment = builder_.environment_of(saved.terms, VariableKind::plain);
      call.term = builder_.build(saved.atom, saved.terms.words, environment);
      bool looped = false;
      const std::vector<TableAnswer> found = run_nested({call}, call.term, mode, looped);
      restore(before);
      if (tables_.add(i, found, saves_) || tables_.size() > count) news = true;
    }
  }
  std::vector<TableAnswer> answers = std::move(tables_[wanted].answers);
  std::swap(outer, tables_);
  return answers;
}

bool Machine::call_tabled(const CodeGoal& goal, FrameId next, NodeId parent) {
  const NodeId node = add_node(NodeKind::literal, goal, parent);
  if (node == nothing) return false;
  if (nodes_[parent].kind == NodeKind::query) {
    // The call whose table is being filled: its clauses, with all calls of the component
    // answered from the tables.
    return try_clauses(code_.matching(goal.predicate, goal.term, store_), 0, nothing, goal.term,
                       node, next);
  }
  const std::uint32_t table = tables_.of(goal, store_, saves_);
  tables_.note_use(table);
  std::vector<FrameId> alternatives;
  // Answers that are found later are seen in the next round.
  for (const TableAnswer& answer : std::vector<TableAnswer>(tables_[table].answers)) {
    const std::uint32_t environment = builder_.environment_of(answer.terms, VariableKind::plain);
    FrameId first = next;
    for (std::size_t i = answer.constraints.size(); i-- > 0;) {
      first = prove_frame(builder_.build_saved(answer.constraints[i], answer.terms, environment),
                          first, node);
    }
    CodeGoal equation;
    equation.kind = GoalKind::unify;
    equation.term = builder_.term_of(GoalKind::unify, goal.term,
                                     builder_.build(answer.atom, answer.terms.words, environment));
    alternatives.push_back(prove_frame(equation, first, node));
  }
  return branch(alternatives);
}

}  // namespace cogs::logic
