// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/set_answer.h"

#include <algorithm>
#include <set>

namespace cogs::logic {

bool SetAnswers::is_true(AtomId atom) const {
  if (!ground_.world.atoms.is_row(atom)) return false;
  if (ground_.is_exact(ground_.world.atoms.predicate(atom))) return true;
  return assignment_.is_true(completion_.lit(atom));
}

// By arity, name and arguments; p before -p.
bool SetAnswers::comes_before(AtomId a, AtomId b) const {
  const Program& program = ground_.program;
  const Predicate& p = program.predicates[ground_.world.atoms.predicate(a).index()];
  const Predicate& q = program.predicates[ground_.world.atoms.predicate(b).index()];
  if (p.arity != q.arity) return p.arity < q.arity;
  if (p.name != q.name) return program.terms.text(p.name) < program.terms.text(q.name);
  const auto x = ground_.world.atoms.arguments(a), y = ground_.world.atoms.arguments(b);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] == y[i]) continue;
    return ground_.world.terms.compare(x[i], y[i]) < 0;
  }
  return p.classical < q.classical;
}

void SetAnswers::list_atoms(bool shown_only) {
  const auto order = [this](AtomId a, AtomId b) { return comes_before(a, b); };
  if (!listed_) {
    listed_ = true;
    const Program& program = ground_.program;
    const bool all = !shown_only || (program.shown.empty() && !program.shows_nothing);
    shown_.assign(program.predicates.size() + 1, all);
    for (const Shown& one : program.shown) {
      if (!one.negated) shown_[one.predicate.index()] = true;
    }
    for (std::uint32_t p = 0; p < ground_.program.predicates.size(); ++p) {
      if (!ground_.is_exact(PredicateId(p)) || !shown_[p]) continue;
      for (std::uint32_t i = 0; i < ground_.world.atoms.row_count(PredicateId(p)); ++i) {
        certain_.push_back(ground_.world.atoms.row(PredicateId(p), i));
      }
    }
    std::sort(certain_.begin(), certain_.end(), order);
  }
  std::vector<AtomId> chosen;
  for (std::uint32_t v = 0; v < completion_.atoms(); ++v) {
    const AtomId atom = completion_.atom(v);
    if (!assignment_.is_true(Lit(v, false)) || ground_.definition(atom)) continue;
    if (shown_[ground_.world.atoms.predicate(atom).index()]) chosen.push_back(atom);
  }
  std::sort(chosen.begin(), chosen.end(), order);
  atoms_.clear();
  std::merge(certain_.begin(), certain_.end(), chosen.begin(), chosen.end(),
             std::back_inserter(atoms_), order);
}

TermId SetAnswers::atom_term(AtomId atom, Terms& terms) const {
  const Predicate& predicate =
      ground_.program.predicates[ground_.world.atoms.predicate(atom).index()];
  const Symbol name = terms.symbol(ground_.program.terms.text(predicate.name));
  std::vector<TermId> arguments;
  for (const GroundTerm argument : ground_.world.atoms.arguments(atom)) {
    arguments.push_back(ground_.world.terms.copy(argument, terms));
  }
  if (arguments.empty()) return terms.add_named(TermKind::atom, name, {});
  return terms.add_compound(name, arguments, {});
}

std::vector<Answer> SetAnswers::build(const std::vector<Cost>& costs, bool proofs,
                                      bool shown_only) {
  list_atoms(shown_only);
  const auto plain = [&] {
    Answer answer;
    answer.whole_set = true;
    answer.costs = costs;
    for (const AtomId atom : atoms_) {
      const bool classical =
          ground_.program.predicates[ground_.world.atoms.predicate(atom).index()].classical;
      answer.literals.push_back({false, classical, atom_term(atom, answer.terms)});
    }
    return answer;
  };
  std::vector<Answer> answers;
  if (!ground_.program.query) {
    answers.push_back(plain());
    if (proofs) proof_.build(answers.back(), atoms_, nullptr, costs);
    return answers;
  }
  const auto& names = ground_.query_form.slot_names;
  std::set<std::vector<GroundTerm>> given;
  for (const QueryAnswer& instance : ground_.query_answers) {
    if (!std::all_of(instance.literals.begin(), instance.literals.end(),
                     [&](GroundLiteral literal) { return is_true(literal); })) {
      continue;
    }
    std::vector<std::uint32_t> named;
    for (std::uint32_t i = 0; i < names.size(); ++i) {
      if (names[i][0] != '_') named.push_back(i);
    }
    std::sort(named.begin(), named.end(),
              [&](std::uint32_t a, std::uint32_t b) { return names[a] < names[b]; });
    std::vector<GroundTerm> key;
    for (const std::uint32_t slot : named) key.push_back(instance.values[slot]);
    if (!given.insert(key).second) continue;
    Answer answer = plain();
    for (const std::uint32_t slot : named) {
      answer.bindings.push_back(
          {names[slot], ground_.world.terms.copy(instance.values[slot], answer.terms)});
    }
    if (proofs) proof_.build(answer, atoms_, &instance, costs);
    answers.push_back(std::move(answer));
  }
  return answers;
}

}  // namespace cogs::logic
