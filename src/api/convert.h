// SPDX-License-Identifier: Apache-2.0
//
// Between the library's own types and those that it shows: names beside ids, numbers with numerator
// and denominator, errors as documented.
#pragma once

#include <string>
#include <vector>

#include <cogs/decision.h>
#include <cogs/error.h>
#include <cogs/value.h>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "base/number.h"
#include "engine/explain.h"
#include "explain/reason_codes.h"
#include "model/model.h"
#include "path/counterfactuals.h"
#include "path/path.h"
#include "present/words/plain_words.h"
#include "present/words/safe_text.h"

namespace cogs::api {

Diagnostic shown(const base::Diagnostic& diagnostic);
std::vector<Diagnostic> shown(const std::vector<base::Diagnostic>& diagnostics);
base::Diagnostic hidden(const Diagnostic& diagnostic);
Stop shown(base::Exhausted exhausted);
present::TextStyle hidden(const TextStyle& style);
present::Reader hidden(const Reader& reader);

Number shown(const base::Number& number);
Value shown(const model::Value& value);
std::optional<Value> shown(const std::optional<model::Value>& value);
ValueSet shown(const path::ValueSet& set);
std::vector<NamedValue> shown(const model::Model& model, const model::Record& record);
std::vector<std::string> names(const model::Model& model, const std::vector<model::FeatureId>& ids);

RuleRef ref(const model::Model& model, model::RuleId rule);
RuleRef ref(const model::Model& model, model::CausalRuleId rule);
RuleRef ref(const model::Model& model, model::DenialId denial);

std::vector<Path> shown(const model::Model& model, const std::vector<path::Path>& paths);
void show(const model::Model& model, const path::Result& result, Recourse& out);
void show(const model::Model& model, const model::Record& record, const engine::Why& why,
          const explain::ReasonCodes* codes, Why& out);
Change shown(const model::Model& model, const explain::Alternative::Change& change);
Difference shown(const model::Model& model, const explain::Difference& difference);
void show(const model::Model& model, const path::Counterfactuals& found, Regions& out);

// Runs `work`; what the library throws inside comes out as the types of error.h.
template <class Work>
auto guarded(Work&& work) {
  try {
    return work();
  } catch (const base::InputError& error) {
    throw InputError(shown(error.diagnostics()));
  } catch (const base::Stopped& stopped) {
    throw Stopped(shown(stopped.reason));
  }
}

}  // namespace cogs::api
