// SPDX-License-Identifier: Apache-2.0
//
// From code and saved terms to terms of the store.
#include "logic/goal/builder.h"

#include "logic/program/builtins.h"

namespace cogs::logic {

std::uint32_t Builder::new_environment(std::uint32_t slots) {
  const auto at = static_cast<std::uint32_t>(environments_.size());
  environments_.resize(environments_.size() + slots);
  return at;
}

std::uint32_t Builder::environment_of(const SavedTerms& terms, VariableKind kind) {
  const std::uint32_t at = new_environment(static_cast<std::uint32_t>(terms.slots.size()));
  for (std::size_t i = 0; i < terms.slots.size(); ++i) {
    environments_[at + i] = store_.new_variable(
        terms.slots[i] == VariableKind::universal ? VariableKind::universal : kind);
  }
  return at;
}

Word Builder::build(Word code, const std::vector<Word>& arena, std::uint32_t environment,
                    VariableKind kind) {
  built_of_new_ = true;
  const auto leaf = [&](Word word) {
    if (!word.is_slot()) {
      if (word.is_variable()) built_of_new_ = false;
      return word;
    }
    Word& value = environments_[environment + word.index()];
    if (value) {
      built_of_new_ = false;
    } else {
      value = store_.new_variable(kind);
    }
    return value;
  };
  if (code.tag() != Tag::compound) return leaf(code);
  std::vector<Open>& open = build_open_;
  std::vector<Word>& values = build_values_;
  open.assign(1, {code.index(), 0});
  values.clear();
  CopiedParts copied;
  for (;;) {
    Open& top = open.back();
    const std::uint32_t functor = arena[top.at].index();
    const std::uint32_t arity = constants_.functor(functor).arity;
    if (top.next < arity) {
      const Word below = arena[top.at + 1 + top.next++];
      if (below.tag() != Tag::compound) {
        values.push_back(leaf(below));
      } else if (const Word made = copied.find(below.index())) {
        values.push_back(made);
      } else {
        open.push_back({below.index(), 0});
      }
      continue;
    }
    const Word made = store_.compound(
        functor, std::span<const Word>(values.data() + values.size() - arity, arity));
    copied.add(top.at, made);
    values.resize(values.size() - arity);
    open.pop_back();
    if (open.empty()) return made;
    values.push_back(made);
  }
}

CodeGoal Builder::build_goal(const CodeGoal& goal, std::uint32_t environment, VariableKind kind) {
  CodeGoal result = goal;
  result.term = build(goal.term, code_.terms, environment, kind);
  return result;
}

CodeGoal Builder::build_saved(const CodeGoal& goal, const SavedTerms& terms,
                              std::uint32_t environment) {
  CodeGoal result = goal;
  result.term = build(goal.term, terms.words, environment);
  return result;
}

// Unifies a head with the atom that is called. A slot that is met first becomes what stands
// there: nothing is built where nothing must be.
bool Builder::match(Word code, Word term, std::uint32_t environment) {
  std::vector<std::pair<Word, Word>>& waiting = match_pairs_;
  waiting.assign(1, {code, term});
  while (!waiting.empty()) {
    code = waiting.back().first;
    term = store_.deref(waiting.back().second);
    waiting.pop_back();
    if (code.is_slot()) {
      Word& value = environments_[environment + code.index()];
      if (!value) {
        value = term;
      } else if (!store_.unify(value, term)) {
        return false;
      }
    } else if (code.tag() != Tag::compound) {
      if (code == term) continue;
      if (code.tag() == Tag::shared ? (term.is_variable() || term.tag() == Tag::compound)
                                    : term.is_variable()) {
        if (!store_.unify(code, term)) return false;
      } else {
        return false;
      }
    } else if (term.is_variable()) {
      const Word built = build(code, code_.terms, environment);
      // A term of new variables alone cannot have this one inside.
      if (!(built_of_new_ ? store_.unify_fresh(term, built) : store_.unify(term, built))) {
        return false;
      }
    } else {
      if (!term.is_compound()) return false;
      const Word functor = code_.terms[code.index()];
      if (store_.functor_of(term) != functor.index()) return false;
      for (std::uint32_t i = constants_.functor(functor.index()).arity; i-- > 0;) {
        waiting.emplace_back(code_.terms[code.index() + 1 + i], store_.argument(term, i));
      }
    }
  }
  return true;
}

Word Builder::integer_term(Word word) {
  return store_.compound(constants_.functor("integer", 1), std::span<const Word>(&word, 1));
}

Word Builder::term_of(GoalKind kind, Word left, Word right) {
  const Word arguments[2] = {left, right};
  return store_.compound(constants_.functor(builtin_name(kind), 2), arguments);
}

CodeGoal Builder::equation(Word left, Word right) {
  CodeGoal goal;
  goal.kind = GoalKind::unify;
  goal.term = term_of(GoalKind::unify, left, right);
  return goal;
}

CodeGoal Builder::waiting_goal(const Suspended& waiting) {
  CodeGoal goal;
  goal.kind = waiting.kind;
  if (waiting.kind == GoalKind::integer) {
    goal.negated = true;
    goal.term = integer_term(waiting.left);
    return goal;
  }
  if (waiting.kind != GoalKind::differ) {
    goal.lenient = waiting.lenient;
    goal.term = term_of(waiting.kind, waiting.left, waiting.right);
    return goal;
  }
  std::vector<Word> variables, values;
  for (const auto& [variable, value] : store_.remaining(waiting)) {
    variables.push_back(variable);
    values.push_back(value);
  }
  if (variables.empty()) {
    goal.kind = GoalKind::yes;
    goal.term = constants_.atom("true");
    return goal;
  }
  goal.term = term_of(GoalKind::differ, tuple(variables), tuple(values));
  return goal;
}

// a*X + b*Y + c REL 0, written with the first variable alone on the left: X REL' -b/a*Y - c/a.
CodeGoal Builder::relation_goal(const LinearConstraint& constraint) {
  const auto& terms = constraint.expression.terms;
  const base::Number& lead = terms.front().second;
  const bool turn = lead.sign() < 0;
  CodeGoal goal;
  switch (constraint.relation) {
    case Relation::equal: goal.kind = GoalKind::number_equal; break;
    case Relation::not_equal: goal.kind = GoalKind::number_differ; break;
    case Relation::less: goal.kind = turn ? GoalKind::number_greater : GoalKind::number_less; break;
    case Relation::less_equal:
      goal.kind = turn ? GoalKind::number_greater_equal : GoalKind::number_less_equal;
      break;
  }
  Word right;
  const auto add = [&](const base::Number& coefficient, Word what) {
    const bool minus = coefficient.sign() < 0;
    const base::Number size = coefficient.absolute();
    Word product = constants_.number(size);
    if (what) {
      product = what;
      if (size != base::Number(1)) {
        const Word factors[2] = {constants_.number(size), what};
        product = store_.compound(constants_.functor("*", 2), factors);
      }
    }
    if (right) {
      const Word sum[2] = {right, product};
      right = store_.compound(constants_.functor(minus ? "-" : "+", 2), sum);
    } else if (!minus) {
      right = product;
    } else if (product.is_number()) {
      right = constants_.number(-size);
    } else {
      right = store_.compound(constants_.functor("-", 1), std::span<const Word>(&product, 1));
    }
  };
  // Positive parts first, so that Y - X is not written -X + Y.
  for (const bool positive : {true, false}) {
    for (std::size_t i = 1; i < terms.size(); ++i) {
      const base::Number coefficient = -terms[i].second / lead;
      if ((coefficient.sign() > 0) == positive) add(coefficient, store_.owner(terms[i].first));
    }
  }
  const base::Number constant = -constraint.expression.constant / lead;
  if (constant.sign() != 0 || !right) add(constant, Word());
  goal.term = term_of(goal.kind, store_.owner(terms.front().first), right);
  return goal;
}

CodeGoal dual(CodeGoal goal) {
  if (is_comparison(goal.kind)) goal.lenient = !goal.lenient;
  switch (goal.kind) {
    case GoalKind::unify: goal.kind = GoalKind::differ; break;
    case GoalKind::differ: goal.kind = GoalKind::unify; break;
    case GoalKind::identical: goal.kind = GoalKind::not_identical; break;
    case GoalKind::not_identical: goal.kind = GoalKind::identical; break;
    case GoalKind::order_less: goal.kind = GoalKind::order_not_less; break;
    case GoalKind::order_not_less: goal.kind = GoalKind::order_less; break;
    case GoalKind::order_greater: goal.kind = GoalKind::order_not_greater; break;
    case GoalKind::order_not_greater: goal.kind = GoalKind::order_greater; break;
    case GoalKind::less: goal.kind = GoalKind::greater_equal; break;
    case GoalKind::greater_equal: goal.kind = GoalKind::less; break;
    case GoalKind::greater: goal.kind = GoalKind::less_equal; break;
    case GoalKind::less_equal: goal.kind = GoalKind::greater; break;
    case GoalKind::value_equal: goal.kind = GoalKind::value_differ; break;
    case GoalKind::value_differ: goal.kind = GoalKind::value_equal; break;
    case GoalKind::number_equal: goal.kind = GoalKind::number_differ; break;
    case GoalKind::number_differ: goal.kind = GoalKind::number_equal; break;
    case GoalKind::number_less: goal.kind = GoalKind::number_greater_equal; break;
    case GoalKind::number_greater_equal: goal.kind = GoalKind::number_less; break;
    case GoalKind::number_greater: goal.kind = GoalKind::number_less_equal; break;
    case GoalKind::number_less_equal: goal.kind = GoalKind::number_greater; break;
    case GoalKind::yes: goal.kind = GoalKind::no; break;
    case GoalKind::no: goal.kind = GoalKind::yes; break;
    default: goal.negated = !goal.negated; break;  // calls, is, integer, findall, forall
  }
  return goal;
}

Word Builder::tuple(const std::vector<Word>& words) {
  if (words.size() == 1) return words[0];
  Word list = constants_.atom("[]");
  const std::uint32_t cons = constants_.functor("[|]", 2);
  for (std::size_t i = words.size(); i-- > 0;) {
    const Word cell[2] = {words[i], list};
    list = store_.compound(cons, cell);
  }
  return list;
}

// A copy with variables replaced as `renaming` says; settled ones are opened and added to it.
Word Builder::renamed(Word term, std::vector<std::pair<Word, Word>>& renaming) {
  const auto leaf = [&](Word word) {
    if (!word.is_variable()) return word;
    for (const auto& [from, to] : renaming) {
      if (from == word) return to;
    }
    if (store_.kind_of(word) == VariableKind::settled) {
      renaming.emplace_back(word, store_.new_variable(VariableKind::hypothetical));
      return renaming.back().second;
    }
    return word;
  };
  return store_.copy(term, leaf, [&](std::uint32_t functor, std::span<const Word> arguments) {
    return store_.compound(functor, arguments);
  });
}

}  // namespace cogs::logic
