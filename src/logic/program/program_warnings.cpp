// SPDX-License-Identifier: Apache-2.0
//
// What is undefined in a program, and what is allowed in it but probably not meant.
#include <algorithm>
#include <map>
#include <string>

#include "logic/program/builtins.h"
#include "logic/program/goal_reader.h"
#include "logic/program/program_draft.h"

namespace cogs::logic {

namespace {

// Names like p/1 that are close to it and defined.
std::string did_you_mean(const ProgramDraft& draft, PredicateId id) {
  const Program& program = draft.program;
  const Predicate& wanted = program.predicates[id.index()];
  std::vector<std::string> names;
  for (std::size_t i = 0; i < program.predicates.size(); ++i) {
    const Predicate& other = program.predicates[i];
    if (!draft.is_known(PredicateId(i)) || other.classical != wanted.classical) continue;
    if (other.name == wanted.name) {
      return "`" + program.predicate_text(PredicateId(i)) + "` is defined";
    }
    if (other.arity == wanted.arity) names.push_back(program.terms.text(other.name));
  }
  const std::string near = base::nearest_name(program.terms.text(wanted.name), names);
  return near.empty() ? "" : "did you mean `" + near + "/" + std::to_string(wanted.arity) + "`?";
}

bool in_query(const Program& program, PredicateId id) {
  if (!program.query) return false;
  for (const Goal& goal : *program.query) {
    if (goal.kind == GoalKind::call && goal.predicate == id) return true;
  }
  return false;
}

void report_undefined(ProgramDraft& draft) {
  if (draft.options.unknown == Unknown::fail) return;
  // A statement that could not be read may have defined it.
  if (std::any_of(draft.messages.begin(), draft.messages.end(),
                  [](const Messages& messages) { return messages.has_errors(); })) {
    return;
  }
  for (const PredicateId id : draft.called) {
    if (draft.is_known(id)) continue;
    const Call& call = draft.first_calls.at(id);
    const bool asked = in_query(draft.program, id);
    const std::string message =
        "no clause defines `" + draft.program.predicate_text(id) + "`: it is always false";
    if (!asked && draft.options.unknown == Unknown::warning) {
      draft.of(call.file).warning(call.span, message, did_you_mean(draft, id));
      continue;
    }
    Span span = call.span;
    FileId file = call.file;
    if (asked) {
      file = draft.program.query_file;
      for (const Goal& goal : *draft.program.query) {
        if (goal.kind == GoalKind::call && goal.predicate == id) span = goal.span;
      }
    }
    draft.of(file).error(span,
                         asked ? "the query asks for `" + draft.program.predicate_text(id) +
                                     "`, which no clause defines"
                               : message,
                         did_you_mean(draft, id));
  }
}

// Where a variable occurs in a clause.
struct Occurrences {
  std::size_t count = 0;
  bool outside_negation = false;  // in the head, or in a goal that is not negated
  Span first;
};
using Variables = std::map<std::string_view, Occurrences>;

void collect(const Terms& terms, TermId term, bool negated, Variables& variables,
             std::vector<Span>& unnamed) {
  std::vector<TermId> waiting{term};
  while (!waiting.empty()) {
    const TermId next = waiting.back();
    waiting.pop_back();
    if (terms.is_variable(next)) {
      const std::string& name = terms.name(next);
      if (name == "_") {
        if (negated) unnamed.push_back(terms[next].span);
        continue;
      }
      Occurrences& found = variables[name];
      if (found.count++ == 0 || terms[next].span.begin < found.first.begin) {
        found.first = terms[next].span;
      }
      found.outside_negation |= !negated;
    }
    const auto below = terms.arguments(next);
    waiting.insert(waiting.end(), below.begin(), below.end());
  }
}

// The goals of a body: through conjunctions and disjunctions.
std::vector<TermId> literals_of(const Terms& terms, TermId body) {
  std::vector<TermId> literals, waiting{body};
  while (!waiting.empty()) {
    const TermId next = waiting.back();
    waiting.pop_back();
    if (terms.is(next, ",", 2) || terms.is(next, ";", 2)) {
      waiting.push_back(terms.argument(next, 1));
      waiting.push_back(terms.argument(next, 0));
    } else {
      literals.push_back(next);
    }
  }
  return literals;
}

}  // namespace

void warn_of_variables(ProgramDraft& draft, const Statement& statement) {
  if (!draft.options.warn) return;
  const Terms& terms = draft.program.terms;
  Variables variables;
  std::vector<Span> unnamed;
  const bool denial = terms.is(statement.term, ":-", 1);
  const bool rule = terms.is(statement.term, ":-", 2);
  if (denial && is_atom_shape(terms, terms.argument(statement.term, 0)) &&
      is_prolog_directive(terms.name(terms.argument(statement.term, 0)),
                          terms[terms.argument(statement.term, 0)].arity)) {
    return;
  }
  if (!denial) {
    collect(terms, rule ? terms.argument(statement.term, 0) : statement.term, false, variables,
            unnamed);
  }
  if (denial || rule) {
    for (const TermId literal :
         literals_of(terms, terms.argument(statement.term, denial ? 0 : 1))) {
      collect(terms, literal, is_negation(terms, literal), variables, unnamed);
    }
  }
  Messages& messages = draft.of(statement.file);
  for (const auto& [name, found] : variables) {
    if (!found.outside_negation && name[0] != '_') {
      messages.warning(found.first,
                       "the variable `" + std::string(name) + "` stands in negated goals only",
                       "the goal holds if it is false for any value at all, and there are "
                       "infinitely many; for \"for no value\", define a predicate without it");
    } else if (found.count == 1 && name[0] != '_' && statement.warn_singletons) {
      messages.warning(found.first, "the variable `" + std::string(name) + "` occurs only once",
                       "write `_` or `_" + std::string(name) + "` if that is meant");
    }
  }
  for (const Span span : unnamed) {
    messages.warning(span, "the variable `_` stands in a negated goal only",
                     "the goal holds if it is false for any value at all, and there are "
                     "infinitely many; for \"for no value\", define a predicate without it");
  }
}

namespace {

// A fact's argument that is no number, for each argument of each predicate.
std::map<std::pair<std::uint32_t, std::size_t>, TermId> names_in_facts(const Program& program) {
  std::map<std::pair<std::uint32_t, std::size_t>, TermId> names;
  const Terms& terms = program.terms;
  for (const Clause& clause : program.clauses) {
    if (!clause.has_head || !clause.body.empty()) continue;
    if (terms[clause.head].kind != TermKind::compound) continue;
    const auto arguments = terms.arguments(clause.head);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (terms[arguments[i]].kind != TermKind::atom) continue;
      names.emplace(std::pair(clause.predicate.value, i), arguments[i]);
    }
  }
  return names;
}

// p(X), X > 5, where there is a p(a).
void warn_of_names(ProgramDraft& draft) {
  // clingo's language has an order of all terms.
  if (!draft.options.warn || draft.program.language == Language::clingo) return;
  const Program& program = draft.program;
  const Terms& terms = program.terms;
  const auto names = names_in_facts(program);
  if (names.empty()) return;
  for (const Clause& clause : program.clauses) {
    for (const Goal& goal : clause.body) {
      if (!is_comparison(goal.kind)) continue;
      std::vector<TermId> waiting{terms.argument(goal.term, 1), terms.argument(goal.term, 0)};
      bool warned = false;
      while (!waiting.empty() && !warned) {
        const TermId part = waiting.back();
        waiting.pop_back();
        if (terms[part].kind == TermKind::compound) {
          const auto below = terms.arguments(part);
          waiting.insert(waiting.end(), below.begin(), below.end());
        }
        if (!terms.is_variable(part) || terms.name(part) == "_") continue;
        for (const Goal& call : clause.body) {
          if (warned || call.kind != GoalKind::call || call.negated) continue;
          if (terms[call.term].kind != TermKind::compound) continue;
          const auto arguments = terms.arguments(call.term);
          for (std::size_t i = 0; i < arguments.size() && !warned; ++i) {
            if (!terms.is_variable(arguments[i]) || terms.name(arguments[i]) != terms.name(part)) {
              continue;
            }
            const auto found = names.find({call.predicate.value, i});
            if (found == names.end()) continue;
            draft.of(clause.file)
                .warning(goal.span,
                         "`" + terms.name(part) + "` can be `" + terms.name(found->second) +
                             "`, which is no number: the comparison is false then",
                         "and its negation true; compare terms with = and \\=");
            warned = true;
          }
        }
      }
    }
  }
}

}  // namespace

void check_program(ProgramDraft& draft) {
  report_undefined(draft);
  warn_of_names(draft);
}

}  // namespace cogs::logic
