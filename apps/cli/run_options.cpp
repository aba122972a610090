// SPDX-License-Identifier: Apache-2.0
#include "cli/run_options.h"

#include "base/number.h"
#include "cli/command.h"

namespace cogs::cli {

namespace {

[[noreturn]] void malformed(const std::string& option, const std::string& form,
                            const std::string& text) {
  throw UsageError(option + " takes " + form + ", not '" + text + "'");
}

// A number, or what stands for none.
std::optional<std::string> range_end(const std::string& end, const char* open,
                                     const std::string& form, const std::string& text) {
  if (end.empty() || end == open) return std::nullopt;
  if (!base::Number::parse(end)) malformed("--range", form, text);
  return end;
}

Options::Range parse_range(const std::string& text) {
  const std::string form = "FEATURE=LO..HI, such as debt=0..1000 or debt=..1000";
  const auto equals = text.find('=');
  const auto dots = text.find("..", equals == std::string::npos ? 0 : equals);
  if (equals == std::string::npos || equals == 0 || dots == std::string::npos) {
    malformed("--range", form, text);
  }
  return {text.substr(0, equals),
          range_end(text.substr(equals + 1, dots - equals - 1), "-inf", form, text),
          range_end(text.substr(dots + 2), "inf", form, text)};
}

Options::Cost parse_cost(const std::string& text) {
  const auto equals = text.find('=');
  const std::string form = "FEATURE=COST, such as debt=2.5 or debt='1 + 2 per 1000'";
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    malformed("--cost", form, text);
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

// Several may stand in one argument, `debt=2,age=3`. Prices have commas of their own, `up 2, down
// 1`: what follows a comma is another assignment where it has an equals sign.
std::vector<std::string> split_costs(const std::string& text) {
  std::vector<std::string> parts = {""};
  bool quoted = false, assigns = true;
  std::string piece;
  const auto finish = [&] {
    if (assigns && !parts.back().empty()) {
      parts.push_back(piece);
    } else {
      parts.back() += (parts.back().empty() ? "" : ",") + piece;
    }
    piece.clear();
    assigns = false;
  };
  for (const char c : text) {
    if (c == '\'') quoted = !quoted;
    if (c == ',' && !quoted) {
      finish();
      continue;
    }
    if (c == '=' && !quoted) assigns = true;
    piece += c;
  }
  finish();
  return parts;
}

}  // namespace

bool RunOptions::any() const {
  return !fix.empty() || !allow.empty() || set_missing || !only.empty() || !ranges.empty() ||
         !costs.empty() || !desired.empty() || certain || all || first || top_given ||
         max_length > 0;
}

Options RunOptions::given() const {
  if (top_given && all) throw UsageError("--top and --all exclude each other");
  if (top_given && first) throw UsageError("--first and --top exclude each other");
  Options options;
  options.fix = fix;
  options.allow = allow;
  options.set_missing = set_missing;
  if (!only.empty()) options.only = only;
  for (const std::string& text : ranges) options.ranges.push_back(parse_range(text));
  for (const std::string& text : costs) {
    for (const std::string& one : split_costs(text)) options.costs.push_back(parse_cost(one));
  }
  options.desired = desired;
  options.certain = certain;
  options.top = top;
  options.all = all;
  options.first = first;
  if (max_length > 0) options.max_length = max_length;
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
  list("--allow", options.allow, "FEATURE",
       "Lift fixed, caused and direction of this feature; set it where it is missing");
  command.add_flag("--set-missing", options.set_missing, "Set features that the record leaves out")
      ->group(group);
  list("--only", options.only, "FEATURE,...", "Nothing else is set directly; effects still happen");
  list("--range", options.ranges, "FEATURE=LO..HI", "New values stay within this range");
  if (ways == Ways::many) {
    command
        .add_option("--cost", options.costs,
                    "Price of a direct change, as behind `cost` in a model: debt=3, "
                    "debt='1 + 2 per 1000' (docs/costs.md)")
        ->option_text("FEATURE=COST")
        ->type_name("FEATURE=COST")
        ->allow_extra_args(false)
        ->group(group);
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

void add_first_option(CLI::App& command, RunOptions& options) {
  command
      .add_flag("--first", options.first,
                "The first way that is found; cheaper ones may exist, and the answer says so")
      ->group("Which answers");
}

void add_constraint_columns(CLI::App& command, ConstraintColumns& columns) {
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
  column("--cost-column", columns.cost, "Prices of changes: debt=3, debt=1 + 2 per 1000");
}

}  // namespace cogs::cli
