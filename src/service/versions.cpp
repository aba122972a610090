// SPDX-License-Identifier: Apache-2.0
#include "service/versions.h"

#include <algorithm>

#include "base/text_file.h"

namespace cogs::service {

namespace {

std::vector<std::string> statements(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
    if (!line.empty() && line[0] != '%') out.push_back(std::move(line));
    at = end + 1;
  }
  return out;
}

constexpr std::uint32_t most_records = 200;

}  // namespace

std::vector<DiffLine> statement_diff(const std::string& before, const std::string& after) {
  const auto a = statements(before), b = statements(after);
  // The longest common subsequence, from the end.
  std::vector<std::vector<std::uint32_t>> common(a.size() + 1,
                                                 std::vector<std::uint32_t>(b.size() + 1, 0));
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      common[i][j] =
          a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  std::vector<DiffLine> out;
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      out.push_back({DiffLine::Kind::same, a[i]});
      ++i, ++j;
    } else if (i < a.size() && (j == b.size() || common[i + 1][j] >= common[i][j + 1])) {
      out.push_back({DiffLine::Kind::removed, a[i++]});
    } else {
      out.push_back({DiffLine::Kind::added, b[j++]});
    }
  }
  return out;
}

VersionEffect effect_of(Core& core, const std::string& series, const Decision& before,
                        const Decision& after, const std::optional<Table>& table) {
  VersionEffect out;
  if (table) {
    Control control = core.control();
    control.limits.seconds = 30;
    const Predictions old_ones = before.predict(*table, {}, control);
    const Predictions new_ones = after.predict(*table, {}, control);
    out.rows = std::min(old_ones.of_row.size(), new_ones.of_row.size());
    for (std::size_t i = 0; i < out.rows; ++i) {
      const auto was = old_ones.of_row[i], is = new_ones.of_row[i];
      if (was < 0 || is < 0) continue;
      if (was != 0 && is == 0) ++out.to_undesired;  // the undesired class comes first
      if (was == 0 && is != 0) ++out.to_desired;
    }
  }
  store::RecordQuery query;
  query.series = series;
  query.kind = "recourse";
  query.status = "found";
  query.limit = most_records;
  const auto rows = core.store->records(query);
  out.all_records = rows.size() < most_records;
  for (const store::RecordRow& row : rows) {
    const auto payload = core.store->payload(row.entry.seq);
    if (!payload || payload->erased) continue;
    ++out.records;
    const Check check = after.check(payload->text, "record", core.control());
    if (check.right) {
      ++out.hold;
    } else {
      out.broken.push_back(row.entry.seq);
    }
  }
  return out;
}

Table dataset_table(Core& core, std::uint64_t id) {
  for (const store::Dataset& dataset : core.store->datasets()) {
    if (dataset.id == id)
      return Table::text(base::read_text_file(dataset_file(core, id)), dataset.name);
  }
  throw store::StoreError(store::StoreError::Kind::missing, "there is no such table");
}

std::string dataset_file(Core& core, std::uint64_t id) {
  for (const store::Dataset& dataset : core.store->datasets()) {
    if (dataset.id == id) return core.options.files + "/table-" + std::to_string(id) + ".csv";
  }
  throw store::StoreError(store::StoreError::Kind::missing, "there is no such table");
}

}  // namespace cogs::service
