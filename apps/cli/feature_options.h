// SPDX-License-Identifier: Apache-2.0
//
// What `cogs learn` is told about features: --fixed, --may-increase, ..., or a table of them.
#pragma once

#include <cogs/learn.h>
#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/common_options.h"

namespace cogs::cli {

struct FeatureOptions {
  std::vector<std::string> allow, fixed, increase, decrease, caused, may_be_set;
  std::vector<std::string> costs, orders;
  std::string sheet;

  // Throws UsageError for options that contradict each other, InputError for a file that cannot be
  // read.
  FeatureEdits edits() const;
};

void add_feature_options(CLI::App& command, FeatureOptions& options);

// --caused, --may-increase and --may-decrease alone, as `review` takes them.
void add_direction_options(CLI::App& command, FeatureOptions& options);

// "debt=2" -> debt, 2. Throws UsageError that names the option and the form that it takes.
std::pair<std::string, std::string> split_at_equals(const std::string& option,
                                                    const std::string& word,
                                                    const std::string& form);

}  // namespace cogs::cli
