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

#include "logic/program/builtins.h"
#include "logic/goal/machine.h"

namespace cogs::logic {

std::size_t Machine::KeyHash::operator()(const VariantKey& key) const {
  std::size_t hash = key.size();
  for (const std::uint64_t word : key) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  }
  return hash;
}

// Copies terms out of the store. Variables older than the mark stay what they are, unless they
// are hypothetical or the copy is to stand alone; all others become slots.
class Machine::Saver {
 public:
  Saver(const Store& store, SavedTerms& out, std::size_t older, bool alone)
      : store_(store), out_(out), older_(older), alone_(alone) {}

  Word copy(Word word) {
    word = store_.deref(word);
    if (word.tag() != Tag::compound) return leaf(word);
    struct Open {
      Word word;
      std::uint32_t next;
    };
    std::vector<Open> open{{word, 0}};
    std::vector<Word> values;
    CopiedParts copied;
    for (;;) {
      Open& top = open.back();
      const std::uint32_t functor = store_.functor_of(top.word);
      const std::uint32_t arity = store_.constants().functor(functor).arity;
      if (top.next < arity) {
        const Word below = store_.deref(store_.argument(top.word, top.next++));
        if (below.tag() != Tag::compound) {
          values.push_back(leaf(below));
        } else if (const Word made = copied.find(below.index())) {
          values.push_back(made);
        } else {
          open.push_back({below, 0});
        }
        continue;
      }
      const Word made(Tag::compound, out_.words.size());
      copied.add(top.word.index(), made);
      out_.words.push_back(Word(Tag::none, functor));
      out_.words.insert(out_.words.end(), values.end() - arity, values.end());
      values.resize(values.size() - arity);
      open.pop_back();
      if (open.empty()) return made;
      values.push_back(made);
    }
  }

  CodeGoal copy(CodeGoal goal) {
    goal.term = copy(goal.term);
    return goal;
  }

  bool is_outer(Word variable) const {
    return !alone_ && variable.index() < older_ &&
           store_.kind_of(variable) != VariableKind::hypothetical;
  }
  const std::vector<Word>& slots() const { return variables_; }
  bool has_slot(Word variable) const {
    return std::find(variables_.begin(), variables_.end(), variable) != variables_.end();
  }

 private:
  Word leaf(Word word) {
    if (!word.is_variable() || is_outer(word)) return word;
    const auto found = std::find(variables_.begin(), variables_.end(), word);
    const auto slot = static_cast<std::uint32_t>(found - variables_.begin());
    if (found == variables_.end()) {
      variables_.push_back(word);
      out_.slots.push_back(store_.kind_of(word));
    }
    return Word::slot(slot);
  }

  const Store& store_;
  SavedTerms& out_;
  std::size_t older_;
  bool alone_;
  std::vector<Word> variables_;  // by slot
};

// What holds since the mark, as goals that say it again: bindings of outer variables, the goals
// given, disequalities, numeric constraints. `outer` are the outer variables of the conjunction.
// With `only_effects`, variables that nothing outside is bound to are projected away.
Machine::Saved Machine::save(const std::vector<CodeGoal>& goals, const Store::Mark& since,
                             const std::vector<Word>& outer, bool only_effects) {
  Saved saved;
  Saver saver(store_, saved.terms, since.variables, false);
  store_.bound_since(since, [&](Word variable) {
    if (saver.is_outer(variable)) {
      saved.equations.emplace_back(variable, saver.copy(variable));
    }
  });
  for (const CodeGoal& goal : goals) saved.goals.push_back(saver.copy(goal));

  for (std::size_t i = since.suspended; i < store_.suspended().size(); ++i) {
    const Suspended waiting = store_.suspended()[i];
    if (waiting.done) continue;
    if (only_effects) {
      // A variable that appears nowhere else can always be chosen so that terms differ, but not so
      // that numbers have a product.
      std::vector<Word> variables;
      store_.variables_of(waiting.left, variables);
      store_.variables_of(waiting.right, variables);
      const bool free = std::any_of(variables.begin(), variables.end(), [&](Word variable) {
        return store_.kind_of(variable) != VariableKind::universal && !saver.is_outer(variable) &&
               !saver.has_slot(variable);
      });
      if (free && is_comparison(waiting.kind)) saved.incomplete = true;
      if (free) continue;
    }
    saved.constraints.push_back(saver.copy(waiting_goal(waiting)));
  }

  if (store_.posted() != since.posted) {
    std::vector<NumberVariable> keep;
    const auto add = [&](Word variable) {
      variable = store_.deref(variable);
      if (!variable.is_variable() || !store_.is_numeric(variable)) return;
      const NumberVariable number = store_.number_of(variable);
      if (std::find(keep.begin(), keep.end(), number) == keep.end()) keep.push_back(number);
    };
    for (const Word variable : outer) add(variable);
    for (const Word variable : std::vector<Word>(saver.slots())) add(variable);
    // Integers that are named nowhere may say something: X = 2*Y. That cannot be denied.
    const std::vector<NumberVariable> needed = needed_integers(keep);
    if (only_effects) {
      if (!needed.empty()) saved.incomplete = true;
    } else {
      keep.insert(keep.end(), needed.begin(), needed.end());
    }
    for (const LinearConstraint& constraint : store_.numbers().project(keep)) {
      if (constraint.expression.terms.empty()) continue;
      saved.constraints.push_back(saver.copy(relation_goal(constraint)));
    }
    for (const NumberVariable number : keep) {
      if (!store_.numbers().is_integer(number) || store_.numbers().value(number)) continue;
      CodeGoal goal;
      goal.kind = GoalKind::integer;
      goal.term = integer_term(store_.owner(number));
      saved.constraints.push_back(saver.copy(goal));
    }
  }
  return saved;
}

std::vector<NumberVariable> Machine::needed_integers(const std::vector<NumberVariable>& keep) {
  std::vector<NumberVariable> needed = store_.numbers().needed_integers(keep);
  // A product has no name; the constraint that it is in does.
  std::erase_if(needed, [&](NumberVariable number) { return !store_.owner(number); });
  return needed;
}

Machine::TableAnswer Machine::save_answer(Word atom, const Store::Mark& since) {
  TableAnswer answer;
  Saver saver(store_, answer.terms, since.variables, true);
  answer.atom = saver.copy(atom);
  for (std::size_t i = 0; i < store_.suspended().size(); ++i) {
    const Suspended waiting = store_.suspended()[i];
    if (waiting.done) continue;
    std::vector<Word> variables;
    store_.variables_of(waiting.left, variables);
    store_.variables_of(waiting.right, variables);
    // Products say something of their factors wherever these are.
    const bool always = is_comparison(waiting.kind) && i >= since.suspended;
    const bool about = always || std::all_of(variables.begin(), variables.end(), [&](Word variable) {
      return store_.kind_of(variable) == VariableKind::universal || saver.has_slot(variable);
    });
    if (!about) continue;
    answer.constraints.push_back(saver.copy(waiting_goal(waiting)));
  }
  std::vector<NumberVariable> keep;
  for (const Word variable : saver.slots()) {
    if (store_.is_numeric(variable)) keep.push_back(store_.number_of(variable));
  }
  if (!keep.empty()) {
    const std::vector<NumberVariable> needed = needed_integers(keep);
    keep.insert(keep.end(), needed.begin(), needed.end());
    for (const NumberVariable number : keep) {
      const Word variable = store_.owner(number);
      CodeGoal goal;
      if (store_.numbers().is_integer(number)) {
        goal.kind = GoalKind::integer;
        goal.term = integer_term(variable);
      } else {
        // That it is a number at all.
        goal.kind = GoalKind::number_equal;
        goal.term = term_of(GoalKind::number_equal, variable, variable);
      }
      answer.constraints.push_back(saver.copy(goal));
    }
    for (const LinearConstraint& constraint : store_.numbers().project(keep)) {
      if (constraint.expression.terms.empty()) continue;
      answer.constraints.push_back(saver.copy(relation_goal(constraint)));
    }
  }
  return answer;
}

bool Machine::apply(const TableAnswer& answer, Word term) {
  const std::uint32_t environment = environment_of(answer.terms, VariableKind::hypothetical);
  if (!store_.unify(term, build(answer.atom, answer.terms.words, environment))) return false;
  for (const CodeGoal& goal : answer.constraints) {
    if (hold_builtin(build_saved(goal, answer.terms, environment)) != Verdict::yes) return false;
  }
  return true;
}

std::vector<Machine::TableAnswer> Machine::run_nested(const std::vector<CodeGoal>& goals,
                                                      Word result, Mode mode, bool& looped) {
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
  mode_.first_entry = static_cast<EntryId>(entries_.size());
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
    TableAnswer answer = save_answer(result, start);
    VariantKey key = key_of(answer);
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

// Each different part of the terms once, by its functor and the numbers of its arguments: what is
// shared in them makes no difference, and costs nothing.
Machine::VariantKey Machine::key_of(const TableAnswer& answer) const {
  VariantKey key;
  const std::vector<Word>& words = answer.terms.words;
  std::unordered_map<std::uint32_t, std::uint64_t> numbers;           // by place
  std::unordered_map<VariantKey, std::uint64_t, KeyHash> known;       // functor, arguments
  std::vector<Open> open;
  std::vector<std::uint64_t> values;
  const auto add = [&](Word root) {
    if (root.tag() != Tag::compound) {
      key.push_back(root.bits());
      return;
    }
    open.push_back({root.index(), 0});
    while (!open.empty()) {
      Open& top = open.back();
      const std::uint32_t arity = constants_.functor(words[top.at].index()).arity;
      if (top.next < arity) {
        const Word below = words[top.at + 1 + top.next++];
        if (below.tag() != Tag::compound) {
          values.push_back(below.bits());
        } else if (const auto found = numbers.find(below.index()); found != numbers.end()) {
          values.push_back(found->second);
        } else {
          open.push_back({below.index(), 0});
        }
        continue;
      }
      VariantKey part{words[top.at].bits()};
      part.insert(part.end(), values.end() - arity, values.end());
      values.resize(values.size() - arity);
      const auto [at, fresh] = known.try_emplace(part, Word(Tag::none, known.size()).bits());
      if (fresh) key.insert(key.end(), part.begin(), part.end());
      numbers.emplace(top.at, at->second);
      values.push_back(at->second);
      open.pop_back();
    }
    key.push_back(values.back());
    values.pop_back();
  };
  add(answer.atom);
  for (const CodeGoal& goal : answer.constraints) {
    key.push_back(0);
    add(goal.term);
  }
  return key;
}

Machine::VariantKey Machine::question_key(const CodeGoal& goal, bool upper,
                                          std::vector<Word>& variables) const {
  VariantKey key{(std::uint64_t{goal.predicate.value} << 2) | (goal.negated ? 2u : 0u) |
                 (upper ? 1u : 0u)};
  store_.variant_key(goal.term, key, variables);
  return key;
}

std::vector<Machine::TableAnswer> Machine::answers_of(const CodeGoal& goal, bool upper) {
  std::vector<Word> variables;
  VariantKey key = question_key(goal, upper, variables);
  const bool plain = std::none_of(variables.begin(), variables.end(), [&](Word variable) {
    return store_.is_numeric(variable) || store_.has_watches(variable);
  });
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  if (!plain && hopeless_.count(key) == 0) {
    // Without the constraints it is a question that will be asked again; whoever uses an answer
    // finds out whether it fits.
    const Sizes before = sizes();
    CodeGoal general = goal;
    std::vector<std::pair<Word, Word>> renaming;
    for (const Word variable : variables) renaming.emplace_back(variable, store_.new_variable());
    general.term = renamed(goal.term, renaming);
    const auto answers = answers_within(general, upper, 20'000);
    restore(before);
    if (answers || cut_ != Cut::no || given_up_) {
      return answers ? *answers : std::vector<TableAnswer>();
    }
    hopeless_.insert(key);
  }
  bool looped = false;
  Mode mode;
  mode.nested = true;
  mode.upper = upper;
  std::vector<TableAnswer> answers = run_nested({goal}, goal.term, mode, looped);
  if (looped && !goal.negated) answers = fill_tables(goal, upper);
  if (plain && cut_ == Cut::no && !given_up_) known_.emplace(std::move(key), answers);
  return answers;
}

// The same, but not at any price: nullopt if it takes more than so many goals.
std::optional<std::vector<Machine::TableAnswer>> Machine::answers_within(const CodeGoal& goal,
                                                                         bool upper,
                                                                         std::uint64_t goals) {
  const std::uint64_t outer = mode_.most_goals;
  const std::uint64_t own = effort() + goals;
  mode_.most_goals = outer == 0 ? own : std::min(outer, own);
  std::vector<TableAnswer> answers = answers_of(goal, upper);
  mode_.most_goals = outer;
  if (!given_up_) return answers;
  given_up_ = outer != 0 && effort() > outer;
  return std::nullopt;
}

// Nullopt if it looks as if they had no end; that is found out once.
std::optional<std::vector<Machine::TableAnswer>> Machine::answers_if_finite(const CodeGoal& goal,
                                                                            bool upper) {
  std::vector<Word> variables;
  VariantKey key = question_key(goal, upper, variables);
  if (too_many_.count(key) > 0) return std::nullopt;
  // What is found by refuting costs more a goal than what clauses give.
  auto answers = answers_within(goal, upper, goal.negated ? 5'000 : 20'000);
  if (!answers && cut_ == Cut::no && !given_up_) too_many_.insert(std::move(key));
  return answers;
}

// --- tables --------------------------------------------------------------------------------

std::uint32_t Machine::table_of(const CodeGoal& goal) {
  VariantKey key{goal.predicate.value};
  std::vector<Word> variables;
  store_.variant_key(goal.term, key, variables);
  const auto [found, fresh] =
      table_ids_.emplace(std::move(key), static_cast<std::uint32_t>(tables_.size()));
  if (fresh) {
    Table table;
    Saver saver(store_, table.terms, 0, true);
    table.atom = saver.copy(goal.term);
    table.predicate = goal.predicate;
    tables_.push_back(std::move(table));
  }
  return found->second;
}

std::vector<Machine::TableAnswer> Machine::fill_tables(const CodeGoal& goal, bool upper) {
  std::vector<Table> outer_tables;
  std::unordered_map<VariantKey, std::uint32_t, KeyHash> outer_ids;
  outer_tables.swap(tables_);
  outer_ids.swap(table_ids_);
  const std::uint32_t outer_filling = filling_;
  Mode mode;
  mode.nested = true;
  mode.upper = upper;
  mode.tabled = code_.predicates[goal.predicate.index()].component;
  const std::uint32_t wanted = table_of(goal);
  for (bool news = true; news && cut_ == Cut::no && !given_up_;) {
    news = false;
    for (std::size_t i = 0; i < tables_.size() && cut_ == Cut::no && !given_up_; ++i) {
      const bool stale = std::any_of(
          tables_[i].used.begin(), tables_[i].used.end(),
          [&](const auto& used) { return tables_[used.first].answers.size() > used.second; });
      if (tables_[i].run && !stale) continue;
      tables_[i].run = true;
      tables_[i].used.clear();
      filling_ = static_cast<std::uint32_t>(i);
      const std::size_t count = tables_.size();
      const Sizes before = sizes();
      CodeGoal call;
      call.predicate = tables_[i].predicate;
      const std::uint32_t environment = environment_of(tables_[i].terms, VariableKind::plain);
      call.term = build(tables_[i].atom, tables_[i].terms.words, environment);
      bool looped = false;
      const std::vector<TableAnswer> found = run_nested({call}, call.term, mode, looped);
      restore(before);
      for (const TableAnswer& answer : found) {
        if (tables_[i].keys.insert(key_of(answer)).second) {
          tables_[i].answers.push_back(answer);
          news = true;
        }
      }
      news = news || tables_.size() > count;
    }
  }
  std::vector<TableAnswer> answers = std::move(tables_[wanted].answers);
  tables_.swap(outer_tables);
  table_ids_.swap(outer_ids);
  filling_ = outer_filling;
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
  const std::uint32_t table = table_of(goal);
  tables_[filling_].used.emplace_back(table, tables_[table].answers.size());
  std::vector<FrameId> alternatives;
  // Answers that are found later are seen in the next round.
  for (const TableAnswer& answer : std::vector<TableAnswer>(tables_[table].answers)) {
    const std::uint32_t environment = environment_of(answer.terms, VariableKind::plain);
    FrameId first = next;
    for (std::size_t i = answer.constraints.size(); i-- > 0;) {
      first =
          prove_frame(build_saved(answer.constraints[i], answer.terms, environment), first, node);
    }
    CodeGoal equation;
    equation.kind = GoalKind::unify;
    equation.term =
        term_of(GoalKind::unify, goal.term, build(answer.atom, answer.terms.words, environment));
    alternatives.push_back(prove_frame(equation, first, node));
  }
  return branch(alternatives);
}

}  // namespace cogs::logic
