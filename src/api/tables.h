// SPDX-License-Identifier: Apache-2.0
//
// Tables as the stages want them.
#pragma once

#include <cogs/table.h>

#include "api/running.h"
#include "batch/row_constraints.h"
#include "engine/predict.h"
#include "model/model.h"
#include "table/read_table.h"
#include "table/table.h"

namespace cogs::api {

table::ReadOptions hidden(const TableOptions& options);
// With the limits, threads and progress of the call.
table::ReadOptions reading(const Table& table, const Control& control, const Running& running);
batch::ConstraintColumns hidden(const ConstraintColumns& columns);
BadCell shown(const engine::BadCell& cell);
std::vector<BadCell> shown(const std::vector<engine::BadCell>& cells);
std::function<void(const engine::BadCell&)> each(const std::function<void(const BadCell&)>& take);
// Limits of one person inside those of the call.
base::Limits of_a_person(const Running& running, const std::optional<double>& seconds);
// Progress by bytes or rows as a share; empty if nobody asks.
std::function<void(std::size_t done, std::size_t all)> share_hook(const Control& control,
                                                                  Progress::Stage stage);

// The table, whole; `model`: which columns matter, and how truths are written.
table::Table read(const Table& table, const table::ReadOptions& options,
                  const model::Model* model = nullptr);
// The same for a model, with how that writes its features.
table::Table loaded(const model::Model& model, const Table& table, const Control& control,
                    const Running& running);

}  // namespace cogs::api
