// SPDX-License-Identifier: Apache-2.0
//
// The answer of `cogs recourse` as one page for a browser (page.h): the decision, the ways as
// timelines side by side, or what stands in the way, then why the decision was made.
#pragma once

#include <string>

#include "explain/path_reasons.h"
#include "path/path.h"
#include "present/json/why.h"

namespace cogs::present {

// `why` is about the same record as `result`.
std::string recourse_html(const WhyReport& why, const path::Options& options,
                          const path::Result& result, const explain::RecourseReasons& reasons = {});

// The decision and the ways alone, without a page around them: for answers that change while
// somebody looks at them.
std::string ways_html(const model::Model& model, const model::Record& record,
                      const path::Options& options, const path::Result& result,
                      const explain::RecourseReasons& reasons = {});

}  // namespace cogs::present
