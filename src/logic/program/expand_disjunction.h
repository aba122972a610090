// SPDX-License-Identifier: Apache-2.0
//
// A body with `;` -> the conjunctions that it stands for, in the order of the text:
// (a ; b), c becomes a, c and b, c.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "logic/syntax/term.h"

namespace cogs::logic {

using Conjunction = std::vector<TermId>;

// nullopt if the conjunctions have more than `most` members together. call(G) is G.
std::optional<std::vector<Conjunction>> expand_disjunction(const Terms& terms, TermId body,
                                                           std::size_t most);

}  // namespace cogs::logic
