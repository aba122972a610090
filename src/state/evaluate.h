// SPDX-License-Identifier: Apache-2.0
//
// Three-valued evaluation of rules, causal rules and denials on a *view*: for each feature a set
// of cells that it may be in, and whether it has moved away from the start.
//
// A view in which every feature has one cell is a state, and every answer is yes or no there.
// Otherwise `yes` and `no` hold in every state of the view, and `maybe` promises nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "state/situation.h"

namespace cogs::state {

enum class Truth : std::uint8_t { no, maybe, yes };

inline Truth operator!(Truth t) { return static_cast<Truth>(2 - static_cast<std::uint8_t>(t)); }
inline Truth both(Truth a, Truth b) { return a < b ? a : b; }
inline Truth either(Truth a, Truth b) { return a > b ? a : b; }

struct View {
  const std::uint64_t* cells;  // by Situation::offset
  const Truth* moved;          // by feature: has it left the start value?
};

class Evaluator {
 public:
  // Keeps a reference to the situation. Not shared between threads.
  explicit Evaluator(const Situation& situation);

  // From now on questions are about this view. Call it again whenever the view has changed.
  void look_at(const View& view) {
    view_ = view;
    ++epoch_;
  }

  Truth test(const model::CellTest& test) const {
    const std::uint64_t* cells = view_.cells + situation_->offset(test.feature);
    const std::uint64_t* set = pool_ + test.offset;
    const std::uint32_t words = situation_->words(test.feature);
    std::uint64_t in = 0, out = 0;
    for (std::uint32_t w = 0; w < words; ++w) {
      in |= cells[w] & set[w];
      out |= cells[w] & ~set[w];
    }
    return in == 0 ? Truth::no : out == 0 ? Truth::yes : Truth::maybe;
  }
  Truth atom(std::uint32_t atom);
  Truth literal(const model::AtomTest& literal) {
    const Truth t = atom(literal.atom.value);
    return literal.negated ? !t : t;
  }
  Truth body(const model::CompiledBody& body);

  // Cells that feature f may have by its causal rules: surely (in every state of the view), and
  // possibly (in some). Pointers are good until the next call.
  struct Allowed {
    const std::uint64_t* sure;
    const std::uint64_t* possible;
  };
  Allowed allowed(std::uint32_t f);

  // Does f obey its causal rules, or is it excused (missing; waived because the start breaks
  // them and nothing that they mention has moved)?
  Truth obeys(std::uint32_t f);
  // Would f break its causal rules if it had kept the value of `point`?
  Truth would_break(std::uint32_t f, Point point);
  // Is the denial respected or waived?
  Truth respects(std::size_t denial);

  bool start_breaks(std::uint32_t f) const { return start_breaks_[f]; }
  bool start_breaks_denial(std::size_t denial) const { return start_breaks_denial_[denial]; }
  const Situation& situation() const { return *situation_; }

 private:
  Truth any_moved(const std::vector<std::uint32_t>& features) const;
  void evaluate_component(std::uint32_t component);

  const Situation* situation_;
  const CompiledModel* compiled_;
  const std::uint64_t* pool_;
  View view_{nullptr, nullptr};
  std::uint32_t epoch_ = 0;
  std::vector<std::uint32_t> known_at_;  // by atom: epoch of its value
  std::vector<Truth> value_;
  std::vector<std::uint64_t> sure_, possible_, all_true_;
  std::vector<bool> start_breaks_, start_breaks_denial_;
};

}  // namespace cogs::state
