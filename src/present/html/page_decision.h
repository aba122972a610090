// SPDX-License-Identifier: Apache-2.0
//
// Sections of pages about one person's decision: reasons, proof, record, and what it was made
// from.
#pragma once

#include <string>

#include "present/html/page_strip.h"
#include "present/json/why.h"

namespace cogs::present {

// "reject_loan: yes", marked as what one wants or not, and what that rests on.
std::string decision_heading(const WhyReport& report);
// For the head of the page: the decision, what the page is about, and whom.
std::string page_title(const WhyReport& report, const std::string& what = {});
// A rule as it stands in the model; folded away until the button is pressed.
std::string as_written(const model::Model& model, base::Place place);
std::string written_button();
std::string reasons_section(const WhyReport& report);
// The proof as a tree; `id` names the section on the page.
std::string proof_section(const WhyReport& report, const explain::Proof& proof,
                          const std::string& id, const std::string& title);
std::string record_section(const WhyReport& report);
// The model with its hash, and where the record comes from.
std::string about_footer(const WhyReport& report);

// The values that would turn the decision, by the reasons.
std::vector<StripGoal> reason_goals(const WhyReport& report);

}  // namespace cogs::present
