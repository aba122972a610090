// SPDX-License-Identifier: Apache-2.0
//
// An audit as one page for a browser: plots with tables beside them, for all people and by group.
// What all pages have in common is in page.h.
#pragma once

#include <string>

#include "present/html/page_plot.h"
#include "present/json/audit.h"

namespace cogs::present {

std::string audit_html(const AuditQuestion& question, const batch::AuditReport& report);

constexpr std::size_t most_page_rows = 15;  // of lists that are ordered by frequency
// Says that there are more of them.
std::string more_rows_html(std::size_t all);

// The section about one way of forming groups; `id` names it on the page.
std::string audit_groups_html(const model::Model& model, const batch::AuditGrouping& grouping,
                              const std::string& id);
// What was so beside what the rules decide: the head of a table, and a row of it.
PageTable errors_head(const std::string& first);
std::vector<std::string> errors_row(const std::string& first, const batch::ActualCounts& counts);
// Records that break rules or denials; what the policy rules out.
std::string audit_broken_html(const model::Model& model, const batch::AuditReport& report);
std::string audit_policy_html(const model::Model& model, const batch::AuditReport& report);

}  // namespace cogs::present
