// SPDX-License-Identifier: Apache-2.0
#include "model/column_names.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/small_letters.h"
#include "logic/syntax/operators.h"
#include "logic/syntax/term.h"

namespace cogs::model {

namespace {

// Names that a rule body reads as something else, in quotes too.
bool is_reserved(const std::string& name) {
  return name.empty() || logic::infix_operator(name) || logic::prefix_operator(name) ||
         name == "not" || name == "true" || name == "{}" || name == "[]" || name == "," ||
         name == ";" || name == "|" || name == "!" || name == "#";
}

std::string wished_name(const std::string& column) {
  const std::string small = base::in_small_letters(column);
  const std::string& name = logic::atom_text(small) == small ? small : column;
  return is_reserved(name) ? name + "_" : name;
}

}  // namespace

std::vector<std::string> names_for_columns(const std::vector<std::string>& columns) {
  std::unordered_map<std::string, int> wishes;
  for (const std::string& column : columns) ++wishes[wished_name(column)];
  std::unordered_set<std::string> taken;
  std::vector<std::string> names;
  for (const std::string& column : columns) {
    // Where two columns want one name, both keep their own.
    std::string name = wished_name(column);
    if (wishes[name] > 1 && !is_reserved(column)) name = column;
    while (!taken.insert(name).second) name += "_";
    names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::optional<std::size_t>> match_columns(const std::vector<std::string>& features,
                                                      const std::vector<std::string>& columns) {
  std::vector<std::optional<std::size_t>> column_of(features.size());
  std::vector<bool> used(columns.size(), false);
  const auto match = [&](auto&& spelling_of_feature, auto&& spelling_of_column) {
    std::unordered_map<std::string, std::size_t> index;
    for (std::size_t c = columns.size(); c-- > 0;) {
      if (!used[c]) index[spelling_of_column(columns[c])] = c;
    }
    for (std::size_t f = 0; f < features.size(); ++f) {
      if (column_of[f]) continue;
      const auto found = index.find(spelling_of_feature(features[f]));
      if (found == index.end() || used[found->second]) continue;
      column_of[f] = found->second;
      used[found->second] = true;
    }
  };
  const auto as_it_is = [](const std::string& name) { return name; };
  match(as_it_is, as_it_is);
  const auto in_small = [](const std::string& name) { return base::in_small_letters(name); };
  match(in_small, in_small);
  match(as_it_is, wished_name);
  return column_of;
}

FeatureColumns find_feature_columns(const Model& model, const std::vector<std::string>& columns,
                                    const std::string& file) {
  std::vector<std::string> features, lacking;
  for (const Feature& feature : model.features) features.push_back(feature.name);
  FeatureColumns found;
  found.column_of = match_columns(features, columns);
  std::vector<bool> used(columns.size(), false);
  for (std::size_t f = 0; f < features.size(); ++f) {
    if (found.column_of[f]) {
      used[*found.column_of[f]] = true;
    } else {
      found.lacking.push_back(FeatureId(f));
      lacking.push_back(features[f]);
    }
  }
  if (lacking.size() == features.size()) {
    std::string help;
    if (!columns.empty()) {
      const std::string near = base::nearest_name(columns.front(), features);
      help = "its first column is '" + columns.front() + "'" +
             (near.empty() ? "" : "; did you mean '" + near + "'?");
    }
    throw base::InputError(
        base::error_about(file, "no column of this file is a feature of the model", help));
  }
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const std::string near = used[c] ? "" : base::nearest_name(columns[c], lacking);
    if (near.empty()) continue;
    found.warnings.push_back(
        base::warning_about(file, "the column '" + columns[c] + "' is not in the model",
                            "did you mean '" + near + "'?"));
  }
  return found;
}

std::vector<std::size_t> find_columns(const std::vector<std::string>& wanted,
                                      const std::vector<std::string>& columns,
                                      const std::string& file, const std::string& use) {
  std::vector<std::size_t> found;
  for (const std::string& name : wanted) {
    auto at = std::find(columns.begin(), columns.end(), name);
    if (at == columns.end()) {
      const auto alike = [&](const std::string& column) {
        return base::same_in_small_letters(column, name);
      };
      if (std::count_if(columns.begin(), columns.end(), alike) == 1) {
        at = std::find_if(columns.begin(), columns.end(), alike);
      }
    }
    if (at == columns.end()) {
      const std::string near = base::nearest_name(name, columns);
      throw base::InputError(base::error_about(file, "there is no column '" + name + "' " + use,
                                               near.empty() ? "" : "did you mean '" + near + "'?"));
    }
    found.push_back(static_cast<std::size_t>(at - columns.begin()));
  }
  return found;
}

base::Diagnostic lacking_columns(const std::string& file, const std::vector<std::string>& features,
                                 const std::string& consequence) {
  std::string list;
  for (const std::string& name : features) list += (list.empty() ? "" : ", ") + name;
  return base::warning_about(file, "there is no column for " + list + ": " + consequence);
}

}  // namespace cogs::model
