// SPDX-License-Identifier: Apache-2.0
//
// Text -> tokens of clingo's language, one ahead. Internal to src/logic.
//
// Symbols are the longest of a fixed list, so `X=#sum` and `:-not` need no spaces. Spellings of
// s(CASP) that cannot mean anything else (`\=`, `=<`, `?-`, names in quotes) are read too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "logic/syntax/messages.h"
#include "logic/syntax/source.h"
#include "logic/syntax/term.h"

namespace cogs::logic {

struct ClingoToken {
  enum class Kind : std::uint8_t {
    name,       // begins with a small letter, or is in quotes
    variable,   // also `_`
    number,     // whole
    string,     // in double quotes
    directive,  // #name
    symbol,     // one of the fixed list
    end,
    bad  // reported already
  };
  Kind kind = Kind::end;
  Span span;
  std::string_view text;  // of symbols and directives
  Symbol symbol;          // of names, variables and strings
  base::Number number;
  bool quoted = false;
};

class ClingoLexer {
 public:
  ClingoLexer(const Source& source, Terms& terms, Messages& messages)
      : text_(source.text()), terms_(terms), messages_(messages) {}

  ClingoToken next();
  void mute(bool muted) { muted_ = muted; }

 private:
  bool skip_layout(ClingoToken& token);
  void read_quoted(ClingoToken& token, char quote);
  void bad(ClingoToken& token, std::size_t begin, std::size_t end, std::string message,
           std::string help = {});
  char at(std::size_t offset = 0) const {
    return position_ + offset < text_.size() ? text_[position_ + offset] : '\0';
  }

  std::string_view text_;
  Terms& terms_;
  Messages& messages_;
  std::size_t position_ = 0;
  bool muted_ = false;
  bool begins_ = true;  // a statement: elsewhere ?- is an operator and a sign
};

// What of a text tells its language, comments and quotes left out.
struct LanguageSigns {
  bool query = false;            // `?-`
  std::string_view clingo = {};  // the first thing that only clingo has
  Span place = {};
};
LanguageSigns language_signs(std::string_view text);

}  // namespace cogs::logic
