// SPDX-License-Identifier: Apache-2.0
//
// What it means for a person that their record breaks rules of the model (semantics.md 3), in
// words. Everything that is returned is safe for a terminal.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"
#include "path/path.h"

namespace cogs::present {

// One sentence or two for each, the first few; lines of the rest at the end:
//   "the record is an exception to line 12: where debt is 0 $, credit_score is at least 600, and
//   here it is 599. No step rests on that rule."
std::vector<std::string> broken_sentences(const model::Model& model, const model::Record& start,
                                          const std::vector<path::Broken>& broken);

// For the heads of tables: "applies without its effect", "its value has no cause", "is ruled out".
std::string broken_kind_words(path::Broken::Kind kind);

}  // namespace cogs::present
