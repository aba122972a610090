// SPDX-License-Identifier: Apache-2.0
//
// Sections of pages about one person's decision: reasons, proof, record, and what it was made
// from.
#pragma once

#include <string>

#include "output/page_strip.h"
#include "output/why_json.h"

namespace cogs::output {

// "reject_loan: yes", marked as what one wants or not, and what that rests on.
std::string decision_heading(const WhyReport& report);
std::string reasons_section(const WhyReport& report);
// The proof as a tree; `id` names the section on the page.
std::string proof_section(const WhyReport& report, const explain::Proof& proof,
                          const std::string& id, const std::string& title);
std::string record_section(const WhyReport& report);
// The model with its hash, and where the record comes from.
std::string about_footer(const WhyReport& report);

// The values that would turn the decision, by the reasons.
std::vector<StripGoal> reason_goals(const WhyReport& report);

}  // namespace cogs::output
