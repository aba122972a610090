// SPDX-License-Identifier: Apache-2.0
#include "engine/features.h"

#include "base/number.h"
#include "base/text_file.h"
#include "base/trimmed.h"
#include "logic/syntax/term.h"

namespace cogs::engine {

model::FeatureSheet load_feature_sheet(const std::string& file) {
  const std::string text = base::read_text_file(file);
  return model::read_feature_sheet(text, file == "-" ? "standard input" : file);
}

model::ChangedFeatures change_features(const model::Model& model,
                                       const std::vector<model::FeatureRow>& rows) {
  return model::apply_rows(model, rows);
}

model::FeatureRow say(const std::string& feature, model::PartKind part, const std::string& text,
                      const std::string& option) {
  model::FeatureRow row;
  row.feature = feature;
  row.origin.file = "command line";
  row.origin.option = option;
  row.cells.push_back({part, text, row.origin});
  return row;
}

model::FeatureRow say_freedom(const std::string& feature, Freedom freedom,
                              const std::string& option) {
  const auto yes_if = [&](Freedom wanted) { return freedom == wanted ? "yes" : ""; };
  model::FeatureRow row = say(feature, model::PartKind::fixed, yes_if(Freedom::fixed), option);
  const char* direction = freedom == Freedom::increase   ? "may increase"
                          : freedom == Freedom::decrease ? "may decrease"
                                                         : "";
  row.cells.push_back({model::PartKind::direction, direction, row.origin});
  row.cells.push_back({model::PartKind::caused, yes_if(Freedom::caused), row.origin});
  if (freedom == Freedom::fixed || freedom == Freedom::caused) {
    row.cells.push_back({model::PartKind::may_be_set, "", row.origin});  // nobody sets it at all
  }
  return row;
}

std::optional<std::string> ordered_domain(const std::string& order) {
  std::vector<std::string> values(1);
  bool quoted = false;
  for (const char c : order) {
    if (c == '\'') quoted = !quoted && base::trimmed(values.back()).empty();
    if (c == '<' && !quoted) {
      values.emplace_back();
    } else {
      values.back() += c;
    }
  }
  std::string out;
  for (const std::string& written : values) {
    std::string_view value = base::trimmed(written);
    if (value.size() > 1 && value.front() == '\'' && value.back() == '\'') {
      value = value.substr(1, value.size() - 2);
    }
    if (value.empty()) return std::nullopt;
    const bool number = base::Number::parse(value).has_value();
    out += (out.empty() ? "{" : " < ") +
           (number ? logic::quoted_text(value, '\'') : logic::atom_text(value));
  }
  if (values.size() < 2) return std::nullopt;
  return out + "}";
}

}  // namespace cogs::engine
