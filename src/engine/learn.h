// SPDX-License-Identifier: Apache-2.0
//
// A table of past decisions -> a model: reading, learning, testing and writing, in one call.
//
//   engine::LearnOptions options;
//   options.label = "decision";
//   options.undesired = "reject";
//   engine::Learned loans = engine::learn("loans.csv", options);
//   loans.model_text;                 // a complete .cogs file
//   loans.test->accuracy;             // where a part was held out
//
// A label of two values is learned as the undesired one against the other; with more values all
// classes are learned, unless `against_rest` asks for the undesired one alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/edit/assume.h"
#include "model/edit/build_model.h"
#include "model/edit/feature_rows.h"
#include "model/model.h"
#include "rules/inspect.h"
#include "rules/learn.h"
#include "rules/measure.h"
#include "rules/tune.h"
#include "table/read_table.h"
#include "table/table.h"

namespace cogs::engine {

struct LearnOptions {
  std::string label;
  std::string undesired;
  std::optional<std::string> desired;
  std::vector<std::pair<std::string, std::string>> class_labels;  // a class, and words for it
  bool against_rest = false;
  table::ReadOptions read;
  rules::LearnOptions rules;

  // What the test figures are taken from; at most one of the two.
  std::optional<double> holdout;         // this share of the rows, which is not learned from
  std::optional<std::string> test_file;  // another table
  std::optional<std::size_t> folds;      // cross-validation, beside either of them

  // Learning again: what a person added to this model is kept (model/edit/build_model.h).
  const model::Model* earlier = nullptr;
  // What people say about features (engine/features.h); later rows count.
  std::vector<model::FeatureRow> said;

  // Columns that are learned from although they look like identifiers or names.
  std::vector<std::string> use;
  // The column that says how many rows a row stands for; "": each for itself.
  std::string counted;
  model::Listed listed = model::Listed::shared;  // values in the domains of the model
  std::optional<rules::TuneOptions> tune;        // `rules` then is where the search begins
};

// A column that was not learned from, unasked.
struct LeftOut {
  std::string column;
  rules::IdentifierSign sign = rules::IdentifierSign::distinct;
  std::size_t values = 0;
  std::string word;  // of its name, where that told it
};

struct Learned {
  rules::RuleSet rules;
  std::string model_text;  // reads as `model`
  model::Model model;
  std::size_t rows = 0;      // learned from
  std::size_t features = 0;  // columns learned from
  rules::Measures train;
  std::optional<rules::Measures> test;
  std::optional<rules::CrossValidation> validation;
  struct Seconds {
    double read = 0, fit = 0, predict = 0;  // fit: from coded columns to simplified rules
  } seconds;
  // Approved causal rules of the earlier model that these data do not bear out. They are kept.
  struct FailedCause {
    std::string id, rule;
    model::CausalMode mode = model::CausalMode::iff;
    double precision = 0, recall = 0;
  };
  std::vector<FailedCause> failed;
  // What was declared because names suggest it, and nobody had decided.
  std::vector<model::Assumption> assumed;
  std::vector<LeftOut> left_out;
  std::optional<rules::Tuned> tuned;
  std::vector<base::Diagnostic> warnings;
};

// How the table is read: `read`, with what the label and the earlier model ask for.
table::ReadOptions reading_for(const LearnOptions& options);

// Throws base::InputError for what cannot be read or learned, base::Stopped at a limit.
Learned learn(const std::string& file, const LearnOptions& options);
Learned learn(const table::Table& table, const LearnOptions& options);

// The class of the label as the table writes it, where `name` differs in capitals alone from one;
// else the name as it is.
std::string class_named(const table::Table& table, const std::string& label,
                        const std::string& name);

}  // namespace cogs::engine
