// SPDX-License-Identifier: Apache-2.0
//
// What the parts of `cogs solve` share: its arguments, and the run of one query.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/common_options.h"
#include "engine/solve.h"
#include "present/json/solve.h"
#include "present/text/solve.h"

namespace cogs::cli {

struct SolveArguments {
  std::vector<std::string> programs;
  CommonOptions common;

  // What is asked
  std::optional<std::uint64_t> most_answers;  // 0: all; none: one, and on a terminal as asked for
  std::string query;
  bool interactive = false;
  bool code = false;

  // How the program is read and run
  std::vector<std::string> constants;  // NAME=VALUE
  std::string unknown = "warning";
  bool no_checks = false, no_odd_loops = false;
  bool closed_world = false;
  bool check = false;
  std::uint64_t most_depth = 0, most_steps = 0;
  std::string engine = "auto";
  std::string language = "auto";
  std::string optimize = "opt";

  // How answers are shown
  std::string tree_form;  // empty: none
  bool tree() const { return !tree_form.empty(); }
  bool human = false;
  bool positive = false, brief = false, all = false;  // --pos or --mid, --short, --long
  bool plain_duals = false;
  std::string json_file;  // of --json=FILE
  std::uint32_t clingo_format = 0;
  std::string html_file;
  std::string decimals;
  std::optional<std::size_t> width;
  bool no_warnings = false, statistics = false;
  bool clingo_exit_codes = false;

  engine::ReadOptions read_options() const;
  engine::SolveOptions solve_options() const;
  present::ProofDetail detail() const;
  present::SolveTextOptions text_options() const;
  present::SolveJsonOptions json_options() const;
};

// Asks the program its query and prints what comes. `may_ask`: on a terminal, further answers
// are offered. The exit code is the contract's.
ExitCode run_query(const engine::Program& program, const SolveArguments& arguments, bool may_ask);

// A line on standard error: "cogs solve: MESSAGE".
void say(const SolveArguments& arguments, const std::string& message);

// Reads queries line by line until the end of the input, with history and editing on a
// terminal.
ExitCode run_interactively(engine::Program program, SolveArguments arguments);

// After an answer on a terminal: does the person want the next one?
bool wants_more();

}  // namespace cogs::cli
