// SPDX-License-Identifier: Apache-2.0
#include "logic/syntax/term_parser.h"

#include <algorithm>
#include <utility>

namespace cogs::logic {

namespace {

std::string too_deep() {
  return "this is nested deeper than " + std::to_string(Terms::most_depth) + " levels";
}

}  // namespace

TermParser::TermParser(const Source& source, Terms& terms, Messages& messages)
    : source_(source), terms_(terms), messages_(messages), lexer_(source, terms, messages) {
  token_ = lexer_.next();
  clause_begin_ = token_.span.begin;
}

bool TermParser::peek_is(std::string_view name) const {
  return token_.kind == TokenKind::name && terms_.text(token_.symbol) == name;
}

Token TermParser::take() {
  Token taken = std::move(token_);
  last_end_ = taken.span.end;
  token_ = lexer_.next();
  if (taken.kind == TokenKind::stop) clause_begin_ = token_.span.begin;
  return taken;
}

void TermParser::fail(Span span, std::string message, std::string help) {
  messages_.error(span, std::move(message), std::move(help));
  throw Failure{};
}

std::string TermParser::describe(const Token& token) const {
  if (token.kind == TokenKind::end) return "the end of the file";
  if (token.kind == TokenKind::stop) return "the full stop";
  return "`" + source_.excerpt(token.span) + "`";
}

void TermParser::fail_unexpected(std::string_view expected) {
  if (token_.kind == TokenKind::bad) throw Failure{};  // the lexer has reported it
  std::string help;
  if (token_.kind == TokenKind::name) {
    const std::string& name = terms_.text(token_.symbol);
    if (name == ".") {
      fail(token_.span, "white space must follow the full stop",
           "put the next statement on a line of its own");
    }
    if (name == "<>" || name == "!=" || name == "=/=" || name == "=!=") {
      help = "write \\= for \"not equal\"";
    } else if (name == "=>") {
      help = "write >= for \"at least\"";
    } else if (name == "<-") {
      help = "write :- for \"if\"";
    } else if (const auto op = infix_operator(name); op && op->priority == 700) {
      help = "comparisons cannot be chained: write two of them with a comma between";
    }
  }
  if (token_.kind == TokenKind::end && expected.find('.') != std::string_view::npos) {
    fail({last_end_ > 0 ? last_end_ - 1 : 0, last_end_},
         "the file ends without the full stop of its last statement");
  }
  fail(token_.span, "expected " + std::string(expected) + ", but found " + describe(token_), help);
}

void TermParser::skip_clause() {
  lexer_.mute(true);
  while (token_.kind != TokenKind::stop && token_.kind != TokenKind::end) {
    last_end_ = token_.span.end;
    token_ = lexer_.next();
  }
  lexer_.mute(false);
  if (token_.kind == TokenKind::stop) take();
}

std::optional<TermId> TermParser::read_clause() {
  try {
    const TermId term = parse(most_priority);
    expect_stop();
    return term;
  } catch (Failure) {
    skip_clause();
    return std::nullopt;
  }
}

// A name at the left margin that cannot go on with the clause before it.
bool TermParser::begins_anew() const {
  const bool name = token_.kind == TokenKind::name || token_.kind == TokenKind::quoted_name;
  if (!name || !token_.first_on_line || infix()) return false;
  const Span clause{clause_begin_, clause_begin_};
  return source_.place(token_.span).column <= source_.place(clause).column;
}

void TermParser::expect_stop(std::string_view expected) {
  if (token_.kind == TokenKind::stop) {
    take();
    return;
  }
  if (!begins_anew()) fail_unexpected(expected);
  clause_begin_ = token_.span.begin;
  messages_.warning({last_end_ - 1, last_end_}, "the full stop is missing here",
                    "end the statement with a full stop");
}

void TermParser::expect(TokenKind kind, std::string_view expected, Span opened) {
  if (token_.kind == kind) {
    take();
    return;
  }
  if (token_.kind == TokenKind::end || token_.kind == TokenKind::stop) {
    fail(opened, "this bracket is not closed",
         token_.kind == TokenKind::stop
             ? "the statement ends on line " + std::to_string(source_.place(token_.span).line)
             : "");
  }
  fail_unexpected(expected);
}

TermId TermParser::parse(int priority) {
  depth_ = 0;
  return parse_operators(priority).term;
}

TermId TermParser::compound(Symbol functor, std::initializer_list<TermId> arguments, Span span) {
  const TermId id = terms_.add_compound(functor, {arguments.begin(), arguments.size()}, span);
  if (terms_[id].depth > Terms::most_depth) fail(span, too_deep());
  return id;
}

std::optional<InfixOperator> TermParser::infix() const {
  if (token_.kind == TokenKind::comma) return infix_operator(",");
  if (token_.kind == TokenKind::bar) return infix_operator("|");
  if (token_.kind != TokenKind::name) return std::nullopt;
  return operators(token_.symbol).infix;
}

const TermParser::Operators& TermParser::operators(Symbol name) const {
  if (name.index() >= operators_.size()) operators_.resize(2 * name.index() + 64);
  Operators& entry = operators_[name.index()];
  if (!entry.known) {
    entry = {true, infix_operator(terms_.text(name)), prefix_operator(terms_.text(name))};
  }
  return entry;
}

TermParser::Parsed TermParser::parse_operators(int priority) {
  if (++depth_ > Terms::most_depth) fail(token_.span, too_deep());
  const std::uint32_t begin = token_.span.begin;  // a parenthesis, maybe
  Parsed left = parse_primary(priority);
  for (auto op = infix(); op; op = infix()) {
    if (op->priority > priority || left.priority > op->left) break;
    const TokenKind kind = token_.kind;
    const bool disjunction = op->priority == disjunction_priority;
    const Symbol functor = kind == TokenKind::comma ? terms_.symbol(",")
                           : disjunction            ? terms_.symbol(";")
                                                    : token_.symbol;
    if (kind == TokenKind::comma || disjunction) {
      left.term = parse_chain(left.term, begin, functor, op->priority);
    } else {
      take();
      const TermId right = parse_operators(op->right).term;
      left.term = compound(functor, {left.term, right}, {begin, last_end_});
    }
    left.priority = op->priority;
  }
  --depth_;
  return left;
}

// a, b, c: in a loop, because it may be long.
TermId TermParser::parse_chain(TermId first, std::uint32_t begin, Symbol functor, int priority) {
  struct Member {
    TermId term;
    std::uint32_t begin;
  };
  std::vector<Member> members{{first, begin}};
  for (auto op = infix(); op && op->priority == priority; op = infix()) {
    take();
    const std::uint32_t at = token_.span.begin;
    members.push_back({parse_operators(priority - 1).term, at});
  }
  TermId chain = members.back().term;
  for (std::size_t i = members.size() - 1; i-- > 0;) {
    chain = compound(functor, {members[i].term, chain}, {members[i].begin, last_end_});
  }
  return chain;
}

bool TermParser::starts_operand() const {
  switch (token_.kind) {
    case TokenKind::name: {
      const Operators& found = operators(token_.symbol);
      return !found.infix || found.prefix;
    }
    case TokenKind::quoted_name:
    case TokenKind::variable:
    case TokenKind::number:
    case TokenKind::string:
    case TokenKind::open:
    case TokenKind::open_call:
    case TokenKind::open_list:
    case TokenKind::open_brace: return true;
    default: return false;
  }
}

TermParser::Parsed TermParser::parse_primary(int priority) {
  switch (token_.kind) {
    case TokenKind::number: {
      Token token = take();
      return {terms_.add_number(std::move(token.number), token.span, token.decimal), 0};
    }
    case TokenKind::string: {
      const Token token = take();
      return {terms_.add_named(TermKind::string, token.symbol, token.span), 0};
    }
    case TokenKind::variable: {
      const Token token = take();
      if (token_.kind == TokenKind::open_call) {
        const std::string& name = terms_.text(token.symbol);
        if (name[0] == '_' && name.size() > 1) {
          return {parse_call(token.symbol, token.span, false), 0};
        }
        fail(token.span, "`" + name + "` is a variable and cannot have arguments",
             "names of predicates and features begin with a small letter, or are quoted: '" + name +
                 "'(...)");
      }
      return {terms_.add_named(TermKind::variable, token.symbol, token.span), 0};
    }
    case TokenKind::name:
    case TokenKind::quoted_name: return parse_name(priority);
    case TokenKind::open:
    case TokenKind::open_call: {
      const Token token = take();
      const TermId inside = parse_operators(most_priority).term;
      expect(TokenKind::close, "`,`, `)` or an operator", token.span);
      return {inside, 0};
    }
    case TokenKind::open_list: return {parse_list(), 0};
    case TokenKind::open_brace: return {parse_braces(), 0};
    default: fail_unexpected("a term");
  }
}

TermParser::Parsed TermParser::parse_name(int priority) {
  const Token token = take();
  const bool quoted = token.kind == TokenKind::quoted_name;
  if (token_.kind == TokenKind::open_call) {
    return {parse_call(token.symbol, token.span, quoted), 0};
  }
  const std::string& name = terms_.text(token.symbol);
  if (!quoted && name == "." && token_.kind == TokenKind::number) {
    fail(token.span, "a digit must stand before the point of a number", "write 0.5 for .5");
  }
  if (!quoted && name == "-" && token_.kind == TokenKind::number && !token_.after_space) {
    Token number = take();
    return {terms_.add_number(-number.number, {token.span.begin, number.span.end}, number.decimal),
            0};
  }
  const auto op = quoted ? std::nullopt : operators(token.symbol).prefix;
  if (op && starts_operand()) {
    // A prefix operator where its priority does not fit binds as tightly as it must.
    const bool fits = op->priority <= priority;
    const TermId operand =
        parse_operators(fits ? op->operand : std::min(op->operand, priority)).term;
    const TermId term = compound(token.symbol, {operand}, {token.span.begin, last_end_});
    return {term, fits ? op->priority : 0};
  }
  return {terms_.add_named(TermKind::atom, token.symbol, token.span, quoted), 0};
}

TermId TermParser::parse_call(Symbol functor, Span name, bool quoted) {
  const Token open = take();
  if (token_.kind == TokenKind::close) {
    fail({name.begin, token_.span.end}, "there is nothing between these parentheses",
         "leave them out");
  }
  std::vector<TermId> arguments{parse_operators(argument_priority).term};
  while (token_.kind == TokenKind::comma) {
    take();
    arguments.push_back(parse_operators(argument_priority).term);
  }
  expect(TokenKind::close, "`,`, `)` or an operator", open.span);
  const TermId id = terms_.add_compound(functor, arguments, {name.begin, last_end_}, quoted);
  if (terms_[id].depth > Terms::most_depth) fail(name, too_deep());
  return id;
}

TermId TermParser::parse_list() {
  const Token open = take();
  const Symbol pair = terms_.symbol("[|]"), empty = terms_.symbol("[]");
  if (token_.kind == TokenKind::close_list) {
    const Token close = take();
    return terms_.add_named(TermKind::atom, empty, {open.span.begin, close.span.end});
  }
  std::vector<TermId> members{parse_operators(argument_priority).term};
  while (token_.kind == TokenKind::comma) {
    take();
    members.push_back(parse_operators(argument_priority).term);
  }
  std::optional<TermId> tail;
  if (token_.kind == TokenKind::bar) {
    take();
    tail = parse_operators(argument_priority).term;
  }
  expect(TokenKind::close_list, tail ? "`]`" : "`,`, `|`, `]` or an operator", open.span);
  TermId list = tail ? *tail : terms_.add_named(TermKind::atom, empty, {last_end_ - 1, last_end_});
  for (std::size_t i = members.size(); i-- > 0;) {
    const std::uint32_t begin = i == 0 ? open.span.begin : span(members[i]).begin;
    list = compound(pair, {members[i], list}, {begin, last_end_});
  }
  return list;
}

TermId TermParser::parse_braces() {
  const Token open = take();
  const Symbol braces = terms_.symbol("{}");
  if (token_.kind == TokenKind::close_brace) {
    const Token close = take();
    return terms_.add_named(TermKind::atom, braces, {open.span.begin, close.span.end});
  }
  const TermId inside = parse_operators(most_priority).term;
  expect(TokenKind::close_brace, "`,`, `}` or an operator", open.span);
  return compound(braces, {inside}, {open.span.begin, last_end_});
}

}  // namespace cogs::logic
