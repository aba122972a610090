// SPDX-License-Identifier: Apache-2.0
//
// Why a decision was made, as one page for a browser (page.h): the decision, what it rests on,
// the proof as a tree, the numbers as strips, and the record.
#pragma once

#include <string>

#include "present/json/why.h"

namespace cogs::present {

std::string why_html(const WhyReport& report);

}  // namespace cogs::present
