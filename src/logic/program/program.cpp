// SPDX-License-Identifier: Apache-2.0
#include "logic/program/program.h"

namespace cogs::logic {

namespace {

std::uint64_t predicate_key(Symbol name, std::uint32_t arity, bool classical) {
  return std::uint64_t{name.value} << 32 | std::uint64_t{arity} << 1 | (classical ? 1 : 0);
}

}  // namespace

PredicateId Program::predicate(Symbol name, std::uint32_t arity, bool classical) {
  const auto [entry, is_new] =
      predicate_ids.emplace(predicate_key(name, arity, classical), PredicateId(predicates.size()));
  if (is_new) predicates.push_back({name, arity, classical, false});
  return entry->second;
}

std::optional<PredicateId> Program::find_predicate(Symbol name, std::uint32_t arity,
                                                   bool classical) const {
  const auto found = predicate_ids.find(predicate_key(name, arity, classical));
  if (found == predicate_ids.end()) return std::nullopt;
  return found->second;
}

std::string Program::predicate_text(PredicateId id) const {
  const Predicate& predicate = predicates[id.index()];
  return (predicate.classical ? "-" : "") + atom_text(terms.text(predicate.name)) + "/" +
         std::to_string(predicate.arity);
}

std::uint32_t Program::line_of(const Clause& clause) const {
  return files[clause.file.index()].source->place(clause.span).line;
}

}  // namespace cogs::logic
