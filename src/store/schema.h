// SPDX-License-Identifier: Apache-2.0
//
// The tables of the store in SQLite, as numbered steps: a store of any older number is brought up
// to date when it is opened, in one transaction.
#pragma once

#include "store/sqlite.h"

namespace cogs::store {

// Throws StoreError for a file that is something else, or made by a newer cogs.
void migrate(Connection& connection);
int schema_number(Connection& connection);
int newest_schema();

}  // namespace cogs::store
