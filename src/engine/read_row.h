// SPDX-License-Identifier: Apache-2.0
//
// One row of a CSV file as the fields of a record.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "model/model.h"
#include "model/record.h"

namespace cogs::engine {

// The fields of data row `number` (from 1). A column may differ from its feature in capitals.
// Columns that the model does not have, such as ids and labels, are left out; one that looks like a
// misspelt feature is a warning. Throws InputError for a file that cannot be read, a row that is
// not there, or a file without any feature.
std::vector<model::Field> read_row(const model::Model& model, const std::string& file,
                                   std::uint64_t number,
                                   std::vector<base::Diagnostic>* warnings = nullptr);

}  // namespace cogs::engine
