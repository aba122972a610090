// SPDX-License-Identifier: Apache-2.0
#include "batch/row_constraints.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "model/column_names.h"
#include "path/read_options.h"
#include "table/csv_rules.h"

namespace cogs::batch {

namespace {

// The parts of all cells, each cell with ';' between its parts.
template <class Use>
void for_each_part(const std::vector<std::string>& cells, Use&& use) {
  for (const std::string& cell : cells) {
    std::string_view rest = cell;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(';'), rest.size());
      const std::string_view part = table::without_blanks(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (!part.empty()) use(part);
    }
  }
}

[[noreturn]] void refuse(const std::string& message, const std::string& help) {
  throw base::InputError(base::error_about("", message, help));
}

std::pair<std::string, std::string_view> assignment(std::string_view part, const char* form) {
  const std::size_t equals = part.find('=');
  if (equals == std::string_view::npos) {
    refuse("a constraint must look like " + std::string(form) + ", not '" + std::string(part) + "'",
           "parts of a cell are separated by ';'");
  }
  return {std::string(table::without_blanks(part.substr(0, equals))),
          table::without_blanks(part.substr(equals + 1))};
}

// `open`: how an end without a bound may be written, apart from leaving it out.
std::optional<path::Number> range_end(std::string_view text, std::string_view open) {
  const std::string bare(table::without_blanks(text));
  if (bare.empty() || bare == open) return std::nullopt;
  const auto number = path::Number::parse(bare);
  if (!number) refuse("'" + bare + "' is not a number", "write feature=lo..hi");
  return number;
}

path::OptionTexts read_texts(const ConstraintTexts& cells) {
  path::OptionTexts texts;
  for_each_part(cells.fix, [&](auto part) { texts.fix.push_back({std::string(part)}); });
  for_each_part(cells.allow, [&](auto part) { texts.allow.push_back({std::string(part)}); });
  for_each_part(cells.only, [&](auto part) {
    if (!texts.only) texts.only.emplace();
    texts.only->push_back({std::string(part)});
  });
  for_each_part(cells.range, [&](auto part) {
    const auto [feature, ends] = assignment(part, "debt=0..1000");
    const std::size_t dots = ends.find("..");
    if (dots == std::string_view::npos) {
      refuse("'" + std::string(part) + "' is not a range", "write feature=lo..hi");
    }
    path::OptionTexts::Range& range = texts.ranges.emplace_back();
    range.feature.text = feature;
    range.low = range_end(ends.substr(0, dots), "-inf");
    range.high = range_end(ends.substr(dots + 2), "inf");
  });
  for_each_part(cells.cost, [&](auto part) {
    const auto [feature, text] = assignment(part, "debt=3");
    texts.costs.push_back({{feature}, std::string(text)});
  });
  return texts;
}

void add_new(std::vector<model::FeatureId>& features, const std::vector<model::FeatureId>& own) {
  for (const model::FeatureId id : own) {
    if (std::find(features.begin(), features.end(), id) == features.end()) features.push_back(id);
  }
}

// A row's own ranges and costs stand in for those of the run.
template <class Option>
void put_over(std::vector<Option>& options, const std::vector<Option>& own) {
  std::erase_if(options, [&](const Option& option) {
    return std::any_of(own.begin(), own.end(),
                       [&](const Option& mine) { return mine.feature == option.feature; });
  });
  options.insert(options.end(), own.begin(), own.end());
}

}  // namespace

ConstraintPlaces find_constraints(const ConstraintColumns& wanted,
                                  const std::vector<std::string>& columns,
                                  const std::string& file) {
  const auto find = [&](const std::vector<std::string>& names) {
    return model::find_columns(names, columns, file, "with constraints");
  };
  return {find(wanted.fix), find(wanted.allow), find(wanted.only), find(wanted.range),
          find(wanted.cost)};
}

ConstraintPlaces find_constraints(const ConstraintColumns& wanted, const table::Table& table) {
  std::vector<std::string> names;
  for (const table::Column& column : table.columns) names.push_back(column.name);
  return find_constraints(wanted, names, table.file);
}

ConstraintTexts constraint_texts(const ConstraintPlaces& places, const table::Table& table,
                                 std::size_t row) {
  return constraint_texts(places, [&](std::size_t at) {
    const table::Column& column = table.columns[at];
    const table::Code code = column.codes[row];
    return code == column.missing() ? std::string() : column.text(code);
  });
}

std::string key_of(const ConstraintTexts& texts) {
  std::string key;
  bool any = false;
  for (const auto* cells : {&texts.fix, &texts.allow, &texts.only, &texts.range, &texts.cost}) {
    for (const std::string& cell : *cells) {
      any = any || !table::without_blanks(cell).empty();
      key += cell + '\x1F';
    }
    key += '\x1E';
  }
  return any ? key : std::string();
}

path::Options with_constraints(const model::Model& model, path::Options run,
                               const ConstraintTexts& texts) {
  const path::Options own = path::read_options(model, read_texts(texts), "");
  add_new(run.fix, own.fix);
  add_new(run.allow, own.allow);
  put_over(run.ranges, own.ranges);
  put_over(run.costs, own.costs);
  if (own.only && run.only) {
    std::erase_if(*run.only, [&](model::FeatureId id) {
      return std::find(own.only->begin(), own.only->end(), id) == own.only->end();
    });
  } else if (own.only) {
    run.only = own.only;
  }
  if (const std::string why = path::contradiction(model, run); !why.empty()) refuse(why, "");
  return run;
}

}  // namespace cogs::batch
