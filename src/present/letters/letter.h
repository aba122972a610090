// SPDX-License-Identifier: Apache-2.0
//
// A letter about one decision: principal reasons, and, on a sheet of their own, ways to another
// decision. The two are kept strictly apart. Reasons are features that the rules which made the
// decision tested; a feature that only bears on these by causal rules was not considered, and may
// stand among the ways alone.
//
// A letter is refused, not weakened, where it could not say what it must: `refusals` tells why.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explain/path_reasons.h"
#include "explain/reason_codes.h"
#include "json/value.h"
#include "path/path.h"
#include "present/json/why.h"
#include "present/letters/letter_template.h"
#include "present/words/plain_words.h"

namespace cogs::present {

struct Refusal {
  enum class Why {
    not_undesired,  // there is nothing to give notice of
    no_words,       // the model does not say what its decisions are called
    no_reason,      // no feature that was tested has any responsibility
    no_text,        // a reason has no text
    protected_,     // the decision rests on a protected feature, or the ways speak of one
    limit           // a limit was reached before reasons or ways were known
  };
  Why why = Why::no_text;
  std::string message;
};

struct LetterReason {
  model::FeatureId feature;
  std::string code, text;  // code: empty where there is none
  std::size_t contingency = 0;
};

// A feature that letters must not rest on: by the policy, or because it looks protected and the
// policy does not allow it.
struct ProtectedFeature {
  model::FeatureId feature;
  bool by_policy = true;
};

// Does any feature come from a consumer report, by its `source`?
bool has_consumer_report(const model::Model& model);

struct LetterMade {
  std::string html;  // empty where it is refused
  std::vector<LetterReason> reasons;
  std::vector<Refusal> refusals;
  std::vector<std::string> warnings;
  bool ways = false;  // there is a sheet of ways
};

// What all letters of a run share. The template and the model must outlive this.
class LetterWriter {
 public:
  LetterWriter(const model::Model& model, const LetterTemplate& letter, LetterSettings settings,
               std::vector<ProtectedFeature> protected_features);

  struct Case {
    const WhyReport& why;
    const path::Options& options;
    const path::Result& result;
    const explain::RecourseReasons& reasons;
    LetterSettings more = {};  // beside the common ones: date, reference, what the row brings
  };
  LetterMade write(const Case& about) const;

 private:
  class Page;
  LetterMade written_with(const Case& about) const;
  std::vector<LetterReason> principal(const Case& about, LetterMade& made) const;
  void refuse_protected(const Case& about, LetterMade& made) const;
  void warn_of_sources(const WhyReport& why, LetterMade& made) const;

  const model::Model& model_;
  const LetterTemplate& letter_;
  LetterSettings settings_;
  std::vector<ProtectedFeature> protected_;
  PlainWords words_;
};

// "cogs.letter/1".
json::Value letter_json(const WhyReport& report, const LetterMade& made,
                        const std::string& reference);

}  // namespace cogs::present
