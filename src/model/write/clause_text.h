// SPDX-License-Identifier: Apache-2.0
//
// Single statements of a model as texts, without resolving them. Internal to src/model.
#pragma once

#include <string>
#include <vector>

#include "model/value.h"

namespace cogs::model {

// The clause without comments and line breaks.
std::string clause_on_one_line(const std::string& clause);

// The predicate of a clause's head; empty if it has none or cannot be read.
std::string head_name(const std::string& clause);

// The same for a text from outside: throws InputError, located in `file`, unless it is just one
// clause with a head. Its full stop may be missing.
std::string one_clause_head(const std::string& text, const std::string& file);

// The name behind a directive: "age" of "#causal age : if."
std::string declared_name(const std::string& statement);

// Equal for clauses that differ in layout, quotes and names of variables only.
std::string clause_key(const std::string& clause);

// A predicate of a clause, and the constants that its values are compared with there.
struct ClauseMention {
  std::string predicate;
  std::vector<Value> constants;
};
// Of head and body; one for each literal that is no comparison.
std::vector<ClauseMention> mentions_of(const std::string& clause);

// A value of a #rule line without its quotes.
std::string plain_text(const std::string& written);

}  // namespace cogs::model
