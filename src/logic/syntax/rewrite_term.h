// SPDX-License-Identifier: Apache-2.0
//
// A term with some of its subterms replaced. Parts without a replacement are shared, not copied.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "logic/syntax/term.h"

namespace cogs::logic {

// What stands instead of a subterm, or nullopt to look at its arguments.
using Replacement = std::function<std::optional<TermId>(TermId)>;

// Goes along long lists and conjunctions in a loop, and into other arguments by recursion, which
// the depth of terms that were read limits.
TermId rewrite_term(Terms& terms, TermId term, const Replacement& replacement);
// As above, for the arguments of an atom alone, not for the atom itself.
TermId rewrite_arguments(Terms& terms, TermId atom, const Replacement& replacement);

}  // namespace cogs::logic
