// SPDX-License-Identifier: Apache-2.0
//
// The part of feature_rows.h that changes a model.
#include <algorithm>
#include <utility>

#include "model/edit/feature_rows.h"
#include "model/read/read_model.h"
#include "model/write/write_model.h"

namespace cogs::model {

namespace {

using Kind = Statement::Kind;

std::size_t line_breaks(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Statements of features stand in the order of the features.
std::vector<std::size_t> feature_statements(const Document& document) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < document.statements.size(); ++i) {
    if (document.statements[i].kind == Kind::feature) found.push_back(i);
  }
  return found;
}

struct Change {
  std::size_t statement = 0;
  Feature before, after;
  const FeatureRow* row = nullptr;  // the last that spoke of it
};

// Reads the model with every statement on the lines that it has now, so that what is said about
// other lines is true of the file that people see. Errors in a changed statement are a row's.
void try_out(const Model& model, const std::vector<Change>& changes) {
  Model probe;
  probe.document = model.document;
  for (const Change& change : changes) {
    std::string& text = probe.document.statements[change.statement].text;
    text = format_feature(change.after) + std::string(line_breaks(text), '\n');
  }
  try {
    read_model(write_model(probe), model.path);
  } catch (const base::InputError& error) {
    std::vector<base::Diagnostic> found = error.diagnostics();
    bool located = false;
    for (base::Diagnostic& d : found) {
      for (const Change& change : changes) {
        const Statement& statement = model.document.statements[change.statement];
        const std::uint32_t first = statement.place.line;
        const auto last = first + static_cast<std::uint32_t>(line_breaks(statement.text));
        if (d.severity != base::Severity::error || d.place.line < first || d.place.line > last) {
          continue;
        }
        d = change.row->origin.error(d.message, d.help);
        located = true;
        break;
      }
    }
    if (!located) {
      found.push_back(changes.front().row->origin.error(
          "with what is said here, the rest of the model could not be read"));
    }
    throw base::InputError(std::move(found));
  }
}

}  // namespace

ChangedFeatures apply_rows(const Model& model, const std::vector<FeatureRow>& rows) {
  std::vector<std::string> names;
  for (const Feature& feature : model.features) names.push_back(feature.name);
  std::vector<Feature> features = model.features;
  std::vector<const FeatureRow*> last(features.size(), nullptr);
  std::vector<base::Diagnostic> errors;
  for (const FeatureRow& row : rows) {
    if (errors.size() >= most_row_errors) break;
    const auto at = find_feature_of(row, names, errors);
    if (!at) continue;
    features[*at] = with_row(features[*at], row, errors);
    last[*at] = &row;
  }
  if (!errors.empty()) throw base::InputError(std::move(errors));

  const std::vector<std::size_t> statements = feature_statements(model.document);
  std::vector<Change> changes;
  ChangedFeatures result;
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (format_feature(features[i]) == format_feature(model.features[i])) continue;
    changes.push_back({statements[i], model.features[i], features[i], last[i]});
    result.changed.emplace_back(i);
  }
  if (changes.empty()) {
    result.model = model;
    return result;
  }
  try_out(model, changes);
  Model changed;
  changed.document = model.document;
  for (const Change& change : changes) {
    std::string& text = changed.document.statements[change.statement].text;
    text = edited_statement(text, change.before, change.after);
  }
  result.model = read_model(write_model(changed), model.path);
  return result;
}

}  // namespace cogs::model
