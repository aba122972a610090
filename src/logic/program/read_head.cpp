// SPDX-License-Identifier: Apache-2.0
//
// Heads of clauses, with ranges written out: p(1..3) stands for p(1), p(2), p(3).
#include <utility>

#include "logic/program/builtins.h"
#include "logic/program/goal_reader.h"
#include "logic/syntax/rewrite_term.h"

namespace cogs::logic {

std::optional<std::vector<GoalReader::Head>> GoalReader::read_head(TermId term) {
  const auto wrong = [&](std::string message, std::string help = {}) {
    refuse(term, std::move(message), std::move(help));
    return std::nullopt;
  };
  if (terms_.is(term, ",", 2)) return wrong("a clause has one head", "write one clause for each");
  if (terms_.is(term, ";", 2)) {
    return wrong("a head cannot be a disjunction", "for a or b write a :- not b. b :- not a.");
  }
  if (terms_.is(term, "{}", 1)) {
    return wrong("a head cannot be a choice",
                 "write a :- not not_a. not_a :- not a. or #abducible a.");
  }
  if (is_negation(terms_, term)) {
    return wrong("`not` cannot stand in a head", "write -p for \"p is known to be false\"");
  }
  if (terms_.is(term, "-->", 2)) return wrong("there are no grammar rules here");
  const bool classical = terms_.is(term, "-", 1);
  if (classical) term = terms_.argument(term, 0);
  if (!is_atom_shape(terms_, term)) {
    return wrong("a clause begins with an atom of a predicate",
                 "names begin with a small letter, or stand in quotes");
  }
  const std::string& name = terms_.name(term);
  const auto arity = terms_[term].arity;
  if (const auto kind = builtin_kind(name, arity); kind && !can_be_defined(*kind)) {
    return wrong("`" + name + "` is built in and cannot be defined", "choose another name");
  }
  for (const std::string_view reserved :
       {"-", "!", "->", "*->", ":-", "?-", ",", ";", "not", "\\+"}) {
    if (name == reserved) return wrong("`" + name + "` cannot be the name of a predicate");
  }
  const PredicateId predicate =
      draft_.program.predicate(Symbol(terms_[term].value), arity, classical);
  bool has_range = false;
  const TermId atom = rewrite_arguments(terms_, term, [&](TermId part) {
    has_range |= terms_.is(part, "..", 2);
    return replaced(part);
  });
  if (terms_[atom].depth > Terms::most_depth) return wrong("this is nested too deeply");
  if (!has_range) return std::vector<Head>{{predicate, atom}};
  return write_out_ranges({predicate, atom});
}

std::optional<std::vector<GoalReader::Head>> GoalReader::write_out_ranges(Head head) {
  struct Range {
    TermId term;
    base::Number first, count;
    std::size_t now = 0, all = 0;
  };
  std::vector<Range> ranges;
  base::Number product = 1;
  bool fine = true;
  rewrite_arguments(terms_, head.atom, [&](TermId part) -> std::optional<TermId> {
    if (!terms_.is(part, "..", 2)) return std::nullopt;
    const auto low = value_of(draft_.program, terms_.argument(part, 0));
    const auto high = value_of(draft_.program, terms_.argument(part, 1));
    if (!low || !high || !low->is_integer() || !high->is_integer()) {
      fine = refuse(part, "the ends of a range are whole numbers",
                    "name a constant by #const n=3. to use it here");
      return part;
    }
    const base::Number count = *low <= *high ? *high - *low + 1 : base::Number(0);
    ranges.push_back({part, *low, count});
    // The product of counts stays small: what is too large is too large already.
    if (product <= base::Number(std::int64_t{ProgramDraft::most_expanded}))
      product = product * count;
    return part;
  });
  if (!fine) return std::nullopt;
  const std::size_t left = ProgramDraft::most_expanded - draft_.expanded;
  for (const Range& range : ranges) {
    if (range.count.sign() == 0) return std::vector<Head>{};
  }
  if (product > base::Number(static_cast<std::int64_t>(left))) {
    refuse(head.atom, "these ranges stand for too many facts",
           "a program can have " + std::to_string(ProgramDraft::most_expanded) +
               " facts from ranges; bound a variable by X #>= 1, X #=< N instead");
    return std::nullopt;
  }
  for (Range& range : ranges) range.all = static_cast<std::size_t>(*range.count.to_int64());
  std::vector<Head> heads;
  const auto step = [&] {  // the last range runs fastest
    for (std::size_t i = ranges.size(); i-- > 0;) {
      if (++ranges[i].now < ranges[i].all) return true;
      ranges[i].now = 0;
    }
    return false;
  };
  do {
    std::size_t next = 0;
    heads.push_back({head.predicate, rewrite_arguments(terms_, head.atom, [&](TermId part) {
                       std::optional<TermId> value;
                       if (!terms_.is(part, "..", 2)) return value;
                       const Range& range = ranges[next++];
                       const auto offset = static_cast<std::int64_t>(range.now);
                       value = terms_.add_number(range.first + offset, terms_[part].span);
                       return value;
                     })});
  } while (step());
  draft_.expanded += heads.size();
  return heads;
}

}  // namespace cogs::logic
