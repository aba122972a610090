// SPDX-License-Identifier: Apache-2.0
//
// What a person says about features, outside of a model: rows of a table, or options.
//
//   feature,label,domain,fixed,direction,caused,may_be_set,cost,unit,step,observed
//   age,,integer 18..80,,may increase,,,,years,,yes
//
// One row a feature. Domain and cost are written as in a model; `fixed`, `caused`, `may_be_set` and
// `observed` are yes or empty. A column that is not there says nothing; an empty cell says that the
// feature does not have the option. So a row can be applied to a feature, to a model whose
// statements then change only where the row says something new, and to what learning finds.
//
// Wrong cells are reported with their places, all of a file at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "model/edit/feature_statement.h"
#include "model/model.h"

namespace cogs::model {

// The columns behind the feature's name, in the order in which they are written.
struct FeatureColumn {
  PartKind part;
  std::string_view name;
};
inline constexpr std::string_view feature_name_column = "feature";
inline constexpr FeatureColumn feature_columns[] = {
    {PartKind::label, "label"},   {PartKind::domain, "domain"},
    {PartKind::fixed, "fixed"},   {PartKind::direction, "direction"},
    {PartKind::caused, "caused"}, {PartKind::may_be_set, "may_be_set"},
    {PartKind::cost, "cost"},     {PartKind::unit, "unit"},
    {PartKind::step, "step"},     {PartKind::observed, "observed"}};

// A list of mistakes ends here: who has more has the wrong table.
inline constexpr std::size_t most_row_errors = 20;

// Where something was said, for messages about it.
struct Origin {
  std::string file;  // or "command line"
  base::Place place = {};
  std::string source_line = {};
  std::uint32_t indent = 0;  // characters between the place and the text, such as a quote
  bool exact = false;        // the text stands there character by character
  std::string option = {};   // of the command line, as it was given: "--cost debt=2"

  base::Diagnostic error(std::string message, std::string help = {}) const;
};

struct FeatureCell {
  PartKind part = PartKind::unknown;
  std::string text;  // without blanks around it
  Origin origin;
};

struct FeatureRow {
  std::string feature;  // its name, or that of its column
  Origin origin;
  std::vector<FeatureCell> cells;  // later ones count

  bool speaks_of(PartKind part) const;
  // Whether people can change it is decided here, and not by its name.
  bool decides() const;
};

struct FeatureSheet {
  std::string file;
  std::vector<FeatureRow> rows;
  std::vector<base::Diagnostic> warnings;  // columns that nobody reads
};

// Throws InputError for a text that is no such table: no column `feature`, a feature twice, a
// misspelt column, bad rows.
FeatureSheet read_feature_sheet(std::string_view text, const std::string& file);

// What the spreadsheet must not take for a formula gets an apostrophe in front; reading takes it
// off again.
std::string guarded_cell(std::string text);

// The index of the feature that the row means, among these names; an error where there is none.
std::optional<std::size_t> find_feature_of(const FeatureRow& row,
                                           const std::vector<std::string>& names,
                                           std::vector<base::Diagnostic>& errors);

// The feature with what the row says. Errors are added to `errors`; the feature is then as before.
Feature with_row(const Feature& feature, const FeatureRow& row,
                 std::vector<base::Diagnostic>& errors);

struct ChangedFeatures {
  Model model;                     // read anew from its own text
  std::vector<FeatureId> changed;  // in order of declaration
};

// The model with what the rows say. Statements of features that stay the same, and all else, are
// kept byte for byte. Throws InputError for unknown features, wrong cells, and for a model that
// could not be read with them; then nothing is changed.
ChangedFeatures apply_rows(const Model& model, const std::vector<FeatureRow>& rows);

}  // namespace cogs::model
