// SPDX-License-Identifier: Apache-2.0
//
// Rows with values that the model cannot take: their list, and what is said where there is none.
#pragma once

#include <string>
#include <vector>

#include "engine/predict.h"

namespace cogs::cli {

// row,column,value,message
std::string errors_csv(const std::vector<engine::BadCell>& cells);

// Throws base::InputError about the first of them; `help` is what could be done.
[[noreturn]] void refuse_bad_rows(const std::string& file,
                                  const std::vector<engine::BadCell>& cells, std::size_t bad_rows,
                                  const std::string& help);

}  // namespace cogs::cli
