// SPDX-License-Identifier: Apache-2.0
//
// --record FILE: the explanation record, beside the result.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "output/record_json.h"

namespace cogs::cli {

void add_record_option(CLI::App& command, std::string& file);

// Throws UsageError for a file that cannot be meant.
void check_record_option(const std::string& file, const std::string& output_file);

// To the file, whole or not at all; nothing if none is asked for. Fills in the version.
void deliver_record(const std::string& file, output::RecordReport report);

}  // namespace cogs::cli
