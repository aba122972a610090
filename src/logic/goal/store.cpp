// SPDX-License-Identifier: Apache-2.0
#include "logic/goal/store.h"

#include <algorithm>

namespace cogs::logic {

Store::Mark Store::mark() const {
  return {trail_.size(),     heap_.size(), variables_.size(), watches_.size(),
          suspended_.size(), posted_,      products_.size(),  numbers_.mark()};
}

void Store::undo(const Mark& mark) {
  while (trail_.size() > mark.trail) {
    const Trailed& entry = trail_.back();
    switch (entry.kind) {
      case Change::value: variables_[entry.index].value = Word(Tag::variable, entry.index); break;
      case Change::watches:
        variables_[entry.index].watches = static_cast<std::uint32_t>(entry.old);
        break;
      case Change::number:
        variables_[entry.index].number = static_cast<std::uint32_t>(entry.old);
        break;
      case Change::done: suspended_[entry.index].done = false; break;
      case Change::kind: variables_[entry.index].kind = static_cast<VariableKind>(entry.old); break;
    }
    trail_.pop_back();
  }
  heap_.resize(mark.heap);
  variables_.resize(mark.variables);
  watches_.resize(mark.watches);
  suspended_.resize(mark.suspended);
  products_.resize(mark.products);
  if (posted_ != mark.posted || owners_.size() > mark.numbers.variables) {
    numbers_.undo_to(mark.numbers);
    owners_.resize(mark.numbers.variables);
    posted_ = mark.posted;
  }
  woken_.clear();
}

std::size_t Store::bytes() const {
  return heap_.capacity() * sizeof(Word) + variables_.capacity() * sizeof(Variable) +
         trail_.capacity() * sizeof(Trailed) + suspended_.capacity() * sizeof(Suspended) +
         shared_.capacity() * sizeof(Word) + shared_table_.capacity() * sizeof(std::uint32_t) +
         watches_.capacity() * sizeof(Watch) + constants_.bytes();
}

Word Store::new_variable(VariableKind kind) {
  const Word word(Tag::variable, variables_.size());
  variables_.push_back({word, 0, 0, kind});
  return word;
}

void Store::set_kind(Word variable, VariableKind kind) {
  Variable& cell = variables_[variable.index()];
  trail_.push_back({Change::kind, variable.index(), static_cast<std::uint64_t>(cell.kind)});
  cell.kind = kind;
}

Word Store::compound(std::uint32_t functor, std::span<const Word> arguments) {
  const Word word(Tag::compound, heap_.size());
  heap_.push_back(Word(Tag::none, functor));
  heap_.insert(heap_.end(), arguments.begin(), arguments.end());
  return word;
}

// --- unification -------------------------------------------------------------------------

bool Store::bind(Word variable, Word value) {
  Variable& cell = variables_[variable.index()];
  trail_.push_back({Change::value, variable.index(), 0});
  cell.value = value;
  if (cell.watches != 0 || cell.number != 0) woken_.push_back(variable.index());
  return true;
}

namespace {
// Which of two unbound variables is bound to the other: one that is only thought of to one that
// is real, and the younger to the older.
int rank(VariableKind kind) {
  switch (kind) {
    case VariableKind::universal: return 3;
    case VariableKind::hypothetical: return 2;
    case VariableKind::plain: return 1;
    case VariableKind::settled: return 0;
  }
  return 0;
}
}  // namespace

bool Store::bind_to_term(Word variable, Word value, bool fresh) {
  if (kind_of(variable) == VariableKind::settled && !bind_settled_) {
    met_settled_ = true;
    return false;
  }
  if (is_numeric(variable) && !value.is_number()) return false;
  if (!fresh && value.tag() == Tag::compound && occurs(variable, value)) return false;
  return bind(variable, value);
}

bool Store::unify_raw(Word a, Word b) {
  pairs_.clear();
  pairs_.emplace_back(a, b);
  std::uint32_t steps = 0;
  std::unordered_map<std::uint64_t, std::unordered_set<std::uint64_t>> done;
  while (!pairs_.empty()) {
    a = deref(pairs_.back().first);
    b = deref(pairs_.back().second);
    pairs_.pop_back();
    if (a == b) continue;
    if (a.is_variable() && b.is_variable()) {
      const int left = rank(kind_of(a)), right = rank(kind_of(b));
      if (left == 0 && right == 0 && !bind_settled_) {
        met_settled_ = true;
        return false;
      }
      const bool bind_left = left != right ? left > right : a.index() > b.index();
      bind(bind_left ? a : b, bind_left ? b : a);
      continue;
    }
    if (b.is_variable()) std::swap(a, b);
    if (a.is_variable()) {
      if (!bind_to_term(a, b, false)) return false;
      continue;
    }
    if (!a.is_compound() || !b.is_compound()) return false;
    if (a.tag() == Tag::shared && b.tag() == Tag::shared) return false;  // not the same word
    const std::uint32_t functor = functor_of(a);
    if (functor != functor_of(b)) return false;
    // What was made equal stays so while this lasts.
    if (++steps > steps_before_memory && !done[a.bits()].insert(b.bits()).second) continue;
    const std::uint32_t arity = constants_.functor(functor).arity;
    const Word* left = arguments_of(a);
    const Word* right = arguments_of(b);
    // The first argument is looked at first, so that failures show early.
    for (std::uint32_t i = arity; i-- > 0;) pairs_.emplace_back(left[i], right[i]);
  }
  return true;
}

bool Store::unify(Word a, Word b) { return unify_raw(a, b) && settle(); }

bool Store::unify_fresh(Word variable, Word term) {
  return bind_to_term(variable, term, true) && settle();
}

// --- waking what waits ---------------------------------------------------------------------

bool Store::settle() {
  for (;;) {
    while (!woken_.empty()) {
      const std::uint32_t variable = woken_.back();
      woken_.pop_back();
      if (!wake(variable)) return false;
    }
    if (owners_.empty()) return true;
    const auto fixed = numbers_.next_fixed();
    if (!fixed) return true;
    const Word variable = deref(owners_[fixed->first.index()]);
    if (variable.is_variable()) {
      if (kind_of(variable) == VariableKind::settled) return false;
      bind(variable, constants_.number(fixed->second));
    }
  }
}

bool Store::wake(std::uint32_t index) {
  const Variable cell = variables_[index];
  const Word value = deref(cell.value);
  if (cell.number != 0) {
    const NumberVariable number(cell.number - 1);
    LinearConstraint equation;
    equation.expression.add(number, 1);
    if (value.is_variable()) {
      if (!is_numeric(value)) {
        if (!make_numeric(value)) return false;
      }
      if (number_of(value) != number) {
        equation.expression.add(number_of(value), -1);
        if (!post(equation)) return false;
      }
    } else {
      if (!value.is_number()) return false;
      equation.expression.constant = -constants_.value(value);
      if (!post(equation)) return false;
    }
  }
  for (std::uint32_t w = cell.watches; w != 0; w = watches_[w].next) {
    if (!recheck(watches_[w].suspended)) return false;
  }
  return true;
}

bool Store::recheck(std::uint32_t id) {
  const Suspended waiting = suspended_[id];
  if (waiting.done) return true;
  if (waiting.kind == GoalKind::differ) return check_difference(id);
  if (waiting.kind == GoalKind::integer) {
    const Word word = deref(waiting.left);
    if (word.is_variable()) {
      watch(word, id);
      return !is_numeric(word) || !numbers_.is_integer(number_of(word));
    }
    finish(id);
    return !word.is_number() || constants_.is_real(word) || !constants_.value(word).is_integer();
  }
  const Related related = relate(waiting.kind, waiting.left, waiting.right, waiting.lenient, id);
  return related == Related::yes || (related == Related::ill_typed && waiting.lenient);
}

void Store::watch(Word variable, std::uint32_t suspended) {
  Variable& cell = variables_[variable.index()];
  trail_.push_back({Change::watches, variable.index(), cell.watches});
  watches_.push_back({suspended, cell.watches});
  cell.watches = static_cast<std::uint32_t>(watches_.size() - 1);
}

void Store::finish(std::uint32_t suspended) {
  trail_.push_back({Change::done, suspended, 0});
  suspended_[suspended].done = true;
}

std::uint32_t Store::suspend(GoalKind kind, Word left, Word right, bool lenient) {
  suspended_.push_back({kind, left, right, lenient, false});
  return static_cast<std::uint32_t>(suspended_.size() - 1);
}

// --- disequality ---------------------------------------------------------------------------

bool Store::differ(Word a, Word b) {
  a = deref(a);
  b = deref(b);
  if (a == b) return false;
  if (!a.is_variable() && !b.is_variable() && !(a.is_compound() && b.is_compound())) return true;
  return check_difference(suspend(GoalKind::differ, a, b)) && settle();
}

// Unifies for a moment: the bindings of variables that are not universal are what must not all
// become true.
bool Store::check_difference(std::uint32_t id) {
  const std::size_t start = trail_.size();
  const std::size_t woken_before = woken_.size();
  met_settled_ = false;
  const bool unifiable = unify_raw(suspended_[id].left, suspended_[id].right);
  const bool unsure = !unifiable && met_settled_;
  Word first, first_value;
  std::size_t count = 0;
  for (std::size_t i = start; unifiable && i < trail_.size(); ++i) {
    const Word variable(Tag::variable, trail_[i].index);
    if (kind_of(variable) == VariableKind::universal) continue;
    if (count++ == 0) {
      first = variable;
      first_value = deref(variables_[variable.index()].value);
    }
  }
  while (trail_.size() > start) {
    variables_[trail_.back().index].value = Word(Tag::variable, trail_.back().index);
    trail_.pop_back();
  }
  woken_.resize(woken_before);
  if (unsure) return false;  // equal for some of the values that the settled variable stands for
  if (!unifiable) {
    finish(id);
    return true;
  }
  if (count == 0) return false;
  first_value = deref(first_value);
  if (count == 1 && is_numeric(first) &&
      (first_value.is_number() || (first_value.is_variable() && is_numeric(first_value)))) {
    // The numeric store knows bounds, and notices more.
    LinearConstraint constraint;
    constraint.relation = Relation::not_equal;
    constraint.expression.add(number_of(first), 1);
    if (first_value.is_number()) {
      constraint.expression.constant = -constants_.value(first_value);
    } else {
      constraint.expression.add(number_of(first_value), -1);
    }
    finish(id);
    return post(constraint);
  }
  watch(first, id);
  if (first_value.is_variable() && kind_of(first_value) != VariableKind::universal) {
    watch(first_value, id);
  }
  return true;
}

std::vector<std::pair<Word, Word>> Store::remaining(const Suspended& difference) {
  std::vector<std::pair<Word, Word>> pairs;
  const std::size_t start = trail_.size();
  bind_settled_ = true;  // only to see what keeps the terms apart
  const bool unifiable = unify_raw(difference.left, difference.right);
  bind_settled_ = false;
  if (unifiable) {
    for (std::size_t i = start; i < trail_.size(); ++i) {
      const Word variable(Tag::variable, trail_[i].index);
      if (kind_of(variable) == VariableKind::universal) continue;
      pairs.emplace_back(variable, resolved(variables_[variable.index()].value));
    }
  }
  while (trail_.size() > start) {
    variables_[trail_.back().index].value = Word(Tag::variable, trail_.back().index);
    trail_.pop_back();
  }
  woken_.clear();
  return pairs;
}

bool Store::touched_older(const Mark& mark) const {
  constexpr std::size_t most = 1000;  // looked at; it only saves work
  if (trail_.size() - mark.trail > most) return true;
  for (std::size_t i = mark.trail; i < trail_.size(); ++i) {
    const Trailed& entry = trail_[i];
    if (entry.kind == Change::done) {
      if (entry.index < mark.suspended) return true;
    } else if (entry.index < mark.variables) {
      return true;
    }
  }
  return false;
}

std::optional<bool> Store::equal(Word a, Word b) {
  const std::size_t start = trail_.size();
  const bool unifiable = unify_raw(a, b);
  const bool changed = trail_.size() > start;
  while (trail_.size() > start) {
    variables_[trail_.back().index].value = Word(Tag::variable, trail_.back().index);
    trail_.pop_back();
  }
  woken_.clear();
  if (!unifiable) return false;
  if (!changed) return true;
  return std::nullopt;
}

}  // namespace cogs::logic
