// SPDX-License-Identifier: Apache-2.0
#include "logic/syntax/term.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "logic/syntax/operators.h"

namespace cogs::logic {

Symbol Terms::symbol(std::string_view text) {
  if (const auto found = symbol_ids_.find(text); found != symbol_ids_.end()) {
    return Symbol(found->second);
  }
  const Symbol symbol(symbols_.size());
  symbols_.emplace_back(text);
  symbol_ids_.emplace(symbols_.back(), symbol.value);
  return symbol;
}

std::optional<Symbol> Terms::find_symbol(std::string_view text) const {
  const auto found = symbol_ids_.find(text);
  if (found == symbol_ids_.end()) return std::nullopt;
  return Symbol(found->second);
}

TermId Terms::add_named(TermKind kind, Symbol name, Span span, bool quoted) {
  terms_.push_back({kind, quoted, false, 1, name.value, 0, 0, span});
  return TermId(terms_.size() - 1);
}

TermId Terms::add_number(base::Number number, Span span, bool decimal) {
  const auto index = static_cast<std::uint32_t>(numbers_.size());
  numbers_.push_back(std::move(number));
  terms_.push_back({TermKind::number, false, decimal, 1, index, 0, 0, span});
  return TermId(terms_.size() - 1);
}

TermId Terms::add_compound(Symbol functor, std::span<const TermId> arguments, Span span,
                           bool quoted) {
  const std::string& name = text(functor);
  const bool long_at_the_end =
      arguments.size() == 2 && (name == "," || name == ";" || name == "[|]");
  std::size_t depth = 1;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::size_t below = (*this)[arguments[i]].depth;
    depth = std::max(depth, long_at_the_end && i == 1 ? below : below + 1);
  }
  depth = std::min<std::size_t>(depth, 0xFFFF);
  const auto first = static_cast<std::uint32_t>(arguments_.size());
  arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
  terms_.push_back({TermKind::compound, quoted, false, static_cast<std::uint16_t>(depth),
                    functor.value, first, static_cast<std::uint32_t>(arguments.size()), span});
  return TermId(terms_.size() - 1);
}

bool Terms::is(TermId id, std::string_view functor, std::size_t arity) const {
  const Term& term = (*this)[id];
  const bool named = term.kind == (arity == 0 ? TermKind::atom : TermKind::compound);
  return named && term.arity == arity && name(id) == functor;
}

bool Terms::has_variable(TermId id) const {
  std::vector<TermId> waiting{id};
  while (!waiting.empty()) {
    const TermId next = waiting.back();
    waiting.pop_back();
    if (is_variable(next)) return true;
    const auto below = arguments(next);
    waiting.insert(waiting.end(), below.begin(), below.end());
  }
  return false;
}

std::vector<TermId> Terms::conjuncts(TermId id) const {
  std::vector<TermId> members, waiting{id};
  while (!waiting.empty()) {
    const TermId next = waiting.back();
    waiting.pop_back();
    if (is(next, ",", 2)) {
      waiting.push_back(argument(next, 1));
      waiting.push_back(argument(next, 0));
    } else {
      members.push_back(next);
    }
  }
  return members;
}

std::string canonical_text(const Terms& terms, TermId id) {
  std::string out;
  std::size_t open = 0;
  for (;;) {
    const Term& term = terms[id];
    if (term.kind == TermKind::number) {
      out += terms.number(id).text();
    } else if (term.kind == TermKind::string) {
      out += quoted_text(terms.name(id), '"');
    } else if (term.kind == TermKind::variable) {
      out += terms.name(id);
    } else {
      out += atom_text(terms.name(id));
    }
    if (term.arity == 0) break;
    out += '(';
    ++open;
    const auto arguments = terms.arguments(id);
    for (const TermId argument : arguments.first(arguments.size() - 1)) {
      out += canonical_text(terms, argument) + ",";
    }
    id = arguments.back();
  }
  return out.append(open, ')');
}

std::string atom_text(std::string_view text) {
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto word = [&](char c) {
    return lower(c) || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  const bool plain = !text.empty() && lower(text[0]) &&
                     std::all_of(text.begin(), text.end(), word) && !infix_operator(text) &&
                     !prefix_operator(text);
  const bool limit = text == "#inf" || text == "#sup";  // of clingo's language
  if (plain || limit || text == "[]" || text == "{}") return std::string(text);
  return quoted_text(text, '\'');
}

std::string quoted_text(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      char code[8];
      std::snprintf(code, sizeof code, "\\x%x\\", static_cast<unsigned>(c));
      out += code;
    } else {
      out += c;
    }
  }
  return out += quote;
}

}  // namespace cogs::logic
