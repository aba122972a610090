// SPDX-License-Identifier: Apache-2.0
//
// The ground terms of a run of the ground engine, each kept once: two are equal exactly when
// their ids are. Names are the symbols of the program; numbers may be new ones.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/id.h"
#include "base/number.h"
#include "logic/syntax/term.h"

namespace cogs::logic {

using GroundTerm = base::Id<struct GroundTermTag>;

class GroundTerms {
 public:
  // `terms` must outlive this. `opposites`: -a and -f(X) are a and f(X) with a sign (in clingo's
  // language), and not terms like any other.
  explicit GroundTerms(const Terms& terms, bool opposites = false)
      : terms_(terms), opposites_(opposites) {}

  GroundTerm add(TermId term);  // of the program; without variables
  // `decimal`: a floating-point number, which as a term differs from the exact one.
  GroundTerm add_number(const base::Number& number, bool decimal);

  GroundTerm add_compound(Symbol name, std::span<const GroundTerm> arguments, bool quoted = false);

  // A name that the program's terms know; only for #inf and #sup, which may be new.
  GroundTerm add_name(std::string_view name);
  bool is_limit(GroundTerm id, std::string_view name) const {
    return kind(id) == TermKind::atom && terms_.text(Symbol(values_[id.index()].value)) == name;
  }

  TermKind kind(GroundTerm id) const { return values_[id.index()].kind; }
  // Of a compound term.
  Symbol name(GroundTerm id) const { return Symbol(values_[id.index()].value); }
  std::span<const GroundTerm> arguments(GroundTerm id) const {
    return arguments(values_[id.index()]);
  }
  bool is_number(GroundTerm id) const { return values_[id.index()].kind == TermKind::number; }
  bool is_decimal(GroundTerm id) const { return values_[id.index()].decimal; }
  const base::Number& number(GroundTerm id) const { return numbers_[values_[id.index()].value]; }
  std::size_t size() const { return values_.size(); }

  // Standard order: numbers by value, then names, strings, and compound terms by arity, name and
  // arguments. #inf is less than everything else, and #sup is greater. Opposites come behind all
  // names, or behind all compound terms.
  std::strong_ordering compare(GroundTerm a, GroundTerm b) const;
  TermId copy(GroundTerm id, Terms& into) const;

 private:
  struct Value {
    TermKind kind = TermKind::atom;
    bool decimal = false, quoted = false;
    std::uint32_t value = 0;  // symbol, or index of a number
    std::uint32_t first = 0, arity = 0;
  };
  struct NumberKey {
    base::Number number;
    bool decimal = false;
    friend bool operator==(const NumberKey&, const NumberKey&) = default;
  };
  struct NumberHash {
    std::size_t operator()(const NumberKey& key) const {
      return key.number.hash() * 2 + (key.decimal ? 1 : 0);
    }
  };

  std::span<const GroundTerm> arguments(const Value& value) const {
    return {arguments_.data() + value.first, value.arity};
  }
  GroundTerm push(Value value);
  // Of the terms themselves, arguments left out.
  std::strong_ordering compare_tops(const Value& a, const Value& b) const;

  const Terms& terms_;
  bool opposites_;
  std::vector<Value> values_;
  std::vector<GroundTerm> arguments_;
  std::vector<base::Number> numbers_;
  std::unordered_map<std::uint64_t, std::uint32_t> named_;  // by kind and symbol
  std::unordered_map<NumberKey, std::uint32_t, NumberHash> number_ids_;
  std::vector<std::uint32_t> small_;  // of whole numbers from 0 on: id + 1, or 0
  std::unordered_multimap<std::size_t, std::uint32_t> compounds_;  // by hash
};

}  // namespace cogs::logic
