// SPDX-License-Identifier: Apache-2.0
//
// What the commands share. A command adds itself to the parser; when it is the one that was
// asked for, main runs the Action that it left.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/budget.h"

namespace cogs::cli {

// The exit codes of contract.md.
enum ExitCode {
  answered = 0,
  answered_no = 1,
  usage = 2,
  bad_input = 3,
  limit_reached = 4,
  bug = 5,
  interrupted = 130,
};

// The command line cannot be meant: exit 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Action = std::function<ExitCode()>;

// For an answer that a limit, or the person at the terminal, has cut short.
inline ExitCode stop_code(base::Exhausted why) {
  return why == base::Exhausted::cancelled ? interrupted : limit_reached;
}

void add_look(CLI::App& app, Action& chosen);
void add_import(CLI::App& app, Action& chosen);
void add_learn(CLI::App& app, Action& chosen);
void add_why(CLI::App& app, Action& chosen);
void add_compare(CLI::App& app, Action& chosen);
void add_causes(CLI::App& app, Action& chosen);
void add_costs(CLI::App& app, Action& chosen);
void add_recourse(CLI::App& app, Action& chosen);
void add_letter(CLI::App& app, Action& chosen);
void add_counterfactuals(CLI::App& app, Action& chosen);
void add_predict(CLI::App& app, Action& chosen);
void add_batch(CLI::App& app, Action& chosen);
void add_evaluate(CLI::App& app, Action& chosen);
void add_merge(CLI::App& app, Action& chosen);
void add_audit(CLI::App& app, Action& chosen);
void add_review(CLI::App& app, Action& chosen);
void add_features(CLI::App& app, Action& chosen);
void add_check(CLI::App& app, Action& chosen);
void add_export(CLI::App& app, Action& chosen);
void add_solve(CLI::App& app, Action& chosen);
void add_demo(CLI::App& app, Action& chosen);
void add_completion(CLI::App& app, Action& chosen);
// Where COGS_SERVE is on.
void add_serve(CLI::App& app, Action& chosen);
void add_log(CLI::App& app, Action& chosen);

// The words after `cogs solve`, as the parser wants them.
void spell_solve_arguments(std::vector<std::string>& words);

}  // namespace cogs::cli
