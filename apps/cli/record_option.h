// SPDX-License-Identifier: Apache-2.0
//
// --record FILE: the explanation record, beside the result; --id and --at: what it is filed under.
#pragma once

#include <cogs/decision.h>
#include <CLI/CLI.hpp>
#include <string>

#include "cli/common_options.h"

namespace cogs::cli {

// An answer, with what the store of a server keeps beside its record.
struct Recorded {
  const Answer& answer;
  const Decision& decision;
  std::string model_file, kind;  // recourse or why
  bool undesired = false, complete = true;
  std::string status = {}, cost = {};
};

struct RecordOptions {
  std::string file, id, at;

  // Throws UsageError for what cannot be meant.
  void check(const CommonOptions& common) const;
  // To the file, whole or not at all, or into a store; nothing if none is asked for. The time is
  // that of the clock, unless one is given, or --no-timing asks for the same bytes each time.
  void deliver(const CommonOptions& common, const Recorded& recorded) const;
  bool is_store() const;  // the file is one, or is to be one: NAME.store
};

// Where COGS_SERVE is on. Gives what is to be said about it.
std::string file_into_store(const std::string& file, const Recorded& recorded,
                            const std::string& reference, const Control& control);

void add_record_options(CLI::App& command, RecordOptions& options);

}  // namespace cogs::cli
