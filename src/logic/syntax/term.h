// SPDX-License-Identifier: Apache-2.0
//
// Terms as values in an arena: a TermId is four bytes, and copying one copies nothing else.
//
// One Terms holds all terms of a reading together with their names and numbers. A conjunction
// a, b, c is ','(a, ','(b, c)) and a list is '[|]'(Head, Tail): long ones are deep at the last
// argument only, and whoever walks them goes there in a loop. In every other direction a term
// that was read is at most `most_depth` deep, so recursion over arguments is safe. Terms that a
// solver has built may be of any depth (`depth` stops at 65535 then).
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/id.h"
#include "base/number.h"
#include "logic/syntax/source.h"

namespace cogs::logic {

using TermId = base::Id<struct TermTag>;
using Symbol = base::Id<struct SymbolTag>;

enum class TermKind : std::uint8_t { atom, variable, number, string, compound };

struct Term {
  TermKind kind = TermKind::atom;
  bool quoted = false;      // an atom or functor written in quotes
  bool decimal = false;     // a number written with a point or an exponent: 0.5, 1.0e10
  std::uint16_t depth = 1;  // nesting, last arguments of conjunctions and lists not counted
  std::uint32_t value = 0;  // Symbol of the name or text; index of a number
  std::uint32_t first = 0;  // of its arguments
  std::uint32_t arity = 0;
  Span span;
};

class Terms {
 public:
  static constexpr std::size_t most_depth = 1000;

  Symbol symbol(std::string_view text);
  std::optional<Symbol> find_symbol(std::string_view text) const;
  const std::string& text(Symbol symbol) const { return symbols_[symbol.index()]; }

  TermId add_named(TermKind kind, Symbol name, Span span, bool quoted = false);
  TermId add_number(base::Number number, Span span, bool decimal = false);
  TermId add_compound(Symbol functor, std::span<const TermId> arguments, Span span,
                      bool quoted = false);

  const Term& operator[](TermId id) const { return terms_[id.index()]; }
  // Of an atom, functor, variable or string.
  const std::string& name(TermId id) const { return symbols_[terms_[id.index()].value]; }
  const base::Number& number(TermId id) const { return numbers_[terms_[id.index()].value]; }
  std::span<const TermId> arguments(TermId id) const {
    const Term& term = terms_[id.index()];
    return {arguments_.data() + term.first, term.arity};
  }
  TermId argument(TermId id, std::size_t index) const { return arguments(id)[index]; }
  bool is(TermId id, std::string_view functor, std::size_t arity) const;
  // Of a compound term with any number of arguments.
  bool name_is(TermId id, std::string_view functor) const {
    return (*this)[id].kind == TermKind::compound && name(id) == functor;
  }
  void set_span(TermId id, Span span) { terms_[id.index()].span = span; }
  bool is_variable(TermId id) const { return (*this)[id].kind == TermKind::variable; }
  bool is_number(TermId id) const { return (*this)[id].kind == TermKind::number; }
  bool has_variable(TermId id) const;
  // The members of a conjunction, in order; parenthesised conjunctions are flattened.
  std::vector<TermId> conjuncts(TermId id) const;

 private:
  std::vector<Term> terms_;
  std::vector<TermId> arguments_;
  std::vector<base::Number> numbers_;
  std::deque<std::string> symbols_;  // a deque, because symbol_ids_ refers into it
  std::unordered_map<std::string_view, std::uint32_t> symbol_ids_;
};

// The term in functional notation, '+'(1,X): for tests and messages.
std::string canonical_text(const Terms& terms, TermId id);
// `text` as an atom: in quotes unless it reads back as itself without.
std::string atom_text(std::string_view text);
// `text` between `quote`s, with what needs it escaped.
std::string quoted_text(std::string_view text, char quote);

}  // namespace cogs::logic
