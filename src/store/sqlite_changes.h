// SPDX-License-Identifier: Apache-2.0
//
// Changes -> rows, inside a transaction of the writer.
#pragma once

#include <string>

#include "store/sqlite.h"
#include "store/store.h"

namespace cogs::store {

// `seq`: the entry that the change stands in; 0: none.
void apply(Connection& connection, const Change& change, std::uint64_t seq, const std::string& now);
void keep_model(Connection& connection, const std::string& sha256, const std::string& text,
                const std::string& now);

// A payload is kept without the model's text in it; `quoted` is that text as JSON.
struct CutPayload {
  std::string body;
  std::optional<std::uint64_t> model_at;  // where the text was
};
CutPayload cut(const std::string& payload, const std::string& quoted);
std::string joined(const std::string& body, std::uint64_t model_at, const std::string& quoted);
// A text as canonical JSON has it.
std::string canonical_quoted(const std::string& text);

}  // namespace cogs::store
