// SPDX-License-Identifier: Apache-2.0
//
// INSTANCE of the command line -> Record. It is given as assignments (`age=31`), as JSON (a file,
// or `-` for standard input), or as one line of a table (`DATA.csv:17`).
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace cogs::cli {

struct Instance {
  model::Record record;
  std::string source;  // as messages name it
  std::vector<base::Diagnostic> warnings;
};

// INSTANCE, as one or several words.
void add_instance_argument(CLI::App& command, std::vector<std::string>& instance);

// The model, and the files that these words of an INSTANCE may name.
std::vector<std::string> input_files(const std::string& model,
                                     const std::vector<std::string>& instance);

// Throws UsageError where the forms are mixed, InputError where the data are bad.
Instance read_instance(const model::Model& model, const std::vector<std::string>& arguments);

// Warnings about features that rules mention and the record does not have.
std::vector<base::Diagnostic> missing_warnings(const model::Model& model,
                                               const std::vector<model::FeatureId>& missing,
                                               const std::string& source);

}  // namespace cogs::cli
