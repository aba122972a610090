// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/terms.h"

#include <algorithm>
#include <utility>

namespace cogs::logic {

GroundTerm GroundTerms::push(Value value) {
  values_.push_back(value);
  return GroundTerm(values_.size() - 1);
}

GroundTerm GroundTerms::add_number(const base::Number& number, bool decimal) {
  const auto next = static_cast<std::uint32_t>(values_.size());
  // Most numbers are small, and there may be very many of them.
  constexpr std::int64_t most_small = std::int64_t{1} << 22;
  const auto whole = decimal ? std::nullopt : number.to_int64();
  if (whole && *whole >= 0 && *whole < most_small) {
    const auto at = static_cast<std::size_t>(*whole);
    if (at >= small_.size()) small_.resize(std::max(at + 1, small_.size() * 2), 0);
    if (small_[at] != 0) return GroundTerm(small_[at] - 1);
    small_[at] = next + 1;
    numbers_.push_back(number);
    return push({TermKind::number, false, false, static_cast<std::uint32_t>(numbers_.size() - 1)});
  }
  const auto [found, fresh] = number_ids_.emplace(NumberKey{number, decimal}, next);
  if (!fresh) return GroundTerm(found->second);
  numbers_.push_back(number);
  return push({TermKind::number, decimal, false, static_cast<std::uint32_t>(numbers_.size() - 1)});
}

GroundTerm GroundTerms::add_compound(Symbol name, std::span<const GroundTerm> arguments,
                                     bool quoted) {
  std::size_t hash = name.value * 31 + arguments.size();
  for (const GroundTerm argument : arguments) hash = hash * 0x9E3779B97F4A7C15u + argument.value;
  const auto [begin, end] = compounds_.equal_range(hash);
  for (auto i = begin; i != end; ++i) {
    const Value& known = values_[i->second];
    const auto others = this->arguments(known);
    if (known.value == name.value &&
        std::equal(others.begin(), others.end(), arguments.begin(), arguments.end())) {
      return GroundTerm(i->second);
    }
  }
  const auto first = static_cast<std::uint32_t>(arguments_.size());
  arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
  compounds_.emplace(hash, static_cast<std::uint32_t>(values_.size()));
  return push({TermKind::compound, false, quoted, name.value, first,
               static_cast<std::uint32_t>(arguments.size())});
}

GroundTerm GroundTerms::add_name(std::string_view name) {
  const std::uint32_t symbol = terms_.find_symbol(name).value().value;
  const std::uint64_t key = (static_cast<std::uint64_t>(TermKind::atom) << 32) | symbol;
  const auto [found, fresh] = named_.emplace(key, static_cast<std::uint32_t>(values_.size()));
  if (fresh) push({TermKind::atom, false, false, symbol});
  return GroundTerm(found->second);
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
      const GroundTerm made = add_compound(
          Symbol(term.value), {done.data() + done.size() - term.arity, term.arity}, term.quoted);
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
  const auto rank = [this](const Value& value) {
    switch (value.kind) {
      case TermKind::number: return 0;
      case TermKind::atom: {
        const std::string& name = terms_.text(Symbol(value.value));
        if (name.empty() || name[0] != '#' || value.quoted) return 1;
        return name == "#inf" ? -1 : name == "#sup" ? 6 : 1;
      }
      case TermKind::string: return 3;
      default: break;
    }
    if (!opposites_ || value.arity != 1 || terms_.text(Symbol(value.value)) != "-") return 4;
    return kind(arguments_[value.first]) == TermKind::atom ? 2 : 5;
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
