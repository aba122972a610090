// SPDX-License-Identifier: Apache-2.0
//
// Three-valued evaluation of rules, causal rules and denials on a *view*: for each feature a set
// of cells that it may be in, and whether it has moved away from the start.
//
// A view in which every feature has one cell is a state, and every answer is yes or no there.
// Otherwise `yes` and `no` hold in every state of the view, and `maybe` promises nothing.
//
// The view is changed feature by feature. Each body counts its tests and literals that fail or are
// open, each atom its rules that hold or may; so a change costs what it touches, and questions cost
// nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "state/score_range.h"
#include "state/situation.h"

namespace cogs::state {

enum class Truth : std::uint8_t { no, maybe, yes };

inline Truth operator!(Truth t) { return static_cast<Truth>(2 - static_cast<std::uint8_t>(t)); }

class Evaluator {
 public:
  // The view is the start at first. Keeps a reference to the situation. Not shared between threads.
  explicit Evaluator(const Situation& situation);

  // The feature is in one of these cells now. `moved`: has it left its start value?
  void show(std::uint32_t f, const std::uint64_t* cells, Truth moved);
  // The same for a single point.
  void show(std::uint32_t f, Point point);

  const std::uint64_t* cells(std::uint32_t f) const {
    return cells_.data() + situation_->offset(f);
  }
  Truth moved(std::uint32_t f) const { return moved_[f]; }

  Truth test(const model::CellTest& test) const {
    return lies_in(cells(test.feature), pool_ + test.offset, situation_->words(test.feature));
  }
  Truth atom(std::uint32_t atom) const { return atom_[atom]; }
  Truth literal(const model::AtomTest& literal) const {
    const Truth t = atom_[literal.atom.index()];
    return literal.negated ? !t : t;
  }
  Truth body(const model::CompiledBody& body) const { return body_truth(body.id); }

  // Between which sums a score lies in the view, and one of its terms.
  const ScoreRange& score(std::uint32_t score) const { return sums_[score]; }
  const ScoreRange& score_term(std::uint32_t score, std::uint32_t term) const {
    return terms_[first_term_[score] + term];
  }

  // Do all, some or none of the cells lie in the set?
  static Truth lies_in(const std::uint64_t* cells, const std::uint64_t* set, std::uint32_t words) {
    std::uint64_t in = 0, out = 0;
    for (std::uint32_t w = 0; w < words; ++w) {
      in |= cells[w] & set[w];
      out |= cells[w] & ~set[w];
    }
    return in == 0 ? Truth::no : out == 0 ? Truth::yes : Truth::maybe;
  }

  // Cells that feature f may have by its causal rules: surely (in every state of the view), and
  // possibly (in some). `excused`: where a value needs no support. Pointers are good until the next
  // call.
  struct Allowed {
    const std::uint64_t* sure;
    const std::uint64_t* possible;
  };
  Allowed allowed(std::uint32_t f, bool excused = false);

  // Does f obey its causal rules, or is it missing?
  Truth obeys(std::uint32_t f);
  // Would f break its causal rules if it had kept the value of `point`?
  Truth would_break(std::uint32_t f, Point point);
  // Is the denial respected, or does it not bind?
  Truth respects(std::size_t denial) const;

  // What the start breaks, and therefore does not bind this record (semantics.md 3): rules that
  // fired in vain are never owed, a value without support is excused while it lasts, a denial is
  // void.
  bool in_vain(std::uint32_t f, std::size_t rule) const {
    return start_ && !start_->in_vain[f].empty() &&
           has(start_->in_vain[f].data(), static_cast<Point>(rule));
  }
  bool unsupported(std::uint32_t f) const { return start_ && start_->unsupported[f] != 0; }
  bool void_denial(std::size_t denial) const { return start_ && start_->void_denial[denial] != 0; }
  const Situation& situation() const { return *situation_; }

 private:
  // What a body still lacks: it holds where nothing fails and nothing is open.
  struct Lacks {
    std::uint32_t failing = 0, open = 0;
  };
  struct Support {
    std::uint32_t holding = 0, open = 0;  // rules of an atom
  };

  Truth body_truth(std::uint32_t body) const {
    const Lacks& lacks = lacks_[body];
    return lacks.failing > 0 ? Truth::no : lacks.open > 0 ? Truth::maybe : Truth::yes;
  }
  void evaluate_all();
  void count(std::uint32_t body, Truth before, Truth after);
  void settle_atoms();
  void settle_loop(std::uint32_t component);
  void add_up_scores();
  void update_scores(std::uint32_t f);
  Truth score_truth(const model::ScoreAtom& atom) const {
    const ScoreRange& sum = sums_[atom.score];
    return sum.high < atom.low || sum.low > atom.high     ? Truth::no
           : sum.low >= atom.low && sum.high <= atom.high ? Truth::yes
                                                          : Truth::maybe;
  }
  void set_atom(std::uint32_t atom, Truth value);
  void judge_start();
  void owe(std::uint32_t f);

  const Situation* situation_;
  const CompiledModel* compiled_;
  const model::Uses* uses_;
  const std::uint64_t* pool_;
  std::vector<std::uint64_t> cells_;
  std::vector<Truth> moved_;
  std::vector<Truth> tested_;  // by Uses::tested
  std::vector<Lacks> lacks_;   // by body
  std::vector<Support> support_;
  std::vector<Truth> atom_;
  std::vector<std::uint32_t> waiting_;    // components with something new, a heap, lowest first
  std::vector<char> waits_;               // by component
  std::vector<ScoreRange> terms_, sums_;  // by score; terms from first_term_ on
  std::vector<std::uint64_t> asked_;      // beside terms_: the features that decided it
  std::vector<std::int32_t> only_;        // by feature: its one cell, or -1; empty without scores
  std::vector<std::uint32_t> first_term_;
  std::vector<std::uint64_t> sure_, possible_;
  std::vector<std::uint64_t> yes_, maybe_, owed_;  // sets of rules
  // What the start breaks; the same for all copies.
  struct Start {
    std::vector<std::vector<std::uint64_t>> in_vain;  // by feature, a bit a rule; empty: none
    std::vector<char> unsupported, void_denial;
  };
  std::shared_ptr<const Start> start_;  // null: nothing
};

}  // namespace cogs::state
