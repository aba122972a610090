// SPDX-License-Identifier: Apache-2.0
//
// Reads one text of clingo's language by recursive descent. Internal to read_clingo*.cpp, which
// share the class out: statements, terms, literals, sets, pools, directives.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logic/program/read_clingo.h"
#include "logic/syntax/clingo_lexer.h"

namespace cogs::logic {

class ClingoReader {
 public:
  struct Failure {};

  ClingoReader(ProgramDraft& draft, FileId file, const Include& include)
      : draft_(draft),
        program_(draft.program),
        terms_(draft.program.terms),
        file_(file),
        messages_(draft.of(file)),
        source_(*draft.program.files[file.index()].source),
        lexer_(source_, terms_, messages_),
        include_(include) {
    take();
  }

  void read();

 private:
  struct Relation {
    std::string_view text;
    GoalKind kind, mirrored;  // a R b and b R' a
  };
  static constexpr std::string_view pool_name = "$pool";

  // Tokens and messages: read_clingo.cpp
  ClingoToken take();
  bool is(std::string_view symbol) const;
  bool is_name(std::string_view name) const;
  bool accept(std::string_view symbol);
  [[noreturn]] void fail(Span span, std::string message, std::string help = {});
  [[noreturn]] void fail_unexpected(std::string_view expected);
  std::string language_help(const std::string& instead) const;
  void expect(std::string_view symbol);
  void expect_stop();
  void skip();
  Span from(std::uint32_t begin) const { return {begin, last_end_}; }

  // Terms: read_clingo_terms.cpp
  TermId compound(std::string_view name, std::initializer_list<TermId> arguments,
                  std::uint32_t begin);
  TermId compound(Symbol name, std::span<const TermId> arguments, std::uint32_t begin,
                  bool quoted = false);

  struct Level {
    std::string_view first, second, third;
  };
  static constexpr Level levels[] = {{"..", "", ""}, {"^", "", ""},  {"?", "", ""},
                                     {"&", "", ""},  {"+", "-", ""}, {"*", "/", "\\"}};

  std::optional<std::size_t> operator_level() const;
  TermId term(std::size_t least = 0);
  TermId power();
  TermId unary();
  TermId primary();
  TermId call(const ClingoToken& name);
  TermId compound_end(TermId made, std::uint32_t begin);
  TermId parenthesis();

  // Literals: read_clingo_literals.cpp
  const Relation* relation() const;
  Goal atom_goal(TermId term, bool in_head);
  static bool is_name_text(const std::string& text);
  static bool is_letter_like(char c);
  void note_call(const Goal& goal);
  Goal comparison(TermId left, const Relation& op, std::uint32_t begin);
  Goal simple_literal();
  Goal constant_goal();
  static void negate(Goal& goal, std::size_t nots);
  std::vector<Goal> condition();
  Goal body_literal();
  Goal conditional(const Goal& literal, std::uint32_t begin);

  // Sets: read_clingo_aggregates.cpp
  static std::optional<AggregateFunction> function_of(std::string_view name);
  bool begins_set() const;
  std::uint32_t add_part(Aggregate aggregate);
  Goal aggregate(std::optional<AggregateBound> left, std::uint32_t begin);
  void read_right_bound(std::vector<AggregateBound>& bounds);
  void count_literal(Element& element);
  void name_parts(Element& element);
  std::vector<Element> aggregate_elements();
  std::vector<Element> choice_elements();
  std::vector<Goal> body();

  // Statements: read_clingo.cpp
  void statement();
  void read_head(Clause& clause, std::optional<SpecialHead>& special);
  [[noreturn]] void no_head_aggregate();
  Element head_element(const Goal& atom, std::uint32_t begin);
  void read_choice(std::optional<AggregateBound> left, std::optional<SpecialHead>& special);
  void weak();
  std::vector<TermId> weight_and_priority();
  void optimize(bool maximize);
  void query();
  void finish(Clause clause, std::optional<SpecialHead> special,
              std::optional<std::uint32_t> begin = {});
  void add(Clause clause, std::optional<SpecialHead> special);

  // Pools written out: read_clingo_pools.cpp
  PredicateId predicate_like(PredicateId id, TermId atom);
  std::vector<TermId> expand(TermId term);
  void count_variant();
  std::vector<Goal> expand(const Goal& goal);
  std::vector<std::vector<Goal>> expand(const std::vector<Goal>& goals);
  std::vector<Element> expand(const std::vector<Element>& elements);

  // `_` in what is negated: read_clingo_nobody.cpp
  void name_nobody(std::vector<Goal>& goals);
  void name_nobody(Goal& goal);
  std::vector<TermId> name_unnamed(TermId& atom);
  Goal never(Span span);

  // Directives: read_clingo_directives.cpp
  void directive();
  void skip_script();
  PredicateId signature();
  void show();
  void constant();
  void include();
  void word_template();

  ProgramDraft& draft_;
  Program& program_;
  Terms& terms_;
  FileId file_;
  Messages& messages_;
  const Source& source_;
  ClingoLexer lexer_;
  const Include& include_;
  ClingoToken token_;
  std::uint32_t last_end_ = 0, begin_ = 0;
  std::size_t depth_ = 0, variants_ = 0, named_ = 0;
  bool pools_ = false;
  std::vector<Goal> joined_;
};

}  // namespace cogs::logic
