// SPDX-License-Identifier: Apache-2.0
//
// The domain of a feature after learning on new data: what the data show, and what must not be
// lost. Internal to src/model.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"
#include "table/table.h"

namespace cogs::model {

// `before` is what was declared: `observed`, its domain gives way to what is `seen`; a law keeps
// all its values, and so does an ordered set. `named` are the values that kept rules speak of;
// those that a price speaks of are kept, too. `column` is what was seen.
Domain merged_domain(const Feature& before, const Domain& seen, const std::vector<Value>& named,
                     const table::Column& column);

// Values of the column that have no place in an ordered set: nobody but a person can say where.
std::vector<std::string> values_without_place(const SetDomain& ordered,
                                              const table::Column& column);

}  // namespace cogs::model
