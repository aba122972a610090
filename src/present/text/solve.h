// SPDX-License-Identifier: Apache-2.0
//
// Answers of `cogs solve` as s(CASP) prints them, so that its users and their scripts feel at
// home:
//
//   % Query
//   ?- flies(X).
//   % ―――――――――――
//   %      Answer 1 (0.000 sec)
//   % ―――――――――――
//   % Justification                      with `tree`
//      query ←
//         flies(tweety) ←
//            bird(tweety) ∧
//            not ab(tweety).
//   % Model
//   { bird(tweety),  flies(tweety),
//     not ab(tweety)
//   }
//   % Bindings
//   X = tweety
//
// With `human` the words of solve_human.h take the place of query, justification and model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "logic/program/answer.h"
#include "logic/program/program.h"
#include "present/words/answer_view.h"
#include "present/words/proof_view.h"
#include "present/words/safe_text.h"

namespace cogs::present {

struct SolveTextOptions {
  bool tree = false;
  bool human = false;
  ProofDetail detail = ProofDetail::usual;
  std::optional<int> decimals = {};  // fractions as decimal numbers
};

// The part above the answers.
std::string query_heading(const logic::Program& program, const SolveTextOptions& options,
                          const TextStyle& style);

// One answer; `seconds` is left out if there is none. Ends with a newline behind the last
// binding; a blank line between answers is the caller's.
std::string answer_text(const logic::Program& program, const logic::Answer& answer,
                        std::uint64_t number, std::optional<double> seconds,
                        const SolveTextOptions& options, const TextStyle& style);

// A node of a proof in formal notation: "flies(tweety)", "chs(a)", "proved(not b)", "3 < 5".
std::string proof_node_text(const AnswerView& view, const ShownNode& node);

// Lines of the tree below the depth that fits on a page are not indented further, and say how
// deep they are: the text of a deep proof stays proportional to its size.
std::string proof_margin(std::uint32_t depth, std::size_t per_level);

// "1,234"
std::string grouped_digits(std::uint64_t number);

}  // namespace cogs::present
