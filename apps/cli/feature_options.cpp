// SPDX-License-Identifier: Apache-2.0
#include "cli/feature_options.h"

#include <map>
#include <utility>

#include "cli/command.h"

namespace cogs::cli {

namespace {

constexpr const char* what_may_change = "What may change";

CLI::Option* list(CLI::App& command, const std::string& name, std::vector<std::string>& target,
                  const std::string& form, const std::string& help) {
  return command.add_option(name, target, help)
      ->option_text(form)
      ->type_name(form)
      ->allow_extra_args(false)
      ->group(what_may_change);
}

}  // namespace

std::pair<std::string, std::string> split_at_equals(const std::string& option,
                                                    const std::string& word,
                                                    const std::string& form) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == word.size()) {
    throw UsageError(option + " takes " + form + ", not '" + word + "'");
  }
  return {word.substr(0, equals), word.substr(equals + 1)};
}

FeatureEdits FeatureOptions::edits() const {
  using What = FeatureSaying::What;
  FeatureEdits edits;
  if (!sheet.empty()) {
    edits.sheet = read_input(sheet);
    edits.sheet_name = name_of_input(sheet);
  }
  std::map<std::string, std::string> said;  // the option that spoke of a feature
  const auto say_all = [&](const std::vector<std::string>& features, const std::string& option,
                           What what) {
    for (const std::string& feature : features) {
      const auto [earlier, added] = said.emplace(feature, option);
      if (!added && earlier->second != option) {
        throw UsageError(earlier->second + " and " + option + " of '" + feature +
                         "' exclude each other");
      }
      edits.said.push_back({feature, what, "", option});
    }
  };
  say_all(allow, "--allow", What::free);
  say_all(fixed, "--fixed", What::fixed);
  say_all(increase, "--may-increase", What::may_increase);
  say_all(decrease, "--may-decrease", What::may_decrease);
  say_all(caused, "--caused", What::caused);
  for (const std::string& feature : may_be_set) {
    edits.said.push_back({feature, What::may_be_set, "", "--may-be-set"});
  }
  for (const std::string& word : costs) {
    const auto [feature, price] =
        split_at_equals("--cost", word, "FEATURE=COST, such as debt=2.5 or debt='2 per 1000'");
    edits.said.push_back({feature, What::cost, price, "--cost " + word});
  }
  for (const std::string& word : orders) {
    const std::string form = "FEATURE=LEAST<...<MOST, such as 'school=none<middle<high'";
    const auto [feature, order] = split_at_equals("--ordered", word, form);
    const auto domain = ordered_domain(order);
    if (!domain) throw UsageError("--ordered takes " + form + ", not '" + word + "'");
    edits.said.push_back({feature, What::domain, *domain, "--ordered " + word});
  }
  return edits;
}

void add_direction_options(CLI::App& command, FeatureOptions& options) {
  list(command, "--caused", options.caused, "FEATURE,...",
       "Nobody sets these; they move by their causes alone")
      ->delimiter(',');
  list(command, "--may-increase", options.increase, "FEATURE,...", "These can only grow")
      ->delimiter(',');
  list(command, "--may-decrease", options.decrease, "FEATURE,...", "These can only shrink")
      ->delimiter(',');
}

void add_feature_options(CLI::App& command, FeatureOptions& options) {
  list(command, "--fixed", options.fixed, "FEATURE,...", "Nobody can change these")->delimiter(',');
  add_direction_options(command, options);
  list(command, "--allow", options.allow, "FEATURE,...",
       "People can change these, whatever their names suggest")
      ->delimiter(',');
  list(command, "--may-be-set", options.may_be_set, "FEATURE,...",
       "These may be set where they are missing")
      ->delimiter(',');
  list(command, "--cost", options.costs, "FEATURE=COST",
       "Price of a direct change: debt=3, debt='1 + 2 per 1000', ...");
  list(command, "--ordered", options.orders, "FEATURE=A<B<C", "The values in their order");
  command
      .add_option("--features", options.sheet,
                  "All this from a table, one row a feature; see cogs features")
      ->option_text("FILE")
      ->group(what_may_change);
}

}  // namespace cogs::cli
