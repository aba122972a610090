// SPDX-License-Identifier: Apache-2.0
//
// An audit in a few lines for a terminal; the page (audit_html.h) has all of it.
#pragma once

#include <string>

#include "output/audit_json.h"
#include "output/safe_text.h"

namespace cogs::output {

std::string audit_text(const AuditQuestion& question, const batch::AuditReport& report,
                       const TextStyle& style);

}  // namespace cogs::output
