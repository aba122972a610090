// SPDX-License-Identifier: Apache-2.0
//
// Ground terms for the checker of answers, equal exactly when their numbers are; patterns of the
// program or the answer are matched against them. Part of answer.h; shares nothing with the
// engines but Terms.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/number.h"
#include "logic/syntax/term.h"

namespace cogs::logic::check {

using ValueId = std::uint32_t;

// Values of variables, by what variable_key() calls them.
class Environment {
 public:
  const ValueId* find(std::uint64_t key) const {
    for (const auto& [k, value] : entries_) {
      if (k == key) return &value;
    }
    return nullptr;
  }
  void set(std::uint64_t key, ValueId value) { entries_.emplace_back(key, value); }
  std::size_t size() const { return entries_.size(); }
  void cut_to(std::size_t size) { entries_.resize(size); }

 private:
  std::vector<std::pair<std::uint64_t, ValueId>> entries_;
};

// Equal names are one variable; each `_` is one of its own.
std::uint64_t variable_key(const Terms& terms, TermId variable);
// The variables of a term, each once, in order.
void collect_variables(const Terms& terms, TermId id, std::vector<TermId>& into);

class Values {
 public:
  ValueId named(TermKind kind, std::string_view name);
  ValueId number(const base::Number& number);
  ValueId compound(std::string_view functor, std::span<const ValueId> arguments);

  // Nothing if a variable has no value.
  std::optional<ValueId> build(const Terms& terms, TermId id, const Environment& environment);
  // Is the value an instance of the pattern? Variables without a value get one, even where the
  // match fails in the end.
  bool match(const Terms& terms, TermId pattern, ValueId value, Environment& environment) const;

  TermKind kind(ValueId id) const { return entries_[id].kind; }
  const std::string& name(ValueId id) const { return entries_[id].name; }
  const base::Number& number_of(ValueId id) const { return entries_[id].number; }
  const std::vector<ValueId>& arguments(ValueId id) const { return entries_[id].arguments; }
  std::string text(ValueId id) const;
  // Standard order: numbers, atoms, strings, compound terms by arity, name and arguments.
  int order(ValueId a, ValueId b) const;

 private:
  struct Entry {
    TermKind kind;
    std::string name;
    base::Number number;
    std::vector<ValueId> arguments;
  };

  ValueId add(std::string key, Entry entry);

  std::vector<Entry> entries_;
  std::unordered_map<std::string, ValueId> ids_;
};

// The value of an arithmetic expression. `unbound`: a variable has none; `wrong`: something is
// no number; `unknown`: a function that the checker does not know.
enum class Evaluation : std::uint8_t { fine, unbound, wrong, unknown };
Evaluation evaluate(const Values& values, const Terms& terms, TermId id,
                    const Environment& environment, base::Number& result);

}  // namespace cogs::logic::check
