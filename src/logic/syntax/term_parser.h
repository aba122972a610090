// SPDX-License-Identifier: Apache-2.0
//
// Tokens -> terms: an operator-precedence parser, one clause at a time.
//
//   TermParser parser(source, terms, messages);
//   while (!parser.at_end()) {
//     if (auto clause = parser.read_clause()) use(*clause);   // nullopt: reported and skipped
//   }
//
// A reader with statements of its own (the declarations of a model) takes tokens with peek()
// and take() and calls parse() for the terms among them; fail() reports and unwinds, and
// whoever catches Failure calls skip_clause() to go on behind the next full stop.
// Nesting is limited (Terms::most_depth), so no input can exhaust the stack.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "logic/syntax/lexer.h"
#include "logic/syntax/messages.h"
#include "logic/syntax/operators.h"
#include "logic/syntax/source.h"
#include "logic/syntax/term.h"

namespace cogs::logic {

class TermParser {
 public:
  // Thrown after an error has been reported.
  struct Failure {};

  TermParser(const Source& source, Terms& terms, Messages& messages);

  bool at_end() const { return token_.kind == TokenKind::end; }
  // Where the last token that was taken ends.
  std::uint32_t last_end() const { return last_end_; }

  // The next clause up to its full stop. An error is reported, and the clause skipped.
  std::optional<TermId> read_clause();

  const Token& peek() const { return token_; }
  bool peek_is(std::string_view name) const;  // an unquoted name
  Token take();
  // A term of at most this priority; throws Failure after reporting what is wrong.
  TermId parse(int priority = argument_priority);
  // Takes the full stop. One that is missing at the end of a line is only warned about if the
  // next line begins as far left as the clause did: the meaning is plain then.
  void expect_stop(std::string_view expected = "`.` or an operator");
  [[noreturn]] void fail(Span span, std::string message, std::string help = {});
  [[noreturn]] void fail_unexpected(std::string_view expected);
  // Goes on behind the next full stop. Errors on the way are not reported.
  void skip_clause();
  // The token as a person would name it: "`)`", "the end of the file".
  std::string describe(const Token& token) const;

 private:
  struct Operators {
    bool known = false;  // looked up already
    std::optional<InfixOperator> infix;
    std::optional<PrefixOperator> prefix;
  };
  struct Parsed {
    TermId term;
    int priority = 0;
  };

  Parsed parse_operators(int priority);
  Parsed parse_primary(int priority);
  Parsed parse_name(int priority);
  TermId parse_call(Symbol functor, Span name, bool quoted);
  TermId parse_list();
  TermId parse_braces();
  TermId parse_chain(TermId first, std::uint32_t begin, Symbol functor, int priority);
  bool starts_operand() const;
  bool begins_anew() const;
  std::optional<InfixOperator> infix() const;
  const Operators& operators(Symbol name) const;
  TermId compound(Symbol functor, std::initializer_list<TermId> arguments, Span span);
  void expect(TokenKind kind, std::string_view expected, Span opened);
  Span span(TermId id) const { return terms_[id].span; }

  const Source& source_;
  Terms& terms_;
  Messages& messages_;
  Lexer lexer_;
  Token token_;
  std::uint32_t last_end_ = 0;
  std::uint32_t clause_begin_ = 0;
  std::size_t depth_ = 0;
  mutable std::vector<Operators> operators_;  // by symbol, filled as they are asked for
};

}  // namespace cogs::logic
