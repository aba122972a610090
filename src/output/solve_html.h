// SPDX-License-Identifier: Apache-2.0
//
// Answers of `cogs solve` as one page for a browser: query, bindings, model and a proof that can
// be folded, in formal notation and in words. The page needs nothing from anywhere else, works
// with the keyboard alone, follows the light or dark setting of the system, and prints unfolded.
// All text of the program is escaped, and a content policy forbids everything else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "logic/answer.h"
#include "logic/program.h"
#include "output/solve_json.h"
#include "output/solve_text.h"

namespace cogs::output {

struct SolveHtmlOptions {
  SolveTextOptions text;  // `human`: the page opens in words
  bool timing = true;
  std::vector<std::string> inputs = {};
};

class SolveHtml {
 public:
  SolveHtml(const logic::Program& program, SolveHtmlOptions options);
  void add(const logic::Answer& answer, double seconds);
  std::string finish(const SolveSummary& summary);

 private:
  const logic::Program& program_;
  SolveHtmlOptions options_;
  std::string answers_;
  std::uint64_t count_ = 0;
};

// Safe between tags and in attributes; characters that hide or reorder text become visible.
std::string html_text(std::string_view text);

}  // namespace cogs::output
