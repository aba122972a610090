// SPDX-License-Identifier: Apache-2.0
#include "cli/run_options.h"

#include "cli/command.h"

namespace cogs::cli {

namespace {

using path::OptionTexts;

std::vector<OptionTexts::Name> names(const std::vector<std::string>& texts) {
  std::vector<OptionTexts::Name> out;
  for (const std::string& text : texts) out.push_back({text});
  return out;
}

[[noreturn]] void malformed(const std::string& option, const std::string& form,
                            const std::string& text) {
  throw UsageError(option + " takes " + form + ", not '" + text + "'");
}

OptionTexts::Range parse_range(const std::string& text) {
  const std::string form = "FEATURE=LO..HI, such as debt=0..1000 or debt=..1000";
  const auto equals = text.find('=');
  const auto dots = text.find("..", equals == std::string::npos ? 0 : equals);
  if (equals == std::string::npos || equals == 0 || dots == std::string::npos) {
    malformed("--range", form, text);
  }
  const std::string low = text.substr(equals + 1, dots - equals - 1), high = text.substr(dots + 2);
  OptionTexts::Range range;
  range.feature.text = text.substr(0, equals);
  if (!low.empty() && low != "-inf") {
    range.low = model::Number::parse(low);
    if (!range.low) malformed("--range", form, text);
  }
  if (!high.empty() && high != "inf") {
    range.high = model::Number::parse(high);
    if (!range.high) malformed("--range", form, text);
  }
  return range;
}

OptionTexts::Cost parse_cost(const std::string& text) {
  const auto equals = text.find('=');
  const std::string form = "FEATURE=N with N above 0, such as debt=2.5";
  if (equals == std::string::npos || equals == 0) malformed("--cost", form, text);
  const auto number = model::Number::parse(text.substr(equals + 1));
  if (!number || number->sign() <= 0) malformed("--cost", form, text);
  return {{text.substr(0, equals)}, *number};
}

}  // namespace

bool RunOptions::any() const {
  return !fix.empty() || !allow.empty() || !only.empty() || !ranges.empty() || !costs.empty() ||
         !desired.empty() || certain || all || top_given || max_length > 0;
}

path::Options RunOptions::resolve(const model::Model& model) const {
  if (top_given && all) throw UsageError("--top and --all exclude each other");
  OptionTexts texts;
  texts.fix = names(fix);
  texts.allow = names(allow);
  if (!only.empty()) texts.only = names(only);
  for (const std::string& text : ranges) texts.ranges.push_back(parse_range(text));
  for (const std::string& text : costs) texts.costs.push_back(parse_cost(text));
  if (!desired.empty()) texts.desired = OptionTexts::Name{desired};
  path::Options options = path::read_options(model, texts);
  options.certain = certain;
  options.top = top;
  options.all = all;
  if (max_length > 0) options.max_length = max_length;
  const std::string clash = path::contradiction(model, options);
  if (!clash.empty()) throw UsageError(clash);
  return options;
}

void add_run_options(CLI::App& command, RunOptions& options, Ways ways) {
  const char* group = "What may change";
  const auto list = [&](const std::string& name, std::vector<std::string>& target,
                        const std::string& form, const std::string& help) {
    command.add_option(name, target, help)
        ->option_text(form)
        ->type_name(form)
        ->allow_extra_args(false)
        ->delimiter(',')
        ->group(group);
  };
  list("--fix", options.fix, "FEATURE", "This feature never changes, not even as an effect");
  list("--allow", options.allow, "FEATURE", "Lift fixed, caused and direction of this feature");
  list("--only", options.only, "FEATURE,...", "Nothing else is set directly; effects still happen");
  list("--range", options.ranges, "FEATURE=LO..HI", "New values stay within this range");
  if (ways == Ways::many) {
    list("--cost", options.costs, "FEATURE=N", "Price of one direct change of this feature");
  }
  command
      .add_option("--desired", options.desired, "This must hold in the end, such as \"good(X)\"")
      ->option_text("ATOM")
      ->group(group);
  if (ways == Ways::one) return;
  command.add_flag("--certain", options.certain, "Only ways whose effects are certain")
      ->group(group);
  const char* answers = "Which answers";
  const CLI::Range from_one(std::uint32_t{1}, std::uint32_t{1000000});
  command
      .add_option_function<std::uint32_t>(
          "--top",
          [&options](std::uint32_t count) {
            options.top = count;
            options.top_given = true;
          },
          "The K best ways, one for each smallest set of changed features")
      ->option_text("K")
      ->check(from_one)
      ->group(answers);
  command.add_flag("--all", options.all, "All ways of the least cost")->group(answers);
  command.add_option("--max-length", options.max_length, "At most N steps")
      ->option_text("N")
      ->check(from_one)
      ->group(answers);
}

void add_constraint_columns(CLI::App& command, engine::ConstraintColumns& columns) {
  const auto column = [&](const std::string& name, std::vector<std::string>& target,
                          const std::string& help) {
    command.add_option(name, target, help)
        ->option_text("COL")
        ->allow_extra_args(false)
        ->delimiter(',')
        ->group("Constraints of each row, in columns; parts of a cell are separated by ;");
  };
  column("--fix-column", columns.fix, "Features that must not change");
  column("--allow-column", columns.allow, "Features whose restrictions are lifted");
  column("--only-column", columns.only, "The features that may be set");
  column("--range-column", columns.range, "Ranges of new values: debt=0..1000");
  column("--cost-column", columns.cost, "Prices of changes: debt=3");
}

}  // namespace cogs::cli
