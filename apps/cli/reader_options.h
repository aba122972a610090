// SPDX-License-Identifier: Apache-2.0
//
// --for, --lang, --thresholds: who reads the answer, and in which language.
#pragma once

#include <cogs/decision.h>
#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/common_options.h"

namespace cogs::cli {

struct ReaderOptions {
  std::string audience = "analyst", language = "en";
  bool thresholds = false;

  // Throws UsageError for what cannot be meant together.
  void check(const CommonOptions& common) const;
  Reader given() const;
  // A warning where the model has no words for its decisions, which such readers need.
  void warn(const Decision& decision, const CommonOptions& common) const;
};

// A warning for each feature that looks protected and that rules of the decision test, or that ways
// change: those of `changed`, or, where there is none, all that the model lets change.
void warn_of_protected(const Decision& decision, const CommonOptions& common,
                       const std::optional<std::vector<std::string>>& changed,
                       const std::vector<std::string>& fixed = {});

void add_reader_options(CLI::App& command, ReaderOptions& options);
void add_language_option(CLI::App& command, std::string& language);
Language language_of(const std::string& name);

}  // namespace cogs::cli
