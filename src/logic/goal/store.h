// SPDX-License-Identifier: Apache-2.0
//
// What is known at one moment of a proof: bindings, disequalities and numeric constraints, with
// undo. The goal-directed machine works on one Store.
//
// - Variables are bound by unify(). A variable may be numeric: then it is one of the
//   LinearStore, and only numbers can be its value.
// - A disequality (differ) says that two terms are different, for all values of the variables of
//   kind `universal` inside. Over infinitely many constants such disequalities are independent
//   (Chan 1988): the store can be met exactly when each of them can alone, so each is watched by
//   two variables and looked at again when one of these is bound.
// - Non-linear constraints wait until enough of their variables have values. Meanwhile each
//   product in them is a number of its own in the LinearStore, which signs and bounds of its
//   factors limit, and the other way round (store_products.cpp).
// Whatever returns false leaves the store broken: undo() an earlier mark.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "logic/linear/linear.h"
#include "logic/program/constants.h"
#include "logic/program/program.h"
#include "logic/program/word.h"

namespace cogs::logic {

enum class VariableKind : std::uint8_t {
  plain,
  hypothetical,  // of a conjunction that is being refuted: exists, if the conjunction holds
  universal,     // all values, inside a disequality
  settled,       // all values of a region for which a proof is done: never bound any more
};

// `unknown`: it cannot be judged yet, or not for all values that a settled variable stands for.
enum class Verdict : std::uint8_t { yes, no, unknown };

// A constraint that waits for a variable.
struct Suspended {
  GoalKind kind = GoalKind::differ;  // differ, a numeric relation, or `integer`: left is none
  Word left, right;
  bool lenient = false;  // see compare_numbers
  bool done = false;
};

// What a comparison says: its relation, and whether of its sides in turn.
Relation relation_of(GoalKind comparison);
bool is_turned(GoalKind comparison);

// Where a copy of a term keeps the parts that it has copied, by their place: from some size on.
class CopiedParts {
 public:
  Word find(std::uint32_t place) const {
    if (parts_.empty()) return Word();
    const auto found = parts_.find(place);
    return found == parts_.end() ? Word() : found->second;
  }
  void add(std::uint32_t place, Word copy) {
    if (++count_ > 64) parts_.emplace(place, copy);
  }

 private:
  std::size_t count_ = 0;
  std::unordered_map<std::uint32_t, Word> parts_;
};

class Store {
 public:
  explicit Store(Constants& constants) : constants_(constants) {}

  struct Mark {
    std::size_t trail = 0, heap = 0, variables = 0, watches = 0, suspended = 0, posted = 0;
    std::size_t products = 0;
    LinearStore::Mark numbers;
  };
  Mark mark() const;
  void undo(const Mark& mark);

  // Terms
  Word new_variable(VariableKind kind = VariableKind::plain);
  Word compound(std::uint32_t functor, std::span<const Word> arguments);
  // A copy, parts before the whole: ends as `leaf` has them, compounds as `make` makes them of
  // functor and arguments. A part that stands there twice is copied once.
  template <class Leaf, class Make>
  Word copy(Word word, const Leaf& leaf, const Make& make) const {
    word = deref(word);
    if (word.tag() != Tag::compound) return leaf(word);
    std::vector<Open>& open = open_;
    std::vector<Word>& values = values_;
    open.assign(1, {word, 0});
    values.clear();
    CopiedParts copied;
    for (;;) {
      Open& top = open.back();
      const std::uint32_t functor = functor_of(top.word);
      const std::uint32_t arity = constants_.functor(functor).arity;
      if (top.next < arity) {
        const Word below = deref(argument(top.word, top.next++));
        if (below.tag() != Tag::compound) {
          values.push_back(leaf(below));
        } else if (const Word made = copied.find(below.index())) {
          values.push_back(made);
        } else {
          open.push_back({below, 0});
        }
        continue;
      }
      const Word made =
          make(functor, std::span<const Word>(values.data() + values.size() - arity, arity));
      copied.add(top.word.index(), made);
      values.resize(values.size() - arity);
      open.pop_back();
      if (open.empty()) return made;
      values.push_back(made);
    }
  }
  Word deref(Word word) const {
    while (word.is_variable()) {
      const Word next = variables_[word.index()].value;
      if (next == word) break;
      word = next;
    }
    return word;
  }
  std::uint32_t functor_of(Word compound) const { return base_of(compound)->index(); }
  // Valid until the next term is built.
  const Word* arguments_of(Word compound) const { return base_of(compound) + 1; }
  Word argument(Word compound, std::size_t index) const { return arguments_of(compound)[index]; }
  std::uint32_t arity_of(Word compound) const {
    return constants_.functor(functor_of(compound)).arity;
  }
  VariableKind kind_of(Word variable) const { return variables_[variable.index()].kind; }
  void set_kind(Word variable, VariableKind kind);  // undone like everything
  bool is_numeric(Word variable) const { return variables_[variable.index()].number != 0; }
  NumberVariable number_of(Word variable) const {
    return NumberVariable(variables_[variable.index()].number - 1);
  }
  Word owner(NumberVariable variable) const { return owners_[variable.index()]; }
  bool has_watches(Word variable) const { return variables_[variable.index()].watches != 0; }

  // The ground term, shared; none if it is not ground.
  Word share(Word word);
  // The same for many terms of one moment: `known` remembers what was shared before.
  Word share(Word word, std::unordered_map<Word, Word>& known);
  Word shared_compound(std::uint32_t functor, std::span<const Word> arguments);
  bool is_ground(Word word) const;
  // Unbound variables in order of their first occurrence, appended to `out` without repetition.
  void variables_of(Word word, std::vector<Word>& out) const;
  bool identical(Word a, Word b) const;
  int compare(Word a, Word b) const;  // standard order of terms
  bool occurs(Word variable, Word term) const;
  // Equal exactly for terms that are the same up to the names of their unbound variables.
  void variant_key(Word word, std::vector<std::uint64_t>& key, std::vector<Word>& variables) const;

  // Constraints
  // Terms are finite: a variable does not become a term that it is a part of.
  bool unify(Word a, Word b);
  // The same for an unbound variable that is no part of the term.
  bool unify_fresh(Word variable, Word term);
  bool differ(Word a, Word b);
  // < =< > >= =:= =\= and the # forms; `is` is number_equal. Unbound variables become numeric.
  // What is no number makes it false; a lenient one, which is the negation of another, true.
  Verdict compare_numbers(GoalKind kind, Word left, Word right, bool lenient = false);
  Verdict restrict_to_integers(Word word);
  Verdict refuse_integers(Word word);
  // Can what is known of numbers be met, integers and products included? Takes its time.
  Possible judge_numbers();
  // Binds integers that have one possible value left; false if there is none.
  bool fix_integers();
  bool post(const LinearConstraint& constraint);
  // Did a unification fail only because a settled variable cannot be bound? Such a failure
  // says nothing about other values of the variable.
  bool met_settled() const { return met_settled_; }
  void forget_settled() { met_settled_ = false; }
  // Are the terms certainly equal (yes), certainly different (no), or neither?
  std::optional<bool> equal(Word a, Word b);

  LinearStore& numbers() { return numbers_; }
  const std::vector<Suspended>& suspended() const { return suspended_; }
  // What is left of a disequality: its variables and the values that they must not all have.
  // Empty if it holds already.
  std::vector<std::pair<Word, Word>> remaining(const Suspended& difference);
  // Bindings since `mark`: the variables that were bound.
  template <class Use>
  void bound_since(const Mark& mark, const Use& use) const {
    for (std::size_t i = mark.trail; i < trail_.size(); ++i) {
      if (trail_[i].kind == Change::value) use(Word(Tag::variable, trail_[i].index));
    }
  }
  // Was a variable bound or constrained that is older than the mark? Says yes if in doubt; numeric
  // constraints that bind nothing are not seen.
  bool touched_older(const Mark& mark) const;
  std::size_t posted() const { return posted_; }  // numeric constraints so far
  // Has anything come since that only judge_numbers() decides?
  bool numbers_since(const Mark& mark) const {
    return posted_ != mark.posted || suspended_.size() != mark.suspended;
  }
  std::size_t variable_count() const { return variables_.size(); }
  std::size_t bytes() const;

  Constants& constants() { return constants_; }
  const Constants& constants() const { return constants_; }
  // `word` as a linear expression; nullopt if it is not linear (yet). Throws nothing; an operand
  // that is no number gives `ill_typed`.
  std::optional<LinearExpression> linear(Word word, bool& ill_typed);

 private:
  struct Variable {
    Word value;
    std::uint32_t watches = 0;  // first watch; 0: none
    std::uint32_t number = 0;   // NumberVariable + 1; 0: not numeric
    VariableKind kind = VariableKind::plain;
  };
  enum class Change : std::uint8_t { value, watches, number, done, kind };
  struct Trailed {
    Change kind;
    std::uint32_t index;
    std::uint64_t old;
  };
  struct Watch {
    std::uint32_t suspended = 0, next = 0;
  };

  const Word* base_of(Word compound) const {
    return (compound.tag() == Tag::shared ? shared_.data() : heap_.data()) + compound.index();
  }
  Word share(Word word, std::unordered_map<Word, Word>* known);
  bool expand(Word compound, std::uint32_t& steps) const;
  void shared_key(Word word, std::vector<std::uint64_t>& key, std::vector<Word>& variables) const;
  bool unify_raw(Word a, Word b);
  bool bind_to_term(Word variable, Word value, bool fresh);
  Word resolved(Word word);
  bool bind(Word variable, Word value);
  bool settle();
  bool wake(std::uint32_t variable);
  bool recheck(std::uint32_t suspended);
  bool check_difference(std::uint32_t suspended);
  void watch(Word variable, std::uint32_t suspended);
  void finish(std::uint32_t suspended);
  bool make_numeric(Word variable);
  NumberVariable numeric(Word variable);
  enum class Related : std::uint8_t { yes, no, ill_typed, unsure };
  Related relate(GoalKind kind, Word left, Word right, bool lenient,
                 std::optional<std::uint32_t> waiting);
  std::uint32_t suspend(GoalKind kind, Word left, Word right, bool lenient = false);

  // --- store_products.cpp ---
  using Factors = std::vector<NumberVariable>;  // of a product, sorted
  using Polynomial = std::map<Factors, base::Number>;
  struct Product {
    Factors factors;
    NumberVariable value;
  };
  struct Range {
    std::optional<Bound> lower, upper;
  };
  std::optional<Polynomial> polynomial(Word word);
  NumberVariable product(const Factors& factors);
  bool relax(GoalKind kind, Word left, Word right);
  bool limit_products(bool thoroughly, bool& changed);
  Range range_of(NumberVariable variable, bool thoroughly);
  bool limit(NumberVariable variable, const Range& range, bool& changed);
  Possible search_witness(std::uint32_t& steps, int depth);
  std::vector<base::Number> values_to_try(Word variable, const Suspended& waiting, bool& all);

  Constants& constants_;
  LinearStore numbers_;
  std::vector<Word> owners_;  // of the number variables
  std::vector<Variable> variables_;
  std::vector<Word> heap_;
  std::vector<Watch> watches_ = std::vector<Watch>(1);  // 0 is no watch
  std::vector<Suspended> suspended_;
  std::vector<Product> products_;
  std::vector<Trailed> trail_;
  std::vector<std::uint32_t> woken_;
  std::size_t posted_ = 0;
  bool met_settled_ = false;
  bool bind_settled_ = false;

  std::vector<Word> shared_;
  std::vector<std::uint32_t> shared_table_;  // open addressing; 0 is free
  std::size_t shared_count_ = 0;
  std::vector<std::pair<Word, Word>> pairs_;  // of the unification under way
  // Terms can share parts, and then be exponentially larger than what is stored. A walk that has
  // taken this many steps remembers where it was, so that its cost is that of what is stored.
  static constexpr std::uint32_t steps_before_memory = 256;
  mutable std::unordered_set<std::uint64_t> walked_;
  // Stacks of the walks over terms, kept so that a walk need not ask for memory.
  struct Open {
    Word word;
    std::uint32_t next;
  };
  mutable std::vector<Word> walk_;
  mutable std::vector<std::pair<Word, Word>> pair_walk_;
  mutable std::vector<Open> open_;
  mutable std::vector<Word> values_;
};

}  // namespace cogs::logic
