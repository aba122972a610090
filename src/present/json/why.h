// SPDX-License-Identifier: Apache-2.0
//
// The JSON of `cogs why` ("cogs.why/1") and `cogs compare` ("cogs.compare/1"), see contract.md.
#pragma once

#include <optional>
#include <string>

#include "explain/contrast.h"
#include "explain/proof.h"
#include "explain/reason_codes.h"
#include "explain/reasons.h"
#include "explain/score_report.h"
#include "explain/shapley.h"
#include "explain/sufficient.h"
#include "json/value.h"
#include "model/model.h"

namespace cogs::present {

// What `why` is asked about scores, and has found out.
struct ScoreAnswers {
  explain::Against against;                       // what points are lost against
  std::string against_words = {};                 // the file that it is, if it is one
  std::optional<explain::Sufficient> sufficient;  // --sufficient
  std::vector<explain::Shapley> shapley = {};     // --shapley
};

// What `why` found out about one person.
struct WhyReport {
  const model::Model& model;
  const model::Record& record;
  std::string source;  // where the record comes from, in the user's words
  const explain::Proof& proof;
  const explain::Reasons& reasons;  // already cut to the number that was asked for
  // `--rather-than`: why the other atom does not hold, and what it would take.
  struct Rather {
    model::AtomId atom;
    explain::Proof proof;
    explain::Alternative alternative;
  };
  const std::optional<Rather>& rather;
  const explain::ReasonCodes* codes = nullptr;  // null: not asked for
  // What the record says where an open set does not list it (model/record.h); null: not known.
  const std::vector<std::string>* written = nullptr;
  const ScoreAnswers* scores = nullptr;  // null: nothing was asked of scores

  std::vector<explain::ScoreReport> score_reports() const {
    return explain::score_reports(model, record, proof,
                                  scores ? scores->against : explain::Against{});
  }
};

json::Value why_json(const WhyReport& report);
// One of its reasons, without a code.
json::Value reason_json(const model::Model& model, const model::Record& record,
                        const explain::Reason& reason);

json::Value compare_json(const model::Model& model, const model::Record& here,
                         const model::Record& there, const explain::Contrast& contrast);

}  // namespace cogs::present
