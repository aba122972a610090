// SPDX-License-Identifier: Apache-2.0
//
// Directives: `#show`, `#pred`, `#abducible`, `#const`, `#include`, `#table`; others are skipped.
#include <algorithm>
#include <iterator>
#include <utility>

#include "logic/program/builtins.h"
#include "logic/program/goal_reader.h"
#include "logic/program/program_draft.h"

namespace cogs::logic {

namespace {

constexpr std::string_view known_directives[] = {"include",   "show",    "pred",
                                                 "abducible", "const",   "table",
                                                 "compute",   "dynamic", "discontiguous"};

class DirectiveReader {
 public:
  DirectiveReader(ProgramDraft& draft, FileId file, TermParser& parser, const Include& include)
      : draft_(draft),
        terms_(draft.program.terms),
        file_(file),
        parser_(parser),
        include_(include) {}

  void read();

 private:
  void read_include(TermId term);
  void read_show(TermId term);
  void read_table(TermId term);
  std::optional<PredicateId> indicated(TermId member);
  void read_template(TermId term);
  void read_abducible(TermId term);
  void read_constant(TermId term);
  void skip_include_of_clingo(Span span);
  void skip_unknown(const std::string& name, Span span);
  void assume_some(TermId written, TermId atom, PredicateId predicate);
  [[noreturn]] void fail(TermId term, std::string message, std::string help = {}) {
    parser_.fail(terms_[term].span, std::move(message), std::move(help));
  }
  void warn(Span span, std::string message, std::string help = {}) {
    draft_.of(file_).warning(span, std::move(message), std::move(help));
  }

  ProgramDraft& draft_;
  Terms& terms_;
  FileId file_;
  TermParser& parser_;
  const Include& include_;
};

void DirectiveReader::read() {
  const Token mark = parser_.take();
  if (parser_.peek().kind != TokenKind::name) parser_.fail_unexpected("the name of a directive");
  const Token token = parser_.take();
  const std::string name = terms_.text(token.symbol);
  const Span span{mark.span.begin, token.span.end};
  if (name == "dynamic" || name == "discontiguous") {
    return parser_.skip_clause();
  }
  if (name == "minimize" || name == "maximize" || name == "external") {
    parser_.fail(span,
                 "`#" + name + "` is not supported: answers would be given as if it were not there",
                 name == "external" ? "write #abducible for what may be assumed"
                                    : "rank the answers of -s0 in another step");
  }
  if (name == "compute") {
    warn(span, "`#compute` has no effect", "how many answers are given is an option of the run");
    return parser_.skip_clause();
  }
  const bool known = std::find(std::begin(known_directives), std::end(known_directives), name) !=
                     std::end(known_directives);
  if (name == "include" && parser_.peek_is("<")) return skip_include_of_clingo(span);
  if (!known) return skip_unknown(name, span);
  if (name == "show" && parser_.peek().kind == TokenKind::stop) {
    warn(span, "`#show.` has no effect", "name what is to be shown: #show p/1.");
    parser_.take();
    return;
  }
  const TermId term = parser_.parse(most_priority);
  parser_.expect_stop();
  // The full stop is behind us: what is wrong from here on must not skip the next clause.
  try {
    if (name == "include") read_include(term);
    if (name == "show") read_show(term);
    if (name == "pred") read_template(term);
    if (name == "abducible") read_abducible(term);
    if (name == "const") read_constant(term);
    if (name == "table") read_table(term);
  } catch (TermParser::Failure) {
  }
}

void DirectiveReader::skip_unknown(const std::string& name, Span span) {
  const std::string near =
      base::nearest_name(name, {std::begin(known_directives), std::end(known_directives)});
  warn(span, "unknown directive `#" + name + "`: it is left out",
       near.empty() || near == name ? "" : "did you mean `#" + near + "`?");
  parser_.skip_clause();
}

// #include <incmode>. where `>.` looks like an operator.
void DirectiveReader::skip_include_of_clingo(Span span) {
  warn(span, "there is no file `<...>` to include: the line is left out");
  while (!parser_.at_end() && parser_.peek().kind != TokenKind::stop) {
    const bool last = parser_.peek_is(">.");
    parser_.take();
    if (last) return;
  }
  parser_.skip_clause();
}

void DirectiveReader::read_include(TermId term) {
  const TermKind kind = terms_[term].kind;
  if (kind != TermKind::atom && kind != TermKind::string) {
    fail(term, "expected the name of a file", "write it in quotes: #include 'theory.pl'.");
  }
  include_(terms_.name(term), terms_[term].span);
}

void DirectiveReader::read_show(TermId term) {
  for (TermId member : terms_.conjuncts(term)) {
    const TermId written = member;
    const bool negated = terms_.is(member, "not", 1) || terms_.is(member, "\\+", 1);
    if (negated) member = terms_.argument(member, 0);
    const auto predicate = indicated(member);
    if (!predicate) fail(written, "expected NAME/ARITY", "write #show p/1, not q/2.");
    const Predicate& named = draft_.program.predicates[predicate->index()];
    if (builtin_kind(terms_.text(named.name), named.arity)) {
      warn(terms_[written].span, "what is built in is not shown");
      continue;
    }
    draft_.program.shown.push_back({*predicate, negated});
  }
}

// p/1, -p/1 or (-p)/1.
std::optional<PredicateId> DirectiveReader::indicated(TermId member) {
  bool minus = terms_.is(member, "-", 1);
  if (minus) member = terms_.argument(member, 0);
  TermId name = terms_.is(member, "/", 2) ? terms_.argument(member, 0) : member;
  if (!minus && terms_.is(name, "-", 1)) {
    minus = true;
    name = terms_.argument(name, 0);
  }
  const bool fine = terms_.is(member, "/", 2) && terms_[name].kind == TermKind::atom &&
                    terms_.is_number(terms_.argument(member, 1));
  const auto arity = fine ? terms_.number(terms_.argument(member, 1)).to_int64() : std::nullopt;
  if (!arity || *arity < 0 || *arity > 0x7FFFFFFF) return std::nullopt;
  return draft_.program.predicate(Symbol(terms_[name].value), static_cast<std::uint32_t>(*arity),
                                  minus);
}

void DirectiveReader::read_table(TermId term) {
  for (const TermId member : terms_.conjuncts(term)) {
    if (const auto predicate = indicated(member)) {
      draft_.program.predicates[predicate->index()].tabled = true;
    } else {
      warn(terms_[member].span, "expected NAME/ARITY: this part of `#table` has no effect",
           "write #table p/2, q/1.");
    }
  }
}

void DirectiveReader::read_template(TermId term) {
  if (!terms_.is(term, "::", 2)) {
    fail(term, "expected LITERAL :: 'words'", "write #pred p(X) :: '@(X) is a person'.");
  }
  const TermId words = terms_.argument(term, 1);
  const TermKind kind = terms_[words].kind;
  if (kind != TermKind::atom && kind != TermKind::string) {
    fail(words, "the words of a #pred are a text in quotes");
  }
  WordTemplate made;
  made.text = terms_.name(words);
  made.file = file_;
  made.span = terms_[term].span;
  std::vector<TermId> literals = terms_.conjuncts(terms_.argument(term, 0));
  if (terms_.is(literals[0], "-", 2)) {
    return warn(terms_[literals[0]].span, "this form of #pred has no effect",
                "give each literal its own words");
  }
  // A template calls nothing: the calls of its literals do not count.
  const auto calls = draft_.first_calls;
  const auto called = draft_.called;
  GoalReader reader(draft_, file_);
  for (std::size_t i = 0; i < literals.size(); ++i) {
    const auto goal = reader.read_literal(literals[i]);
    if (!goal) throw TermParser::Failure{};
    if (i == 0 && goal->kind != GoalKind::call)
      fail(literals[0], "expected a literal of a predicate");
    if (i == 0) {
      made.pattern = *goal;
    } else {
      made.when.push_back(*goal);
    }
  }
  draft_.first_calls = calls;
  draft_.called = called;
  draft_.program.templates.push_back(std::move(made));
}

// #abducible p(X). makes all of p abducible. #abducible p(a, X). makes only these atoms so: they
// follow from abducible(p(a, X)), and all of that predicate is abducible.
void DirectiveReader::read_abducible(TermId term) {
  std::vector<TermId> waiting{term};
  while (!waiting.empty()) {
    const TermId next = waiting.back();
    waiting.pop_back();
    if (terms_.is(next, ",", 2) || terms_.is(next, "[|]", 2)) {
      waiting.push_back(terms_.argument(next, 1));
      waiting.push_back(terms_.argument(next, 0));
      continue;
    }
    if (terms_.is(next, "[]", 0)) continue;
    const auto heads = GoalReader(draft_, file_).read_head(next);
    if (!heads) throw TermParser::Failure{};
    for (const GoalReader::Head& head : *heads) assume_some(next, head.atom, head.predicate);
  }
}

void DirectiveReader::assume_some(TermId written, TermId atom, PredicateId predicate) {
  std::vector<std::string> names;
  bool general = true;
  for (const TermId argument : terms_.arguments(atom)) {
    const std::string& name = terms_.is_variable(argument) ? terms_.name(argument) : "";
    if (name.empty() ||
        (name != "_" && std::find(names.begin(), names.end(), name) != names.end())) {
      general = false;
    }
    names.push_back(name);
  }
  Program& program = draft_.program;
  if (general) {
    program.predicates[predicate.index()].abducible = true;
    return;
  }
  const Span span = terms_[written].span;
  const TermId assumed = terms_.add_compound(terms_.symbol("abducible"), {&written, 1}, span);
  const PredicateId marker = program.predicate(terms_.symbol("abducible"), 1, false);
  program.predicates[marker.index()].abducible = true;
  Clause clause{true, predicate, atom, {}, file_, span};
  clause.body.push_back({GoalKind::call, false, marker, assumed, span});
  program.clauses.push_back(std::move(clause));
  draft_.define(predicate);
}

void DirectiveReader::read_constant(TermId term) {
  if (!terms_.is(term, "=", 2) || terms_[terms_.argument(term, 0)].kind != TermKind::atom) {
    fail(term, "expected NAME=VALUE", "write #const n=3.");
  }
  draft_.constants.push_back(
      {terms_.argument(term, 0), terms_.argument(term, 1), file_, terms_[term].span});
}

}  // namespace

void read_directive(ProgramDraft& draft, FileId file, TermParser& parser, const Include& include) {
  DirectiveReader(draft, file, parser, include).read();
}

bool is_prefix_directive(std::string_view name) {
  static constexpr std::string_view names[] = {
      "initialization", "multifile", "meta_predicate", "module_transparent",
      "public",         "volatile",  "thread_local",   "thread_initialization"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool is_own_directive(std::string_view name) {
  return name == "show" || name == "pred" || name == "abducible" || name == "include" ||
         name == "table";
}

bool is_prolog_directive(std::string_view name, std::size_t arity) {
  struct Entry {
    std::string_view name;
    std::size_t arity;
  };
  static constexpr Entry known[] = {{"use_module", 1},
                                    {"use_module", 2},
                                    {"module", 2},
                                    {"module", 3},
                                    {"style_check", 1},
                                    {"set_prolog_flag", 2},
                                    {"dynamic", 1},
                                    {"discontiguous", 1},
                                    {"set_stream", 2},
                                    {"initialization", 1},
                                    {"initialization", 2},
                                    {"multifile", 1},
                                    {"ensure_loaded", 1},
                                    {"op", 3},
                                    {"encoding", 1},
                                    {"license", 1},
                                    {"consult", 1},
                                    {"reexport", 1},
                                    {"reexport", 2},
                                    {"autoload", 1},
                                    {"autoload", 2},
                                    {"meta_predicate", 1},
                                    {"public", 1},
                                    {"set_flag", 2},
                                    {"use_package", 1},
                                    {"load_files", 2},
                                    {"use_foreign_library", 1},
                                    {"set_setting", 2},
                                    {"prolog_load_context", 2},
                                    {"yall", 0},
                                    {"garbage_collect", 0},
                                    {"create_prolog_flag", 3},
                                    {"predicate_options", 3},
                                    {"noprofile", 1},
                                    {"thread_local", 1},
                                    {"volatile", 1},
                                    {"module_transparent", 1}};
  return std::any_of(std::begin(known), std::end(known), [&](const Entry& entry) {
    return entry.arity == arity && entry.name == name;
  });
}

}  // namespace cogs::logic
