// SPDX-License-Identifier: Apache-2.0
#include "batch/audit/groups.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

#include "base/trimmed.h"
#include "batch/audit/intervals.h"
#include "model/column_names.h"

namespace cogs::batch {

namespace {

// Equal texts for equal values.
std::string key_of(const GroupValue& value) {
  return std::to_string(static_cast<int>(value.kind)) + ' ' + value.text +
         (value.kind == GroupValue::Kind::band ? value.low.text() : "");
}

// Groups without rows go, and where there are too many the smallest become one.
Grouping tidy(Grouping grouping, const RowCounts& counts) {
  std::vector<std::uint64_t> rows(grouping.groups.size(), 0);
  for (std::size_t row = 0; row < grouping.of_row.size(); ++row) {
    if (grouping.of_row[row] != no_group) rows[grouping.of_row[row]] += counts.of(row);
  }
  std::vector<std::uint32_t> order(grouping.groups.size());
  std::iota(order.begin(), order.end(), 0U);
  std::erase_if(order, [&](std::uint32_t group) { return rows[group] == 0; });
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return rows[a] > rows[b]; });
  if (order.size() > most_groups) {
    grouping.pooled = order.size() - most_groups;
    order.resize(most_groups);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::uint32_t> renamed(grouping.groups.size(),
                                     static_cast<std::uint32_t>(order.size()));
  std::vector<std::vector<GroupValue>> kept;
  for (const std::uint32_t group : order) {
    renamed[group] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(std::move(grouping.groups[group]));
  }
  if (grouping.pooled > 0) {
    GroupValue others;
    others.kind = GroupValue::Kind::others;
    kept.emplace_back(grouping.columns.size(), others);
  }
  grouping.groups = std::move(kept);
  for (std::uint32_t& group : grouping.of_row) {
    if (group != no_group) group = renamed[group];
  }
  return grouping;
}

}  // namespace

Groups::Groups(const table::Table& table, const model::BoundTable& bound,
               const std::vector<bool>& left_out, const RowCounts& counts,
               std::vector<std::string> marks)
    : table_(table),
      bound_(bound),
      left_out_(left_out),
      counts_(counts),
      marks_(std::move(marks)) {}

std::vector<std::size_t> Groups::places(const std::vector<std::string>& columns) const {
  std::vector<std::string> names;
  for (const table::Column& column : table_.columns) names.push_back(column.name);
  std::vector<base::Diagnostic> problems;
  std::vector<std::size_t> chosen;
  for (const std::string& name : columns) {
    const auto at = model::match_columns({name}, names)[0];
    if (!at) {
      const std::string near = base::nearest_name(name, names);
      problems.push_back(base::error_about(table_.file, "there is no column '" + name + "'",
                                           near.empty() ? "" : "did you mean '" + near + "'?"));
    } else if (std::find(chosen.begin(), chosen.end(), *at) != chosen.end()) {
      problems.push_back(base::error_about("--by", "the column '" + name + "' is named twice"));
    } else {
      chosen.push_back(*at);
    }
  }
  if (!problems.empty()) throw base::InputError(std::move(problems));
  return chosen;
}

std::vector<Grouping> Groups::by(const std::vector<std::string>& columns, bool cross) const {
  const std::vector<std::size_t> chosen = places(columns);
  std::vector<Grouping> out;
  for (const std::size_t column : chosen) out.push_back(by_column(column));
  if (cross && out.size() > 1) out.push_back(tidy(by_all(out), counts_));
  for (std::size_t i = 0; i < chosen.size(); ++i) out[i] = tidy(std::move(out[i]), counts_);
  return out;
}

Grouping Groups::by_column(std::size_t at) const {
  const table::Column& column = table_.columns[at];
  Grouping grouping;
  grouping.columns = {column.name};
  bool banded = false;
  const std::vector<GroupValue> values = values_of_codes(at, banded);
  if (banded) grouping.in_bands = grouping.columns;

  // Codes in order, so groups are in order too; what is missing comes last.
  std::vector<std::uint32_t> group_of_code(values.size(), no_group);
  std::unordered_map<std::string, std::uint32_t> groups;
  for (const bool missing : {false, true}) {
    for (std::size_t code = 0; code < values.size(); ++code) {
      if ((values[code].kind == GroupValue::Kind::missing) != missing) continue;
      const auto [known, fresh] =
          groups.emplace(key_of(values[code]), static_cast<std::uint32_t>(groups.size()));
      group_of_code[code] = known->second;
      if (fresh) grouping.groups.push_back({values[code]});
    }
  }
  grouping.of_row.assign(table_.rows, no_group);
  for (std::size_t row = 0; row < table_.rows; ++row) {
    if (left_out_.empty() || !left_out_[row]) {
      grouping.of_row[row] = group_of_code[column.codes[row]];
    }
  }
  return grouping;
}

std::vector<GroupValue> Groups::values_of_codes(std::size_t at, bool& banded) const {
  const table::Column& column = table_.columns[at];
  const model::BoundColumn* feature = nullptr;
  for (const model::BoundColumn& bound : bound_.columns) {
    if (bound.column == &column) feature = &bound;
  }
  std::vector<std::uint64_t> rows(column.code_count(), 0);
  for (std::size_t row = 0; row < table_.rows; ++row) {
    if (left_out_.empty() || !left_out_[row]) rows[column.codes[row]] += counts_.of(row);
  }
  std::uint64_t numbers = 0, distinct = 0;
  for (std::size_t code = 0; code < column.numbers.size(); ++code) {
    numbers += rows[code];
    distinct += rows[code] > 0 ? 1 : 0;
  }
  banded = distinct > most_numbers_apart;

  std::vector<GroupValue> values(column.code_count());
  std::uint64_t below = 0;
  std::size_t quarter = 0;
  std::vector<std::size_t> quarter_of(column.numbers.size(), 0);
  std::map<std::size_t, std::pair<std::size_t, std::size_t>> ends;  // codes of each quarter
  for (table::Code code = 0; code < column.code_count(); ++code) {
    if (banded && column.is_number(code)) {
      while (quarter < 3 &&
             below >= quantile_rank(numbers, 25 * static_cast<unsigned>(quarter + 1))) {
        ++quarter;
      }
      below += rows[code];
      quarter_of[code] = quarter;
      if (rows[code] > 0) ends.emplace(quarter, std::pair(code, code)).first->second.second = code;
      continue;
    }
    const bool missing = code == column.missing();
    const std::string text = missing ? "" : std::string(base::trimmed(column.text(code)));
    const bool mark = text.empty() || std::find(marks_.begin(), marks_.end(), text) != marks_.end();
    // A domain may list a mark, such as "?", as a value.
    if (feature ? !feature->values[code] && mark : mark) {
      values[code].kind = GroupValue::Kind::missing;
    } else {
      values[code].text = feature && feature->values[code] ? feature->values[code]->text : text;
    }
  }
  for (std::size_t code = 0; banded && code < column.numbers.size(); ++code) {
    const auto band = ends.find(quarter_of[code]);
    if (band == ends.end()) continue;  // no row that counts has it
    values[code].kind = GroupValue::Kind::band;
    values[code].low = column.numbers[band->second.first];
    values[code].high = column.numbers[band->second.second];
  }
  return values;
}

Grouping Groups::by_all(const std::vector<Grouping>& parts) const {
  Grouping all;
  all.groups.resize(1);
  all.of_row.assign(table_.rows, 0);
  for (const Grouping& part : parts) {
    all.columns.push_back(part.columns[0]);
    if (!part.in_bands.empty()) all.in_bands.push_back(part.columns[0]);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
    for (std::size_t row = 0; row < table_.rows; ++row) {
      if (part.of_row[row] != no_group)
        known.emplace(std::pair(all.of_row[row], part.of_row[row]), 0);
    }
    std::vector<std::vector<GroupValue>> groups;
    for (auto& [pair, number] : known) {
      number = static_cast<std::uint32_t>(groups.size());
      groups.push_back(all.groups[pair.first]);
      groups.back().push_back(part.groups[pair.second][0]);
    }
    all.groups = std::move(groups);
    for (std::size_t row = 0; row < table_.rows; ++row) {
      std::uint32_t& group = all.of_row[row];
      group = part.of_row[row] == no_group ? no_group : known.at({group, part.of_row[row]});
    }
  }
  return all;
}

}  // namespace cogs::batch
