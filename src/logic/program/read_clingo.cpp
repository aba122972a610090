// SPDX-License-Identifier: Apache-2.0
//
// Tokens and statements.
#include <algorithm>
#include <utility>

#include "logic/program/clingo_reader.h"
#include "logic/syntax/characters.h"

namespace cogs::logic {

namespace {

using Kind = ClingoToken::Kind;

}  // namespace

void ClingoReader::read() {
  while (token_.kind != Kind::end && !messages_.flooded()) {
    try {
      pools_ = false;
      depth_ = 0;
      statement();
    } catch (Failure) {
      skip();
    }
  }
}

ClingoToken ClingoReader::take() {
  ClingoToken taken = std::move(token_);
  last_end_ = taken.span.end;
  token_ = lexer_.next();
  return taken;
}

bool ClingoReader::is(std::string_view symbol) const {
  return token_.kind == Kind::symbol && token_.text == symbol;
}

bool ClingoReader::is_name(std::string_view name) const {
  return token_.kind == Kind::name && !token_.quoted && terms_.text(token_.symbol) == name;
}

bool ClingoReader::accept(std::string_view symbol) {
  if (!is(symbol)) return false;
  take();
  return true;
}

void ClingoReader::fail(Span span, std::string message, std::string help) {
  messages_.error(span, std::move(message), std::move(help));
  throw Failure{};
}

void ClingoReader::fail_unexpected(std::string_view expected) {
  if (token_.kind == Kind::bad) throw Failure{};
  if (token_.kind == Kind::end) {
    fail({last_end_ > 0 ? last_end_ - 1 : 0, last_end_},
         "the file ends without the full stop of its last statement");
  }
  const std::string found = source_.excerpt(token_.span);
  std::string help;
  if (found[0] == '#' && found.size() < 5 && token_.kind == Kind::symbol) {
    fail(token_.span,
         "`" + found + "` is a constraint over the rational numbers, which cannot stand " +
             "in a program of clingo's language",
         language_help("write " + found.substr(1) + " for whole numbers that have values"));
  }
  if (found == "[") {
    fail(token_.span, "there are no lists in clingo's language",
         language_help("write (a, b) for a tuple"));
  }
  if (found == "@") {
    fail(token_.span, "functions written as scripts, `@f(X)`, are not available",
         "compute the values before, and give them as facts");
  }
  if (found == "&") {
    fail(token_.span, "theory atoms `&name{..}` are not available",
         "write sums as #sum{..}; for numbers that have no values, X #> Y and a query");
  }
  if (found == "$") fail(token_.span, "constraints with `$` are not available", "use #sum{..}");
  if (found == "<-") help = "write :- for \"if\"";
  if (found == "->") help = "write :- for \"if\", with the head before it";
  fail(token_.span, "expected " + std::string(expected) + ", but found `" + found + "`", help);
}

// What else to do, and why the program is taken for one of clingo's.
std::string ClingoReader::language_help(const std::string& instead) const {
  const LanguageSigns signs = language_signs(source_.text());
  if (signs.clingo.empty()) return instead + "; or ask a query by `?-`";
  return instead + "; line " + std::to_string(source_.place(signs.place).line) + " has `" +
         std::string(signs.clingo) + "`, which only clingo's language has";
}

void ClingoReader::expect(std::string_view symbol) {
  if (accept(symbol)) return;
  fail_unexpected("`" + std::string(symbol) + "`");
}

void ClingoReader::expect_stop() {
  if (accept(".")) return;
  fail_unexpected("`.`, `,` or an operator");
}

void ClingoReader::skip() {
  lexer_.mute(true);
  // A full stop with white space behind it: in 0.5 and p.q no statement ends.
  const std::string_view text = source_.text();
  const auto ends = [&] {
    const std::size_t next = token_.span.end;
    return is(".") && (next >= text.size() || is_blank(text[next]) || text[next] == '%');
  };
  while (token_.kind != Kind::end && !ends()) take();
  // The token after the full stop belongs to the next statement.
  lexer_.mute(false);
  if (token_.kind != Kind::end) take();
  if (!is("[")) return;
  // The weights of a directive that is not there: #heuristic a. [1,true]
  while (token_.kind != Kind::end && !is("]")) take();
  accept("]");
}

void ClingoReader::statement() {
  begin_ = token_.span.begin;
  if (token_.kind == Kind::directive && !begins_set() && token_.text != "#false" &&
      token_.text != "#true" && token_.text != "#inf" && token_.text != "#sup") {
    return directive();
  }
  if (accept("?-")) return query();
  if (accept(":~")) return weak();
  Clause clause;
  std::optional<SpecialHead> special;
  if (!is(":-")) read_head(clause, special);
  if (accept(":-")) clause.body = body();
  expect_stop();
  finish(std::move(clause), std::move(special));
}

void ClingoReader::read_head(Clause& clause, std::optional<SpecialHead>& special) {
  if (token_.kind == Kind::directive && token_.text == "#false") {
    take();
    return;
  }
  if (token_.kind == Kind::directive && function_of(token_.text)) no_head_aggregate();
  if (is_name("not")) {
    fail(token_.span, "`not` cannot stand in a head",
         "for `not a :- b.` write `:- b, a.`, for `not not a :- b.` write `:- b, not a.`");
  }
  if (is("{")) return read_choice({}, special);
  const std::uint32_t begin = token_.span.begin;
  const TermId first = term();
  if (is("{")) return read_choice(AggregateBound{GoalKind::greater_equal, first}, special);
  if (const Relation* op = relation()) {
    take();
    if (token_.kind == Kind::directive && function_of(token_.text)) no_head_aggregate();
    if (!is("{")) {
      fail(from(begin), "a comparison cannot stand in a head",
           "for `X < 3 :- p(X).` write `:- p(X), not X < 3.`");
    }
    return read_choice(AggregateBound{op->mirrored, first}, special);
  }
  const Goal atom = atom_goal(first, true);
  if (!is(":") && !is(";") && !is("|") && !is(",")) {
    clause.has_head = true;
    clause.predicate = atom.predicate;
    clause.head = atom.term;
    draft_.define(atom.predicate);
    return;
  }
  special.emplace();
  special->kind = SpecialHead::Kind::disjunction;
  special->elements.push_back(head_element(atom, begin));
  while (is(";") || is("|") || is(",")) {
    if (is(",")) {
      fail(token_.span, "a comma cannot stand in a head",
           "write `a ; b` for \"a or b\", and two clauses for \"a and b\"");
    }
    take();
    const std::uint32_t next = token_.span.begin;
    if (is_name("not")) {
      fail(token_.span, "`not` cannot stand in a head", "move the atom to the body, without `not`");
    }
    special->elements.push_back(head_element(atom_goal(term(), true), next));
  }
}

void ClingoReader::no_head_aggregate() {
  fail(token_.span, "`" + std::string(token_.text) + "` cannot stand in a head",
       "write a choice { a : b } in the head, and a denial with the aggregate");
}

Element ClingoReader::head_element(const Goal& atom, std::uint32_t begin) {
  draft_.define(atom.predicate);
  Element element;
  element.literal.push_back(atom);
  if (accept(":")) element.condition = condition();
  element.span = from(begin);
  return element;
}

void ClingoReader::read_choice(std::optional<AggregateBound> left,
                               std::optional<SpecialHead>& special) {
  special.emplace();
  special->kind = SpecialHead::Kind::choice;
  if (left) special->bounds.push_back(*left);
  expect("{");
  if (!accept("}")) {
    do {
      const std::uint32_t begin = token_.span.begin;
      if (is_name("not")) {
        fail(token_.span, "`not` cannot stand in a choice", "name the atoms that may be true");
      }
      special->elements.push_back(head_element(atom_goal(term(), true), begin));
    } while (accept(";"));
    expect("}");
  }
  read_right_bound(special->bounds);
}

void ClingoReader::weak() {
  SpecialHead head;
  head.kind = SpecialHead::Kind::weak;
  Clause clause;
  clause.body = body();
  expect_stop();
  if (!is("[")) {
    fail(token_.span, "the weight of a weak constraint is missing",
         "write :~ a. [1@1] behind the full stop");
  }
  take();
  Element element;
  element.tuple = weight_and_priority();
  while (accept(",")) element.tuple.push_back(term());
  if (!is("]")) fail_unexpected("`,` or `]`");
  take();
  element.span = from(begin_);
  head.elements.push_back(std::move(element));
  finish(std::move(clause), std::move(head));
}

std::vector<TermId> ClingoReader::weight_and_priority() {
  const TermId weight = term();
  const TermId priority = accept("@") ? term() : terms_.add_number(0, terms_[weight].span);
  return {weight, priority};
}

void ClingoReader::optimize(bool maximize) {
  expect("{");
  struct Read {
    Clause clause;
    SpecialHead head;
  };
  std::vector<Read> all;
  if (!accept("}")) {
    do {
      Read& read = all.emplace_back();
      const std::uint32_t begin = token_.span.begin;
      read.head.kind = SpecialHead::Kind::weak;
      Element element;
      element.tuple = weight_and_priority();
      if (maximize) element.tuple[0] = compound("-", {element.tuple[0]}, begin);
      while (accept(",")) element.tuple.push_back(term());
      if (accept(":")) read.clause.body = condition();
      element.span = from(begin);
      read.head.elements.push_back(std::move(element));
    } while (accept(";"));
    expect("}");
  }
  expect_stop();
  for (Read& read : all) {
    const std::uint32_t begin = read.head.elements[0].span.begin;
    finish(std::move(read.clause), std::move(read.head), begin);
  }
}

void ClingoReader::query() {
  std::vector<Goal> goals = body();
  expect_stop();
  if (pools_)
    fail(from(begin_), "a query cannot have a pool", "define a predicate, and ask for that");
  if (draft_.options.query && draft_.query_text != file_) return;
  name_nobody(goals);
  program_.query = std::move(goals);
  program_.query_file = file_;
}

void read_clingo(ProgramDraft& draft, FileId file, const Include& include) {
  for (const char* name : {"#inf", "#sup"}) draft.program.terms.symbol(name);
  ClingoReader(draft, file, include).read();
}

}  // namespace cogs::logic
