// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as rows of a batch, CSV or JSON Lines, answered as CSV or JSON Lines: one answer for
// each row, wherever blocks are cut; what is written can be read again; never a crash. The first
// bytes choose the options.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "batch/row_answerer.h"
#include "json/parse.h"
#include "json/value.h"
#include "model/read/read_model.h"
#include "present/rows/batch_rows.h"
#include "table/block_cutter.h"
#include "table/csv_rules.h"

namespace {

using namespace cogs;

constexpr const char* model_text = R"(
#feature x : real 0..10, step 0.25.
#feature y : integer 0..100, may increase.
#feature z : {a, b, 'c, d', 'e"f', 4}.
#feature w : integer -5..inf, observed, cost 2.
#feature score : integer 0..9, caused.
#causal score : if.
#undesired bad(X).
bad(X) :- x(X, V), V < 5, y(X, W), W < 60.
bad(X) :- z(X, a), not y(X, 7), w(X, V), V < 3.
bad(X) :- score(X, S), S < 2, not z(X, 'c, d').
score(X, S) :- S >= 5, z(X, b).
)";

const model::Model& the_model() {
  static const model::Model model = model::read_model(model_text, "fuzz.cogs");
  return model;
}

struct Outcome {
  std::string text, errors;
  std::uint64_t rows = 0, lines = 0;
  bool operator==(const Outcome&) const = default;
};

Outcome answer(std::string_view text, const batch::RowFormat& format,
               const batch::BatchOptions& options, const batch::InputColumns& columns,
               std::size_t block_bytes) {
  const auto source = table::text_source(text);
  table::BlockCutter cutter(*source, {.block_bytes = block_bytes});
  cutter.start(0, options.input == batch::RowKind::csv ? ',' : table::lines_only);
  const std::string file = "fuzz";
  batch::RowAnswerer answerer(the_model(), file, format, options, columns, base::Budget());
  Outcome all;
  for (table::Block block; cutter.next(block);) {
    const batch::Position size = answerer.measure(block.text);
    const batch::BlockAnswer found = answerer.answer({all.rows, all.lines});
    const batch::Counts& counts = found.counts;
    if (counts.rows != size.rows) std::abort();
    if (counts.rows != counts.found + counts.already + counts.none + counts.gave_up + counts.bad) {
      std::abort();
    }
    all.text += found.text;
    all.errors += found.errors;
    all.rows += size.rows;
    all.lines += size.lines;
  }
  return all;
}

// Numbers beyond those of a double are JSON, but no JSON that json::parse takes.
bool is_object(std::string_view line) {
  try {
    return json::parse(line, "again").is(json::Value::Kind::object);
  } catch (const base::InputError& error) {
    return error.diagnostics().front().message.find("number overflow") != std::string::npos;
  }
}

// As many rows as were answered, each with all columns or one JSON object.
void read_again(const Outcome& outcome, bool json, std::size_t columns) {
  std::uint64_t rows = 0;
  const std::string_view text = outcome.text;
  for (std::size_t at = 0; at < text.size(); ++rows) {
    const table::RowEnd row = json ? table::RowEnd{} : table::find_row_end(text, at, ',', true);
    const std::size_t end = json ? text.find('\n', at) : row.end;
    if (json) {
      if (!is_object(text.substr(at, end - at))) std::abort();
      at = end + 1;
      continue;
    }
    std::vector<std::uint32_t> ends;
    if (row.fault != table::RowFault::none) std::abort();
    table::split_row(text, at, end, ',', ends);
    if (ends.size() != columns) std::abort();
    at = row.next;
  }
  if (rows != outcome.rows) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2 || size > 4096) return 0;
  const bool csv_in = (data[0] & 1) != 0, json_out = (data[0] & 2) != 0;
  batch::BatchOptions options;
  options.input = csv_in ? batch::RowKind::csv : batch::RowKind::json_lines;
  options.reasons = (data[0] & 4) != 0 ? 2 : 0;
  batch::InputColumns columns;
  columns.layout.columns = {"z", "id", "x", "y", "w", "score"};
  columns.of_feature = {2, 3, 0, 4, 5};
  if ((data[0] & 8) != 0) {
    options.columns = {{"fix"}, {"allow"}, {"only"}, {"range"}, {"cost"}};
    for (const char* name : {"fix", "allow", "only", "range", "cost"}) {
      columns.layout.columns.emplace_back(name);
    }
    columns.constraints = {{6}, {7}, {8}, {9}, {10}};
  }
  if (!csv_in) {
    columns.layout.columns.clear();
    for (const auto& f : the_model().features) columns.layout.columns.push_back(f.name);
  }
  const std::unique_ptr<batch::RowFormat> format =
      json_out ? present::batch_json_lines(the_model(), options.reasons > 0)
               : present::batch_csv(the_model(), options.reasons > 0, !csv_in);
  format->head(columns.layout);
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);

  const Outcome whole = answer(text, *format, options, columns, std::size_t{1} << 20);
  if (!(answer(text, *format, options, columns, 1 + data[1] % 64) == whole)) std::abort();
  const std::size_t added = 5 + (options.reasons > 0 ? 1 : 0);
  read_again(whole, json_out, columns.layout.columns.size() + added);
  return 0;
}
