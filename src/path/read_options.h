// SPDX-License-Identifier: Apache-2.0
//
// Named texts -> Options: the options of a run, checked against the model's features and atoms.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "path/path.h"

namespace cogs::path {

struct OptionTexts {
  struct Name {
    std::string text;
    base::Place place{};  // in the source; line 0 if it has none
  };
  struct Range {
    Name feature;
    std::optional<Number> low, high;
  };
  struct Cost {
    Name feature;
    std::string text;  // as it stands behind `cost` in a model
  };
  std::vector<Name> fix, allow;
  bool set_missing = false;
  std::optional<std::vector<Name>> only;
  std::vector<Range> ranges;
  std::vector<Cost> costs;
  std::optional<Name> desired;
};

// Resolves the names; the remaining options are left at their defaults. Throws InputError with
// every name that the model does not have, and every range on a feature without numbers.
Options read_options(const model::Model& model, const OptionTexts& texts,
                     const std::string& source = "command line");

// Why these options cannot be meant together, as one sentence; empty when they can.
std::string contradiction(const model::Model& model, const Options& options);

}  // namespace cogs::path
