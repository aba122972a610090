// SPDX-License-Identifier: Apache-2.0
//
// The answer of `cogs recourse` for people: the decision and its rules, what to change in which
// order, what follows from which rule, or what stands in the way.
#pragma once

#include <string>

#include "explain/path_reasons.h"
#include "model/model.h"
#include "path/path.h"
#include "present/words/safe_text.h"

namespace cogs::present {

std::string recourse_text(const model::Model& model, const model::Record& start,
                          const path::Options& options, const path::Result& result,
                          const TextStyle& style, const explain::RecourseReasons& reasons = {},
                          const std::vector<std::string>* written = nullptr);

}  // namespace cogs::present
