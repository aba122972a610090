// SPDX-License-Identifier: Apache-2.0
//
// A person's situation: the compiled model seen from one start, with what may change.
//
// A feature's values fall into *points*: the model's cells, except that the start's own cell is
// split into what lies below the start, the start itself, and what lies above (for sets: the
// start and the rest). One bit a point:
//
//   bit i < cells.size()     cell i; for the start's cell: exactly the start value
//   missing()                no value
//   below(), above()         the other parts of the start's cell
//
// Rules see cells only: the parts of one cell satisfy the same rules. Points matter for
// directions, for what the start is excused from, and for distances. In an ordered set every value
// is a cell, in the set's order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/compile.h"
#include "state/distance.h"

namespace cogs::state {

using model::CompiledModel;
using model::Direction;
using model::Interval;
using model::Number;
using model::Record;
using model::Value;

using Bits = std::span<const std::uint64_t>;
using Point = std::uint32_t;  // a bit of one feature

inline bool has(const std::uint64_t* words, Point bit) { return words[bit / 64] >> bit % 64 & 1; }
inline void put(std::uint64_t* words, Point bit) {
  words[bit / 64] |= std::uint64_t{1} << bit % 64;
}
inline void drop(std::uint64_t* words, Point bit) {
  words[bit / 64] &= ~(std::uint64_t{1} << bit % 64);
}
template <class Function>
void for_each_bit(Bits bits, Function&& function) {
  for (std::size_t w = 0; w < bits.size(); ++w) {
    for (std::uint64_t rest = bits[w]; rest != 0; rest &= rest - 1) {
      function(static_cast<Point>(w * 64 + static_cast<unsigned>(__builtin_ctzll(rest))));
    }
  }
}

// What may change, by feature: the model's restrictions with the options of a run applied.
struct Permission {
  bool settable = true;      // by a direct action
  bool from_missing = true;  // ... also where the start leaves it out
  bool movable = true;       // by an effect of its causal rules
  bool obeys_causes = true;  // its causal rules bind it
  bool whole_line = false;   // values beyond the (numeric) domain are open to it
  Direction direction = Direction::any;
  std::optional<Interval> range;  // of new values
};

struct Permissions {
  std::vector<Permission> features;
  std::vector<bool> denial_off;
};

class Situation {
 public:
  // `start` must be a record of the model whose values the domains (or `observed`) admit.
  Situation(const CompiledModel& compiled, const Record& start, Permissions permissions);

  const CompiledModel& compiled() const { return *compiled_; }
  const Record& start() const { return *start_; }
  const Permission& permission(std::uint32_t f) const { return permissions_.features[f]; }
  bool denial_off(std::size_t denial) const { return permissions_.denial_off[denial]; }
  std::uint32_t feature_count() const { return static_cast<std::uint32_t>(offset_.size() - 1); }

  // Where feature f's words stand in an array with a bit set a feature.
  std::uint32_t offset(std::uint32_t f) const { return offset_[f]; }
  std::uint32_t words(std::uint32_t f) const { return compiled_->features[f].words; }
  std::uint32_t total_words() const { return offset_.back(); }

  Point start_point(std::uint32_t f) const { return start_point_[f]; }
  bool starts_missing(std::uint32_t f) const { return !(*start_)[f]; }
  Point missing(std::uint32_t f) const { return compiled_->features[f].missing_bit(); }
  Point below(std::uint32_t f) const { return missing(f) + 1; }
  Point above(std::uint32_t f) const { return missing(f) + 2; }
  // The cell (or missing) that a point belongs to.
  Point cell_of(std::uint32_t f, Point point) const {
    return point > missing(f) ? start_point_[f] : point;
  }
  bool same_cell(std::uint32_t f, Point a, Point b) const { return cell_of(f, a) == cell_of(f, b); }

  // Points that f may take some time after the start, the start not included.
  Bits permitted(std::uint32_t f) const { return {permitted_.data() + offset_[f], words(f)}; }
  // May f move from one point to another, by its direction?
  bool may_move(std::uint32_t f, Point from, Point to) const;
  // May a feature that has moved take its start value again?
  bool may_return(std::uint32_t f) const {
    return !starts_missing(f) && allows(f, start_point_[f]);
  }
  // Is the point a part of the domain (and not empty)? A domain that is lifted has no ends.
  bool in_domain(std::uint32_t f, Point point) const {
    return point != missing(f) && exists(f, point) &&
           (compiled_->features[f].cells[cell_of(f, point)].inside ||
            permissions_.features[f].whole_line);
  }
  // Has f causal rules that bind it / that may move it at some time? (A feature that starts
  // missing has to be set first.)
  bool bound(std::uint32_t f) const {
    return !compiled_->causes[f].rules.empty() && permissions_.features[f].obeys_causes;
  }
  bool movable(std::uint32_t f) const {
    return bound(f) && permissions_.features[f].movable && (!starts_missing(f) || settable(f));
  }
  bool settable(std::uint32_t f) const {
    const Permission& p = permissions_.features[f];
    return p.settable && (p.from_missing || !starts_missing(f));
  }

  // Order of numeric points along the line.
  std::uint32_t rank(std::uint32_t f, Point point) const;
  Interval interval(std::uint32_t f, Point point) const;                  // numeric
  std::vector<std::uint32_t> values(std::uint32_t f, Point point) const;  // sets: domain indices
  // The value of `point` nearest to `from`, as answers report it.
  Value nearest(std::uint32_t f, const std::optional<Value>& from, Point point) const;
  // The normalised change between two values (semantics.md 4).
  Distance distance(std::uint32_t f, const std::optional<Value>& from, const Value& to) const;

  // What changes of a number are divided by; nullopt: they are taken as they are.
  std::optional<Number> width(std::uint32_t f) const;

  // From now on the trace learns what depends on where in its cells the start lies.
  void keep(Trace* trace) { trace_ = trace; }
  bool traced() const { return trace_ != nullptr; }
  Trace* trace() const { return trace_; }
  // To be called where an answer is made of these points' own values.
  void note_use(std::uint32_t f, Point point) const {
    if (trace_ && cell_of(f, point) == start_point_[f]) note_own_value(f);
  }

 private:
  void find_start(std::uint32_t f);
  void note_own_value(std::uint32_t f) const;
  void permit(std::uint32_t f);
  bool exists(std::uint32_t f, Point point) const;
  bool allows(std::uint32_t f, Point point) const;  // by domain and range

  const CompiledModel* compiled_;
  const Record* start_;
  Permissions permissions_;
  std::vector<std::uint32_t> offset_;
  std::vector<Point> start_point_;
  std::vector<std::uint64_t> permitted_;
  Trace* trace_ = nullptr;
};

}  // namespace cogs::state
