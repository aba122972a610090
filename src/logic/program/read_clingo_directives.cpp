// SPDX-License-Identifier: Apache-2.0
//
// Directives: what is shown, constants, files, words; what is missing is named.
#include <algorithm>
#include <utility>

#include "logic/program/clingo_reader.h"

namespace cogs::logic {

namespace {

using Kind = ClingoToken::Kind;

struct Missing {
  std::string_view name, help;
};
// Directives of clingo that are not there, and what to write instead.
constexpr Missing missing_directives[] = {
    {"#external", "write `{ a }.` for an atom that may be true, and a fact or nothing otherwise"},
    {"#script", "compute the facts before, and give them in a file of their own"},
    {"#theory", "write sums as `#sum{..}`; constraints over the rationals as X #> Y, with a query"},
    {"#heuristic", "leave it out: it changes the way to the answers, not the answers"},
    {"#project", "use #show to choose what is shown"},
    {"#edge", "define what can be reached by clauses, and deny that a node reaches itself"},
    {"#assume", "write a denial: :- not a."},
    {"#parity", "count by `#count{..} = N, N \\ 2 = 1`"},
    {"#disjoint", "deny that both hold"},
};

}  // namespace

void ClingoReader::directive() {
  const ClingoToken token = take();
  const std::string_view name = token.text;
  if (name == "#minimize" || name == "#minimise") return optimize(false);
  if (name == "#maximize" || name == "#maximise") return optimize(true);
  if (name == "#const") return constant();
  if (name == "#show") return show();
  if (name == "#include") return include();
  if (name == "#pred") return word_template();
  if (name == "#defined") {
    do draft_.define(signature());
    while (accept(","));
    return expect_stop();
  }
  if (name == "#program") {
    if (is_name("base") || is_name("initial")) {
      take();
      return expect_stop();
    }
    fail(token.span, "parts of programs other than `base` are not available",
         "write their statements without `#program`, with #const for the parameters");
  }
  for (const Missing& missing : missing_directives) {
    if (missing.name != name) continue;
    const bool script = name == "#script";
    if (script) skip_script();
    fail(token.span, "`" + std::string(name) + "` is not available", std::string(missing.help));
  }
  if (name == "#abducible") {
    fail(token.span, "`#abducible` cannot stand in a program of clingo's language",
         "write a choice { a }.");
  }
  fail(token.span, "unknown directive `" + std::string(name) + "`");
}

void ClingoReader::skip_script() {
  while (token_.kind != Kind::end && !(token_.kind == Kind::directive && token_.text == "#end")) {
    lexer_.mute(true);
    take();
  }
  lexer_.mute(false);
}

PredicateId ClingoReader::signature() {
  const std::uint32_t begin = token_.span.begin;
  const bool minus = accept("-");
  if (token_.kind != Kind::name) fail_unexpected("NAME/ARITY");
  const ClingoToken name = take();
  if (!is("/")) {
    fail(from(begin), "expected NAME/ARITY",
         "write #show p/1. for what is shown; terms are shown by a predicate of their own");
  }
  take();
  const auto arity = token_.kind == Kind::number ? token_.number.to_int64() : std::nullopt;
  if (!arity || *arity > 0xFFFF) fail_unexpected("the number of arguments");
  take();
  return program_.predicate(name.symbol, static_cast<std::uint32_t>(*arity), minus);
}

void ClingoReader::show() {
  if (accept(".")) {
    program_.shows_nothing = true;
    return;
  }
  do {
    const bool negated = is_name("not");
    if (negated) take();
    const std::uint32_t begin = token_.span.begin;
    if (token_.kind != Kind::name && !is("-")) {
      fail(token_.span, "`#show` with a term is not available",
           "define a predicate by a clause, and show that: #show p/1.");
    }
    program_.shown.push_back({signature(), negated});
    if (is(":")) {
      fail(from(begin), "`#show` with a condition is not available",
           "define a predicate by a clause, and show that");
    }
  } while (accept(","));
  expect_stop();
}

void ClingoReader::constant() {
  const std::uint32_t begin = token_.span.begin;
  if (token_.kind != Kind::name) fail_unexpected("NAME=VALUE");
  const ClingoToken name = take();
  const TermId id = terms_.add_named(TermKind::atom, name.symbol, name.span);
  expect("=");
  const TermId value = term();
  draft_.constants.push_back({id, value, file_, from(begin)});
  expect_stop();
  if (is("[")) {  // [default] and [override]
    while (!is("]") && token_.kind != Kind::end) take();
    take();
  }
}

void ClingoReader::include() {
  const ClingoToken name = token_;
  if (name.kind != Kind::string && name.kind != Kind::name) {
    fail(name.span, "expected the name of a file", "write it in quotes: #include \"theory.lp\".");
  }
  take();
  expect_stop();
  include_(terms_.text(name.symbol), name.span);
}

// #pred literal :: 'words'.
void ClingoReader::word_template() {
  WordTemplate made;
  const auto calls = draft_.first_calls;
  const auto called = draft_.called;
  made.pattern = simple_literal();
  draft_.first_calls = calls;
  draft_.called = called;
  expect("::");
  if (token_.kind != Kind::string && token_.kind != Kind::name) {
    fail_unexpected("a text in quotes");
  }
  made.text = terms_.text(take().symbol);
  made.file = file_;
  made.span = from(begin_);
  expect_stop();
  program_.templates.push_back(std::move(made));
}

}  // namespace cogs::logic
