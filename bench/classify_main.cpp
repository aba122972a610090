// SPDX-License-Identifier: Apache-2.0
//
// How fast a model decides about rows of coded columns, on one core:
//
//   classify_bench MODEL DATA.csv [ROWS]     the table is repeated until it has ROWS rows
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>

#include "engine/engine.h"
#include "engine/predict.h"
#include "model/data/bind_table.h"
#include "model/data/classify.h"

int main(int argc, char** argv) {
  using namespace cogs;
  using Clock = std::chrono::steady_clock;
  if (argc < 3) {
    std::cerr << "classify_bench MODEL DATA.csv [ROWS]\n";
    return 2;
  }
  try {
    const model::Model model = engine::load_model(argv[1]);
    const table::Table read = engine::load_table(model, argv[2]);
    const std::size_t rows = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 10'000'000;
    table::Table table = read;
    table.rows = rows;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      table::Codes codes(rows, read.columns[c].missing());
      for (std::size_t row = 0; row < rows; ++row) {
        codes.set(row, read.columns[c].codes[row % read.rows]);
      }
      table.columns[c].codes = std::move(codes);
    }
    double best = 0;
    for (int run = 0; run < 5; ++run) {
      const Clock::time_point start = Clock::now();
      const model::BoundTable bound = model::bind_table(model, table);
      const std::vector<std::uint32_t> classes = model::classify(model, bound, 1);
      const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
      best = std::max(best, static_cast<double>(classes.size()) / seconds);
    }
    std::cout << rows << " rows, one core: " << static_cast<long>(best / 1e6)
              << " million rows a second\n";
  } catch (const base::InputError& error) {
    std::cerr << error.what() << "\n";
    return 3;
  }
}
