// SPDX-License-Identifier: Apache-2.0
//
// The options that every command has (contract.md), and what follows from them: limits, style,
// where results go and what is said beside them.
#pragma once

#include <cogs/learn.h>
#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "cli/command.h"
#include "present/words/safe_text.h"

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
  std::optional<std::uint64_t> effort;  // of each question
  base::Limits::Clock::time_point started = base::Limits::Clock::now();
  std::uint64_t seed = 0;     // no command draws at random yet
  std::uint32_t threads = 0;  // an answer does not depend on it

  // Throws UsageError for options that exclude each other.
  void check() const;
  // Of the whole command, from its start: all that is made of them ends by the same time.
  // An interrupt that listen_for_interrupts() heard counts as a limit.
  base::Limits limits() const;
  // Of each question in a dialogue, where the time that a person takes does not count.
  base::Limits limits_of_each() const;
  // The same for the library.
  Control control() const;
  // For results, and for messages.
  present::TextStyle result_style() const;
  present::TextStyle message_style() const;
  // The style of results with this many columns, if there is a number.
  present::TextStyle result_style(std::optional<std::size_t> width) const;
  // Throws base::InputError if the output file, or another one that is written, would overwrite
  // an input or each other.
  void keep(const std::vector<std::string>& inputs,
            const std::vector<std::string>& more_outputs = {}) const;
  // Throws UsageError where -o is a model that is changed in place, and standard output was given.
  void need_file_for_model() const;
  // To the output file, whole or not at all, or to standard output.
  void deliver(const std::string& result) const;
  // The same for a result that comes in pieces: write(piece) takes each.
  using Write = std::function<void(std::string_view)>;
  void deliver_pieces(const std::function<void(const Write& write)>& make) const;
  // To standard output, wherever results go.
  void print(std::string_view text) const;
  // Warnings to standard error, unless quiet.
  void warn(const std::vector<base::Diagnostic>& warnings) const;
  void warn(const std::vector<Diagnostic>& warnings) const;
  // What an answer comes to, on standard error, unless quiet.
  void say(const Answer& answer) const;
  // The answer as JSON or text, whichever was asked for.
  std::string written(const Answer& answer, TextOptions::Form form = {},
                      const Reader& reader = {}) const;
  // A line to standard error, if verbose.
  void note(const std::string& line) const;
};

// From now on the first Ctrl-C is heard, and the second one ends the program. Commands that take
// limits do so before anything else.
void listen_for_interrupts();
// An interrupt that came has had its effect: the next one counts anew.
void forget_interrupt();
bool interrupt_has_come();

// "2026-11-18", where the user is.
std::string today();

// Throw InputError about the option for what is no date (2026-11-16) of the calendar, or no time
// (2026-11-16T09:30:00Z, or a date alone).
void check_date(const std::string& option, const std::string& text);
void check_time(const std::string& option, const std::string& text);

// Seconds as in --time-limit. Throws UsageError that names the option.
double parse_seconds(const std::string& option, const std::string& text);

// The exit code of an answer.
ExitCode exit_code(const Answer& answer);

// A text from a file, or from standard input for "-"; and what messages call it.
std::string read_input(const std::string& file);
std::string name_of_input(const std::string& file);
// The model in a file, or on standard input; its warnings are said.
Decision load_decision(const std::string& file, const CommonOptions& common);

// Writes the model that an edit gave to -o, or to the file it came from; there only if it is
// another one. The answer says where it is.
void save(Edited& edited, const std::string& model_file, const CommonOptions& common);

// MODEL, a .cogs file.
void add_model_argument(CLI::App& command, std::string& model);

// --person-time-limit, of the search for one person among many; "" for none.
void add_person_time_limit(CLI::App& command, std::string& seconds);
std::optional<double> person_seconds(const std::string& seconds);

// Whether the command takes --time-limit and --memory-limit, and whether --effort too.
enum class Limited { no, yes, by_effort_too };

void add_common_options(CLI::App& command, CommonOptions& options, Limited limited);

}  // namespace cogs::cli
