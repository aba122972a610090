// SPDX-License-Identifier: Apache-2.0
//
// The columns that constraints of each row were taken from, as JSON and as options.
#pragma once

#include <string>
#include <vector>

#include "batch/row_constraints.h"
#include "json/value.h"

namespace cogs::present {

// By kind; only those that were asked for.
json::Value constraint_columns_json(const batch::ConstraintColumns& columns);
// "--fix-column plans"; safe for a terminal.
std::vector<std::string> constraint_columns_words(const batch::ConstraintColumns& columns);

}  // namespace cogs::present
