// SPDX-License-Identifier: Apache-2.0
//
// The constraints that a row brings along in its own cells -> the options of its search.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "model/model.h"
#include "path/path.h"
#include "table/table.h"

namespace cogs::batch {

// One `Each` for every kind of constraint.
template <class Each>
struct ByConstraint {
  Each fix, allow, only;  // features
  Each range;             // feature=lo..hi
  Each cost;              // feature=number

  bool empty() const {
    return fix.empty() && allow.empty() && only.empty() && range.empty() && cost.empty();
  }
};

// The columns by name, where they stand, and what their cells say. A cell has any number of
// constraints, with ';' in between; an empty one has none.
using ConstraintColumns = ByConstraint<std::vector<std::string>>;
using ConstraintPlaces = ByConstraint<std::vector<std::size_t>>;
using ConstraintTexts = ByConstraint<std::vector<std::string>>;

// Throws base::InputError for a name that no column has.
ConstraintPlaces find_constraints(const ConstraintColumns& wanted,
                                  const std::vector<std::string>& columns, const std::string& file);

ConstraintPlaces find_constraints(const ConstraintColumns& wanted, const table::Table& table);

// text(place) is the cell of the row there.
template <class Text>
ConstraintTexts constraint_texts(const ConstraintPlaces& places, Text&& text) {
  const auto of = [&](const std::vector<std::size_t>& columns) {
    std::vector<std::string> cells;
    for (const std::size_t column : columns) cells.push_back(text(column));
    return cells;
  };
  return {of(places.fix), of(places.allow), of(places.only), of(places.range), of(places.cost)};
}

// Of a row, from 0.
ConstraintTexts constraint_texts(const ConstraintPlaces& places, const table::Table& table,
                                 std::size_t row);

// Equal for equal texts; "" if no cell has a constraint.
std::string key_of(const ConstraintTexts& texts);

// The options of the run with those of the row on top. Throws base::InputError for constraints
// that cannot be read or exclude each other.
path::Options with_constraints(const model::Model& model, path::Options run,
                               const ConstraintTexts& texts);

}  // namespace cogs::batch
