// SPDX-License-Identifier: Apache-2.0
//
// A sheet for clerks and applicants as a page, and its parts as HTML, which letters use too.
#pragma once

#include <string>

#include "present/sheets/sheet.h"

namespace cogs::present {

std::string sheet_html(const Sheet& sheet);
std::string block_html(const SheetBlock& block);

}  // namespace cogs::present
