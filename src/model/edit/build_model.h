// SPDX-License-Identifier: Apache-2.0
//
// Table + RuleSet -> the text of a whole `.cogs` file, which read_model takes.
//
//   std::string text = build_model(loans, learned, {.undesired = "reject"}).text;
//
// Every column that was learned from becomes a feature whose domain is what the table showed
// (`observed`). What looks as if nobody could change it is declared so (assume.h), unless a person
// says otherwise. Rules are written as FOLD-SE prints them (decision_text.h).
//
// The decision that the text gives to a row, missing cells included, is that of rules::predict.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/edit/assume.h"
#include "model/edit/feature_rows.h"
#include "model/model.h"
#include "rules/rule_set.h"
#include "table/table.h"

namespace cogs::model {

// Which values of a set a model lists. Those that it leaves out are the `...` of an open set, so
// that nobody reads in a model what stands in the rows of others.
enum class Listed {
  named,   // those that rules name
  shared,  // and those that at least ten rows have
  all,
};

struct BuildOptions {
  std::string undesired;  // values of the label
  std::optional<std::string> desired = {};
  std::vector<std::string> heading = {};  // lines of a comment at the top
  std::vector<FeatureRow> said = {};      // about features; later rows count
  // Words for classes: the value and its label. Later ones count.
  std::vector<std::pair<std::string, std::string>> class_labels = {};
  Listed listed = Listed::shared;
};

struct BuiltModel {
  std::string text;
  std::vector<Assumption> assumed;  // in order of declaration
};

// Throws InputError, located, if `said` names unknown features or has wrong cells.
BuiltModel build_model(const table::Table& table, const rules::RuleSet& rules,
                       const BuildOptions& options);

// The same after learning on new data: what people have added to `earlier` stays. Kept are the
// options of features, #causal and #pred lines, denials, and all causal rules with their #rule
// notes, whatever their status, together with the auxiliary rules that they use and the comments
// in front of all these. The rules of the decision are the new ones. A domain is that of the new
// data, with all values that kept rules name; one that was not `observed` keeps all its values. A
// feature that the new data do not have stays if something that is kept needs it. Nothing is
// assumed about features of the earlier model: a person could have looked at them.
BuiltModel rebuild_model(const Model& earlier, const table::Table& table,
                         const rules::RuleSet& rules, const BuildOptions& options);

}  // namespace cogs::model
