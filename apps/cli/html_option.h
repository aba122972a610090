// SPDX-License-Identifier: Apache-2.0
//
// --html FILE: the answer as a page for a browser, in place of text.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/common_options.h"

namespace cogs::cli {

void add_html_option(CLI::App& command, std::string& file);

// Throws UsageError where both a page and JSON are asked for.
void check_html(const std::string& file, const CommonOptions& common);

// The answer as a page to the file, whole or not at all (for `-` to where results go); without a
// file as `common` has it written.
ExitCode deliver_answer(const Answer& answer, const std::string& html_file,
                        const CommonOptions& common, const Reader& reader,
                        TextOptions::Form form = {});

}  // namespace cogs::cli
