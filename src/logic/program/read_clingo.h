// SPDX-License-Identifier: Apache-2.0
//
// Texts in clingo's language -> clauses of a Program. Internal to src/logic.
//
// What is only another way of writing is gone afterwards: pools `p(a;b)` have become several
// clauses or elements, `#minimize` and `#maximize` weak constraints, `{a;b} 1` in a body a
// `#count`, and the constants of `#const` their values. Ranges and arithmetic stay in the terms;
// logic/ground/rule.h says what they mean. A query `?- goals.` may be there and asks for the answer
// sets in which it holds.
#pragma once

#include "logic/program/program_draft.h"

namespace cogs::logic {

// `text` is of the file already: errors are reported, and what can be read goes to the program.
void read_clingo(ProgramDraft& draft, FileId file, const Include& include);
// After all files: the values of constants take their places.
void replace_constants(ProgramDraft& draft);

}  // namespace cogs::logic
