// SPDX-License-Identifier: Apache-2.0
#include "logic/syntax/lexer.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "logic/syntax/characters.h"
#include "logic/syntax/operators.h"

namespace cogs::logic {

namespace {

constexpr std::string_view left_quote = "\xE2\x80\x98", right_quote = "\xE2\x80\x99";

TokenKind punctuation(char c) {
  switch (c) {
    case '(': return TokenKind::open;
    case ')': return TokenKind::close;
    case '[': return TokenKind::open_list;
    case ']': return TokenKind::close_list;
    case '{': return TokenKind::open_brace;
    case '}': return TokenKind::close_brace;
    case ',': return TokenKind::comma;
    case '|': return TokenKind::bar;
    default: return TokenKind::bad;
  }
}

std::string code_name(char32_t c) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string hex;
  for (int shift = 20; shift >= 0; shift -= 4) {
    if (shift < 16 || !hex.empty() || (c >> shift) > 0) hex += digits[c >> shift & 0xF];
  }
  return "U+" + hex;
}

std::string advice(char32_t c) {
  switch (c) {
    case 0x2264: return "write =< for \"at most\"";
    case 0x2265: return "write >= for \"at least\"";
    case 0x2260: return "write \\= for \"not equal\"";
    case 0x2212:
    case 0x2013:
    case 0x2014: return "write the minus sign of the keyboard, -";
    case 0x201C:
    case 0x201D: return "write straight quotes, \"like this\"";
    case 0x2190: return "write :- for \"if\"";
    default: return {};
  }
}

}  // namespace

Lexer::Lexer(const Source& source, Terms& terms, Messages& messages)
    : text_(source.text()), terms_(terms), messages_(messages) {
  if (text_.starts_with(byte_order_mark)) position_ = byte_order_mark.size();
}

void Lexer::bad(Token& token, Span span, std::string message, std::string help) {
  token.kind = TokenKind::bad;
  if (!muted_) messages_.error(span, std::move(message), std::move(help));
}

Token Lexer::next() {
  Token token;
  token.first_on_line = position_ == 0;
  const bool directly_after_name = after_name_;
  after_name_ = false;
  const std::size_t before = position_;
  if (!skip_layout(token)) return token;
  token.after_space = position_ != before;
  const std::size_t begin = position_;
  if (done()) {
    token.kind = TokenKind::end;
  } else {
    read_token(token);
  }
  token.span = from(begin);
  if (token.kind == TokenKind::open && directly_after_name && !token.after_space) {
    token.kind = TokenKind::open_call;
  }
  after_name_ = token.kind == TokenKind::name || token.kind == TokenKind::quoted_name ||
                token.kind == TokenKind::variable;
  return token;
}

// White space and comments. False if a comment does not end; `token` is bad then.
bool Lexer::skip_layout(Token& token) {
  while (!done()) {
    const char c = at();
    if (is_blank(c)) {
      token.first_on_line |= c == '\n';
      ++position_;
    } else if (c == '\xC2' && at(1) == '\xA0') {  // a space that does not break, from a web page
      position_ += 2;
    } else if (c == '%') {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (c == '/' && at(1) == '*') {
      const std::size_t begin = position_, end = text_.find("*/", position_ + 2);
      if (end == std::string_view::npos) {
        position_ = text_.size();
        bad(token, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + 2)},
            "this comment is not closed", "end it with */");
        token.span = from(begin);
        return false;
      }
      if (text_.substr(begin, end - begin).find('\n') != std::string_view::npos) {
        token.first_on_line = true;
      }
      position_ = end + 2;
    } else {
      break;
    }
  }
  return true;
}

void Lexer::read_token(Token& token) {
  const char c = at();
  if (is_word(c)) {
    is_digit(c) ? read_number(token) : read_word(token);
  } else if (c == '\'' || c == '"' || c == '`') {
    read_quoted(token, text_.substr(position_, 1));
  } else if (text_.substr(position_).starts_with(left_quote)) {
    read_quoted(token, left_quote);
  } else if (const TokenKind kind = punctuation(c); kind != TokenKind::bad) {
    token.kind = kind;
    ++position_;
  } else if (c == '!' || c == ';') {
    token.kind = TokenKind::name;
    token.symbol = terms_.symbol(text_.substr(position_++, 1));
  } else if (is_symbol(c)) {
    read_symbols(token);
  } else {
    read_other_character(token);
  }
}

void Lexer::read_word(Token& token) {
  const std::size_t begin = position_;
  const std::optional<CodePoint> first = decode_utf8(text_, position_);
  const bool capital = is_upper(at()) || at() == '_' || (first && is_capital(first->value));
  bool escaped = false;
  while (!done()) {
    if (is_word(at())) {
      ++position_;
      continue;
    }
    if (at() == '\\' && at(1) == '_') {  // how LaTeX writes an underscore
      escaped = true;
      position_ += 2;
      continue;
    }
    if (static_cast<unsigned char>(at()) < 0x80) break;
    const std::optional<CodePoint> c = decode_utf8(text_, position_);
    if (c && !is_letter(c->value)) break;
    position_ += c ? c->bytes : 1;  // what is not UTF-8 has been reported already
  }
  token.kind = capital ? TokenKind::variable : TokenKind::name;
  const std::string_view written = text_.substr(begin, position_ - begin);
  if (!escaped) {
    token.symbol = terms_.symbol(written);
    return;
  }
  std::string word;
  std::copy_if(written.begin(), written.end(), std::back_inserter(word),
               [](char c) { return c != '\\'; });
  token.symbol = terms_.symbol(word);
}

void Lexer::read_symbols(Token& token) {
  const std::size_t begin = position_;
  while (!done() && is_symbol(at())) ++position_;
  std::string_view run = text_.substr(begin, position_ - begin);
  if (run[0] == '.' && run.size() == 1) {
    const bool ends = done() || is_blank(at()) || at() == '%' || at() == '\xC2';
    if (ends) {
      token.kind = TokenKind::stop;
      return;
    }
  }
  // N=<-5 and -10..-5: two operators without a space between them, nor behind them.
  if (!infix_operator(run) && !prefix_operator(run) && !is_blank(at())) {
    for (std::size_t first = run.size() - 1; first > 0; --first) {
      if (infix_operator(run.substr(0, first)) && prefix_operator(run.substr(first))) {
        run = run.substr(0, first);
        break;
      }
    }
  }
  position_ = begin + run.size();
  token.kind = TokenKind::name;
  token.symbol = terms_.symbol(run);
}

// 0x1F, 0o17, 0b101 and 0'c. False if the text is none of these.
bool Lexer::read_based_number(Token& token) {
  if (at() != '0') return false;
  if (at(1) == '\'' && position_ + 2 < text_.size() && at(2) != '\n') {
    const std::optional<CodePoint> c = decode_utf8(text_, position_ + 2);
    if (!c || c->value == '\\') return false;
    const bool doubled = c->value == '\'';
    if (doubled && at(3) != '\'') return false;
    token.number = static_cast<std::int64_t>(c->value);
    position_ += 2 + c->bytes + (doubled ? 1 : 0);
    return true;
  }
  const int base = at(1) == 'x' ? 16 : at(1) == 'o' ? 8 : at(1) == 'b' ? 2 : 0;
  if (base == 0 || digit_value(at(2)) >= base) return false;
  position_ += 2;
  base::Number value = 0;
  constexpr std::size_t most_digits = 4000;
  const std::size_t begin = position_;
  for (; digit_value(at()) < base; ++position_) {
    if (position_ - begin < most_digits) value = value * base + digit_value(at());
  }
  if (position_ - begin > most_digits)
    bad(token, from(begin - 2), "this number has too many digits");
  token.number = value;
  return true;
}

void Lexer::read_number(Token& token) {
  const std::size_t begin = position_;
  token.kind = TokenKind::number;
  if (!read_based_number(token)) {
    const auto digits = [&] {
      while (is_digit(at()) || (at() == '_' && is_digit(at(1)))) ++position_;
    };
    digits();
    if (at() == 'r' && is_digit(at(1))) {
      ++position_;
      digits();
    } else {
      if (at() == '.' && is_digit(at(1))) {
        ++position_;
        digits();
      }
      const bool exponent = at() == 'e' || at() == 'E';
      const bool is_signed = at(1) == '-' || at(1) == '+';
      if (exponent && is_digit(at(is_signed ? 2 : 1))) {
        position_ += is_signed ? 2 : 1;
        digits();
      }
    }
    std::string plain;
    for (const char c : text_.substr(begin, position_ - begin)) {
      if (c != '_') plain += c;
    }
    if (auto number = base::Number::parse(plain)) {
      token.number = *std::move(number);
      token.decimal = plain.find_first_of(".eE") != std::string::npos;
    } else {
      bad(token, from(begin),
          plain.find('r') != std::string::npos && plain.size() < 4000
              ? "this fraction is not a number"
              : "this number has too many digits");
    }
  }
  if (is_word(at()) && token.kind == TokenKind::number) {
    while (is_word(at())) ++position_;
    const std::string word(text_.substr(begin, position_ - begin));
    bad(token, from(begin), "`" + word + "` is neither a number nor a name",
        "names begin with a small letter; put a value like this in quotes: '" + word + "'");
  }
}

// An atom between ' ', ` ' or the typographic pair, or a string between " ".
void Lexer::read_quoted(Token& token, std::string_view open) {
  const std::size_t begin = position_;
  position_ += open.size();
  const bool string = open == "\"";
  std::string content;
  token.kind = string ? TokenKind::string : TokenKind::quoted_name;
  while (true) {
    const char c = at();
    if (done() || c == '\n') {
      position_ -= !done() && position_ > begin + 1 && text_[position_ - 1] == '\r' ? 1 : 0;
      return bad(token, from(begin),
                 string ? "this text is not closed before the end of the line"
                        : "this quoted name is not closed before the end of the line",
                 string ? "end it with \"" : "end it with '");
    }
    if (string ? c == '"' : c == '\'') {
      ++position_;
      if (at() != c) break;
      content += c;  // a doubled quote stands for itself
      ++position_;
    } else if (open == left_quote && text_.substr(position_).starts_with(right_quote)) {
      position_ += right_quote.size();
      break;
    } else if (open == "`" && c == '`') {
      ++position_;
      return bad(token, from(begin), "text between backquotes is not a name",
                 "write 'like this' or `like this'");
    } else if (c == '\\') {
      if (!read_escape(content)) {
        token.kind = TokenKind::bad;
      }
    } else {
      content += c;
      ++position_;
    }
  }
  if (token.kind != TokenKind::bad) token.symbol = terms_.symbol(content);
}

// An escape sequence at the position. Reports and skips one that is wrong.
bool Lexer::read_escape(std::string& out) {
  const std::size_t begin = position_++;
  const char c = at();
  static constexpr std::string_view letters = "abfnrtv0s", meanings = "\a\b\f\n\r\t\v\0 ";
  const auto wrong = [&](const char* message) {
    Token ignored;
    bad(ignored, from(begin), message, "write \\\\ for a backslash");
    return false;
  };
  const auto put = [&](char32_t code) {
    const bool valid = code > 0 && code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);
    if (!valid) return wrong("this escape does not name a character");
    append_utf8(out, code);
    return true;
  };
  if (done()) return true;  // the caller reports the missing quote
  if (c == '\\' || c == '\'' || c == '"' || c == '`' || c == '_') {
    out += c;
    ++position_;
    return true;
  }
  if (c == '\n' || (c == '\r' && at(1) == '\n')) {  // the text goes on in the next line
    position_ += c == '\r' ? 2 : 1;
    return true;
  }
  if (c == 'c') {  // layout that follows is left out
    ++position_;
    while (!done() && is_blank(at())) ++position_;
    return true;
  }
  if (c == 'x' || (c >= '0' && c <= '7')) {
    const int base = c == 'x' ? 16 : 8;
    if (c == 'x') ++position_;
    char32_t code = 0;
    int digits = 0;
    for (; digit_value(at()) < base && digits < 8; ++digits, ++position_) {
      code = code * static_cast<char32_t>(base) + static_cast<char32_t>(digit_value(at()));
    }
    if (at() == '\\') ++position_;
    return digits > 0 ? put(code) : wrong("this escape has no digits");
  }
  if (c == 'u' || c == 'U') {
    ++position_;
    char32_t code = 0;
    for (int left = c == 'u' ? 4 : 8; left > 0; --left, ++position_) {
      if (digit_value(at()) >= 16) return wrong("this escape has too few digits");
      code = code << 4 | static_cast<char32_t>(digit_value(at()));
    }
    return put(code);
  }
  if (const std::size_t found = letters.find(c); found != std::string_view::npos && c != '0') {
    out += meanings[found];
    ++position_;
    return true;
  }
  return wrong("this escape sequence is unknown");
}

void Lexer::read_other_character(Token& token) {
  const std::size_t begin = position_;
  const std::optional<CodePoint> c = decode_utf8(text_, position_);
  if (!c || (c->value >= 0x80 && is_letter(c->value))) return read_word(token);
  position_ += c->bytes;
  const std::string shown = c->value < 0x20 || c->value == 0x7F
                                ? code_name(c->value)
                                : "`" + std::string(text_.substr(begin, c->bytes)) + "`";
  bad(token, from(begin), "unexpected character " + shown, advice(c->value));
}

bool check_encoding(const Source& source, Messages& messages) {
  const std::string_view text = source.text();
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    const auto at = static_cast<std::uint32_t>(nul);
    messages.error({at, at + 1}, "this is not a text file: it has a NUL byte here");
    return false;
  }
  std::size_t first = text.size(), count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto c = decode_utf8(text, at);
    if (!c && count++ == 0) first = at;
    at += c ? c->bytes : 1;
  }
  if (count > 0) {
    const auto at = static_cast<std::uint32_t>(first);
    const std::string others =
        count == 1 ? "" : " (and " + std::to_string(count - 1) + " more such bytes follow)";
    messages.error({at, at + 1}, "this byte is not UTF-8 text" + others,
                   "save the file in the encoding UTF-8");
  }
  return true;
}

}  // namespace cogs::logic
