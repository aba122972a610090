// SPDX-License-Identifier: Apache-2.0
#include "logic/syntax/rewrite_term.h"

namespace cogs::logic {

namespace {

bool is_long_at_the_end(const Terms& terms, TermId term) {
  return terms.is(term, "[|]", 2) || terms.is(term, ",", 2) || terms.is(term, ";", 2);
}

TermId with_arguments(Terms& terms, TermId term, const std::vector<TermId>& arguments) {
  const Term old = terms[term];
  return terms.add_compound(Symbol(old.value), arguments, old.span, old.quoted);
}

}  // namespace

TermId rewrite_arguments(Terms& terms, TermId atom, const Replacement& replacement) {
  const std::size_t arity = terms[atom].arity;
  std::vector<TermId> arguments;
  bool changed = false;
  for (std::size_t i = 0; i < arity; ++i) {
    const TermId before = terms.argument(atom, i);
    arguments.push_back(rewrite_term(terms, before, replacement));
    changed |= arguments.back() != before;
  }
  return changed ? with_arguments(terms, atom, arguments) : atom;
}

TermId rewrite_term(Terms& terms, TermId term, const Replacement& replacement) {
  struct Link {
    TermId term, first;
  };
  std::vector<Link> chain;  // the links of a list whose tail is still to come
  std::optional<TermId> end;
  while (!end) {
    if (const auto instead = replacement(term)) {
      end = instead;
    } else if (is_long_at_the_end(terms, term)) {
      chain.push_back({term, rewrite_term(terms, terms.argument(term, 0), replacement)});
      term = terms.argument(term, 1);
    } else {
      end = rewrite_arguments(terms, term, replacement);
    }
  }
  for (; !chain.empty(); chain.pop_back()) {
    const Link& link = chain.back();
    const bool same =
        link.first == terms.argument(link.term, 0) && *end == terms.argument(link.term, 1);
    end = same ? link.term : with_arguments(terms, link.term, {link.first, *end});
  }
  return *end;
}

}  // namespace cogs::logic
