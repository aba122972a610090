// SPDX-License-Identifier: Apache-2.0
//
// --record FILE: the explanation record, beside the result; --id and --at: what it is filed under.
#pragma once

#include <cogs/answer.h>
#include <CLI/CLI.hpp>
#include <string>

#include "cli/common_options.h"

namespace cogs::cli {

struct RecordOptions {
  std::string file, id, at;

  // Throws UsageError for what cannot be meant.
  void check(const CommonOptions& common) const;
  // To the file, whole or not at all; nothing if none is asked for. The time is that of the clock,
  // unless one is given, or --no-timing asks for the same bytes each time.
  void deliver(const CommonOptions& common, const Answer& answer) const;
};

void add_record_options(CLI::App& command, RecordOptions& options);

}  // namespace cogs::cli
