// SPDX-License-Identifier: Apache-2.0
#include "logic/ground_terms.h"

#include <algorithm>
#include <utility>

namespace cogs::logic {

GroundTerm GroundTerms::push(Value value) {
  values_.push_back(value);
  return GroundTerm(values_.size() - 1);
}

GroundTerm GroundTerms::add_number(const base::Number& number, bool decimal) {
  const auto next = static_cast<std::uint32_t>(values_.size());
  const auto [found, fresh] = number_ids_.emplace(NumberKey{number, decimal}, next);
  if (!fresh) return GroundTerm(found->second);
  numbers_.push_back(number);
  return push({TermKind::number, decimal, false, static_cast<std::uint32_t>(numbers_.size() - 1)});
}

GroundTerm GroundTerms::add_compound(const Term& term, std::span<const GroundTerm> arguments) {
  std::size_t hash = term.value * 31 + arguments.size();
  for (const GroundTerm argument : arguments) hash = hash * 0x9E3779B97F4A7C15u + argument.value;
  const auto [begin, end] = compounds_.equal_range(hash);
  for (auto i = begin; i != end; ++i) {
    const Value& known = values_[i->second];
    const auto others = this->arguments(known);
    if (known.value == term.value &&
        std::equal(others.begin(), others.end(), arguments.begin(), arguments.end())) {
      return GroundTerm(i->second);
    }
  }
  const auto first = static_cast<std::uint32_t>(arguments_.size());
  arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
  compounds_.emplace(hash, static_cast<std::uint32_t>(values_.size()));
  return push({TermKind::compound, false, term.quoted, term.value, first,
               static_cast<std::uint32_t>(arguments.size())});
}

GroundTerm GroundTerms::add(TermId root) {
  struct Open {
    TermId term;
    std::uint32_t next;  // argument
  };
  std::vector<Open> open{{root, 0}};
  std::vector<GroundTerm> done;
  while (!open.empty()) {
    const TermId id = open.back().term;
    const Term& term = terms_[id];
    if (term.kind == TermKind::compound && open.back().next < term.arity) {
      open.push_back({terms_.argument(id, open.back().next++), 0});
      continue;
    }
    open.pop_back();
    if (term.kind == TermKind::number) {
      done.push_back(add_number(terms_.number(id), term.decimal));
    } else if (term.kind == TermKind::compound) {
      const GroundTerm made =
          add_compound(term, {done.data() + done.size() - term.arity, term.arity});
      done.resize(done.size() - term.arity);
      done.push_back(made);
    } else {
      const std::uint64_t key = (static_cast<std::uint64_t>(term.kind) << 32) | term.value;
      const auto [found, fresh] = named_.emplace(key, static_cast<std::uint32_t>(values_.size()));
      if (fresh) push({term.kind, false, term.quoted, term.value});
      done.push_back(GroundTerm(found->second));
    }
  }
  return done.back();
}

std::strong_ordering GroundTerms::compare_tops(const Value& a, const Value& b) const {
  const auto rank = [](const Value& value) {
    switch (value.kind) {
      case TermKind::number: return 0;
      case TermKind::atom: return 1;
      case TermKind::string: return 2;
      default: return 3;
    }
  };
  if (rank(a) != rank(b)) return rank(a) <=> rank(b);
  if (a.kind == TermKind::number) {
    const auto by_value = numbers_[a.value] <=> numbers_[b.value];
    return by_value != 0 ? by_value : int{b.decimal} <=> int{a.decimal};
  }
  if (a.arity != b.arity) return a.arity <=> b.arity;
  return terms_.text(Symbol(a.value)).compare(terms_.text(Symbol(b.value))) <=> 0;
}

std::strong_ordering GroundTerms::compare(GroundTerm left, GroundTerm right) const {
  std::vector<std::pair<GroundTerm, GroundTerm>> open{{left, right}};
  while (!open.empty()) {
    const auto [x, y] = open.back();
    open.pop_back();
    if (x == y) continue;
    const Value &a = values_[x.index()], &b = values_[y.index()];
    if (const auto order = compare_tops(a, b); order != 0) return order;
    for (std::uint32_t i = a.arity; i-- > 0;) {
      open.emplace_back(arguments_[a.first + i], arguments_[b.first + i]);
    }
  }
  return std::strong_ordering::equal;
}

TermId GroundTerms::copy(GroundTerm root, Terms& into) const {
  struct Open {
    GroundTerm term;
    std::uint32_t next;
  };
  std::vector<Open> open{{root, 0}};
  std::vector<TermId> done;
  while (!open.empty()) {
    const Value& value = values_[open.back().term.index()];
    if (open.back().next < value.arity) {
      open.push_back({arguments_[value.first + open.back().next++], 0});
      continue;
    }
    open.pop_back();
    if (value.kind == TermKind::number) {
      done.push_back(into.add_number(numbers_[value.value], {}, value.decimal));
      continue;
    }
    const Symbol name = into.symbol(terms_.text(Symbol(value.value)));
    if (value.kind == TermKind::compound) {
      const TermId made = into.add_compound(
          name, {done.data() + done.size() - value.arity, value.arity}, {}, value.quoted);
      done.resize(done.size() - value.arity);
      done.push_back(made);
    } else {
      done.push_back(into.add_named(value.kind, name, {}, value.quoted));
    }
  }
  return done.back();
}

}  // namespace cogs::logic
