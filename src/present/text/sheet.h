// SPDX-License-Identifier: Apache-2.0
//
// A sheet for clerks and applicants as the terminal shows it.
#pragma once

#include <string>

#include "present/sheets/sheet.h"
#include "present/words/safe_text.h"

namespace cogs::present {

std::string sheet_text(const Sheet& sheet, const TextStyle& style);

}  // namespace cogs::present
