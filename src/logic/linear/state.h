// SPDX-License-Identifier: Apache-2.0
//
// Inside of the linear store: what holds now, and how a new constraint changes it.
//
// Every variable is a column of the tableau, and so is every form: a sum of two or more variables
// with leading coefficient 1 that some constraint bounds. Constraints on the same sum meet in the
// same form: X =< Y and Y =< X are two bounds of X - Y, and make it an equation. A form enters
// the simplex with its first bound; disequalities alone do not need it. Variables with a known
// value are replaced in a new constraint before its form is looked up, so a form never gains
// bounds after one of its variables became known.
#pragma once

#include <span>
#include <vector>

#include "logic/linear/linear.h"
#include "logic/linear/tableau.h"

namespace cogs::logic {

struct LinearStore::State {
  static constexpr std::uint32_t none = 0xFFFFFFFFU;
  struct Projection;  // project.cpp

  struct Form {
    std::vector<ColumnTerm> terms;
    ColumnIndex column = 0;
    std::uint32_t open = 0;  // variables whose value is not known
    bool entered = false;
  };
  // What the store knows of a column beyond its bounds.
  struct Quantity {
    std::uint32_t form = none;       // none: a variable
    std::uint32_t variable = none;   // none: a form
    std::uint32_t exclusion = none;  // the latest of its exclusions
    bool integer = false;
    bool known = false;                // the value was passed on to the forms
    std::vector<std::uint32_t> forms;  // that mention this variable
  };
  struct Exclusion {  // column differs from value
    ColumnIndex column = 0;
    std::uint32_t previous = none;  // of the same column
    base::Number value;
  };
  enum class Change : std::uint8_t {
    variable,
    form,
    entered,
    lower,
    upper,
    integer,
    exclusion,
    known
  };
  struct Entry {
    Change change;
    bool had = false, strict = false;  // of the bound before
    ColumnIndex column = 0;
    base::Number value;
  };

  // expression RELATION 0, or -expression RELATION 0.
  bool add(const LinearExpression& expression, Relation relation, bool negated);
  void undo_to(std::size_t trail);

  // One bound or exclusion of a column, between begin() and settle(), which concludes.
  void begin();
  bool raise(ColumnIndex column, Bound bound);
  bool cut(ColumnIndex column, Bound bound);
  bool exclude(ColumnIndex column, const base::Number& value);
  bool settle();

  // The constraints between variables whose values are open, with the bounds of these, as far as
  // they hang together with integers.
  std::vector<LinearConstraint> integer_part() const;
  bool integers_at_hand();
  NearValue value_at_hand(ColumnIndex column);  // after tableau.check()
  Possible decide_integers(std::uint64_t most_steps);
  bool settle_integers();

  Quantity& add_quantity();  // with its column
  const base::Number& known_value(ColumnIndex column) const {
    return tableau.column(column).lower.value;
  }

  Tableau tableau;
  std::vector<Quantity> quantities;  // by column; longer than the tableau, for its memory
  std::vector<ColumnIndex> variables;
  std::vector<Form> forms;  // the first form_hashes.size() count
  std::vector<std::size_t> form_hashes;
  std::vector<Exclusion> exclusions;
  std::vector<Entry> trail;
  std::vector<ColumnIndex> known;  // variables, in the order they became known
  std::size_t reported = 0;        // of `known`
  std::size_t integers = 0;        // variables that are
  bool leave_integers_open = false, met_unknown = false;

 private:
  ColumnIndex form_column();  // of scratch_terms_
  bool post(ColumnIndex column, Relation relation, bool flipped, const base::Number& value);
  bool bounded(ColumnIndex column);
  bool make_known(ColumnIndex column);
  bool reduce(const Form& form);
  bool check_exclusions();
  bool can_differ(const Exclusion& exclusion);
  bool is_excluded(ColumnIndex column, const base::Number& value) const;

  std::size_t active_ = 0;            // forms in the simplex with two or more open variables
  std::vector<ColumnIndex> pending_;  // variables whose bounds met
  std::size_t next_pending_ = 0;
  bool touched_ = false;    // a bound in the simplex changed
  bool new_tight_ = false;  // bounds in the simplex met
  bool new_exclusion_ = false;
  std::vector<ColumnTerm> scratch_terms_;
  std::vector<ColumnIndex> scratch_columns_;
};

}  // namespace cogs::logic
