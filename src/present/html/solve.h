// SPDX-License-Identifier: Apache-2.0
//
// Answers of `cogs solve` as one page for a browser: query, bindings, model and a proof that can
// be folded, in formal notation and in words. What all pages have in common is in page.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "logic/program/answer.h"
#include "logic/program/program.h"
#include "present/json/solve.h"
#include "present/text/solve.h"

namespace cogs::present {

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

}  // namespace cogs::present
