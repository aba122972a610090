// SPDX-License-Identifier: Apache-2.0
//
// Why one and not the other? The smallest differences that explain two decisions.
#pragma once

#include <optional>
#include <vector>

#include "base/budget.h"
#include "explain/proof.h"
#include "model/compile.h"
#include "path/path.h"

namespace cogs::explain {

struct Difference {
  FeatureId feature;
  std::optional<model::Value> here, there;  // nullopt: missing
};

struct Contrast {
  bool here = false, there = false;  // does the atom hold for the one, for the other?
  // Where there are more than two decisions: the classes of those who do not have the undesired one
  // (nullopt: one without rules). If neither has it, and the classes differ, the contrast is about
  // that of `there`, or, if it has none, of `here`.
  std::optional<AtomId> here_class, there_class;
  bool about_classes = false;
  std::vector<Difference> decisive;     // a smallest set; empty where the two agree
  std::vector<Difference> differences;  // in all features that the atom depends on
  base::Exhausted exhausted = base::Exhausted::no;
};

// Why does the atom hold for one of two people and not for the other? With the values of `there`
// for the decisive features, and no fewer, it would come out for `here` as it does for `there`.
Contrast contrast(const Model& model, const Record& here, const Record& there, AtomId atom,
                  base::Budget& budget);
Contrast contrast(const model::CompiledModel& compiled, const Record& here, const Record& there,
                  AtomId atom, base::Budget& budget);

struct Alternative {
  bool possible = false;  // some combination of domain values has the atom
  // A smallest set of features, and values of each that make the atom hold when the others are as
  // in `example`.
  struct Change {
    FeatureId feature;
    std::optional<model::Value> from;
    model::Value example;
    path::ValueSet values;
  };
  std::vector<Change> changes;
  base::Exhausted exhausted = base::Exhausted::no;
};

// What would have to be otherwise for the atom to hold? Restrictions and causal rules are set
// aside.
Alternative what_it_takes(const Model& model, const Record& record, AtomId atom,
                          base::Budget& budget);
Alternative what_it_takes(const model::CompiledModel& compiled, const Record& record, AtomId atom,
                          base::Budget& budget);

}  // namespace cogs::explain
