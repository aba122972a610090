// SPDX-License-Identifier: Apache-2.0
//
// Columns of a table -> features, and their #feature lines on lines of bearable length. Internal
// to src/model.
#pragma once

#include <optional>
#include <string>

#include "model/model.h"
#include "table/table.h"

namespace cogs::model {

// The domain that the column shows: `integer LO..HI` if all cells that are not missing are
// integers, `real LO..HI` if they are numbers, else the set of its values. nullopt if every cell is
// missing.
std::optional<Domain> domain_of(const table::Column& column);

// format_feature with line breaks in long sets, the comment above it if there is one.
std::string feature_text(const Feature& feature, const std::string& comment);

}  // namespace cogs::model
