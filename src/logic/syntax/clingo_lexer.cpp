// SPDX-License-Identifier: Apache-2.0
#include "logic/syntax/clingo_lexer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "logic/syntax/characters.h"

namespace cogs::logic {

namespace {

using Kind = ClingoToken::Kind;

// Longer ones first.
constexpr std::array<std::string_view, 49> symbols = {
    "=\\=", "=:=", "#<>", "#=<", "#>=", ":-", ":~", "?-", "..", "**", "!=", "<=", ">=",
    "==",   "=<",  "\\=", "<>",  "#=",  "#<", "#>", "::", "->", "{",  "}",  "(",  ")",
    "[",    "]",   ",",   ";",   ":",   ".",  "|",  "@",  "+",  "-",  "*",  "/",  "\\",
    "<",    ">",   "=",   "&",   "?",   "^",  "~",  "!",  "$",  "`"};

bool continues_name(char c) {
  return is_word(c) || c == '\'' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

void ClingoLexer::bad(ClingoToken& token, std::size_t begin, std::size_t end, std::string message,
                      std::string help) {
  token.kind = Kind::bad;
  token.span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  if (!muted_) messages_.error(token.span, std::move(message), std::move(help));
}

// White space and comments: % to the end of the line, %* to *% and /* to */.
bool ClingoLexer::skip_layout(ClingoToken& token) {
  for (;;) {
    while (position_ < text_.size() && is_blank(text_[position_])) ++position_;
    const bool block = (at() == '%' && at(1) == '*') || (at() == '/' && at(1) == '*');
    if (block) {
      const std::string_view close = at() == '%' ? "*%" : "*/";
      const std::size_t end = text_.find(close, position_ + 2);
      if (end == std::string_view::npos) {
        const std::size_t begin = std::exchange(position_, text_.size());
        bad(token, begin, begin + 2, "this comment has no end");
        return false;
      }
      position_ = end + 2;
    } else if (at() == '%') {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else {
      return true;
    }
  }
}

void ClingoLexer::read_quoted(ClingoToken& token, char quote) {
  const std::size_t begin = position_++;
  std::string value;
  while (position_ < text_.size() && at() != quote && at() != '\n') {
    if (at() == '\\') {
      const char c = at(1);
      value += c == 'n' ? '\n' : c;
      position_ += 2;
    } else {
      value += text_[position_++];
    }
  }
  if (at() != quote || position_ >= text_.size()) {
    position_ = std::min(position_, text_.size());
    return bad(token, begin, begin + 1, "this quote is not closed");
  }
  ++position_;
  token.kind = quote == '"' ? Kind::string : Kind::name;
  token.quoted = quote == '\'';
  token.symbol = terms_.symbol(value);
}

ClingoToken ClingoLexer::next() {
  ClingoToken token;
  if (!skip_layout(token)) return token;
  const std::size_t begin = position_;
  const bool begins = std::exchange(begins_, false);
  const auto finish = [&] {
    token.span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(position_)};
    return token;
  };
  if (position_ >= text_.size()) return finish();
  const char first = at();
  std::size_t letter = position_;
  while (letter < text_.size() && text_[letter] == '_') ++letter;
  const char decisive = letter < text_.size() ? text_[letter] : '\0';
  if (is_lower(decisive) || is_upper(decisive) || first == '_' ||
      static_cast<unsigned char>(decisive) >= 0x80) {
    while (position_ < text_.size() && continues_name(text_[position_])) ++position_;
    const std::string_view word = text_.substr(begin, position_ - begin);
    const bool name = is_lower(decisive) || static_cast<unsigned char>(decisive) >= 0x80;
    token.kind = name ? Kind::name : Kind::variable;
    token.symbol = terms_.symbol(word);
    return finish();
  }
  if (is_digit(first)) {
    while (is_digit(at())) ++position_;
    if (first == '0' && position_ == begin + 1 && (at() == 'x' || at() == 'o' || at() == 'b')) {
      const int base = at() == 'x' ? 16 : at() == 'o' ? 8 : 2;
      ++position_;
      base::Number value;
      for (; continues_name(at()) && at() != '\''; ++position_) {
        const char c = at();
        const int digit = is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
        if (digit < 0 || digit >= base) {
          bad(token, begin, position_ + 1, "this is no number");
          return token;
        }
        value = value * base::Number(base) + base::Number(digit);
      }
      token.number = value;
    } else {
      if (at() == '.' && is_digit(at(1))) {
        while (at() == '.' || is_digit(at())) ++position_;
        bad(token, begin, position_, "numbers are whole in clingo's language",
            "multiply by 10 or 100, or ask a query by `?-` without choices and aggregates");
        return token;
      }
      if (position_ - begin < 18) {
        std::int64_t value = 0;
        for (std::size_t i = begin; i < position_; ++i) value = value * 10 + (text_[i] - '0');
        token.number = base::Number(value);
        token.kind = Kind::number;
        return finish();
      }
      const auto number = base::Number::parse(text_.substr(begin, position_ - begin));
      if (!number) {
        bad(token, begin, position_, "this number is too long");
        return token;
      }
      token.number = *number;
    }
    token.kind = Kind::number;
    return finish();
  }
  if (first == '"' || first == '\'') {
    read_quoted(token, first);
    return token.kind == Kind::bad ? token : finish();
  }
  if (first == '#' && is_lower(at(1))) {
    ++position_;
    while (continues_name(at()) || (at() == '+' && text_.substr(begin, 4) == "#sum")) ++position_;
    token.kind = Kind::directive;
    token.text = text_.substr(begin, position_ - begin);
    return finish();
  }
  // Most symbols of a program of facts are these, and no longer one begins with them.
  static constexpr std::string_view common = "(),;{}[]";
  if (const std::size_t found = common.find(first); found != std::string_view::npos) {
    ++position_;
    token.kind = Kind::symbol;
    token.text = common.substr(found, 1);
    begins_ = first == ']';  // of a weak constraint
    return finish();
  }
  for (const std::string_view symbol : symbols) {
    if (text_.substr(position_, symbol.size()) != symbol) continue;
    if (symbol == "?-" && !begins) continue;
    begins_ = symbol == ".";
    position_ += symbol.size();
    token.kind = Kind::symbol;
    token.text = symbol;
    return finish();
  }
  ++position_;
  bad(token, begin, position_, "this character has no meaning here");
  return token;
}

LanguageSigns language_signs(std::string_view text) {
  static constexpr std::string_view words[] = {"#count",  "#sum",    "#min",      "#max",
                                               "#minimi", "#maximi", "#external", "#sup",
                                               "#inf",    "#script", "#program",  "#defined"};
  LanguageSigns signs;
  const auto sign = [&](std::size_t at, std::size_t length) {
    if (!signs.clingo.empty()) return;
    signs.clingo = text.substr(at, length);
    signs.place = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + length)};
  };
  std::size_t depth = 0;  // of parentheses: clingo has no braces inside of them
  for (std::size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
      case '(': ++depth; break;
      case ')': depth -= depth > 0 ? 1 : 0; break;
      case '%': i = std::min(text.find('\n', i), text.size()); break;
      case '/':
        if (i + 1 < text.size() && text[i + 1] == '*')
          i = std::min(text.find("*/", i), text.size());
        break;
      case '"':
      case '\'':
        // 0'c is a character, and x' a name in clingo's language: no quote begins there.
        if (text[i] == '\'' && i > 0 && continues_name(text[i - 1])) break;
        for (const char quote = text[i++]; i < text.size() && text[i] != quote; ++i) {
          if (text[i] != '\\') continue;
          ++i;
          // \x1b\ and \33\ end with a backslash in Prolog.
          std::size_t end = i + (i < text.size() && text[i] == 'x' ? 1 : 0);
          while (end < text.size() && digit_value(text[end]) < 16) ++end;
          if (end > i && end < text.size() && text[end] == '\\') i = end;
        }
        break;
      case '`': {  // `like this', with #pred
        const std::size_t close = text.find('\'', i);
        if (close != std::string_view::npos && close - i < 500) i = close;
        break;
      }
      case '{':
        if (depth == 0) sign(i, 1);
        break;
      case ':':
        if (text.substr(i, 2) == ":~") sign(i, 2);
        break;
      case '!':
        if (text.substr(i, 2) == "!=") sign(i, 2);
        break;
      case '?':
        if (text.substr(i, 2) == "?-") signs.query = true;
        break;
      case 'n':
        if (text.substr(i, 8) == "not not " && (i == 0 || !continues_name(text[i - 1]))) sign(i, 7);
        break;
      case '#':
        // #compute 1 {p}. is s(CASP)'s.
        if (text.substr(i, 8) == "#compute") i = std::min(text.find('.', i), text.size());
        for (const std::string_view word : words) {
          if (text.substr(i, word.size()) == word) sign(i, word.size());
        }
        break;
      default: break;
    }
  }
  return signs;
}

}  // namespace cogs::logic
