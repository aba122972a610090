// SPDX-License-Identifier: Apache-2.0
//
// An audit in a few lines for a terminal; the page (html/audit.h) has all of it.
#pragma once

#include <string>

#include "present/json/audit.h"
#include "present/words/safe_text.h"

namespace cogs::present {

std::string audit_text(const AuditQuestion& question, const batch::AuditReport& report,
                       const TextStyle& style);

}  // namespace cogs::present
