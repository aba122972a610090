// SPDX-License-Identifier: Apache-2.0
//
// Options by name -> options by id.
#include "api/shared.h"
#include "path/read_options.h"

namespace cogs::api {

namespace {

using path::OptionTexts;

std::vector<OptionTexts::Name> names_of(const std::vector<std::string>& texts) {
  std::vector<OptionTexts::Name> out;
  for (const std::string& text : texts) out.push_back({text});
  return out;
}

std::optional<model::Number> number_of(const std::string& feature,
                                       const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  auto number = model::Number::parse(*text);
  if (!number) {
    throw OptionsError("the range of '" + feature + "' ends at a number, not at '" + *text + "'");
  }
  return number;
}

}  // namespace

path::Options resolved(const model::Model& model, const Options& given) {
  OptionTexts texts;
  texts.fix = names_of(given.fix);
  texts.allow = names_of(given.allow);
  texts.set_missing = given.set_missing;
  if (given.only) texts.only = names_of(*given.only);
  for (const Options::Range& range : given.ranges) {
    texts.ranges.push_back({{range.feature},
                            number_of(range.feature, range.low),
                            number_of(range.feature, range.high)});
  }
  for (const Options::Cost& cost : given.costs) {
    texts.costs.push_back({{cost.feature}, cost.price});
  }
  if (!given.desired.empty()) texts.desired = OptionTexts::Name{given.desired};
  path::Options options = path::read_options(model, texts);
  options.certain = given.certain;
  options.top = given.top;
  options.all = given.all;
  options.first = given.first;
  options.max_length = given.max_length;
  const std::string clash = path::contradiction(model, options);
  if (!clash.empty()) throw OptionsError(clash);
  return options;
}

}  // namespace cogs::api
