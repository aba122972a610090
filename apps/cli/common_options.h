// SPDX-License-Identifier: Apache-2.0
//
// The options that every command has (contract.md), and what follows from them: limits, style,
// where results go and what is said beside them.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "output/safe_text.h"

namespace cogs::cli {

struct CommonOptions {
  bool json = false;
  bool timing = true;
  bool quiet = false, verbose = false;
  std::string output_file;       // empty: standard output
  bool dash_for_output = false;  // standard output was asked for by name
  std::string color = "auto";
  std::optional<double> time_limit;
  std::optional<std::size_t> memory_limit;
  std::uint64_t seed = 0;     // no command draws at random yet
  std::uint32_t threads = 0;  // an answer does not depend on it

  // Throws UsageError for options that exclude each other.
  void check() const;
  // Interrupts of the terminal count as a limit from the first call on.
  base::Limits limits() const;
  // For the search of one person among many; "" for no limit of time.
  base::Limits person_limits(const std::string& seconds) const;
  // For results, and for messages.
  output::TextStyle result_style() const;
  output::TextStyle message_style() const;
  // The style of results with this many columns, if there is a number.
  output::TextStyle result_style(std::optional<std::size_t> width) const;
  // Throws base::InputError if the output file, or another one that is written, would overwrite
  // an input or each other.
  void keep(const std::vector<std::string>& inputs,
            const std::vector<std::string>& more_outputs = {}) const;
  // Throws UsageError where -o is a model that is changed in place, and standard output was given.
  void need_file_for_model() const;
  // To the output file, whole or not at all, or to standard output.
  void deliver(const std::string& result) const;
  // To standard output, wherever results go.
  void print(const std::string& text) const;
  // Warnings to standard error, unless quiet.
  void warn(const std::vector<base::Diagnostic>& warnings) const;
  // A line to standard error, if verbose.
  void note(const std::string& line) const;
};

// An interrupt that came has had its effect: the next one counts anew.
void forget_interrupt();
bool interrupt_has_come();

// Seconds as in --time-limit. Throws UsageError that names the option.
double parse_seconds(const std::string& option, const std::string& text);

// MODEL, a .cogs file.
void add_model_argument(CLI::App& command, std::string& model);

// --person-time-limit, for CommonOptions::person_limits.
void add_person_time_limit(CLI::App& command, std::string& seconds);

enum class Limited { no, yes };  // whether the command takes --time-limit and --memory-limit

void add_common_options(CLI::App& command, CommonOptions& options, Limited limited);

}  // namespace cogs::cli
