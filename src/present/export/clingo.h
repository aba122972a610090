// SPDX-License-Identifier: Apache-2.0
//
// Model (+ record + options) -> a program for clingo 5.4 or later that means the same.
//
// With a record: answer sets are the paths of `cogs recourse` over cells, up to a horizon, and
// the cost is minimised. Without one: answer sets are the goal states over cells, with every
// value of a set domain apart, so that `clingo 0` counts what `cogs counterfactuals` calls cells.
//
// Cells are named, not numbered by their values, so numbers of any size and decimals do no harm.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/model.h"
#include "path/path.h"

namespace cogs::present {

// `steps`: the horizon. By default one step for each settable feature: no path is longer.
// A --max-length below it wins. Of the options, `top` and `all` say nothing about single paths
// and are not looked at; without a record only `desired` is.
// Throws base::InputError for --certain, which speaks of other paths than the one at hand, and
// for costs that do not fit into clingo's 32-bit numbers even when scaled to integers.
std::string export_clingo(const model::Model& model, const std::optional<model::Record>& record,
                          const path::Options& options, std::optional<std::uint32_t> steps = {});

}  // namespace cogs::present
