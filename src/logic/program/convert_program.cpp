// SPDX-License-Identifier: Apache-2.0
//
// Statements -> clauses of the program and its query.
#include <string>
#include <utility>

#include "logic/program/goal_reader.h"
#include "logic/program/program_draft.h"
#include "logic/syntax/rewrite_term.h"

namespace cogs::logic {

namespace {

// The head of a clause without its minus sign, as far as it is one.
std::optional<TermId> head_of(const Terms& terms, TermId term) {
  if (terms.is(term, ":-", 1)) return std::nullopt;
  return terms.is(term, ":-", 2) ? terms.argument(term, 0) : term;
}

void note_definitions(ProgramDraft& draft) {
  const Terms& terms = draft.program.terms;
  for (const Statement& statement : draft.statements) {
    auto head = head_of(terms, statement.term);
    if (!head) continue;
    const bool classical = terms.is(*head, "-", 1);
    const TermId atom = classical ? terms.argument(*head, 0) : *head;
    if (!is_atom_shape(terms, atom)) continue;
    draft.define(draft.program.predicate(Symbol(terms[atom].value), terms[atom].arity, classical));
  }
}

// `:- dynamic p/1.` and the like: no denial, unless the program has a predicate of that name.
bool is_skipped(const ProgramDraft& draft, TermId body) {
  const Terms& terms = draft.program.terms;
  if (!is_atom_shape(terms, body)) return false;
  if (!is_prolog_directive(terms.name(body), terms[body].arity)) return false;
  const auto own =
      draft.program.find_predicate(Symbol(terms[body].value), terms[body].arity, false);
  return !own || !draft.is_known(*own);
}

}  // namespace

void convert_clause(ProgramDraft& draft, const Statement& statement) {
  const Terms& terms = draft.program.terms;
  const bool denial = terms.is(statement.term, ":-", 1);
  const bool rule = terms.is(statement.term, ":-", 2);
  if (denial && is_skipped(draft, terms.argument(statement.term, 0))) return;
  GoalReader reader(draft, statement.file);
  std::optional<std::vector<GoalReader::Head>> heads;
  if (!denial) heads = reader.read_head(*head_of(terms, statement.term));
  auto bodies = std::make_optional(std::vector<std::vector<Goal>>(1));
  if (denial || rule) bodies = reader.read_body(terms.argument(statement.term, denial ? 0 : 1));
  if (!bodies || (!denial && !heads)) return;
  if (denial) heads.emplace(1);
  for (const GoalReader::Head& head : *heads) {
    for (const std::vector<Goal>& body : *bodies) {
      draft.program.clauses.push_back(
          {!denial, head.predicate, head.atom, body, statement.file, statement.span});
    }
  }
}

void convert(ProgramDraft& draft) {
  note_definitions(draft);
  for (const Statement& statement : draft.statements) {
    if (draft.of(statement.file).flooded()) continue;
    convert_clause(draft, statement);
    warn_of_variables(draft, statement);
  }
}

void convert_query(ProgramDraft& draft) {
  if (!draft.query) return;
  Program& program = draft.program;
  const TermId body = program.terms.argument(draft.query->term, 0);
  auto bodies = GoalReader(draft, draft.query->file).read_body(body);
  if (!bodies) return;
  if (bodies->size() > 1) {
    draft.of(draft.query->file)
        .error(draft.query->span, "a query cannot have a `;`",
               "define a predicate by two clauses, and ask for that");
    return;
  }
  program.query = std::move(bodies->front());
  program.query_file = draft.query->file;
}

}  // namespace cogs::logic
