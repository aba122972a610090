// SPDX-License-Identifier: Apache-2.0
//
// Why a decision was made, for people: as prose, as a tree, or the reasons alone.
#pragma once

#include <string>

#include "present/json/why.h"
#include "present/words/safe_text.h"

namespace cogs::present {

enum class WhyForm { prose, tree, reasons };

std::string why_text(const WhyReport& report, WhyForm form, const TextStyle& style);

std::string compare_text(const model::Model& model, const explain::Contrast& contrast,
                         const TextStyle& style);

}  // namespace cogs::present
