// SPDX-License-Identifier: Apache-2.0
#include "logic/program/goal_reader.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "logic/program/builtins.h"
#include "logic/program/expand_disjunction.h"
#include "logic/syntax/rewrite_term.h"

namespace cogs::logic {

namespace {

struct Advice {
  std::string_view name;
  std::size_t arity;
  std::string_view message, help;
};

constexpr std::string_view no_effects =
    "a program here only says what holds, and the answer shows it";

// Goals of Prolog that have no meaning here, if the program does not define them itself.
constexpr Advice unavailable[] = {
    {"!", 0, "there is no cut here", "make the clauses exclude each other with `not`"},
    {"->", 2, "there is no if-then-else here",
     "write one clause with the condition, and one with `not` the condition"},
    {"*->", 2, "there is no if-then-else here",
     "write one clause with the condition, and one with `not` the condition"},
    {"=..", 2, "`=..` is not available here", "write the term with its functor"},
    {"..", 2, "a range is not a goal", "compare the two ends: 1 #=< X, X #=< 9"},
    {":", 2, "there are no modules here", "leave the module's name out"},
    {":-", 2, "a clause is not a goal", "does the clause before it lack its full stop?"},
    {":-", 1, "a denial is not a goal", "does the clause before it lack its full stop?"},
    {"?-", 1, "a query is not a goal", "does the clause before it lack its full stop?"},
    {"-->", 2, "there are no grammar rules here", ""},
    {"{}", 1, "braces are not a goal", "write constraints as X #> 3"},
    {"write", 1, "`write` is not available here", no_effects},
    {"writeln", 1, "`writeln` is not available here", no_effects},
    {"print", 1, "`print` is not available here", no_effects},
    {"nl", 0, "`nl` is not available here", no_effects},
    {"format", 1, "`format` is not available here", no_effects},
    {"format", 2, "`format` is not available here", no_effects},
    {"assert", 1, "`assert` is not available here", no_effects},
    {"asserta", 1, "`asserta` is not available here", no_effects},
    {"assertz", 1, "`assertz` is not available here", no_effects},
    {"retract", 1, "`retract` is not available here", no_effects},
    {"halt", 0, "`halt` is not available here", no_effects},
};

bool is_whole(const Terms& terms, TermId term) {
  return terms.is_number(term) && !terms[term].decimal && terms.number(term).is_integer();
}

}  // namespace

bool is_atom_shape(const Terms& terms, TermId term) {
  const TermKind kind = terms[term].kind;
  return kind == TermKind::atom || kind == TermKind::compound;
}

GoalReader::GoalReader(ProgramDraft& draft, FileId file)
    : draft_(draft), terms_(draft.program.terms), file_(file), messages_(draft.of(file)) {}

bool GoalReader::refuse(TermId term, std::string message, std::string help) {
  messages_.error(terms_[term].span, std::move(message), std::move(help));
  return false;
}

// A name with or without arguments, after `not` and the minus sign.
bool GoalReader::check_callable(TermId term) {
  if (is_atom_shape(terms_, term)) return true;
  if (terms_.is_variable(term)) {
    return refuse(term, "a variable is not a goal", "write call(" + terms_.name(term) + ")");
  }
  return refuse(term, "this is a value and not a goal",
                "a goal is a name, with or without arguments");
}

// Whether the program defines the predicate of this atom.
bool GoalReader::is_own(TermId atom) const {
  const auto own =
      draft_.program.find_predicate(Symbol(terms_[atom].value), terms_[atom].arity, false);
  return own && draft_.is_known(*own);
}

bool GoalReader::check_available(TermId term) {
  const std::string& name = terms_.name(term);
  const std::size_t arity = terms_[term].arity;
  for (const Advice& advice : unavailable) {
    if (advice.name != name || advice.arity != arity) continue;
    if (is_own(term)) return true;
    return refuse(term, std::string(advice.message), std::string(advice.help));
  }
  if (name == "call" && arity > 1) {
    return refuse(term, "`call` takes one goal here", "write the goal with all its arguments");
  }
  return true;
}

TermId GoalReader::rename(TermId term, std::string_view name) {
  const Term old = terms_[term];
  if (terms_.text(Symbol(old.value)) == name) return term;
  const Symbol symbol = terms_.symbol(name);
  if (old.arity == 0) return terms_.add_named(old.kind, symbol, old.span);
  const auto span = terms_.arguments(term);
  const std::vector<TermId> arguments(span.begin(), span.end());
  return terms_.add_compound(symbol, arguments, old.span);
}

std::optional<TermId> GoalReader::replaced(TermId term) const {
  const Term& it = terms_[term];
  if (it.kind == TermKind::atom && !draft_.program.constants.empty()) {
    const auto found = draft_.program.constants.find(Symbol(it.value));
    if (found != draft_.program.constants.end()) return found->second;
  }
  if (it.kind == TermKind::compound && it.arity == 2 && terms_.name(term) == "/") {
    const TermId above = terms_.argument(term, 0), below = terms_.argument(term, 1);
    if (is_whole(terms_, above) && is_whole(terms_, below) && terms_.number(below).sign() != 0) {
      return terms_.add_number(terms_.number(above) / terms_.number(below), it.span);
    }
  }
  return std::nullopt;
}

std::optional<TermId> GoalReader::plain_atom(TermId atom) {
  std::optional<TermId> range;
  const TermId plain = rewrite_arguments(terms_, atom, [&](TermId part) {
    if (terms_.is(part, "..", 2) && !range) range = part;
    return replaced(part);
  });
  if (!range) return plain;
  refuse(*range, "a range can stand in a head only", "compare the two ends: 1 #=< X, X #=< 9");
  return std::nullopt;
}

void GoalReader::register_call(PredicateId predicate, Span span) {
  if (draft_.first_calls.try_emplace(predicate, Call{file_, span}).second) {
    draft_.called.push_back(predicate);
  }
}

std::optional<Goal> GoalReader::read_literal(TermId term) {
  Goal goal;
  goal.span = terms_[term].span;
  if (is_negation(terms_, term)) {
    goal.negated = true;
    term = terms_.argument(term, 0);
    if (is_negation(terms_, term)) {
      refuse(term, "`not` cannot be nested",
             "define a predicate for the inner `not`, and negate that");
      return std::nullopt;
    }
    while (terms_.is(term, "call", 1) && is_atom_shape(terms_, terms_.argument(term, 0))) {
      term = terms_.argument(term, 0);
    }
    if (terms_.is(term, ",", 2) || terms_.is(term, ";", 2)) {
      refuse(term, "`not` takes one literal, not several",
             "define a predicate by these goals, and negate that");
      return std::nullopt;
    }
  }
  const bool classical = terms_.is(term, "-", 1);
  if (classical) term = terms_.argument(term, 0);
  if (!check_callable(term)) return std::nullopt;
  const std::string name = terms_.name(term);
  const std::size_t arity = terms_[term].arity;
  if (classical && (name == "-" || is_negation(terms_, term) || builtin_kind(name, arity))) {
    refuse(term, "the minus sign takes an atom of a predicate of the program",
           is_negation(terms_, term) ? "write not -p instead of -not p" : "");
    return std::nullopt;
  }
  if (!classical && !check_available(term)) return std::nullopt;
  goal.term = term;
  if (const auto kind = builtin_kind(name, arity); kind && !classical && !is_own(term)) {
    return read_builtin(goal, *kind);
  }
  const auto atom = plain_atom(term);
  if (!atom) return std::nullopt;
  goal.term = *atom;
  goal.predicate = draft_.program.predicate(Symbol(terms_[term].value),
                                            static_cast<std::uint32_t>(arity), classical);
  register_call(goal.predicate, goal.span);
  return goal;
}

std::optional<Goal> GoalReader::read_builtin(Goal goal, GoalKind kind) {
  goal.kind = kind;
  goal.term = rename(goal.term, builtin_name(kind));
  if (kind == GoalKind::call_term) {
    if (terms_.is_variable(terms_.argument(goal.term, 0))) return goal;
    check_callable(terms_.argument(goal.term, 0));  // names have been taken out of call already
    return std::nullopt;
  }
  if (kind != GoalKind::find_all && kind != GoalKind::for_all) {
    const auto atom = plain_atom(goal.term);
    if (!atom) return std::nullopt;
    goal.term = *atom;
    return goal;
  }
  if (kind == GoalKind::for_all && !terms_.is_variable(terms_.argument(goal.term, 0))) {
    refuse(terms_.argument(goal.term, 0), "the first argument of forall is a variable here",
           "forall(X, G) says that G holds for every X");
    return std::nullopt;
  }
  const Term written = terms_[goal.term];
  const auto inner = kind == GoalKind::find_all ? inner_conjunction(terms_.argument(goal.term, 1))
                                                : read_inner(terms_.argument(goal.term, 1));
  if (!inner) return std::nullopt;
  std::vector<TermId> arguments;
  for (std::size_t i = 0; i < written.arity; ++i) {
    const TermId part = terms_.argument(goal.term, i);
    arguments.push_back(i == 1 ? *inner : rewrite_term(terms_, part, [&](TermId below) {
      return replaced(below);
    }));
  }
  goal.term = terms_.add_compound(Symbol(written.value), arguments, written.span);
  return goal;
}

// A goal inside a term: the term again, with the usual spellings.
std::optional<TermId> GoalReader::read_inner(TermId term) {
  const Span span = terms_[term].span;
  const auto goal = read_literal(term);
  if (!goal) return std::nullopt;
  TermId inner = goal->term;
  if (goal->kind == GoalKind::call &&
      draft_.program.predicates[goal->predicate.index()].classical) {
    inner = terms_.add_compound(terms_.symbol("-"), {&inner, 1}, span);
  }
  if (goal->negated) inner = terms_.add_compound(terms_.symbol("not"), {&inner, 1}, span);
  return inner;
}

std::optional<TermId> GoalReader::inner_conjunction(TermId term) {
  std::vector<TermId> members = terms_.conjuncts(term);
  bool fine = true;
  for (TermId& member : members) {
    if (terms_.is(member, ";", 2)) {
      fine = refuse(member, "a disjunction cannot stand inside of findall",
                    "define a predicate by two clauses, and call that");
      continue;
    }
    while (terms_.is(member, "call", 1) && is_atom_shape(terms_, terms_.argument(member, 0))) {
      member = terms_.argument(member, 0);
    }
    if (const auto inner = read_inner(member)) {
      member = *inner;
    } else {
      fine = false;
    }
  }
  if (!fine) return std::nullopt;
  TermId all = members.back();
  for (std::size_t i = members.size() - 1; i-- > 0;) {
    const TermId both[] = {members[i], all};
    all = terms_.add_compound(terms_.symbol(","), both, terms_[term].span);
  }
  return all;
}

std::optional<std::vector<std::vector<Goal>>> GoalReader::read_body(TermId body) {
  const auto conjunctions =
      expand_disjunction(terms_, body, ProgramDraft::most_expanded - draft_.expanded);
  if (!conjunctions) {
    refuse(body, "this body stands for too many clauses when its `;` are written out",
           "define predicates for its parts");
    return std::nullopt;
  }
  const bool several = conjunctions->size() > 1;
  std::unordered_map<TermId, std::optional<Goal>> read;  // each literal is read once
  std::vector<std::vector<Goal>> bodies;
  bool fine = true;
  for (const Conjunction& conjunction : *conjunctions) {
    std::vector<Goal> goals;
    goals.reserve(conjunction.size());
    for (const TermId literal : conjunction) {
      std::optional<Goal> goal;
      if (!several) {
        goal = read_literal(literal);
      } else if (const auto found = read.find(literal); found != read.end()) {
        goal = found->second;
      } else {
        goal = read[literal] = read_literal(literal);
      }
      fine = fine && goal;
      if (goal) goals.push_back(*goal);
    }
    if (several) draft_.expanded += goals.size() + 1;
    bodies.push_back(std::move(goals));
  }
  if (!fine) return std::nullopt;
  return bodies;
}

}  // namespace cogs::logic
