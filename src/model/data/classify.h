// SPDX-License-Identifier: Apache-2.0
//
// Model + Table -> the class that the model gives to each row.
//
// The classes are those of #classes, or else the values that rules conclude for the predicate of
// the undesired decision; a decision without a value, such as reject_loan(X), is a class itself.
// The undesired class comes first, and where several hold (rules of a person's own) the first
// counts. Where the rules speak of one class alone, rows without it are of the other one that
// #classes names, or else of the class "not reject_loan".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/data/bind_table.h"
#include "model/model.h"

namespace cogs::model {

constexpr std::uint32_t no_class = 0xFFFFFFFF;  // no rule covers the row

struct ClassNames {
  std::vector<std::string> names;            // the undesired one first
  std::vector<std::optional<AtomId>> atoms;  // beside names; nullopt: no rule concludes it
  std::uint32_t otherwise = no_class;        // of rows for which no atom holds
};

ClassNames class_names(const Model& model);

// For each row an index into class_names(model).names, or no_class.
std::vector<std::uint32_t> classify(const Model& model, const BoundTable& table,
                                    unsigned threads = 0);

}  // namespace cogs::model
