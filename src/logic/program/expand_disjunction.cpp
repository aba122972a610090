// SPDX-License-Identifier: Apache-2.0
#include "logic/program/expand_disjunction.h"

#include <string_view>
#include <utility>

namespace cogs::logic {

namespace {

// The members of a chain of `functor`, through parentheses and call(..), in order.
std::vector<TermId> members_of(const Terms& terms, TermId chain, std::string_view functor) {
  std::vector<TermId> members, waiting{chain};
  while (!waiting.empty()) {
    const TermId next = waiting.back();
    waiting.pop_back();
    if (terms.is(next, functor, 2)) {
      waiting.push_back(terms.argument(next, 1));
      waiting.push_back(terms.argument(next, 0));
    } else if (terms.is(next, "call", 1) && !terms.is_variable(terms.argument(next, 0))) {
      waiting.push_back(terms.argument(next, 0));
    } else {
      members.push_back(next);
    }
  }
  return members;
}

std::size_t size_of(const std::vector<Conjunction>& conjunctions) {
  std::size_t size = conjunctions.size();
  for (const Conjunction& conjunction : conjunctions) size += conjunction.size();
  return size;
}

}  // namespace

std::optional<std::vector<Conjunction>> expand_disjunction(const Terms& terms, TermId body,
                                                           std::size_t most) {
  std::vector<Conjunction> all{{}};
  std::size_t size = 1;
  for (const TermId member : members_of(terms, body, ",")) {
    if (!terms.is(member, ";", 2)) {
      size += all.size();
      if (all.size() > 1 && size > most) return std::nullopt;
      for (Conjunction& conjunction : all) conjunction.push_back(member);
      continue;
    }
    std::vector<Conjunction> choices;
    std::size_t choices_size = 0;
    for (const TermId choice : members_of(terms, member, ";")) {
      auto expanded = expand_disjunction(terms, choice, most);
      if (!expanded) return std::nullopt;
      choices_size += size_of(*expanded);
      if (choices_size > most) return std::nullopt;
      for (Conjunction& conjunction : *expanded) choices.push_back(std::move(conjunction));
    }
    size = size * choices.size() + all.size() * choices_size;
    if (size > most) return std::nullopt;
    std::vector<Conjunction> longer;
    for (const Conjunction& conjunction : all) {
      for (const Conjunction& choice : choices) {
        longer.push_back(conjunction);
        longer.back().insert(longer.back().end(), choice.begin(), choice.end());
      }
    }
    all = std::move(longer);
  }
  return all;
}

}  // namespace cogs::logic
