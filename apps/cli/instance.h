// SPDX-License-Identifier: Apache-2.0
//
// INSTANCE of the command line -> Person. It is given as assignments (`age=31`), as JSON (a file,
// or `-` for standard input), or as one line of a table (`DATA.csv:17`).
#pragma once

#include <cogs/decision.h>
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/common_options.h"

namespace cogs::cli {

// INSTANCE, as one or several words.
void add_instance_argument(CLI::App& command, std::vector<std::string>& instance);

// --encoding, of DATA.csv:ROW.
void add_encoding_option(CLI::App& command, std::string& encoding);

// The model, and the files that these words of an INSTANCE may name.
std::vector<std::string> input_files(const std::string& model,
                                     const std::vector<std::string>& instance);

// Throws UsageError where the forms are mixed, InputError where the data are bad; warnings are
// said. `how`: how the table of DATA.csv:ROW is read.
Person read_instance(const Decision& decision, const std::vector<std::string>& arguments,
                     const CommonOptions& common, const cogs::TableOptions& how);
Person read_instance(const Decision& decision, const std::vector<std::string>& arguments,
                     const CommonOptions& common, const std::string& encoding);

}  // namespace cogs::cli
