// SPDX-License-Identifier: Apache-2.0
//
// A table at a glance: for the terminal, as JSON ("cogs.look/1", contract.md) and as a page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "json/value.h"
#include "present/words/safe_text.h"
#include "rules/inspect.h"
#include "table/look.h"
#include "table/table.h"

namespace cogs::present {

struct LookReport {
  std::string data;
  const table::Table& table;
  const table::TableLook& look;
  const std::vector<rules::Identifier>& identifiers;
  std::optional<double> read_seconds;
};

std::string look_text(const LookReport& report, const TextStyle& style);
json::Value look_json(const LookReport& report);
std::string look_html(const LookReport& report);

}  // namespace cogs::present
