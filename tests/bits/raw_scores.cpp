// SPDX-License-Identifier: Apache-2.0
//
//   raw_scores FORMAT MODEL ROWS.csv [--all-trees]
//
// Prints the raw scores of each row in the deployed arithmetic, as hexadecimal floats, and at the
// end the proved bounds of each output's error. Columns of the table are found by name; one that is
// not there is missing.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>

#include "base/diagnostic.h"
#include "base/text_file.h"
#include "score/error_bound.h"
#include "score/evaluate.h"
#include "score/float_number.h"
#include "score/read.h"
#include "table/csv_reader.h"

using namespace cogs;

namespace {

int run(int count, char** arguments) {
  if (count < 4) return 2;
  score::ReadOptions options;
  options.all_trees = count > 4 && std::strcmp(arguments[4], "--all-trees") == 0;
  const auto format = score::format_named(arguments[1]);
  if (!format) return 2;
  const score::Ensemble ensemble =
      score::read_ensemble(base::read_text_file(arguments[2]), arguments[2], *format, options);
  std::ifstream in(arguments[3]);
  table::CsvReader rows(in, arguments[3]);
  std::vector<std::optional<std::size_t>> field_of(ensemble.columns.size());
  for (std::size_t c = 0; c < ensemble.columns.size(); ++c) {
    for (std::size_t f = 0; f < rows.header().size(); ++f) {
      if (rows.header()[f] == ensemble.columns[c].name) field_of[c] = f;
    }
    if (!field_of[c]) std::cerr << "no column " << ensemble.columns[c].name << '\n';
  }
  table::CsvRow row;
  std::vector<score::Value> values(ensemble.columns.size());
  const std::size_t outputs = ensemble.outputs.size();
  std::vector<base::Number> largest(outputs);
  std::uint64_t number = 0;
  while (rows.next(row)) {
    for (std::size_t c = 0; c < values.size(); ++c) {
      values[c] = {};
      if (!field_of[c]) continue;
      const auto value = score::read_value(ensemble.columns[c], row.fields[*field_of[c]]);
      if (!value) {
        std::cerr << "row " << row.number << ": " << row.fields[*field_of[c]] << " in "
                  << ensemble.columns[c].name << '\n';
        return 1;
      }
      values[c] = *value;
    }
    const auto scores = score::raw_scores(ensemble, values);
    for (std::size_t i = 0; i < outputs; ++i) std::printf("%s%a", i > 0 ? " " : "", scores[i]);
    std::printf("\n");
    if (number++ % 50 == 0) {
      if (const auto exact = score::exact_scores(ensemble, values)) {
        for (std::size_t i = 0; i < outputs; ++i) {
          const auto off = ((*exact)[i] - score::exact(scores[i])).absolute();
          if (off > largest[i]) largest[i] = off;
        }
      }
    }
  }
  for (std::size_t i = 0; i < outputs; ++i) {
    const auto bound = score::error_bound(ensemble, i);
    if (!bound) continue;
    std::fprintf(stderr, "output %zu: error seen %.3g, bound in order %.3g, in any order %.3g%s\n",
                 i, largest[i].approximate(), bound->in_order.approximate(),
                 bound->any_order.approximate(), largest[i] > bound->in_order ? " BROKEN" : "");
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return run(count, arguments);
  } catch (const base::InputError& error) {
    for (const auto& d : error.diagnostics()) {
      std::cerr << d.file << ':' << d.place.line << ':' << d.place.column << ": " << d.message
                << (d.help.empty() ? "" : " -- " + d.help) << '\n';
    }
    return 3;
  }
}
