// SPDX-License-Identifier: Apache-2.0
//
// Text -> tokens, for `.cogs` models and for s(CASP) programs alike.
//
// Prolog's lexical syntax with a few kindnesses: atoms may be quoted `like this' (as LaTeX
// has them, and a\_b is a_b) or with the typographic pair; a sign may follow a comparison without a
// space (N=<-5); a range may have a negative end (-10..-5); letters of any alphabet are letters. A
// token that is wrong is reported once and comes out as `bad`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/number.h"
#include "logic/syntax/messages.h"
#include "logic/syntax/source.h"
#include "logic/syntax/term.h"

namespace cogs::logic {

enum class TokenKind : std::uint8_t {
  name,         // an atom of letters, or of symbol characters
  quoted_name,  // an atom in quotes
  variable,
  number,
  string,
  open_call,  // a parenthesis directly after a name: arguments follow
  open,
  close,
  open_list,
  close_list,
  open_brace,
  close_brace,
  comma,
  bar,
  stop,  // the full stop that ends a clause
  end,   // of the text
  bad,
};

struct Token {
  TokenKind kind = TokenKind::end;
  bool after_space = false;  // white space or a comment stands in front of it
  bool first_on_line = false;
  Span span;
  Symbol symbol;  // of names, variables and strings
  base::Number number;
  bool decimal = false;  // the number has a point or an exponent
};

class Lexer {
 public:
  // All three must outlive the lexer.
  Lexer(const Source& source, Terms& terms, Messages& messages);

  Token next();
  // While muted, bad tokens are not reported: the clause they are in is given up already.
  void mute(bool muted) { muted_ = muted; }

 private:
  char at(std::size_t offset = 0) const {
    return position_ + offset < text_.size() ? text_[position_ + offset] : '\0';
  }
  bool done() const { return position_ >= text_.size(); }
  Span from(std::size_t begin) const {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(position_)};
  }
  bool skip_layout(Token& token);
  void read_token(Token& token);
  void read_word(Token& token);
  void read_symbols(Token& token);
  void read_number(Token& token);
  bool read_based_number(Token& token);
  void read_quoted(Token& token, std::string_view open);
  bool read_escape(std::string& out);
  void read_other_character(Token& token);
  void bad(Token& token, Span span, std::string message, std::string help = {});

  std::string_view text_;
  Terms& terms_;
  Messages& messages_;
  std::size_t position_ = 0;
  bool after_name_ = false;  // the last token was a name or a variable that ends here
  bool muted_ = false;
};

// Whether the text is one that can be read at all: valid UTF-8 without NUL bytes. Reports what
// is wrong; false if the text is not worth reading on.
bool check_encoding(const Source& source, Messages& messages);

}  // namespace cogs::logic
