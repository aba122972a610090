// SPDX-License-Identifier: Apache-2.0
//
// Small pieces of clingo text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/number.h"

namespace cogs::present {

// A clingo string constant, whatever the text holds.
std::string clingo_string(const std::string& text);

// The text on one line, for a comment.
std::string comment_text(std::string text);

// A pool of indices as clingo writes it: "3", "0..4", "(0..2;5)". Ascending, not empty.
std::string index_set(const std::vector<std::size_t>& sorted);

// The denominator of the number in lowest terms.
base::Number denominator(const base::Number& number);

}  // namespace cogs::present
