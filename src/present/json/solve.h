// SPDX-License-Identifier: Apache-2.0
//
// Answers of `cogs solve` as JSON: in the shape of s(CASP), with what it leaves out, or in that
// of clingo (--outf=2) for tools that read clingo's output. See docs/solve.md.
//
//   SolveJson json(program, options);
//   while (answer) json.add(*answer, seconds);
//   deliver(json.finish(summary));
//
// Answers are turned to text as they come, so none of them has to be kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "json/writer.h"
#include "logic/program/answer.h"
#include "logic/program/program.h"
#include "logic/solve.h"
#include "present/words/proof_view.h"

namespace cogs::present {

struct SolveJsonOptions {
  bool tree = false;
  bool timing = true;
  ProofDetail detail = ProofDetail::usual;
  std::optional<int> decimals = {};
  std::string version = {};              // of cogs
  std::vector<std::string> inputs = {};  // the program's files
};

// How a run ended.
struct SolveSummary {
  std::uint64_t answers = 0;
  bool complete = false;  // these are all answers
  logic::Cut cut = logic::Cut::no;
  double seconds = 0;
  logic::SolveStatistics statistics = {};
  std::uint64_t undecided = 0;  // of the answers: see logic::Answer::undecided
  bool optimal = false;         // the last answer is of least cost
};

class SolveJson {
 public:
  SolveJson(const logic::Program& program, SolveJsonOptions options);
  void add(const logic::Answer& answer, double seconds);
  std::string finish(const SolveSummary& summary);  // with a final newline

 private:
  const logic::Program& program_;
  SolveJsonOptions options_;
  json::Writer json_;
  std::uint64_t count_ = 0;
};

class SolveClingoJson {
 public:
  SolveClingoJson(const logic::Program& program, SolveJsonOptions options);
  void add(const logic::Answer& answer, double seconds);
  std::string finish(const SolveSummary& summary);

 private:
  const logic::Program& program_;
  SolveJsonOptions options_;
  json::Writer json_;
  bool optimal_ = false;
  double first_ = -1, last_ = 0;  // when the first and the last answer came
};

// A term in s(CASP)'s JSON: {"type": "compound", "functor": "f", "args": [..]} and so on.
void write_term_json(const logic::Terms& terms, logic::TermId id, std::optional<int> decimals,
                     json::Writer& json);

// "time", "memory", "interrupt", "depth", "steps", "undecided", "size"; "" if nothing stopped the
// run.
std::string cut_word(logic::Cut cut);
// For people: "the time limit", "an interrupt".
std::string limit_words(logic::Cut cut);

}  // namespace cogs::present
