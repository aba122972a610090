// SPDX-License-Identifier: Apache-2.0
//
// Tests on features in words and as short texts: what a rule asks of a value.
#pragma once

#include <string>

#include "model/model.h"

namespace cogs::present {

// Behind "this rule applies": "below 60000 $", "to anything but Husband", "above 27 and up to 40".
std::string where_it_applies(const model::Feature& feature, const model::FeatureTest& test);
// Behind "this rule needs": "less than 60000 $", "Husband", "more than 27 and at most 40".
std::string what_it_needs(const model::Feature& feature, const model::FeatureTest& test);
// "< 60000", "= 'Husband'", "\= 'Husband'", "> 27, =< 40": as `compared` in JSON.
std::string test_text(const model::Feature& feature, const model::FeatureTest& test);

}  // namespace cogs::present
