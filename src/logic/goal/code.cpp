// SPDX-License-Identifier: Apache-2.0
#include "logic/goal/code.h"

#include <algorithm>

#include "logic/program/builtins.h"

namespace cogs::logic {

namespace {

std::uint64_t functor_key(std::uint32_t name, std::uint32_t arity, bool classical) {
  return (static_cast<std::uint64_t>(name) << 32) | (static_cast<std::uint64_t>(arity) << 1) |
         (classical ? 1 : 0);
}

void variable_names(const Terms& terms, TermId id, std::vector<std::uint32_t>& names) {
  std::vector<TermId> waiting{id};
  while (!waiting.empty()) {
    const TermId at = waiting.back();
    waiting.pop_back();
    const Term& term = terms[at];
    if (term.kind == TermKind::variable) {
      if (terms.name(at) != "_") names.push_back(term.value);
    } else if (term.kind == TermKind::compound) {
      for (const TermId argument : terms.arguments(at)) waiting.push_back(argument);
    }
  }
}

// A negated literal whose variables get their values from literals behind it is moved behind
// these: it is the same conjunction, and the literal is ground when its turn comes.
std::vector<Goal> binding_first(const Terms& terms, const std::vector<Goal>& goals) {
  const auto binds = [](const Goal& goal) { return goal.kind == GoalKind::call && !goal.negated; };
  std::vector<std::vector<std::uint32_t>> names(goals.size());
  for (std::size_t i = 0; i < goals.size(); ++i) variable_names(terms, goals[i].term, names[i]);
  std::vector<std::vector<std::size_t>> after(goals.size());  // goals that follow this one
  std::vector<bool> moved(goals.size(), false);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const bool may_wait = goals[i].kind == GoalKind::call || is_comparison(goals[i].kind);
    if (!may_wait || !goals[i].negated) continue;
    std::size_t last = i;
    for (const std::uint32_t name : names[i]) {
      const auto has = [&](std::size_t j) {
        return binds(goals[j]) && std::count(names[j].begin(), names[j].end(), name) > 0;
      };
      bool before = false;
      for (std::size_t j = 0; j < i; ++j) before = before || has(j);
      if (before) continue;
      for (std::size_t j = i + 1; j < goals.size(); ++j) {
        if (has(j)) {
          last = std::max(last, j);
          break;
        }
      }
    }
    if (last > i) {
      moved[i] = true;
      after[last].push_back(i);
    }
  }
  std::vector<Goal> result;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (!moved[i]) result.push_back(goals[i]);
    for (const std::size_t j : after[i]) result.push_back(goals[j]);
  }
  return result;
}

}  // namespace

Code::Code(const Program& program, const SolveOptions& options, Store& store)
    : program_(program), store_(store) {
  const Dependencies dependencies = find_dependencies(program);
  predicates.resize(program.predicates.size());
  indexes_.resize(program.predicates.size());
  for (std::size_t i = 0; i < predicates.size(); ++i) {
    const Predicate& from = program.predicates[i];
    const PredicateFacts& facts = dependencies.predicates[i];
    CodePredicate& to = predicates[i];
    to.arity = from.arity;
    to.abducible = to.defined = from.abducible;
    to.tabled = from.tabled;
    to.stratified = facts.stratified;
    to.recursive = facts.recursive;
    to.component = facts.component;
    indexes_[i].resize(from.arity);
    by_functor_[functor_key(store.constants().name(program.terms.text(from.name)), from.arity,
                            from.classical)] = PredicateId(i);
  }
  for (std::size_t i = 0; i < program.clauses.size(); ++i) {
    const Clause& from = program.clauses[i];
    if (!from.has_head) {
      if (!options.denials) continue;
      CodeCheck check;
      check.source = ClauseId(i);
      Slots slots{{}, &check.body};
      check.body.goals = body(from.body, from.file, slots).goals;
      checks.push_back(std::move(check));
      continue;
    }
    CodeClause to;
    to.predicate = from.predicate;
    to.source = ClauseId(i);
    Slots slots{{}, &to.body};
    to.head = term(from.head, slots);
    to.body.goals = body(from.body, from.file, slots).goals;
    predicates[from.predicate.index()].clauses.push_back(
        static_cast<std::uint32_t>(clauses.size()));
    predicates[from.predicate.index()].defined = true;
    if (is_universal(to)) predicates[from.predicate.index()].universal = true;
    clauses.push_back(std::move(to));
  }
  if (options.denials) {
    for (const auto& [positive, negative] : dependencies.classical_pairs) {
      CodeCheck check;
      check.from_source = false;
      const std::uint32_t arity = predicates[positive.index()].arity;
      const std::uint32_t name =
          store.constants().name(program.terms.text(program.predicates[positive.index()].name));
      Word atom(Tag::atom, name);
      if (arity > 0) {
        atom = Word(Tag::compound, terms.size());
        terms.push_back(Word(Tag::none, store.constants().functor(name, arity)));
        for (std::uint32_t i = 0; i < arity; ++i) terms.push_back(Word::slot(i));
      }
      check.body.slots = arity;
      check.body.names.resize(arity);
      for (const PredicateId predicate : {positive, negative}) {
        CodeGoal& goal = check.body.goals.emplace_back();
        goal.predicate = predicate;
        goal.term = atom;
      }
      checks.push_back(std::move(check));
    }
  }
  if (options.denials && options.odd_loops) {
    for (const ClauseId id : dependencies.odd_loops) {
      const Clause& from = program.clauses[id.index()];
      CodeCheck check;
      check.source = id;
      Slots slots{{}, &check.body};
      std::vector<Goal> goals = from.body;
      const bool denies_itself = std::any_of(goals.begin(), goals.end(), [&](const Goal& goal) {
        return goal.kind == GoalKind::call && goal.negated && goal.predicate == from.predicate &&
               canonical_text(program.terms, goal.term) == canonical_text(program.terms, from.head);
      });
      if (!denies_itself) goals.push_back({GoalKind::call, true, from.predicate, from.head, {}});
      check.body.goals = body(goals, from.file, slots).goals;
      checks.push_back(std::move(check));
    }
  }
  drop_idle_clauses();
  find_flat();
  find_comparing();
  if (program.query) {
    Slots slots{{}, &query};
    query.goals = body(*program.query, program.query_file, slots).goals;
  }
}

void Code::find_comparing() {
  std::vector<std::vector<std::uint32_t>> callers(predicates.size());
  std::vector<std::uint32_t> waiting;
  const auto compares = [&](std::uint32_t predicate) {
    if (predicates[predicate].compares) return;
    predicates[predicate].compares = true;
    waiting.push_back(predicate);
  };
  for (std::uint32_t p = 0; p < predicates.size(); ++p) {
    for (const std::uint32_t clause : predicates[p].clauses) {
      for (const CodeGoal& goal : clauses[clause].body.goals) {
        if (is_comparison(goal.kind)) compares(p);
        if (goal.kind == GoalKind::call) callers[goal.predicate.index()].push_back(p);
      }
    }
  }
  while (!waiting.empty()) {
    const std::uint32_t next = waiting.back();
    waiting.pop_back();
    for (const std::uint32_t caller : callers[next]) compares(caller);
  }
}

// A clause that needs a literal which nothing can make true plays no part, in proofs or
// refutations.
void Code::drop_idle_clauses() {
  const auto is_idle = [&](std::uint32_t id) {
    const std::vector<CodeGoal>& goals = clauses[id].body.goals;
    return std::any_of(goals.begin(), goals.end(), [&](const CodeGoal& goal) {
      if (goal.kind != GoalKind::call || goal.negated) return false;
      const CodePredicate& predicate = predicates[goal.predicate.index()];
      return !predicate.abducible && predicate.clauses.empty();
    });
  };
  // On a loop through negation, clauses beside a fact about everything only bring assumptions.
  for (CodePredicate& predicate : predicates) {
    if (!predicate.universal || predicate.stratified || predicate.abducible) continue;
    std::erase_if(predicate.clauses, [&](std::uint32_t id) { return !is_universal(clauses[id]); });
  }
  for (bool news = true; news;) {
    news = false;
    for (CodePredicate& predicate : predicates) {
      const bool had_some = !predicate.clauses.empty();
      std::erase_if(predicate.clauses, is_idle);
      news = news || (had_some && predicate.clauses.empty());
    }
  }
}

void Code::find_flat() {
  const auto builds = [&](Word atom) {
    if (atom.tag() != Tag::compound) return false;
    const std::uint32_t arity = store_.constants().functor(terms[atom.index()].index()).arity;
    for (std::uint32_t i = 0; i < arity; ++i) {
      if (terms[atom.index() + 1 + i].tag() == Tag::compound) return true;
    }
    return false;
  };
  std::vector<bool> growing(predicates.size(), false);  // by component
  for (const CodeClause& clause : clauses) {
    const std::uint32_t component = predicates[clause.predicate.index()].component;
    bool grows = builds(clause.head);
    for (const CodeGoal& goal : clause.body.goals) {
      grows = grows ||
              (goal.kind == GoalKind::call ? builds(goal.term) : goal.kind != GoalKind::differ);
    }
    if (grows) growing[component] = true;
  }
  for (CodePredicate& predicate : predicates) predicate.flat = !growing[predicate.component];
}

CodeBody Code::body(const std::vector<Goal>& goals, FileId file, Slots& slots) {
  CodeBody result;
  for (const Goal& goal : binding_first(program_.terms, goals)) {
    CodeGoal& made = result.goals.emplace_back();
    made.kind = goal.kind;
    made.negated = goal.negated;
    made.predicate = goal.predicate;
    made.term = term(goal.term, slots);
    if (goal.kind == GoalKind::is) {
      places.emplace_back(file, goal.span);
      made.place = static_cast<std::uint32_t>(places.size());
    }
  }
  return result;
}

// Is it a fact about everything, p(X, _)?
bool Code::is_universal(const CodeClause& clause) const {
  if (!clause.body.goals.empty()) return false;
  const std::uint32_t arity = predicates[clause.predicate.index()].arity;
  if (arity == 0) return true;
  if (clause.head.tag() != Tag::compound) return false;
  const std::uint32_t at = clause.head.index();
  for (std::uint32_t i = 1; i <= arity; ++i) {
    if (!terms[at + i].is_slot()) return false;
    for (std::uint32_t j = 1; j < i; ++j) {
      if (terms[at + i] == terms[at + j]) return false;
    }
  }
  return true;
}

Word Code::term(TermId id, Slots& slots) {
  const Terms& from = program_.terms;
  // Built from the leaves; the depth of what was read is limited only off the last argument, so
  // an explicit stack it is.
  struct Open {
    TermId id;
    std::size_t next;
  };
  std::vector<Open> open;
  std::vector<Word> values;
  Constants& constants = store_.constants();
  const auto leaf = [&](TermId at) -> bool {
    const Term& t = from[at];
    switch (t.kind) {
      case TermKind::atom: values.push_back(constants.atom(from.name(at))); return true;
      case TermKind::string: values.push_back(constants.string(from.name(at))); return true;
      case TermKind::number:
        values.push_back(constants.number(from.number(at), t.decimal));
        return true;
      case TermKind::variable: {
        const bool named = from.name(at) != "_";
        if (named) {
          const auto [found, fresh] = slots.by_name.emplace(t.value, slots.body->slots);
          if (!fresh) {
            values.push_back(Word::slot(found->second));
            return true;
          }
        }
        values.push_back(Word::slot(slots.body->slots++));
        slots.body->names.push_back(named ? from.name(at) : std::string());
        return true;
      }
      case TermKind::compound: return false;
    }
    return false;
  };
  if (leaf(id)) return values.back();
  open.push_back({id, 0});
  while (!open.empty()) {
    Open& top = open.back();
    const auto arguments = from.arguments(top.id);
    if (top.next < arguments.size()) {
      const TermId below = arguments[top.next++];
      if (!leaf(below)) open.push_back({below, 0});
      continue;
    }
    const std::size_t arity = arguments.size();
    const std::uint32_t functor =
        constants.functor(from.name(top.id), static_cast<std::uint32_t>(arity));
    const std::span<const Word> made(values.data() + values.size() - arity, arity);
    const bool ground = std::none_of(made.begin(), made.end(), [](Word word) {
      return word.is_slot() || word.tag() == Tag::compound;
    });
    Word word;
    if (ground) {
      word = store_.shared_compound(functor, made);
    } else {
      word = Word(Tag::compound, terms.size());
      terms.push_back(Word(Tag::none, functor));
      terms.insert(terms.end(), made.begin(), made.end());
    }
    values.resize(values.size() - arity);
    values.push_back(word);
    open.pop_back();
  }
  return values.back();
}

Word Code::key_of(Word argument) const {
  if (argument.tag() == Tag::compound) return terms[argument.index()];
  if (argument.tag() == Tag::shared) return Word(Tag::none, store_.functor_of(argument));
  return argument;
}

void Code::build(Index& index, const CodePredicate& predicate, std::uint32_t argument) const {
  index.built = true;
  for (const std::uint32_t id : predicate.clauses) {
    const Word head = clauses[id].head;
    const Word pattern = head.tag() == Tag::compound ? terms[head.index() + 1 + argument]
                                                     : store_.argument(head, argument);
    if (pattern.is_slot()) {
      for (auto& [key, list] : index.by_key) list.push_back(id);
      index.others.push_back(id);
      continue;
    }
    const auto [found, fresh] = index.by_key.try_emplace(key_of(pattern));
    if (fresh) found->second = index.others;
    found->second.push_back(id);
  }
}

const std::vector<std::uint32_t>& Code::matching(PredicateId id, Word atom, const Store& store) {
  const CodePredicate& predicate = predicates[id.index()];
  if (predicate.clauses.size() < 2 || predicate.arity == 0) return predicate.clauses;
  for (std::uint32_t i = 0; i < predicate.arity; ++i) {
    const Word argument = store.deref(store.argument(atom, i));
    if (argument.is_variable()) continue;
    Index& index = indexes_[id.index()][i];
    if (!index.built) build(index, predicate, i);
    if (index.by_key.empty()) continue;  // the argument tells nothing
    const Word key =
        argument.is_compound() ? Word(Tag::none, store.functor_of(argument)) : argument;
    const auto found = index.by_key.find(key);
    return found == index.by_key.end() ? index.others : found->second;
  }
  return predicate.clauses;
}

CodeGoal Code::goal_of(Word term, const Store& store) const {
  CodeGoal goal;
  goal.kind = GoalKind::no;
  const Constants& constants = store.constants();
  bool classical = false;
  for (term = store.deref(term);; term = store.deref(store.argument(term, 0))) {
    if (!term.is_compound() || store.arity_of(term) != 1) break;
    const std::string& name = constants.text(constants.functor(store.functor_of(term)).name);
    if ((name == "not" || name == "\\+") && !classical) {
      goal.negated = !goal.negated;
    } else if (name == "-" && !classical) {
      classical = true;
    } else {
      break;
    }
  }
  std::uint32_t name = 0, arity = 0;
  if (term.tag() == Tag::atom) {
    name = term.index();
  } else if (term.is_compound()) {
    const Functor functor = constants.functor(store.functor_of(term));
    name = functor.name;
    arity = functor.arity;
  } else {
    return goal;
  }
  goal.term = term;
  if (!classical) {
    if (const auto kind = builtin_kind(constants.text(name), arity)) {
      goal.kind = *kind;
      return goal;
    }
  }
  const auto found = by_functor_.find(functor_key(name, arity, classical));
  if (found == by_functor_.end()) return goal;
  goal.kind = GoalKind::call;
  goal.predicate = found->second;
  return goal;
}

}  // namespace cogs::logic
