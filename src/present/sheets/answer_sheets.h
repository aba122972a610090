// SPDX-License-Identifier: Apache-2.0
//
// Answers as sheets for clerks and applicants. Clerks get the rules in words, and what would go
// wrong without a step; applicants get neither, and what rules compare with only where that was
// asked for (Reader::thresholds). Of another person an applicant gets to see nothing but that a
// value is higher, lower or different.
#pragma once

#include "explain/contrast.h"
#include "explain/path_reasons.h"
#include "path/path.h"
#include "present/json/why.h"
#include "present/sheets/sheet.h"
#include "present/words/plain_words.h"

namespace cogs::present {

Sheet why_sheet(const WhyReport& report, const Reader& reader);

Sheet recourse_sheet(const WhyReport& why, const path::Options& options, const path::Result& result,
                     const explain::RecourseReasons& reasons, const Reader& reader);

Sheet compare_sheet(const model::Model& model, const explain::Contrast& contrast,
                    const Reader& reader);

// The part of a sheet that tells the ways, or that there is none.
SheetSection ways_section(const PlainWords& words, const model::Model& model,
                          const path::Options& options, const path::Result& result,
                          const explain::RecourseReasons& reasons, const Reader& reader);

}  // namespace cogs::present
