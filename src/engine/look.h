// SPDX-License-Identifier: Apache-2.0
//
// A table at a glance, before anything is learned from it.
//
//   engine::Looked loans;
//   engine::look("loans.csv", {}, loans);
//   loans.look.columns[0].median;
#pragma once

#include <string>
#include <vector>

#include "rules/inspect.h"
#include "table/look.h"
#include "table/read_table.h"
#include "table/table.h"

namespace cogs::engine {

struct Looked {
  table::Table table;
  table::TableLook look;                       // about `table`
  std::vector<rules::Identifier> identifiers;  // what `learn` would leave out
  double read_seconds = 0;

  Looked() = default;
  Looked(const Looked&) = delete;
  Looked& operator=(const Looked&) = delete;
};

// Throws base::InputError for what cannot be read, base::Stopped at a limit.
void look(const std::string& file, const table::ReadOptions& options, Looked& into);
void look(table::Table table, unsigned threads, Looked& into);

}  // namespace cogs::engine
