// SPDX-License-Identifier: Apache-2.0
//
// The side-by-side runs, one function each: settings -> a section of the summary, with the
// tables also as CSV in settings.out. docs/benchmarks.md says what each shows.
#pragma once

#include <string>

namespace cogs::bench {

struct Settings {
  std::string out;           // folder for results
  std::string examples;      // the project's examples
  std::string data;          // folder with the UCI data; empty: not there
  std::string cogs;          // the program
  bool quick = false;        // a minute or two instead of a quarter of an hour
  bool clingo = true;        // it is installed and wanted
  double limit = 30;         // CPU seconds a question, for the search and for clingo
  double clingo_limit = 20;  // for clingo where it is asked every question
};

std::string bench_process(const Settings& settings);
std::string bench_uci(const Settings& settings);
std::string bench_families(const Settings& settings);
std::string bench_crowded(const Settings& settings);
std::string bench_growth(const Settings& settings);

}  // namespace cogs::bench
