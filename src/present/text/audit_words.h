// SPDX-License-Identifier: Apache-2.0
//
// The words for figures of an audit that its text and its page share. Everything that is returned
// is safe for a terminal.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "batch/audit/audit.h"
#include "model/model.h"

namespace cogs::present {

// "31 of 600 so (5.2 %); decided wrongly 0.4 % of the others (0.1 to 1.5 %), missed 12.9 % of
// these".
std::string actual_words(const batch::ActualCounts& counts);

// "32561", in groups of three from ten thousand on: "32,561".
std::string count_words(std::uint64_t count);
// "1 row", "32,561 rows"; `several` where more than an s makes the plural.
std::string counted_words(std::uint64_t count, const std::string& one,
                          const std::string& several = {});
// "83.7 %"; "-" where there is nobody.
std::string share_words(std::uint64_t count, std::uint64_t of);
// The same as a number from 0 to 1, for bars; 0 where there is nobody.
inline double share_of(std::uint64_t count, std::uint64_t of) {
  return of == 0 ? 0 : static_cast<double>(count) / static_cast<double>(of);
}
// "83.3 to 84.1 %"; "-" where there is nobody.
std::string share_interval_words(std::uint64_t count, std::uint64_t of);
// "+1.2 points (-0.3 to +2.7)"
std::string difference_words(const batch::Difference& difference);
// "0.83 (0.79 to 0.87)", "the largest"; "-" where there is nothing to compare.
std::string ratio_words(const std::optional<batch::Ratio>& ratio);
// "Male", "17 to 28", "not known", "all others"; of several columns with ", " between.
std::string group_words(const std::vector<batch::GroupValue>& values);
// "sex", "sex and race"
std::string columns_words(const std::vector<std::string>& columns);
// "age and years of education"; "nothing" for none.
std::string features_words(const model::Model& model, const batch::Features& features);
std::string features_words(const model::Model& model,
                           const std::vector<model::FeatureId>& features);
// "3 (2 to 4)"; an end that cannot be told is "?".
std::string quantile_words(const batch::CostQuantile& quantile);
// "sex is fixed", "the direction of age", "the denial in line 7": short, for the heads of tables.
std::string blocker_name(const model::Model& model, const path::Blocker& blocker);
// "--fix debt, --range age=..50, --certain"; "" where no option of the run is given. --top is none:
// it says how many ways are looked at.
std::string run_options_words(const model::Model& model, const path::Options& options,
                              const batch::ConstraintColumns& columns);
// A sentence for each feature that best ways change and that the policy protects, or that looks as
// if nobody should be asked to change it (model/edit/assume.h).
std::vector<std::string> protected_warnings(const model::Model& model,
                                            const batch::AuditReport& report);
// The one of this percentage; nullptr if there are no costs.
const batch::CostQuantile* quantile_at(const batch::Statistics& statistics, unsigned percent);

}  // namespace cogs::present
