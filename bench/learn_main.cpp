// SPDX-License-Identifier: Apache-2.0
//
// What learning costs and gives, as lines of CSV for bench/learn_bench.py.
//
//   learn_bench fit FILE LABEL POSITIVE NUMERIC IGNORED SPLITS PRUNING THREADS MISSING
//       reads a table and learns once for each line of SPLITS ("TRAIN... | TEST...", row numbers;
//       "-": once from all rows). NUMERIC and IGNORED are names with commas; every other column is
//       categorical. MISSING "value": "?" is a value there. POSITIVE "*": all classes.
//   learn_bench scale ROWS COLUMNS NOISE PRUNING THREADS
//       learns from a table that is made in memory: half of the columns numeric with up to 100000
//       values, the others categorical; the label follows five planted rules, NOISE % of it turned.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "rules/learn.h"
#include "rules/predict.h"
#include "table/read_table.h"
#include "table/table.h"

namespace {

using namespace cogs;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  std::istringstream in(list);
  for (std::string name; std::getline(in, name, ',');) names.push_back(name);
  return names;
}

struct Parts {
  std::vector<std::uint32_t> train, test;
};

std::vector<Parts> read_splits(const std::string& file) {
  if (file == "-") return {{}};
  std::vector<Parts> splits;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    Parts parts;
    std::istringstream words(line);
    std::vector<std::uint32_t>* part = &parts.train;
    for (std::string word; words >> word;) {
      if (word == "|") {
        part = &parts.test;
      } else {
        part->push_back(static_cast<std::uint32_t>(std::stoul(word)));
      }
    }
    splits.push_back(std::move(parts));
  }
  return splits;
}

rules::LearnOptions options_for(const std::string& pruning, const std::string& threads) {
  rules::LearnOptions options;
  options.pruning = pruning == "none" ? rules::Pruning::none : rules::Pruning::standard;
  options.threads = static_cast<unsigned>(std::stoul(threads));
  return options;
}

int run_fit(char** words) {
  const std::string file = words[0];
  const std::string label = words[1];
  const std::string positive = words[2];
  const rules::LearnOptions options = options_for(words[6], words[7]);
  table::ReadOptions read;
  read.numeric = names_in(words[3]);
  read.ignore = names_in(words[4]);
  read.missing_is_value = std::string_view(words[8]) == "value";
  read.threads = options.threads;
  // Whatever is not numeric is categorical: the header says which.
  std::string header;
  std::getline(std::ifstream(file), header);
  if (!header.empty() && header.back() == '\r') header.pop_back();
  for (const std::string& name : names_in(header)) {
    const auto among = [&](const std::vector<std::string>& list) {
      return std::find(list.begin(), list.end(), name) != list.end();
    };
    if (!among(read.numeric) && !among(read.ignore)) read.categorical.push_back(name);
  }
  auto start = Clock::now();
  const table::Table table = table::read_table(file, read);
  const double read_seconds = seconds_since(start);
  std::printf("read_s,fit_s,predict_s,accuracy,majority,rules,literals\n");
  for (const Parts& parts : read_splits(words[5])) {
    rules::Task task{.table = table, .label = *table.find(label)};
    if (positive != "*") task.positive = positive;
    task.rows = parts.train;
    start = Clock::now();
    const rules::RuleSet found = rules::learn(task, options);
    const double fit_seconds = seconds_since(start);
    start = Clock::now();
    const rules::Measures measures = rules::evaluate(found, table, parts.test, options.threads);
    std::printf("%.6f,%.6f,%.6f,%.6f,%.6f,%zu,%zu\n", read_seconds, fit_seconds,
                seconds_since(start), measures.accuracy, measures.majority, found.rule_count(),
                found.literal_count());
  }
  return 0;
}

table::Table planted_table(std::size_t rows, std::size_t columns, std::uint32_t noise_percent) {
  table::Table table;
  table.rows = rows;
  const std::size_t numeric = columns / 2;
  for (std::size_t i = 0; i < columns; ++i) {
    table::Column column;
    column.numeric = i < numeric;
    column.name = (column.numeric ? "n" : "c") + std::to_string(column.numeric ? i : i - numeric);
    // 10, 100, ... 100000 values; 2, 4, ... 64 values.
    std::uint32_t values = 10;
    for (std::size_t k = 0; k < i % 5; ++k) values *= 10;
    if (!column.numeric) values = 2U << ((i - numeric) % 6);
    for (std::uint32_t v = 0; v < values; ++v) {
      if (column.numeric) {
        column.numbers.emplace_back(static_cast<std::int64_t>(v));
      } else {
        column.texts.push_back("v" + std::to_string(v));
      }
    }
    column.codes = table::Codes(rows, column.missing());
    base::Random random(i + 1);
    column.codes.visit([&](auto codes) {
      for (auto& code : codes) {
        code = static_cast<std::decay_t<decltype(code)>>(random.below(values));
      }
    });
    table.columns.push_back(std::move(column));
  }
  table::Column label;
  label.name = "label";
  label.texts = {"no", "yes"};
  label.codes = table::Codes(rows, label.missing());
  // A cell's place among its column's values, between 0 and 1.
  const auto share = [&](std::size_t column, std::size_t row) {
    const table::Column& c = table.columns[column];
    return static_cast<double>(c.codes[row]) / static_cast<double>(c.missing());
  };
  base::Random noise(99);
  for (std::size_t row = 0; row < rows; ++row) {
    bool planted = false;
    for (std::size_t k = 0; k < 5; ++k) {
      const std::size_t low = k % numeric;
      const std::size_t high = (k + 1) % numeric;
      const table::Column& other = table.columns[numeric + k % (columns - numeric)];
      planted =
          planted || (share(low, row) < 0.2 && share(high, row) > 0.3 && other.codes[row] != 0);
    }
    label.codes.set(row, planted != (noise.below(100) < noise_percent) ? 1 : 0);
  }
  table.columns.push_back(std::move(label));
  return table;
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

int run_scale(char** words) {
  const table::Table table = planted_table(std::stoul(words[0]), std::stoul(words[1]),
                                           static_cast<std::uint32_t>(std::stoul(words[2])));
  const rules::LearnOptions options = options_for(words[3], words[4]);
  rules::Task task{.table = table, .label = *table.find("label"), .positive = "yes"};
  auto start = Clock::now();
  const std::clock_t cpu_start = std::clock();
  const rules::RuleSet found = rules::learn(task, options);
  const double fit_seconds = seconds_since(start);
  const double cpu_seconds = static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
  start = Clock::now();
  const double accuracy = rules::evaluate(found, table, {}, options.threads).accuracy;
  std::printf("fit_s,fit_cpu_s,predict_s,coded_mb,peak_mb,rules,literals,accuracy\n");
  std::printf("%.6f,%.6f,%.6f,%.1f,%.1f,%zu,%zu,%.4f\n", fit_seconds, cpu_seconds,
              seconds_since(start), static_cast<double>(table.coded_bytes()) / 1048576,
              peak_megabytes(), found.rule_count(), found.literal_count(), accuracy);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "fit" && argc == 11) return run_fit(argv + 2);
  if (what == "scale" && argc == 7) return run_scale(argv + 2);
  std::cerr << "see the head of learn_main.cpp\n";
  return 2;
}
